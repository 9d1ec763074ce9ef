//! Generated files are up to date. `UPDATE=1` writes them.

use std::path::Path;

use scoresheet::configuration;
use scoresheet::lsp::protocol;
use scoresheet::lsp::settings_schema;
use scoresheet::rules_page::rules_page;
use scoresheet::tokens_page::tokens_page;
use scoresheet_chess::diagram::{BoardColours, hexadecimal};
use scoresheet_chess::{nag, piece_letters};
use scoresheet_lint::rules::RULES;
use serde_json::json;

#[test]
fn the_page_of_rules_is_fresh() {
    check_fresh("server/docs/rules.md", &rules_page(RULES));
}

#[test]
fn the_page_of_semantic_tokens_is_fresh() {
    check_fresh("server/docs/semantic-tokens.md", &tokens_page());
}

#[test]
fn the_page_of_the_configuration_is_fresh() {
    check_fresh("server/docs/configuration.md", &configuration::page());
}

#[test]
fn the_schema_of_the_configuration_is_fresh() {
    let schema = serde_json::to_string_pretty(&configuration::schema()).unwrap();
    check_fresh("server/docs/scoresheet.schema.json", &(schema + "\n"));
}

#[test]
fn the_schema_of_the_settings_is_fresh() {
    let schema = serde_json::to_string_pretty(&settings_schema()).unwrap();
    check_fresh("server/docs/settings.schema.json", &(schema + "\n"));
}

#[test]
fn the_page_of_the_protocol_is_fresh() {
    check_fresh("server/docs/protocol.md", &protocol::page());
}

/// The tables that the extension for VS Code shows: the meanings of NAGs, piece letters, and the colours of boards.
#[test]
fn the_tables_of_the_extension_are_fresh() {
    let colours = BoardColours::NAMED.iter().map(|(name, colours)| {
        format!("    {}: {}", json!(name), json!([hexadecimal(colours.light), hexadecimal(colours.dark)]))
    });
    let letters = piece_letters::languages().iter().map(|language| {
        let letters: String = language.letters.iter().collect();
        format!("    {}: {}", json!(language.name), json!(letters))
    });
    let nags = nag::known().skip(1).filter_map(|number| {
        Some(format!("    {}", json!([number, nag::glyph(number).unwrap_or_default(), nag::meaning(number)?])))
    });
    let lines = |rows: &mut dyn Iterator<Item = String>| rows.collect::<Vec<_>>().join(",\n");
    let tables = format!(
        "{{\n  \"boardColours\": {{\n{}\n  }},\n  \"pieceLetters\": {{\n{}\n  }},\n  \"nags\": [\n{}\n  ]\n}}\n",
        lines(&mut colours.into_iter()),
        lines(&mut letters.into_iter()),
        lines(&mut nags.into_iter()),
    );
    check_fresh("editors/vscode/src/tables.json", &tables);
}

#[track_caller]
fn check_fresh(path: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, expected).unwrap();
        return;
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let line = found.lines().zip(expected.lines()).position(|(old, new)| old != new);
    assert!(
        found == expected,
        "{} is stale from line {line:?} on: run UPDATE=1 cargo test -p scoresheet-tests --test docs",
        path.display()
    );
}
