//! Writing in a configuration without touching the rest of its text.

use scoresheet_analysis::rule::Rule;
use toml_edit::{DocumentMut, Item, Table, Value, value};

/// `text` with `rule` turned off; comments, order and layout stay. Nothing where the text is no TOML, or has something
/// else under `rules` than a table.
pub fn with_rule_off(text: &str, rule: &Rule) -> Option<String> {
    let mut document: DocumentMut = text.parse().ok()?;
    let rules = document.entry("rules").or_insert(Item::Table(Table::new()));
    let table = rules.as_table_like_mut()?;
    match table.get_mut(rule.name).and_then(Item::as_value_mut) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = Value::from("off");
            *old.decor_mut() = decor;
        }
        None => drop(table.insert(rule.name, value("off"))),
    }
    if let Some(inline) = rules.as_inline_table_mut() {
        inline.fmt();
    }
    Some(document.to_string())
}

#[cfg(test)]
mod tests {
    use scoresheet_analysis::rules::RULES;

    use super::*;

    #[track_caller]
    fn check(before: &str, after: Option<&str>) {
        let rule = RULES.iter().find(|rule| rule.name == "null-move").unwrap();
        assert_eq!(with_rule_off(before, rule).as_deref(), after);
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
}
