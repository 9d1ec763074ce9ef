//! Editing a configuration without touching the rest of its text.

use std::path::Path;

use scoresheet_lint::configuration::Setting;
use scoresheet_lint::rule_id::RuleId;
use toml_edit::{DocumentMut, Item, Table, TableLike, Value, value};

use super::file::{ConfigurationFile, Override};
use super::resolve::resolve;

/// `text` with `rule` turned off for the file at `path`; `folder` is that of the configuration. Comments, order,
/// layout and line endings stay. None if the text is not a configuration, or if this is impossible.
pub(crate) fn with_rule_off(text: &str, rule: RuleId, folder: &Path, path: &Path) -> Option<String> {
    let mut document: DocumentMut = text.parse().ok()?;
    turn_off(document.entry("rules").or_insert(Item::Table(Table::new())), rule)?;
    let is_off = |document: &DocumentMut| {
        let file: ConfigurationFile = document.to_string().parse().ok()?;
        Some(resolve(&[(&file, folder)], path).configuration.setting(rule) == Setting::Off)
    };
    // An override wins over the table of rules.
    if !is_off(&document)? {
        let file: ConfigurationFile = document.to_string().parse().ok()?;
        let relative = path.strip_prefix(folder).ok()?;
        let is_for_file = |other: &Override| other.files.iter().any(|pattern| pattern.matches(relative));
        let last = file.overrides.iter().rposition(is_for_file)?;
        document = text.parse().ok()?;
        turn_off(override_mut(&mut document, last)?.get_mut("rules")?, rule)?;
        if !is_off(&document)? {
            return None;
        }
    }
    // The library writes line feeds only.
    let is_crlf = text.find('\n').is_some_and(|end| text[..end].ends_with('\r'));
    let new = document.to_string();
    Some(if is_crlf { new.replace("\r\n", "\n").replace('\n', "\r\n") } else { new })
}

/// Writes "off" for a rule in a table of rules; if the rule has a table, as its level.
fn turn_off(rules: &mut Item, rule: RuleId) -> Option<()> {
    let table = rules.as_table_like_mut()?;
    match table.get_mut(rule.name) {
        Some(own) if own.is_table_like() => set(own, "level")?,
        Some(_) | None => set(rules, rule.name)?,
    }
    Some(())
}

/// Writes "off" as the value of a key.
fn set(table: &mut Item, key: &str) -> Option<()> {
    let values = table.as_table_like_mut()?;
    match values.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = Value::from("off");
            *old.decor_mut() = decor;
        }
        None => drop(values.insert(key, value("off"))),
    }
    if let Some(inline) = table.as_inline_table_mut() {
        inline.fmt();
    }
    Some(())
}

/// The table of an override, however the list of them is written.
fn override_mut(document: &mut DocumentMut, index: usize) -> Option<&mut dyn TableLike> {
    match document.get_mut("overrides")? {
        Item::ArrayOfTables(tables) => Some(tables.get_mut(index)?),
        Item::Value(Value::Array(tables)) => Some(tables.get_mut(index)?.as_inline_table_mut()?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_lint::rules::RULES;

    use super::*;

    #[track_caller]
    fn check(before: &str, after: Option<&str>) {
        check_rule("null-move", before, after);
    }

    #[track_caller]
    fn check_rule(name: &str, before: &str, after: Option<&str>) {
        let rule = RULES.iter().find(|rule| rule.name == name).unwrap();
        let file = Path::new("/games/studies/a.pgn");
        assert_eq!(with_rule_off(before, rule.id(), Path::new("/games"), file).as_deref(), after);
    }

    #[test]
    fn the_rest_of_the_text_stays() {
        check("", Some("[rules]\nnull-move = \"off\"\n"));
        check(
            "# Ours\nlevel = 'info' # loud\n\n[rules]\n# Not that\nstyle = 'off'\n\n[format]\nstyle='export'\n",
            Some(
                "# Ours\nlevel = 'info' # loud\n\n[rules]\n# Not that\nstyle = 'off'\nnull-move = \"off\"\n\n[format]\nstyle='export'\n",
            ),
        );
        check("rules = { style = 'off' }\n", Some("rules = { style = 'off', null-move = \"off\" }\n"));
        check("rules.style = 'off'\n", Some("rules.style = 'off'\nrules.null-move = \"off\"\n"));
        check("[rules]\nnull-move = 'error' # no\n", Some("[rules]\nnull-move = \"off\" # no\n"));
        check("[rules\n", None);
        check("rules = 1\n", None);
    }

    #[test]
    fn an_override_that_wins_is_written_in() {
        let overrides = |table: &str, list: &str| {
            format!("[[overrides]]\nfiles = ['x']\nrules = {{}}\n\n[[overrides]]\nfiles = ['studies']\n{table}\n{list}")
        };
        check(
            &overrides("rules = { null-move = 'error' }", "# end\n"),
            Some(&overrides("rules = { null-move = \"off\" }", "# end\n")),
        );
        check(
            &overrides("rules.all = 'error'", ""),
            Some(&overrides("rules.all = 'error'\nrules.null-move = \"off\"", "")),
        );
        check(
            "overrides = [{ files = ['**'], rules = { all = 'info' } }]\n",
            Some("overrides = [{ files = ['**'], rules = { all = 'info', null-move = \"off\" } }]\n"),
        );
    }

    #[test]
    fn options_stay() {
        check_rule(
            "duplicate-game",
            "[rules]\nduplicate-game = { prefix = true }\n",
            Some("[rules]\nduplicate-game = { prefix = true, level = \"off\" }\n"),
        );
        check_rule(
            "duplicate-game",
            "[rules.duplicate-game]\nlevel = 'error' # loud\nprefix = true\n",
            Some("[rules.duplicate-game]\nlevel = \"off\" # loud\nprefix = true\n"),
        );
    }

    #[test]
    fn line_ends_stay() {
        check(
            "# Ours\r\n[rules]\r\nstyle = 'off'\r\n",
            Some("# Ours\r\n[rules]\r\nstyle = 'off'\r\nnull-move = \"off\"\r\n"),
        );
    }
}
