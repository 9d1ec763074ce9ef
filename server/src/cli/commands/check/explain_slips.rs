//! `check --explain-slips`: what explains the games that do not read, slip by slip with its cost. For bug reports, and for those who work
//! on the search.

use std::io;

use scoresheet_grammar::{GameView, Parser, Tree};
use scoresheet_lint::explanation::Part;
use scoresheet_lint::linter::Linter;
use scoresheet_lint::rule::KnownRules;

use super::arguments::CheckArguments;
use super::file_check::FileChecker;
use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{Exit, Streams, display_path, printable};
use crate::embedded::{DocumentKind, blocks, language_of};
use crate::text_file::{LineCursor, TextFile};

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &CheckArguments,
    global: &GlobalArguments,
    rules: KnownRules,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let Ok((check, inputs)) = FileChecker::prepare(arguments, global, rules, streams) else { return Ok(Exit::Trouble) };
    inputs.report(streams);
    let (mut has_trouble, mut has_slips) = (false, false);
    for input in &inputs.found {
        match check.read(input) {
            Ok((file, linter)) => {
                let lines = explained(&file, check.document_kind(input.path()), &linter);
                has_slips |= !lines.is_empty();
                streams.stdout.write_all(lines.as_bytes())?;
            }
            Err(error) => {
                streams.error(format_args!("{}: {error}", display_path(input.path())));
                has_trouble = true;
            }
        }
    }
    Ok(Exit::of(has_trouble, has_slips && !arguments.exit_zero))
}

/// A line for each slip of a file, or of the blocks of a document.
fn explained(file: &TextFile, kind: Option<DocumentKind>, linter: &Linter) -> String {
    let mut cursor = LineCursor::default();
    let mut lines = String::new();
    let mut add = |part: &Part, written: &str, offset: usize| {
        let place = cursor.locate(&file.text, offset);
        let (path, what) = (display_path(&file.path), line(part, written));
        lines.push_str(&format!("{path}:{}:{}: {what}\n", place.line, place.column));
    };
    let Some(kind) = kind else {
        each_slip(&file.text, linter, add);
        return lines;
    };
    for block in blocks(kind, &file.text).iter().filter(|block| language_of(block).has_games()) {
        each_slip(block.text(), linter, |part, written, at| add(part, written, block.offset_in_document(at)));
    }
    lines
}

/// Passes the slips of a text to `add`, each with what is written there and where it is.
fn each_slip(text: &str, linter: &Linter, mut add: impl FnMut(&Part, &str, usize)) {
    let (mut parser, mut tree) = (Parser::new(text), Tree::default());
    while let Some(range) = parser.next_game(&mut tree) {
        let game = GameView { text: &text[range.clone()], tree: &tree };
        for part in linter.explain_slips(game) {
            add(&part, &game.text[part.range.clone()], range.start + part.range.start);
        }
    }
}

/// "5 a lost file or rank of origin [ambiguous-move]: "Nd2" is "Nbd2"; the move is right but for ...".
fn line(part: &Part, written: &str) -> String {
    let meant = match &part.meant {
        Some(meant) => format!("{:?} is {:?}", printable(written), printable(meant)),
        None => format!("{:?} stays", printable(written)),
    };
    format!("{} {} [{}]: {meant}; {}", part.cost, part.what, part.rule, part.reason)
}
