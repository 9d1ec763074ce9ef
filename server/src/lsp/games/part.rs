//! A segment of a file or an open document, and the places of its games.

use std::ops::Range;

use scoresheet_collection::cache::{CachedGame, Segment};
use scoresheet_collection::query::{Answer, Query};
use scoresheet_collection::text_game::TextGames;

use crate::text_file::Encoding;

/// A segment at its place.
pub(crate) struct Part<'a> {
    pub(crate) segment: &'a Segment<'a>,
    /// Where its text is: in bytes of the file, of an archive as decompressed, or of the document.
    pub(super) text: Range<u64>,
    /// How many games are before it.
    pub(super) games: u64,
    /// How many lines begin before it.
    pub(super) lines: u64,
    pub(super) encoding: Encoding,
    /// Reads texts of games.
    pub(super) read: &'a dyn Fn(Range<u64>, Encoding) -> Option<String>,
}

/// Where a game is in its file or document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GamePlace {
    /// Its bytes, counted as those of the segment's text.
    pub(crate) bytes: Range<u64>,
    /// How many games are before it.
    pub(crate) number: u64,
    /// How many lines begin before it.
    pub(crate) line: u64,
    pub(crate) encoding: Encoding,
    /// Whether its main line does not read to the end.
    pub(crate) is_broken: bool,
}

impl Part<'_> {
    /// The place of a game of the segment.
    pub(crate) fn place(&self, game: usize) -> GamePlace {
        let at = |start: Option<u32>| start.map_or(self.text.end, |start| self.text.start + u64::from(start));
        GamePlace {
            bytes: at(self.segment.start(game))..at(self.segment.start(game + 1)),
            number: self.games + game as u64,
            line: self.lines + u64::from(self.segment.lines_before(game)),
            encoding: self.encoding,
            is_broken: self.segment.is_broken(game),
        }
    }

    /// Whether a query finds a game. A game whose text can no longer be read is not found.
    pub(crate) fn is_found(&self, query: &Query, game: usize) -> bool {
        match query.find(&mut CachedGame::new(self.segment, game)) {
            Answer::Found(_) => true,
            Answer::NotFound { .. } => false,
            Answer::Unknown => self.text(game).is_some_and(|text| {
                TextGames::new(&text).next().is_some_and(|mut game| matches!(query.find(&mut game), Answer::Found(_)))
            }),
        }
    }

    /// The text of a game. `None` if it can no longer be read.
    pub(crate) fn text(&self, game: usize) -> Option<String> {
        let place = self.place(game);
        (self.read)(place.bytes, place.encoding)
    }
}
