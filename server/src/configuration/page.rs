//! `docs/configuration.md`: the reference page, whose table of keys is generated from the types.

use std::fmt::Write as _;

use schemars::schema_for;
use scoresheet_lint::configuration::{OPTIONS, RuleOption};
use serde_json::Value;

use super::editor::EditorSettings;
use super::schema::schema;

/// The page in Markdown. A test runs its example.
pub fn page() -> String {
    let schema = schema().to_value();
    let mut keys = String::from("| key | value | meaning |\n|---|---|---|\n");
    add_keys(&schema, &schema, "", &mut keys);
    let mut options = String::from("| option | meaning |\n|---|---|\n");
    for RuleOption { rule, name, meaning, .. } in OPTIONS {
        // Writing to a string cannot fail.
        let _ = writeln!(options, "| `rules.{rule}.{name}` | {meaning}. |");
    }
    let editor = schema_for!(EditorSettings).to_value();
    let mut settings = String::from("| setting | value | meaning |\n|---|---|---|\n");
    add_keys(&editor, &editor, "", &mut settings);
    let page = include_str!("page.md").replace("{{keys}}\n", &keys).replace("{{options}}\n", &options);
    page.replace("{{settings}}\n", &settings)
}

/// A row for every key of the table that `object` describes; `prefix` is the path of the table.
fn add_keys(schema: &Value, object: &Value, prefix: &str, page: &mut String) {
    // Rules have their own page.
    if prefix.ends_with("rules.") {
        return;
    }
    for (name, property) in object["properties"].as_object().into_iter().flatten() {
        let meaning = property["description"].as_str().unwrap_or_default().replace('|', "\\|").replace('\n', " ");
        // Writing to a string cannot fail.
        let _ = writeln!(page, "| `{prefix}{name}` | {} | {meaning} |", value(property));
        if let Some(inner) = inner(schema, property) {
            add_keys(schema, inner, &format!("{prefix}{name}."), page);
        }
    }
}

/// The table that a key holds, or the tables in its list.
fn inner<'schema>(schema: &'schema Value, property: &Value) -> Option<&'schema Value> {
    let all_of = property["allOf"][0]["$ref"].as_str();
    let reference = all_of.or(property["items"]["$ref"].as_str()).or(property["$ref"].as_str())?;
    schema.pointer(reference.strip_prefix('#')?)
}

/// The type of a key's value, in few words.
fn value(property: &Value) -> String {
    let words = property["oneOf"].as_array().into_iter().flatten();
    let words: Vec<String> = words.filter_map(|word| Some(format!("`\"{}\"`", word["const"].as_str()?))).collect();
    // A value that may be left out has `null` as its second type.
    match property["type"].as_str().or(property["type"][0].as_str()) {
        _ if !words.is_empty() => words.join(", "),
        Some("array") if property["items"]["$ref"].is_string() => "tables".to_owned(),
        Some("array") => "list of patterns".to_owned(),
        Some("integer" | "number") => "number".to_owned(),
        Some("boolean") => "`true`, `false`".to_owned(),
        Some("string") => "text".to_owned(),
        _ => "table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_end_with_an_empty_line() {
        let page = page();
        let lines: Vec<&str> = page.lines().collect();
        let ends = lines.windows(2).filter(|pair| pair[0].starts_with('|') && !pair[1].starts_with('|'));
        assert!(ends.clone().count() >= 2);
        for pair in ends {
            assert_eq!(pair[1], "", "{}", pair[0]);
        }
    }

    #[test]
    fn every_key_is_named() {
        let page = page();
        for key in ["level", "exclude", "rules", "format.style", "format.archive", "overrides.files", "overrides.rules"]
        {
            assert!(page.contains(&format!("\n| `{key}` |")), "{key} is missing in\n{page}");
        }
        for setting in ["workspaceIndex.enabled", "workspaceIndex.megabytes", "workspaceDiagnostics"] {
            assert!(page.contains(&format!("\n| `{setting}` |")), "{setting} is missing in\n{page}");
        }
        for key in schema().to_value()["properties"].as_object().unwrap().keys() {
            assert!(page.contains(&format!("| `{key}` |")), "{key}");
        }
    }
}
