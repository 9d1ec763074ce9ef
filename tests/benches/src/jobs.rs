//! The parts of what is done with games, as the command line and the language server do them, each apart from the others
//! and on one thread.

use logos::Logos;
use scoresheet_chess::replay::Replay;
use scoresheet_format::{FormatOptions, format_text};
use scoresheet_grammar::{Database, GameView, Parser, TokenKind, Tree};
use scoresheet_lint::checked_file::{CheckedFile, FileFindings};
use scoresheet_lint::configuration::Configuration;
use scoresheet_lint::explanation::Effort;
use scoresheet_lint::file_view::{DigestedGame, FileFacts, Source};
use scoresheet_lint::finding::Level;
use scoresheet_lint::linter::Linter;
use scoresheet_lint::rules::RULES;
use scoresheet_lint::suppression::UsedAllowances;

/// Something that is done with a text.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// One word in lower case.
    pub name: &'static str,
    /// Makes ready what the job needs, which is not measured, and returns the job. It may be run any number of times, does
    /// the same each time, and returns a number that depends on all of it.
    pub prepare: fn(&str) -> Box<dyn FnMut() -> usize + '_>,
}

/// All of them.
pub const JOBS: [Job; 9] = [
    Job { name: "lexer", prepare: lexer },
    Job { name: "read", prepare: read },
    Job { name: "parse", prepare: parse },
    Job { name: "replay", prepare: replay },
    Job { name: "check", prepare: check },
    Job { name: "format", prepare: format },
    Job { name: "reparse", prepare: reparse },
    Job { name: "recheck", prepare: recheck },
    Job { name: "remark", prepare: remark },
];

/// What is typed into the game in the middle, before its first move.
const TYPED: &str = "{ a remark } ";

/// The table-driven lexer alone; the parser takes short cuts around it.
fn lexer(text: &str) -> Box<dyn FnMut() -> usize + '_> {
    Box::new(|| TokenKind::lexer(text).count())
}

/// Tokens and trees, one tree for all games, as the command line reads them.
fn read(text: &str) -> Box<dyn FnMut() -> usize + '_> {
    Box::new(|| {
        let mut parser = Parser::new(text);
        let mut tree = Tree::default();
        std::iter::from_fn(|| parser.next_game(&mut tree)).count()
    })
}

/// Tokens and trees, all of them kept, as the language server reads them.
fn parse(text: &str) -> Box<dyn FnMut() -> usize + '_> {
    Box::new(|| Database::parse(text).len())
}

/// All moves of main lines and variations played, on trees that are there.
fn replay(text: &str) -> Box<dyn FnMut() -> usize + '_> {
    let file = Database::parse(text);
    Box::new(move || {
        let steps = |game: GameView| {
            let mut replay = Replay::new(game);
            std::iter::from_fn(|| replay.advance()).count()
        };
        file.views().map(|(_, game)| steps(game)).sum()
    })
}

/// Everything that the command line does to check a text.
fn check(text: &str) -> Box<dyn FnMut() -> usize + '_> {
    let linter = linter();
    Box::new(move || {
        let allowances = linter.file_allowances(text);
        let (mut digests, mut findings, mut used) = (Vec::new(), 0, UsedAllowances::default());
        let mut parser = Parser::new(text);
        let mut tree = Tree::default();
        while let Some(range) = parser.next_game(&mut tree) {
            let start = range.start;
            let checked = linter.check_in_file(
                GameView { text: &text[range], tree: &tree },
                start == 0,
                &allowances,
                &Effort::default(),
            );
            digests.push(DigestedGame { start, digest: checked.digest });
            findings += checked.findings.len();
            used = used | checked.used;
        }
        let text_of = |index: usize| {
            let end = digests.get(index + 1).map_or(text.len(), |next| next.start);
            std::borrow::Cow::Borrowed(&text[digests[index].start..end])
        };
        let source = Source::Texts(&text_of);
        findings + linter.check_file(FileFacts::default(), &digests, source, &allowances, used).len()
    })
}

/// Everything that the command line does to format a text.
fn format(text: &str) -> Box<dyn FnMut() -> usize + '_> {
    Box::new(|| format_text(text, FormatOptions::default()).text.len())
}

/// The trees after an edit.
fn reparse(text: &str) -> Box<dyn FnMut() -> usize + '_> {
    let file = Database::parse(text);
    let place = place_to_type(text);
    Box::new(move || file.edit(place..place, TYPED).0.len())
}

/// The trees and the findings after an edit.
fn recheck(text: &str) -> Box<dyn FnMut() -> usize + '_> {
    let file = Database::parse(text);
    let place = place_to_type(text);
    let linter = linter();
    let kept = CheckedFile::complete(&linter, &file, FileFacts::default(), None);
    Box::new(move || {
        let edited = file.edit(place..place, TYPED).0;
        CheckedFile::complete(&linter, &edited, FileFacts::default(), Some(&kept)).all().len()
    })
}

/// The trees and the findings while a comment is typed, before it is closed.
fn remark(text: &str) -> Box<dyn FnMut() -> usize + '_> {
    const BEGUN: &str = "{ a remar";
    let place = place_to_type(text);
    let linter = linter();
    let clean = Database::parse(text);
    let kept = CheckedFile::complete(&linter, &clean, FileFacts::default(), None);
    let file = clean.edit(place..place, BEGUN).0;
    let kept = CheckedFile::complete(&linter, &file, FileFacts::default(), Some(&kept));
    Box::new(move || {
        let edited = file.edit(place + BEGUN.len()..place + BEGUN.len(), "k").0;
        CheckedFile::complete(&linter, &edited, FileFacts::default(), Some(&kept)).all().len()
    })
}

fn linter() -> Linter {
    Linter::configured(RULES, &Configuration::new(Level::Warning))
}

/// Before the first move of the game in the middle; in the only game, at the start of a line in the middle.
fn place_to_type(text: &str) -> usize {
    const FIRST_MOVE: &str = "\n\n1. ";
    let middle = text.len() / 2;
    let first_move = text[middle..].find(FIRST_MOVE).map(|found| middle + found + 2);
    first_move.or_else(|| Some(text[..middle].rfind('\n')? + 1)).unwrap_or(middle)
}
