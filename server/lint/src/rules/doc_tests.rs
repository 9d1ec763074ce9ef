//! Every rule's page is true: the headings are there, the bad example raises the rule and nothing else, the good one nothing.

use std::collections::HashSet;

use scoresheet_grammar::Database;

use super::{MODULES, RULES};
use crate::file_view::{FileFacts, FileOptions};
use crate::finding::{Finding, Level};
use crate::linter::Linter;
use crate::record_linter::RecordLinter;
use crate::rule::{FixAvailability, Hook, Rule};
use crate::rule_id::Group;
use crate::testing::{engine, findings_in_file, findings_in_repertoire};
use scoresheet_chess::epd::{Notation, RecordKind};
use scoresheet_chess::replay::notes::Notes;
use scoresheet_chess::results::RESULTS;
use scoresheet_chess::tag_docs::ROSTER;

const HEADINGS: [&str; 6] =
    ["## What it does", "## Why is this bad?", "## Example", "## Use instead", "## Fix safety", "## References"];

#[test]
fn names_are_kebab_case_and_sorted() {
    for (index, rule) in RULES.iter().enumerate() {
        let is_word = |word: &str| {
            let letters = word.trim_end_matches(|character: char| character.is_ascii_digit());
            !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_lowercase())
        };
        let is_kebab = rule.name.split('-').all(is_word);
        assert!(is_kebab, "{}", rule.name);
        assert!(index == 0 || RULES[index - 1].name < rule.name, "{} is out of order", rule.name);
        assert_eq!(MODULES[index].replace('_', "-"), rule.name, "the name of a rule is that of its file");
    }
}

#[test]
fn pages_have_their_headings_in_order() {
    for rule in RULES {
        assert!(rule.summary().len() > 10, "{} has no summary", rule.name);
        let mut from = 0;
        for heading in HEADINGS {
            if heading == "## Fix safety" && rule.fix == FixAvailability::None {
                assert!(!rule.docs.contains(heading), "{} has no fix to describe", rule.name);
                continue;
            }
            let found = rule.docs[from..].find(heading);
            from += found.unwrap_or_else(|| panic!("{} lacks {heading:?} or has it out of order", rule.name));
        }
    }
}

#[test]
fn the_example_raises_the_rule_and_only_it() {
    for rule in RULES {
        let blocks = blocks(rule, "## Example", "## Use instead");
        assert!(!blocks.is_empty(), "{} has no example", rule.name);
        for Block { language, text } in blocks {
            let findings = findings(rule, language, &text);
            assert!(!findings.is_empty(), "{}: nothing is found in\n{text}", rule.name);
            let others: Vec<&Finding> = findings.iter().filter(|finding| finding.rule.name != rule.name).collect();
            assert!(others.is_empty(), "{}: other rules report\n{text}\n{others:#?}", rule.name);
        }
    }
}

#[test]
fn the_better_text_raises_nothing() {
    for rule in RULES {
        let blocks = blocks(rule, "## Use instead", "## References");
        assert!(!blocks.is_empty(), "{} shows nothing to use instead", rule.name);
        for Block { language, text } in blocks {
            let findings = findings(rule, language, &text);
            assert!(findings.is_empty(), "{}: still found in\n{text}\n{findings:#?}", rule.name);
        }
    }
}

#[test]
fn a_rule_with_a_fix_shows_it_on_its_example() {
    for rule in RULES.iter().filter(|rule| rule.fix == FixAvailability::Always) {
        for Block { language, text } in blocks(rule, "## Example", "## Use instead") {
            for finding in findings(rule, language, &text) {
                assert!(!finding.fixes.is_empty(), "{} promises a fix", rule.name);
            }
        }
    }
}

/// Fixes whose title is more than the text that they write: the rule, a text and the title.
const TITLES: [(&str, &str, &str); 12] = [
    ("byte-order-mark", "1. e4 \u{FEFF} e5 *", "Delete the byte order mark"),
    ("control-character", "1. e4 \0 e5 *", "Delete the control character"),
    ("control-character", "1. e4 \u{1}\u{2} e5 *", "Delete the control characters"),
    ("line-comment", "1. e4 ; best\ne5 *", "Put the comment in braces"),
    ("no-break-space", "1. e4 \u{2009}e5 *", "Delete the space U+2009"),
    ("reserved-character", "1. e4 <br> e5 *", "Delete <br>"),
    ("reserved-character", "1. e4 > e5 *", "Delete >"),
    ("tab-character", "1. e4 {a\tb\tc} *", "Write spaces"),
    ("termination-in-variation", "1. e4 (1. d4 *) *", "Delete the *"),
    ("termination-in-variation", "1. e4 (1. d4 1-0) *", "Turn 1-0 into a comment"),
    ("unexpected-character", "1. e4 § e5 *", "Delete §"),
    ("unexpected-text", "1. e4 a good move 1... e5 *", "Turn the text into a comment"),
];

#[test]
fn titles_of_fixes_say_what_the_fixes_do() {
    for (name, text, title) in TITLES {
        let rule = RULES.iter().find(|rule| rule.name == name).unwrap_or_else(|| panic!("no rule {name}"));
        let found = crate::testing::findings(rule, text);
        let titles: Vec<&str> = found.iter().flat_map(|finding| &finding.fixes).map(|fix| fix.title.as_str()).collect();
        assert_eq!(titles, [title], "{text:?}");
    }
}

/// Where findings of low levels are not reported, neither are the suppressions of them as unused.
#[test]
fn suppressing_unreported_findings_is_not_reported() {
    for (name, text) in games_with_findings() {
        for line in ["allow", "allow-file"] {
            let text = format!("% scoresheet: {line} {name}\n{text}");
            let idle = |lowest| {
                let found = findings_of(&Linter::new(RULES, |_| true, lowest), &text);
                found.iter().filter(|finding| finding.rule.name == "unused-suppression").count()
            };
            assert!(idle(Level::Warning) <= idle(Level::Hint), "{name}:\n{text}");
        }
    }
}

#[test]
fn higher_findings_do_not_depend_on_the_lowest_level() {
    let rules: Vec<&'static Rule> = RULES.iter().copied().filter(|rule| rule.level >= Level::Warning).collect();
    let mut lower = HashSet::new();
    for (name, text) in games_with_findings() {
        let (quiet, mut all) = (
            Linter::new(RULES, among(&rules), Level::Warning),
            findings_of(&Linter::new(RULES, among(&rules), Level::Hint), &text),
        );
        lower.extend(all.extract_if(.., |finding| finding.level < Level::Warning).map(|finding| finding.rule.name));
        assert_eq!(format!("{:?}", findings_of(&quiet, &text)), format!("{all:?}"), "{name}:\n{text}");
    }
    for (name, _) in BELOW_THEIR_LEVEL {
        assert!(lower.contains(name), "{name} has no finding below its level");
    }
}

/// Games with findings below the level of their rule.
const BELOW_THEIR_LEVEL: [(&str, &str); 8] = [
    ("empty-line-in-movetext", "[Event \"x\"]\n\n\n1. e4 *\n"),
    ("malformed-command", "1. e4 {[%eval -M8] [%eval #] [%clk 3:00] [%clk ]} e5 {[%eval x] [%eval 0.3/20]} *"),
    ("invalid-date", "[Date \"-\"]\n[EventDate \"1.2.2003\"]\n\n*"),
    ("result-contradicts-position", "1. f3 e5 2. g4 Qh4# *"),
    ("evaluation-contradicts-result", "1. e4 e5 2. Nf3 {[%eval -M8]} 1-0"),
    ("invalid-time", "[Time \"9:30\"]\n[UTCTime \"a:b:c\"]\n\n*"),
    ("wrong-move-number", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 5\"]\n\n1. e4 Kd7 2. e5 *"),
    ("invalid-fen", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n\n1. e4 Kd7 2. e5 *"),
];

/// Games, and a rule with a finding in each.
fn games_with_findings() -> impl Iterator<Item = (&'static str, String)> {
    let examples = RULES.iter().filter(|rule| rule.is_for_games()).flat_map(|rule| {
        let blocks = blocks(rule, "## Example", "## Use instead").into_iter().filter(|block| block.language == "pgn");
        blocks.map(|block| (rule.name, with_roster(&block.text)))
    });
    examples.chain(BELOW_THEIR_LEVEL.map(|(name, text)| (name, text.to_owned())))
}

/// Whether a rule is one of `rules`.
fn among<'rules>(rules: &'rules [&'static Rule]) -> impl Fn(&Rule) -> bool + use<'rules> {
    |rule| rules.iter().any(|one| one.name == rule.name)
}

fn findings_of(linter: &Linter, text: &str) -> Vec<Finding> {
    linter.check_database(&Database::parse(text), FileFacts { name: Some(FILE_NAME), ..FileFacts::default() })
}

#[test]
fn pages_show_what_their_rule_is_for() {
    for rule in RULES {
        let examples = blocks(rule, "## Example", "## Use instead");
        let fits = |block: &Block| if block.language == "pgn" { rule.is_for_games() } else { rule.is_for_records() };
        assert!(examples.iter().all(fits), "{} has an example that is not for it", rule.name);
    }
}

/// An example.
struct Block {
    language: &'static str,
    text: String,
}

/// The blocks between two headings.
fn blocks(rule: &Rule, from: &str, to: &str) -> Vec<Block> {
    let (_, after) = rule.docs.split_once(from).unwrap_or_else(|| panic!("{} lacks {from:?}", rule.name));
    let section = after.split_once(to).map_or(after, |(section, _)| section);
    let mut blocks = Vec::new();
    for language in ["pgn", "epd", "fen"] {
        let fence = format!("```{language}\n");
        let found = section.split(&fence).skip(1).filter_map(|rest| rest.split_once("```"));
        blocks.extend(found.map(|(block, _)| Block { language, text: unindent(block) }));
    }
    blocks
}

/// Doc comments put one space before every line. Invisible characters are shown by their picture.
fn unindent(block: &str) -> String {
    let lines = block.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
    let shown = lines.map(|line| format!("{line}\n")).collect::<String>();
    PICTURES.iter().fold(shown, |text, (picture, meant)| text.replace(picture, meant))
}

/// How pages show what cannot be seen.
const PICTURES: [(&str, &str); 6] =
    [("␀", "\0"), ("␉", "\t"), ("␍", "\r"), ("␠", " "), ("⍽", "\u{A0}"), ("[BOM]", "\u{FEFF}")];

/// The findings of all rules that are on by default, and of this one, on a block. Where tags of the roster are missing
/// they are added, with a Result that fits the termination marker, so that an example need not show more than its point.
fn findings(rule: &'static Rule, language: &str, block: &str) -> Vec<Finding> {
    let rules: Vec<&'static Rule> =
        RULES.iter().copied().filter(|other| other.group.is_on_by_default() || other.name == rule.name).collect();
    if language != "pgn" {
        let notation = if language == "fen" { Notation::Fen } else { Notation::Epd };
        let kind = RecordKind { notation, variant: None };
        return RecordLinter::new(RULES, among(&rules), Level::Hint)
            .with_engine(Some(engine()))
            .check_text(block, kind);
    }
    let is_about_a_missing_roster = ["missing-roster-tag", "not-a-game"].contains(&rule.name);
    let text = if is_about_a_missing_roster { block.to_owned() } else { with_roster(block) };
    if rule.group == Group::Repertoire {
        let games = ["missing-reply", "unplayed-move"].contains(&rule.name).then_some(GAMES);
        return findings_in_repertoire(&rules, &text, games);
    }
    findings_in_file(&rules, &text, Some(FILE_NAME), FileOptions::default())
}

/// What the examples of the rules that need games are compared with.
const GAMES: &str = "1. e4 e5 *\n\n1. e4 e5 *\n\n1. e4 c5 *\n\n1. e4 e6 *\n";

/// The file of the examples.
const FILE_NAME: &str = "2023.pgn";

fn with_roster(block: &str) -> String {
    let database = Database::parse(block);
    let present = database.view(0).map(|game| game.tags()).unwrap_or_default();
    let mut text = String::new();
    let mut copied = 0;
    for (name, value) in roster(block) {
        match present.iter().find(|tag| tag.name == name).map(|tag| tag.range.end) {
            Some(end) => {
                let line_end = block[end..].find('\n').map_or(block.len(), |line_end| end + line_end + 1);
                text.push_str(&block[copied..line_end.max(copied)]);
                copied = line_end.max(copied);
            }
            None => text.push_str(&format!("[{name} \"{value}\"]\n")),
        }
    }
    let gap = if present.is_empty() { "\n" } else { "" };
    text + gap + &block[copied..]
}

fn roster(block: &str) -> [(&'static str, &str); 7] {
    let last = block.split_whitespace().last().unwrap_or("*");
    ROSTER.map(|(name, unknown)| (name, if name == "Result" && RESULTS.contains(&last) { last } else { unknown }))
}

#[test]
fn every_note_belongs_to_one_rule() {
    for bit in Notes::all() {
        let is_interested = |hook: &Hook| match hook {
            Hook::Played(notes, _) => notes.has_any(bit),
            Hook::NullMove(_) => bit == Notes::ODD_NULL_MOVE,
            _ => false,
        };
        let rules: Vec<&str> =
            RULES.iter().filter(|rule| rule.hooks.iter().any(is_interested)).map(|rule| rule.name).collect();
        assert_eq!(rules.len(), 1, "{bit:?}: {rules:?}");
    }
}
