//! A game that was found, with what is printed of it.

use std::ops::Range;

use scoresheet_chess::game_name::value;
use scoresheet_collection::query::Found;
use scoresheet_grammar::GameView;

/// A game that was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Hit {
    /// The number of the line with the move that leads to the position, or else of the first line of the game; from 1. Relative
    /// to the piece until the piece has its place in the file.
    pub(super) line: usize,
    /// In characters, from 1.
    pub(super) column: usize,
    /// The number of the game in the file, from 1; likewise relative to the piece.
    pub(super) game: usize,
    /// Where the game is in the piece: half-open byte offsets.
    pub(super) range: Range<usize>,
    /// Values of tags; those that mean unknown are missing.
    pub(super) white: Option<String>,
    pub(super) black: Option<String>,
    pub(super) event: Option<String>,
    pub(super) date: Option<String>,
    pub(super) result: Option<String>,
    /// The first position that fulfils the query, in plies from the start of the game.
    pub(super) ply: Option<u32>,
    /// The move that leads there, with its number: `9. Nxd5` or `9... Nxd5`.
    pub(super) played: Option<String>,
}

impl Hit {
    /// What is printed of a game at a place of a piece, without the lines.
    pub(super) fn of(game: GameView, range: Range<usize>, found: &Found) -> Hit {
        let tags = game.tags();
        let tag = |name: &str| value(&tags, name);
        Hit {
            range,
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            date: tag("Date").filter(|date| !date.starts_with("????")),
            result: game.result().map(|result| result.into_owned()),
            ply: found.ply,
            played: played(game, found),
            ..Hit::default()
        }
    }

    /// The players: `Carlsen, Magnus – Anand, V`.
    pub(super) fn players(&self) -> String {
        let name = |player: &Option<String>| player.clone().unwrap_or_else(|| "?".to_owned());
        format!("{} – {}", name(&self.white), name(&self.black))
    }
}

/// The move that leads to what was found, with its number, as it is written.
fn played(game: GameView, found: &Found) -> Option<String> {
    let written = game.text.get(found.range.clone()).filter(|written| !written.is_empty())?;
    Some(format!("{} {written}", found.move_number()?))
}
