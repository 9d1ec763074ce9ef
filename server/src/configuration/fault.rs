//! What is wrong with a configuration, and where.

use std::ops::Range;
use std::str::FromStr;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use scoresheet_chess::similar_words::most_similar;

use super::file::ConfigurationFile;

/// The first fault that makes a configuration unusable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Half-open byte offsets in the text of the file.
    pub(crate) range: Range<usize>,
    /// What is wrong and, if known, what was probably meant.
    pub(crate) message: String,
}

impl FromStr for ConfigurationFile {
    type Err = Fault;

    fn from_str(text: &str) -> Result<ConfigurationFile, Fault> {
        toml_edit::de::from_str(text).map_err(|error| {
            let range = error.span().unwrap_or(0..0);
            let message = match (error.message(), text.get(range.clone())) {
                // The library does not name the key; the place is that of the second one.
                ("duplicate key", Some(key)) => {
                    format!("the key '{}' occurs twice", key.trim_matches(['"', '\'']))
                }
                (message, _) => explain(message),
            };
            Fault { range, message }
        })
    }
}

impl Fault {
    /// The line of the fault, counted from 1, in the `text` of the file.
    pub(crate) fn line(&self, text: &str) -> usize {
        let before = text.get(..self.range.start).unwrap_or(text);
        1 + before.matches('\n').count()
    }

    /// The fault with its line, for a terminal. `path` is the name of the file, `text` its content.
    pub(crate) fn render(&self, path: &str, text: &str, colors: bool) -> String {
        let range = self.range.start.min(text.len())..self.range.end.min(text.len());
        let snippet = Snippet::source(text).path(path).annotation(AnnotationKind::Primary.span(range));
        let report = [Level::ERROR.primary_title(self.message.as_str()).element(snippet)];
        if colors { Renderer::styled() } else { Renderer::plain() }.render(&report)
    }
}

/// The message of the library, for people who do not know its types. Unknown names get the most similar known name.
pub(crate) fn explain(message: &str) -> String {
    if let Some(message) = explain_kind(message) {
        return message;
    }
    // The names are between backticks: the unknown one, then the known ones.
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let [word, known @ ..] = names.as_slice() else { return message.replace('\n', ", ") };
    let list = known.join(", ");
    let hint = |otherwise: String| match most_similar(word, known) {
        Some(name) => format!("did you mean '{name}'?"),
        None => otherwise,
    };
    if message.starts_with("unknown field") {
        format!("there is no key '{word}' here; {}", hint(format!("the keys are {list}")))
    } else if message.starts_with("unknown variant") {
        format!("'{word}' is not known here; {}", hint(format!("write one of {list}")))
    } else {
        message.replace('\n', ", ")
    }
}

/// The same for a missing value or one of the wrong type.
fn explain_kind(message: &str) -> Option<String> {
    if let Some(key) = message.strip_prefix("missing field ") {
        return Some(format!("the key '{}' is missing here", key.trim_matches('`')));
    }
    if message == "wanted string or table" {
        return Some("expected a word in quotes".to_owned());
    }
    let told = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "))?;
    let (found, wanted) = told.split_once(", expected ")?;
    let found = match found.split_once(['`', '"']) {
        Some((kind, value)) if kind.starts_with("string") => format!("\"{value}"),
        Some((_, value)) => value.trim_end_matches('`').to_owned(),
        None => thing(found),
    };
    Some(format!("expected {}, not {found}", thing(wanted)))
}

/// A type of value, for people.
fn thing(kind: &str) -> String {
    match kind {
        "sequence" | "a sequence" => "a list in brackets",
        "map" | "a map" => "a table",
        "boolean" | "a boolean" => "true or false",
        "string" | "a string" => "a text in quotes",
        "string or map" | "string or table" => "a word in quotes",
        "null" | "unit value" => "nothing",
        kind if kind.starts_with("struct ") => "a table",
        kind if kind.starts_with("variant ") || kind.starts_with("enum ") => "a word in quotes",
        kind => kind,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text at the fault, and its message.
    #[track_caller]
    fn check(text: &str, place: &str, message: &str) {
        let fault = text.parse::<ConfigurationFile>().unwrap_err();
        assert_eq!((&text[fault.range.clone()], fault.message.as_str()), (place, message), "{text}");
    }

    #[test]
    fn faults_have_a_place_and_a_suggestion() {
        check("levle = \"info\"", "levle", "there is no key 'levle' here; did you mean 'level'?");
        check(
            "x = 1",
            "x",
            "there is no key 'x' here; the keys are level, exclude, rules, format, repertoire, queries, overrides",
        );
        check("[rulse]\nstyle = \"off\"", "rulse", "there is no key 'rulse' here; did you mean 'rules'?");
        check("level = \"waning\"", "\"waning\"", "'waning' is not known here; did you mean 'warning'?");
        check("level = \"off\"", "\"off\"", "'off' is not known here; write one of error, warning, info, hint");
        check(
            "[rules]\nnull-move = \"off\"\nilegal-move = \"off\"",
            "ilegal-move",
            "there is no rule or group 'ilegal-move'; did you mean 'illegal-move'?",
        );
        check(
            "[rules]\nxyzzy = \"off\"",
            "xyzzy",
            "there is no rule or group 'xyzzy'; `scoresheet rules` lists them all",
        );
        check("[rules]\nstyle = \"of\"", "\"of\"", "'of' is not known here; did you mean 'off'?");
        check(
            "rules.duplicate-game.prefx = true",
            "prefx",
            "duplicate-game has no option 'prefx'; did you mean 'prefix'?",
        );
        check("rules.style = { x = true }", "x", "style has no option 'x'; its keys are level");
        check("rules.null-move = { level = \"of\" }", "\"of\"", "'of' is not known here; did you mean 'off'?");
        check("[format]\nstlye = \"export\"", "stlye", "there is no key 'stlye' here; did you mean 'style'?");
        check(
            "exclude = [\"a\", \"[\"]",
            "[\"a\", \"[\"]",
            "'[' is not a valid pattern: unclosed character class; missing ']'",
        );
        check("[[overrides]]\nrules = {}", "[[overrides]]", "the key 'files' is missing here");
        check("level = 3", "3", "expected a word in quotes");
        check("level = true", "true", "expected a word in quotes");
        check("exclude = \"a\"", "\"a\"", "expected a list in brackets, not \"a\"");
        check("exclude = [3]", "3", "expected a text in quotes, not 3");
        check("format = \"a\"", "\"a\"", "expected a table, not \"a\"");
        check("format.archive = \"yes\"", "\"yes\"", "expected true or false, not \"yes\"");
        check("rules = []", "[]", "expected a table of rules and their levels, not a list in brackets");
        check("rules.style = 1", "1", "expected a level, or a table of a level and options, not 1");
        check("overrides = {}", "{}", "expected a list in brackets, not a table");
        let never = "never matches: patterns are relative to a folder";
        check("exclude = [\"/a.pgn\"]", "[\"/a.pgn\"]", &format!("'/a.pgn' {never}"));
        check("exclude = [\"a/../b\"]", "[\"a/../b\"]", &format!("'a/../b' {never}"));
        check("exclude = [\"./\"]", "[\"./\"]", "'./' matches no file; '**' matches all files");
        check("[[overrides]]\nfiles = []\nrules = {}", "[]", "an override needs at least one pattern in 'files'");
        check("rules.null-move = {}", "{}", "null-move has no value; write a level, or a table with a level");
        check("level = \"info\"\nlevel = \"hint\"", "level", "the key 'level' occurs twice");
        check("[rules]\nstyle = \"off\"\n\"style\" = \"off\"", "\"style\"", "the key 'style' occurs twice");
        check("[rules]\n[rules]", "rules", "the key 'rules' occurs twice");
        check("level = ", "", "string values must be quoted, expected literal string");
    }

    #[test]
    fn a_fault_is_shown_with_its_line() {
        let text = "# Ours\n[rules]\nilegal-move = \"off\"\n";
        let fault = text.parse::<ConfigurationFile>().unwrap_err();
        assert_eq!(
            fault.render("scoresheet.toml", text, false),
            "\
error: there is no rule or group 'ilegal-move'; did you mean 'illegal-move'?
 --> scoresheet.toml:3:1
  |
3 | ilegal-move = \"off\"
  | ^^^^^^^^^^^"
        );
    }
}
