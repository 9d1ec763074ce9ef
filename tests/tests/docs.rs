//! Generated files are up to date. `UPDATE=1` writes them.

use std::path::Path;

use scoresheet::configuration;
use scoresheet::lsp::protocol;
use scoresheet::lsp::settings_schema;
use scoresheet::rules_page::rules_page;
use scoresheet::tokens_page::tokens_page;
use scoresheet_lint::rules::RULES;

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
