//! Texts with slips of all kinds, whole, with what is right about each: `tests/fixtures/slips.json`, `several_slips.json` with several in
//! a game, and as people paste them, `pasted.json`.

use std::ops::RangeInclusive;

use scoresheet::repair::{Guard, repair};
use scoresheet_chess::epd::RecordKind;
use scoresheet_format::epd::format_records;
use scoresheet_format::{FormatOptions, format_text};
use scoresheet_grammar::Database;
use scoresheet_lint::configuration::Configuration;
use scoresheet_lint::file_view::FileFacts;
use scoresheet_lint::finding::{Finding, Level};
use scoresheet_lint::linter::Linter;
use scoresheet_lint::record_linter::RecordLinter;
use scoresheet_lint::rules::RULES;
use scoresheet_tests::laws::fixes::GAMES;
use scoresheet_tests::laws::kept::{Compared, violations};
use serde_json::Value;

#[test]
fn slips_are_located_and_repaired() {
    check_cases(include_str!("../fixtures/slips.json"));
}

#[test]
fn slips_beside_others_are_located_and_repaired() {
    check_cases(include_str!("../fixtures/several_slips.json"));
}

#[test]
fn texts_from_web_pages_and_books_are_repaired() {
    check_cases(include_str!("../fixtures/pasted.json"));
}

#[track_caller]
fn check_cases(cases: &str) {
    let cases: Vec<Value> = serde_json::from_str(cases).unwrap();
    let wrong = cases.iter().map(|case| (case["name"].as_str().unwrap(), wrong(case)));
    let wrong = wrong.filter(|(_, wrong)| !wrong.is_empty());
    let wrong: Vec<String> = wrong.map(|(name, wrong)| format!("{name}:\n  {}", wrong.join("\n  "))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is not as the case says.
fn wrong(case: &Value) -> Vec<String> {
    let text = case["text"].as_str().unwrap();
    let language = if case["extension"] == "epd" { Language::Records } else { Language::Games };
    let findings = language.check(text);
    let count = |lowest| findings.iter().filter(|finding| finding.level >= lowest).count();
    let formatted = language.format(text);
    let (fixed, all_fixed) = (language.fixed(text, false), language.fixed(text, true));
    let mut wrong = Vec::new();
    for (what, right) in case["right"].as_object().unwrap() {
        let string = right.as_str().unwrap_or_default();
        let movetext = |after: &str| {
            let (is, should) = (movetext(after), movetext(if string == "unchanged" { text } else { string }));
            (is != should).then(|| format!("{what}: {is}"))
        };
        let is_right = match what.as_str() {
            "errors" => outside(count(Level::Error), numbers(right)).map(|count| format!("{count} errors")),
            "findings_of_error_or_warning_at_most" => {
                outside(count(Level::Warning), 0..=*numbers(right).end()).map(|count| format!("{count} findings"))
            }
            "error_or_warning_overlaps" => {
                let start = text.find(string).unwrap();
                let is_there =
                    |finding: &Finding| finding.range.start < start + string.len() && start < finding.range.end;
                (!findings.iter().any(is_there)).then(|| format!("nothing is found at {string}"))
            }
            "movetext_after_format" => movetext(&formatted),
            "movetext_after_fix" => movetext(&fixed),
            "movetext_after_fix_and_unsafe_fixes" => movetext(&all_fixed),
            "in_text_after_fix_and_unsafe_fixes" => {
                (!all_fixed.contains(string)).then(|| format!("{string} is not in {all_fixed:?}"))
            }
            "in_no_result" => {
                let results = [&formatted, &fixed, &all_fixed].into_iter();
                results.filter(|result| result.contains(string)).map(|result| format!("{string} in {result:?}")).next()
            }
            other => panic!("what is {other}?"),
        };
        wrong.extend(is_right);
    }
    if language == Language::Games {
        wrong.extend(violations(text, Compared::Games).iter().map(ToString::to_string));
    }
    wrong
}

fn outside(count: usize, expected: RangeInclusive<usize>) -> Option<usize> {
    (!expected.contains(&count)).then_some(count)
}

/// A number, or the least and the greatest one.
fn numbers(value: &Value) -> RangeInclusive<usize> {
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    match value.as_array().map(Vec::as_slice) {
        Some([least, most]) => number(least)..=number(most),
        _ => number(value)..=number(value),
    }
}

/// What comes after the tags, with one space between its words.
fn movetext(text: &str) -> String {
    let movetext = text.rsplit_once("]\n\n").map_or(text, |(_, movetext)| movetext);
    movetext.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Games,
    Records,
}

impl Language {
    /// The findings at the default level of the command.
    fn check(self, text: &str) -> Vec<Finding> {
        let configuration = Configuration::new(Level::Warning);
        match self {
            Language::Games => {
                Linter::configured(RULES, &configuration).check_database(&Database::parse(text), FileFacts::default())
            }
            Language::Records => {
                RecordLinter::configured(RULES, &configuration).check_text(text, RecordKind::default())
            }
        }
    }

    fn format(self, text: &str) -> String {
        match self {
            Language::Games => format_text(text, FormatOptions::default()).text,
            Language::Records => format_records(text, RecordKind::default(), FormatOptions::default()).text,
        }
    }

    fn fixed(self, text: &str, unsafe_fixes: bool) -> String {
        let guard = if self == Language::Games { GAMES } else { Guard::NONE };
        repair(text, self.check(text), unsafe_fixes, guard, |text| self.check(text)).text
    }
}
