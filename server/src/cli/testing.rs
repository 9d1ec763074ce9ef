//! Rules for tests, which find words.

use memchr::memmem;
use scoresheet_grammar::GameView;
use scoresheet_lint::configuration::{Configuration, Setting};
use scoresheet_lint::explanation::Effort;
use scoresheet_lint::file_view::FileFacts;
use scoresheet_lint::finding::{Edit, Fix, Level, Related};
use scoresheet_lint::findings::Findings;
use scoresheet_lint::rule::{FixAvailability, Hook, KnownRules, Rule};
use scoresheet_lint::rule_id::Group;

use super::language::Language;
use super::render::{Renderer, format_of_name};
pub(crate) use crate::cli::findings::LocatedFinding;
use crate::linters::Linters;
use crate::text_file::{Parts, TextFile};

#[path = "../../../tests/src/edits.rs"]
#[allow(unreachable_pub, reason = "a module of another crate, where it is public")]
#[allow(dead_code, reason = "edits are for others")]
pub(crate) mod edits;
#[path = "../../../tests/src/samples.rs"]
#[allow(unreachable_pub, reason = "a module of another crate, where it is public")]
#[allow(dead_code, reason = "so are other ways to read")]
pub(crate) mod samples;

/// Replaced by "good", safely; "baad" first by "bad"; "ping" and "pong" by each other.
pub(crate) static BAD_WORD: Rule = rule(
    "bad-word",
    Group::Correctness,
    Level::Error,
    FixAvailability::Always,
    "Finds bad words.\n\n## Example\n```\nbad\n```\n",
    &[Hook::Text(bad_words)],
);
/// Replaced by "even", unsafely; explained by the start of the game.
pub(crate) static ODD_WORD: Rule = rule(
    "odd-word",
    Group::Suspicious,
    Level::Warning,
    FixAvailability::Sometimes,
    "Finds odd words.",
    &[Hook::Text(odd_words)],
);
static PLAIN_WORD: Rule = rule(
    "plain-word",
    Group::Style,
    Level::Info,
    FixAvailability::None,
    "Finds plain words.",
    &[Hook::Text(|game, findings| find(game, "plain", &PLAIN_WORD, findings))],
);
static FUSSY_WORD: Rule = rule(
    "fussy-word",
    Group::Pedantic,
    Level::Hint,
    FixAvailability::None,
    "Finds fussy words.",
    &[Hook::Text(|game, findings| find(game, "fussy", &FUSSY_WORD, findings))],
);

pub(crate) static RULES: KnownRules = &[&BAD_WORD, &ODD_WORD, &PLAIN_WORD, &FUSSY_WORD];

const fn rule(
    name: &'static str,
    group: Group,
    level: Level,
    fix: FixAvailability,
    docs: &'static str,
    hooks: &'static [Hook],
) -> Rule {
    Rule { name, group, level, fix, docs, hooks }
}

fn bad_words(game: GameView, findings: &mut Findings) {
    for (word, replacement) in [("bad", "good"), ("baad", "bad"), ("ping", "pong"), ("pong", "ping")] {
        let first = findings.len();
        find(game, word, &BAD_WORD, findings);
        for finding in findings.since(first) {
            let edit = Edit::replace(finding.range.clone(), replacement);
            finding.fixes.push(Fix::safe(format!("Write '{replacement}'"), vec![edit]));
        }
    }
}

fn odd_words(game: GameView, findings: &mut Findings) {
    let start = 0..game.text.chars().next().map_or(0, char::len_utf8);
    let first = findings.len();
    find(game, "odd", &ODD_WORD, findings);
    for finding in findings.since(first) {
        let edit = Edit::replace(finding.range.clone(), "even");
        finding.related.push(Related { range: start.clone(), message: "the file starts here".to_owned() });
        finding.fixes.push(Fix::unsafe_("Write 'even'", vec![edit]));
    }
}

fn find(game: GameView, word: &str, rule: &Rule, findings: &mut Findings) {
    let kind = rule.name.trim_end_matches("-word");
    let article = if kind == "odd" { "an" } else { "a" };
    for start in memmem::find_iter(game.text.as_bytes(), word) {
        findings.push(rule.finding(start..start + word.len(), format!("'{word}' is {article} {kind} word")));
    }
}

/// The findings of a text, ordered by start.
pub(crate) fn check_words(text: &str) -> Vec<LocatedFinding> {
    let mut configuration = Configuration::new(Level::Hint);
    configuration.set(&FUSSY_WORD, Setting::On);
    Language::Pgn.check(text, FileFacts::default(), &Linters::new(RULES, configuration), &Effort::default())
}

/// The findings of a UTF-8 file `games.pgn`, rendered without colors for 100 columns.
pub(crate) fn render(format: &str, text: &str) -> String {
    let format = format_of_name(format).unwrap();
    let file = TextFile::decode("games.pgn".into(), text.as_bytes().to_vec(), None).unwrap();
    let renderer = Renderer { format, colors: false, width: 100, failing: Level::Error };
    let rendered = renderer.findings(&file.path, &Parts::whole(&file), &check_words(text));
    rendered.into_iter().map(|(_, finding)| finding).collect()
}
