//! What the commands ask of the analysis: the one place where the command line meets parser, rules and formatter.

use std::process::ExitCode;

use scoresheet_analysis::finding::Finding;
use scoresheet_analysis::rule::Rule;

use super::args::Style;
use super::selection::RuleSet;

/// The functions behind the commands. Tests put their own here.
#[derive(Clone, Copy)]
pub struct Engine {
    /// Every rule, in the order in which lists show them.
    pub rules: &'static [&'static Rule],
    /// The findings of a text, ordered by start. Ranges are byte offsets in the text.
    pub check: fn(&str, &CheckOptions) -> Vec<LocatedFinding>,
    /// The text as the options want it.
    pub format: fn(&str, &FormatOptions) -> FormatOutcome,
    /// Runs the language server on standard input and output until the client leaves.
    pub serve: fn() -> ExitCode,
}

/// What `check` looks for.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The rules that may speak.
    pub rules: RuleSet,
}

/// A finding and the game it is in.
#[derive(Clone, Debug)]
pub struct LocatedFinding {
    /// Counted from 1 in the file.
    pub game: usize,
    /// Its ranges are byte offsets in the decoded text of the file.
    pub finding: Finding,
}

/// What `format` writes.
#[derive(Clone, Copy, Debug)]
pub struct FormatOptions {
    /// The layout.
    pub style: Style,
    /// Lines end in LF, for the archives that section 3.2 of the standard is about.
    pub archive: bool,
}

/// A formatted text, and what was left alone.
#[derive(Clone, Debug)]
pub struct FormatOutcome {
    /// The new text; refused games stand in it unchanged.
    pub text: String,
    /// The games that do not read cleanly, in order.
    pub refused: Vec<RefusedGame>,
}

/// A game that was left byte for byte as it is.
#[derive(Clone, Debug)]
pub struct RefusedGame {
    /// Counted from 1 in the file.
    pub game: usize,
    /// Byte offset in the text of the fault that stands in the way.
    pub offset: usize,
    /// What is wrong there, as one sentence.
    pub reason: String,
}

/// The engine of the program.
pub static ENGINE: Engine = Engine {
    rules: &[],
    check: |_, _| Vec::new(),
    format: |text, _| FormatOutcome { text: text.to_owned(), refused: Vec::new() },
    serve: || ExitCode::SUCCESS,
};
