//! A right and a wrong text for each requirement: `tests/fixtures/standard.txt`.

use std::ops::Range;

use scoresheet_chess::epd::RecordKind;
use scoresheet_grammar::Database;
use scoresheet_lint::file_view::FileFacts;
use scoresheet_lint::finding::Level;
use scoresheet_lint::linter::Linter;
use scoresheet_lint::record_linter::RecordLinter;
use scoresheet_lint::rules::RULES;

use crate::page;

/// Rules whose texts are whole files, or files with a name: they have tests of their own.
const ABOUT_FILES: [&str; 4] = ["file-name", "inconsistent-name", "mixed-line-endings", "unsorted-games"];

const ROSTER: [(&str, &str); 7] = [
    ("Event", "Club Championship"),
    ("Site", "Rome ITA"),
    ("Date", "1992.08.31"),
    ("Round", "1"),
    ("White", "Tal, Mikhail"),
    ("Black", "Spassky, Boris"),
    ("Result", "*"),
];

#[test]
fn right_texts_have_no_findings_and_wrong_ones_those_of_their_rules() {
    let wrong: Vec<String> = rows().filter_map(|row| wrong(&row)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_row_of_the_page_has_a_wrong_text_for_each_of_its_rules_and_a_right_one() {
    let texts: Vec<Row> = rows().collect();
    let mut missing = Vec::new();
    for [section, _, _, cell, _] in page::rows() {
        let rules = page::names(&cell).filter(|name| !name.starts_with("scoresheet ") && !ABOUT_FILES.contains(name));
        let of_section = || texts.iter().filter(|row| row.section == section);
        let rules: Vec<&str> = rules.collect();
        missing.extend(
            rules
                .iter()
                .filter(|rule| !of_section().any(|row| row.rules.contains(*rule)))
                .map(|rule| format!("{section} {rule}")),
        );
        if !rules.is_empty() && !of_section().any(|row| row.rules.is_empty()) {
            missing.push(format!("{section} right"));
        }
        let unnamed = of_section().flat_map(|row| &row.rules).filter(|rule| !rules.contains(rule));
        missing.extend(unnamed.map(|rule| format!("{section} is not said to report {rule}")));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

struct Row {
    section: &'static str,
    /// The rules that report it, none for a right text.
    rules: Vec<&'static str>,
    text: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    let lines = include_str!("../../fixtures/standard.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[section, rules, text] = cells.as_slice() else { panic!("three cells: {line}") };
        let rules = if rules == "right" { Vec::new() } else { rules.split(',').collect() };
        Row { section, rules, text }
    })
}

/// What is not as the row says.
fn wrong(row: &Row) -> Option<String> {
    let (language, text) = row.text.split_once(':').unwrap();
    let text = unescaped(text);
    let (text, marked) = unmarked(&match language {
        "tags" => with_tags(&text),
        "moves" => with_tags(&format!("\n\n{text}")),
        _ => text + "\n",
    });
    let is_any = |_: &_| true;
    let findings = match language {
        "epd" | "fen" => {
            let kind = RecordKind::of_name(Some(&format!("games.{language}")));
            RecordLinter::new(RULES, is_any, Level::Hint).check_text(&text, kind)
        }
        _ => Linter::new(RULES, is_any, Level::Hint).check_database(&Database::parse(&text), FileFacts::default()),
    };
    let found: Vec<(&str, Range<usize>)> = findings.iter().map(|it| (it.rule.name, it.range.clone())).collect();
    let wanted: Vec<(&str, Range<usize>)> = row.rules.iter().copied().zip(marked).collect();
    (found != wanted).then(|| {
        let found = findings
            .iter()
            .map(|it| format!("\n    {} at {:?}: {}", it.rule.name, &text[it.range.clone()], it.message));
        format!("{} {:?} {}{}", row.section, row.rules, row.text, found.collect::<String>())
    })
}

/// A game with these lines of tag pairs, an empty line, and these moves, or other moves if there is no empty line.
fn with_tags(text: &str) -> String {
    let (tags, moves) = text.split_once("\n\n").unwrap_or((text, "1. e4 e5 *"));
    let name = |line: &str| line.trim_matches(['⟦', '[']).split(' ').next().unwrap_or_default().to_owned();
    let of_roster = |name: &str| ROSTER.iter().any(|(other, _)| *other == name);
    let roster = ROSTER.iter().map(|(tag, value)| {
        let own = tags.lines().find(|line| name(line) == *tag);
        own.map_or_else(|| format!("[{tag} \"{value}\"]"), str::to_owned)
    });
    let others = tags.lines().filter(|line| !of_roster(&name(line))).map(str::to_owned);
    let tags: Vec<String> = roster.chain(others).collect();
    format!("{}\n\n{moves}\n", tags.join("\n"))
}

fn unescaped(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut unescaped = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        let (character, rest) = match part.as_bytes().first() {
            Some(b'n') => ('\n', &part[1..]),
            Some(b't') => ('\t', &part[1..]),
            Some(b'u') => (char::from_u32(u32::from_str_radix(&part[1..5], 16).unwrap()).unwrap(), &part[5..]),
            Some(_) => ('\\', part),
            None => ('\\', parts.next().unwrap_or_default()),
        };
        unescaped.push(character);
        unescaped.push_str(rest);
    }
    unescaped
}

/// A text without its marks, and the ranges of bytes between them.
fn unmarked(text: &str) -> (String, Vec<Range<usize>>) {
    let mut without = String::new();
    let mut ranges = Vec::new();
    for (index, part) in text.split(['⟦', '⟧']).enumerate() {
        let start = without.len();
        without.push_str(part);
        if index % 2 == 1 {
            ranges.push(start..without.len());
        }
    }
    (without, ranges)
}
