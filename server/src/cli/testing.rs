//! A linter that finds words instead of faults and a formatter that removes spaces, for tests.

use memchr::memmem;
use scoresheet_analysis::finding::{Edit, Finding, Fix, Level};
use scoresheet_analysis::format::{Formatted, RefusedGame};
use scoresheet_analysis::rule::{FixAvailability, Hook, Rule};
use scoresheet_analysis::rule_id::Group;
use scoresheet_grammar::GameView;

use super::language::{Analysis, CheckedPiece, Checker, FileText, Joined};
use super::render::{Renderer, format_of_name};
pub(crate) use crate::cli::findings::LocatedFinding;
use crate::text_file::{Parts, TextFile};

#[path = "../../../tests/src/edits.rs"]
#[allow(dead_code, reason = "edits are for others")]
pub mod edits;
#[path = "../../../tests/src/samples.rs"]
#[allow(dead_code, reason = "so are other ways to read")]
pub mod samples;

/// Replaced by "good", safely; "baad" first by "bad".
pub static BAD_WORD: Rule = rule(
    "bad-word",
    Group::Correctness,
    Level::Error,
    FixAvailability::Always,
    "Finds bad words.\n\n## Example\n```\nbad\n```\n",
);
/// Replaced by "even", unsafely; explained by the start of the file.
pub static ODD_WORD: Rule =
    rule("odd-word", Group::Suspicious, Level::Warning, FixAvailability::Sometimes, "Finds odd words.");
static PLAIN_WORD: Rule = rule("plain-word", Group::Style, Level::Info, FixAvailability::None, "Finds plain words.");
static FUSSY_WORD: Rule = rule("fussy-word", Group::Pedantic, Level::Hint, FixAvailability::None, "Finds fussy words.");

pub static RULES: &[&Rule] = &[&BAD_WORD, &ODD_WORD, &PLAIN_WORD, &FUSSY_WORD];

pub static WORD_ANALYSIS: Analysis = Analysis {
    rules: RULES,
    checker: |_, _, _, _| Box::new(Words),
    format_pieces: |_, text, _| {
        let refused = |offset| RefusedGame { game: 1, offset, reason: "it is broken".to_owned() };
        let refused = text.find("broken").map(refused).into_iter().collect();
        vec![(0, Formatted { text: text.replace("  ", " "), refused, games: 1 })]
    },
};

struct Words;

impl Checker for Words {
    fn check_piece(&self, piece: &str, start: usize) -> CheckedPiece {
        let shifted = |LocatedFinding { game, game_start, finding, .. }| {
            LocatedFinding::new(game, game_start + start, finding.shifted(start))
        };
        let findings = check_words(piece).into_iter().map(shifted).collect();
        CheckedPiece { findings, ..CheckedPiece::default() }
    }

    fn check_file(&self, _: &Joined, _: FileText) -> Vec<Finding> {
        Vec::new()
    }
}

const fn rule(name: &'static str, group: Group, level: Level, fix: FixAvailability, docs: &'static str) -> Rule {
    Rule { name, group, level, fix, docs, hooks: &[Hook::Text(say_nothing)] }
}

/// [`check_words`] finds the words.
fn say_nothing(_: GameView, _: &mut Vec<Finding>) {}

/// The findings of `text`, ordered by start.
pub fn check_words(text: &str) -> Vec<LocatedFinding> {
    let words = [
        ("bad", &BAD_WORD),
        ("baad", &BAD_WORD),
        ("odd", &ODD_WORD),
        ("plain", &PLAIN_WORD),
        ("fussy", &FUSSY_WORD),
        ("ping", &BAD_WORD),
        ("pong", &BAD_WORD),
    ];
    let mut findings = Vec::new();
    for (word, rule) in words {
        for start in memmem::find_iter(text.as_bytes(), word) {
            let range = start..start + word.len();
            let message = format!(
                "'{word}' is {} {} word",
                if word == "odd" { "an" } else { "a" },
                rule.name.replace("-word", "")
            );
            let finding = rule.finding(range.clone(), message);
            let first = text.chars().next().map_or(0, char::len_utf8);
            let finding = match word {
                "bad" => finding.with_fix(Fix::safe("Write 'good'", vec![Edit::replace(range, "good")])),
                "baad" => finding.with_fix(Fix::safe("Write 'bad'", vec![Edit::replace(range, "bad")])),
                // Two fixes that undo each other.
                "ping" => finding.with_fix(Fix::safe("Write 'pong'", vec![Edit::replace(range, "pong")])),
                "pong" => finding.with_fix(Fix::safe("Write 'ping'", vec![Edit::replace(range, "ping")])),
                "odd" => finding
                    .with_related(0..first, "the file starts here")
                    .with_fix(Fix::unsafe_("Write 'even'", vec![Edit::replace(range, "even")])),
                _ => finding,
            };
            findings.push(LocatedFinding::new(1, 0, finding));
        }
    }
    findings.sort_by_key(|located| located.finding.range.start);
    findings
}

/// The findings of a UTF-8 file `games.pgn`, rendered without colors for 100 columns.
pub fn render(format: &str, text: &str) -> String {
    let format = format_of_name(format).unwrap();
    let file = TextFile::decode("games.pgn".into(), text.as_bytes().to_vec(), None).unwrap();
    let renderer = Renderer { format, colors: false, width: 100, failing: Level::Error };
    let rendered = renderer.findings(&file.path, &Parts::whole(&file), &check_words(text));
    rendered.into_iter().map(|(_, finding)| finding).collect()
}
