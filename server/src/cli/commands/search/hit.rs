//! A game that was found, with what is printed of it.

use std::ops::Range;

use scoresheet_chess::game_name::value;
use scoresheet_collection::query::Found;
use scoresheet_grammar::GameView;

use crate::text_file::Location;

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    /// Where the move is that leads to the position, or else where the game begins. The line is relative to the piece until the piece has its place in the file.
    pub(super) location: Location,
    /// The number of the game in the file, from 1; likewise relative to the piece.
    pub(super) game: usize,
    /// Where the game is on disk: half-open byte offsets.
    pub(super) on_disk: Range<usize>,
    /// Values of the tags in [`TAGS`]; those that mean unknown are missing.
    pub(super) tags: [Option<String>; TAGS.len()],
    /// The first position that fulfils the query.
    pub(super) position: Option<FoundPosition>,
    /// Whether the main line does not read to its end; unknown if no position was needed.
    pub(super) is_broken: Option<bool>,
    /// The game in the encoding of its file, if it is to be copied.
    pub(super) bytes: Vec<u8>,
}

/// A position that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundPosition {
    /// Plies from the start of the game.
    pub(super) ply: u32,
    /// The move that leads there, with its number: `9. Nxd5` or `9... Nxd5`; nothing at the start.
    pub(super) played: Option<String>,
    pub(super) fen: String,
    pub(super) in_variation: bool,
}

/// The tags that are printed, with their keys in JSON and CSV.
pub(super) const TAGS: [(&str, &str); 10] = [
    ("White", "white"),
    ("Black", "black"),
    ("WhiteElo", "white_elo"),
    ("BlackElo", "black_elo"),
    ("Event", "event"),
    ("Site", "site"),
    ("Date", "date"),
    ("Round", "round"),
    ("Result", "result"),
    ("ECO", "eco"),
];

impl Hit {
    /// What is printed of a game. The ranges are those of the game alone.
    pub(super) fn of(view: GameView, location: Location, game: usize, found: &Found) -> Hit {
        let tags = view.tags();
        let mut tags = TAGS.map(|(name, _)| value(&tags, name));
        // An unknown date is no news; the result is also in the movetext.
        tags[6].take_if(|date| date.starts_with("????"));
        if tags[8].is_none() {
            tags[8] = view.result().map(|result| result.into_owned());
        }
        let position = found.ply.zip(found.fen()).map(|(ply, fen)| FoundPosition {
            ply,
            played: played(view, found),
            fen,
            in_variation: found.depth > 0,
        });
        Hit { location, game, on_disk: 0..0, tags, position, is_broken: None, bytes: Vec::new() }
    }

    /// The value of a tag of [`TAGS`].
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        let index = TAGS.iter().position(|(tag, _)| *tag == name)?;
        self.tags[index].as_deref()
    }

    /// The players: `Carlsen, Magnus – Anand, V`.
    pub(super) fn players(&self) -> String {
        format!("{} – {}", self.tag("White").unwrap_or("?"), self.tag("Black").unwrap_or("?"))
    }
}

/// The move that leads to what was found, with its number, as it is written.
fn played(game: GameView, found: &Found) -> Option<String> {
    let written = game.text.get(found.range.clone()).filter(|written| !written.is_empty())?;
    Some(format!("{} {written}", found.move_number()?))
}
