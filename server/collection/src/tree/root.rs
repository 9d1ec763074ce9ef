//! The position from which a tree begins.

use std::fmt::{self, Display};
use std::ops::Range;

use scoresheet_chess::replay::Replay;
use scoresheet_chess::replay::main_line::MainMove;
use scoresheet_grammar::{Database, ast};
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;

use crate::cache::CachedMove;
use crate::query::QueryError;

/// A position from which a tree begins, under any rules.
pub type RootPosition = VariantPosition;

/// Reads a move in a position, in UCI notation or `--` for a null move. `None` if it cannot be played.
pub fn read_uci(position: &RootPosition, uci: &str) -> Option<CachedMove> {
    if uci == "--" {
        return Some(CachedMove::Null);
    }
    Some(CachedMove::Played(uci.parse::<UciMove>().ok()?.to_move(position).ok()?))
}

/// Why there is no such position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootError {
    /// The option that does not read.
    pub option: &'static str,
    /// What is wrong, and where in its value.
    pub error: QueryError,
}

impl Display for RootError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.option, self.error)
    }
}

/// Returns the position after the moves of `line` from that of `fen`; the usual start without them.
///
/// # Errors
/// What does not read.
pub fn root(fen: Option<&str>, line: Option<&str>) -> Result<RootPosition, RootError> {
    let line = line.unwrap_or_default();
    let of_line = |span: Range<usize>, message: String| RootError {
        option: "--line",
        error: QueryError { span, message, help: None },
    };
    if let Some(at) = line.find('*') {
        let RootError { option, error } =
            of_line(at..at + 1, "a tree begins at one position, so its line has no *".to_owned());
        return Err(RootError {
            option,
            error: QueryError { help: Some("use --where to choose games".to_owned()), ..error },
        });
    }
    let tag = fen.map_or_else(String::new, |fen| format!("[FEN \"{}\"]\n\n", ast::escape(fen)));
    let in_line = |span: Range<usize>| span.start.saturating_sub(tag.len())..span.end.saturating_sub(tag.len());
    let database = Database::parse(&format!("{tag}{line}"));
    let Some(game) = database.view(0) else {
        return if line.trim().is_empty() {
            Ok(VariantPosition::default())
        } else {
            Err(of_line(0..line.len(), format!("{line} has no moves")))
        };
    };
    if let Some(fault) = game.tree.faults().first() {
        let message = format!("{} does not read", game.text[fault.span()].trim());
        return Err(of_line(in_line(fault.span()), message));
    }
    let mut replay = Replay::new(game);
    if replay.position().is_none() {
        let fen = fen.unwrap_or_default();
        let message = format!("{fen} is not a position that can be set up");
        return Err(RootError { option: "--fen", error: QueryError { span: 0..fen.len(), message, help: None } });
    }
    loop {
        let before = replay.position().cloned();
        match replay.next_of_main_line() {
            Some(MainMove::Broken(range)) => {
                let message = format!("{} is not a legal move here", &game.text[range.clone()]);
                return Err(of_line(in_line(range), message));
            }
            Some(_) => {}
            None => return before.ok_or_else(|| of_line(0..line.len(), "the moves do not read".to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_chess::board::fen;

    use super::*;

    #[test]
    fn positions_and_lines_lead_to_the_root() {
        let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let cases = [
            (None, None, Ok("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")),
            (None, Some("1. e4 e5"), Ok("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2")),
            (Some(kings), Some("Kd2"), Ok("4k3/8/8/8/8/8/3K4/8 b - - 1 1")),
            (None, Some("1. e4 * 2. d4"), Err("--line: a tree begins at one position")),
            (None, Some("garbage"), Err("--line: garbage")),
            (None, Some("1. e4 foo e5"), Err("--line: foo does not read")),
            (None, Some("1. e4 e5 2. Nf3 Nc6 3. Bb5??xx"), Err("--line: ")),
            (None, Some("1. e5"), Err("--line: e5 is not a legal move here")),
            (Some("8/8"), None, Err("--fen: 8/8 is not a position")),
        ];
        for (position, line, expected) in cases {
            match (root(position, line), expected) {
                (Ok(found), Ok(expected)) => assert_eq!(fen(&found), expected),
                (Err(error), Err(expected)) => assert!(error.to_string().starts_with(expected), "{error}"),
                (found, _) => panic!("{position:?} {line:?}: {found:?}"),
            }
        }
    }
}
