//! What the commands ask of the analysis: the one place where the command line meets parser, rules and formatter.

use std::borrow::Borrow;
use std::process::ExitCode;

use rayon::prelude::*;
use scoresheet_analysis::finding::{Finding, Level};
use scoresheet_analysis::format::{FormatOptions, Formatted, format_text};
use scoresheet_analysis::lint::Linter;
use scoresheet_analysis::rule::Rule;
use scoresheet_analysis::rules::RULES;
use scoresheet_grammar::{GameView, Parser, Tree, split};

use super::selection::RuleSet;

/// The functions behind the commands. Tests put their own here.
#[derive(Clone, Copy)]
pub struct Engine {
    /// Every rule, in the order in which lists show them.
    pub rules: &'static [&'static Rule],
    /// The findings of a text, ordered by start. Ranges are byte offsets in the text.
    pub check: fn(&str, &CheckOptions) -> Vec<LocatedFinding>,
    /// The text as the options want it.
    pub format: fn(&str, FormatOptions) -> Formatted,
    /// Runs the language server on standard input and output until the client leaves.
    pub serve: fn() -> ExitCode,
}

/// What `check` looks for.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The rules that may speak.
    pub rules: RuleSet,
    /// The lowest level of findings that is asked for.
    pub lowest: Level,
}

/// A finding and the game it is in.
#[derive(Clone, Debug)]
pub struct LocatedFinding {
    /// Counted from 1 in the file.
    pub game: usize,
    /// Its ranges are byte offsets in the decoded text of the file.
    pub finding: Finding,
}

impl Borrow<Finding> for LocatedFinding {
    fn borrow(&self) -> &Finding {
        &self.finding
    }
}

/// The engine of the program.
pub static ENGINE: Engine = Engine { rules: RULES, check, format, serve: crate::lsp::run };

/// About how many bytes one thread reads at a time: enough for the split to cost nothing, little enough for all threads
/// to end together.
const PIECE: usize = 256 * 1024;

/// Check the games of a text, pieces of it side by side.
fn check(text: &str, options: &CheckOptions) -> Vec<LocatedFinding> {
    let linter = Linter::new(RULES.iter().filter(|rule| options.rules.contains(rule)), options.lowest);
    let pieces = split(text, PIECE);
    let checked: Vec<(usize, Vec<LocatedFinding>)> =
        pieces.into_par_iter().map(|piece| check_piece(&linter, &text[piece.clone()], piece.start)).collect();
    let mut games_before = 0;
    let mut findings = Vec::new();
    for (games, found) in checked {
        findings
            .extend(found.into_iter().map(|located| LocatedFinding { game: located.game + games_before, ..located }));
        games_before += games;
    }
    findings
}

/// Format the games of a text, pieces of it side by side.
fn format(text: &str, options: FormatOptions) -> Formatted {
    let options = options.for_text(text);
    let pieces = split(text, PIECE);
    let formatted: Vec<Formatted> = pieces.par_iter().map(|piece| format_text(&text[piece.clone()], options)).collect();
    let mut joined = Formatted { text: String::with_capacity(text.len() + text.len() / 16), ..Formatted::default() };
    for (piece, formatted) in pieces.iter().zip(formatted) {
        joined.append(formatted, piece.start);
    }
    joined
}

/// The number of games in a piece that begins at byte `start` of the text, and their findings.
fn check_piece(linter: &Linter, piece: &str, start: usize) -> (usize, Vec<LocatedFinding>) {
    let mut parser = Parser::new(piece);
    let mut tree = Tree::default();
    let mut findings = Vec::new();
    let mut games = 0;
    while let Some(range) = parser.next_game(&mut tree) {
        games += 1;
        let game = GameView { text: &piece[range.clone()], tree: &tree };
        let found = linter.check(game).into_iter();
        findings
            .extend(found.map(|finding| LocatedFinding { game: games, finding: finding.shifted(start + range.start) }));
    }
    (games, findings)
}
