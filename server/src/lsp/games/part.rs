//! A segment of a file or an open document, and the places of its games.

use std::ops::Range;

use scoresheet_collection::cache::Segment;
use scoresheet_collection::query::{Answer, Query};

use crate::move_cache::SegmentText;
use crate::text_file::Encoding;

/// A segment at its place.
pub(crate) struct Part<'a> {
    pub(crate) segment: &'a Segment<'a>,
    /// Where its text is; of a document, in the bytes of the document.
    pub(super) text: &'a SegmentText,
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
        GamePlace {
            bytes: self.text.start_of(self.segment, game)..self.text.start_of(self.segment, game + 1),
            number: self.text.games + game as u64,
            line: self.text.lines + u64::from(self.segment.lines_before(game)),
            encoding: self.text.encoding,
            is_broken: self.segment.is_broken(game),
        }
    }

    /// How many lines and games are before the segment.
    pub(super) fn before(&self) -> (u64, u64) {
        (self.text.lines, self.text.games)
    }

    /// Whether a query finds a game. A game whose text can no longer be read is not found.
    pub(crate) fn is_found(&self, query: &Query, game: usize) -> bool {
        matches!(query.find_in(self.segment, game, || self.text(game)), Answer::Found(_))
    }

    /// The text of a game. `None` if it can no longer be read.
    pub(crate) fn text(&self, game: usize) -> Option<String> {
        let place = self.place(game);
        (self.read)(place.bytes, place.encoding)
    }
}
