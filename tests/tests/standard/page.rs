//! The page of the standard names every section, and only rules, commands and tests that exist.

use std::collections::HashSet;
use std::fs;

use scoresheet_lint::rules::RULES;
use scoresheet_tests::source_files::{repository, rust_files};

/// The numbered sections of the standard with requirements or without, from 2 on; those of section 13, programs of 1994, are one row.
const SECTIONS: &str = "2 2.1 2.2 2.3 3 3.1 3.2 3.2.1 3.2.2 3.2.3 3.2.4 4 4.1 4.2 4.3 5 6 7 8 8.1 8.1.1 8.1.1.1 8.1.1.2 8.1.1.3 8.1.1.4 8.1.1.5 \
    8.1.1.6 8.1.1.7 8.2 8.2.1 8.2.2 8.2.2.1 8.2.2.2 8.2.3 8.2.3.1 8.2.3.2 8.2.3.3 8.2.3.4 8.2.3.5 8.2.3.6 8.2.3.7 8.2.3.8 \
    8.2.4 8.2.5 8.2.6 9 9.1 9.1.1 9.1.2 9.1.3 9.1.4 9.1.5 9.2 9.2.1 9.2.2 9.2.3 9.2.4 9.2.5 9.3 9.3.1 9.3.2 9.3.3 9.4 9.4.1 \
    9.4.2 9.5 9.5.1 9.5.2 9.5.3 9.6 9.6.1 9.7 9.7.1 9.7.2 9.8 9.8.1 9.9 9.9.1 9.9.2 9.9.3 10 11 11.1 11.2 11.3 11.4 11.5 12 \
    13 14 15 16 16.1 16.1.1 16.1.2 16.1.3 16.1.3.1 16.1.3.2 16.1.3.3 16.1.3.4 16.1.3.5 16.1.3.6 16.1.4 16.2 16.2.1 16.2.2 \
    16.2.3 16.2.3.1 16.2.3.2 16.2.3.3 16.2.3.4 16.2.4 16.2.4.1 16.2.4.2 16.2.5 16.2.5.1 16.2.5.2 16.2.5.3 16.2.5.4 16.2.5.5 \
    16.2.5.6 16.2.5.7 16.2.5.8 16.2.5.9 16.2.5.10 16.2.5.11 16.2.5.12 16.2.5.13 16.2.5.14 16.2.5.15 16.2.5.16 16.2.5.17 \
    16.2.5.18 16.2.5.19 16.2.5.20 16.2.5.21 16.2.5.22 16.2.5.23 16.2.5.24 16.2.5.25 16.2.5.26 17 18 19 20 20.1 20.2 20.3 \
    20.4 20.4.1 20.4.2 20.4.3 20.4.4 20.4.5 20.4.6 20.4.7 20.4.8 20.4.9 20.4.10 21";

/// The cells of a row: section, requirement, what is done, rules and commands, tests.
pub type Row = [String; 5];

pub fn rows() -> Vec<Row> {
    let page = fs::read_to_string(repository().join("server/docs/standard.md")).unwrap();
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| section");
    let cells = |line: &str| -> Row {
        let inner = line.trim_start_matches('|').trim_end_matches('|');
        let cells: Vec<String> = inner.split(" | ").map(|cell| cell.trim().to_owned()).collect();
        cells.try_into().unwrap_or_else(|cells| panic!("a row of five cells: {cells:?}"))
    };
    page.lines().filter(is_row).map(cells).collect()
}

/// The parts of a cell in backticks.
pub fn names(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn every_section_has_one_row() {
    let found: Vec<String> =
        rows().into_iter().map(|[section, ..]| section.split(',').next().unwrap_or_default().to_owned()).collect();
    assert_eq!(found, SECTIONS.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn every_row_says_what_is_done() {
    for [section, requirement, done, ..] in rows() {
        assert!(!requirement.is_empty() && !done.is_empty(), "{section}");
    }
}

#[test]
fn rules_and_commands_exist() {
    let commands = repository().join("server/src/cli/commands");
    for [section, _, _, cell, _] in rows() {
        for name in names(&cell) {
            let exists = match name.strip_prefix("scoresheet ") {
                Some(command) => {
                    commands.join(command).is_dir() || commands.join(command).with_extension("rs").is_file()
                }
                None => RULES.iter().any(|rule| rule.name == name),
            };
            assert!(exists, "section {section}: there is no {name}");
        }
    }
}

#[test]
fn rows_that_claim_something_name_tests_that_exist() {
    let files = rust_files(&repository().join("server"));
    let texts: Vec<(String, String)> = files
        .iter()
        .map(|path| (path.to_string_lossy().replace('\\', "/"), fs::read_to_string(path).unwrap()))
        .collect();
    let functions: HashSet<&str> = texts
        .iter()
        .flat_map(|(_, text)| text.split("#[test]").skip(1))
        .filter_map(|text| text.split_once("fn ")?.1.split('(').next())
        .collect();
    let cases = repository().join("tests/conformance/cases");
    for [section, _, _, rules, tests] in rows() {
        assert!(rules.is_empty() || !tests.is_empty(), "section {section} names no test");
        for name in names(&tests) {
            let has_tests =
                |(path, text): &(String, String)| path.ends_with(&format!("/{name}")) && text.contains("#[test]");
            let exists = match name.ends_with(".rs") {
                true => texts.iter().any(has_tests),
                false => functions.contains(name) || cases.join(format!("{name}.pgn")).is_file(),
            };
            assert!(exists, "section {section}: there is no test {name}");
        }
    }
}
