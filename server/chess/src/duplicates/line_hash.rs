//! Hashes of the main line of a game: of all its moves, and of the first ones.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;

use super::facts::OPENING_PLIES;
use crate::move_hash::MoveHash;
use crate::replay::Outcome;

/// The hashes of a main line, move by move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineHash {
    moves: MoveHash,
    opening: Option<MoveHash>,
    plies: u32,
}

/// What games with the same main line share. A hash of its moves tells all other games from them, but for chance; a hash of
/// [`Destinations`](super::Destinations) most, so that those with the same one are to be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MainLine {
    /// A hash of the start position and the moves; 0 if there are no moves.
    pub moves: u64,
    /// The same of the first 20 plies; 0 if there are fewer. Of a game without moves, a hash of its text.
    pub opening: u64,
}

impl LineHash {
    /// The hashes of no moves.
    pub(super) const START: LineHash = LineHash { moves: MoveHash::START, opening: None, plies: 0 };

    /// Adds a move of the main line: the move that was played, or its text at `range` if it was not.
    #[inline]
    pub(super) fn add_move(&mut self, outcome: &Outcome, text: &str, range: Range<usize>) {
        self.moves.add_move(outcome, text, range);
        self.count();
    }

    /// Adds a move by the number that is hashed for it.
    #[inline]
    pub(super) fn add_number(&mut self, number: u64) {
        self.moves.add(number);
        self.count();
    }

    /// Adds a move by its text.
    pub(super) fn add_text(&mut self, text: &str) {
        self.moves.add_text(text);
        self.count();
    }

    /// The plies so far.
    pub(super) fn plies(&self) -> u32 {
        self.plies
    }

    /// What tells the main line of a game with this text and these tags from others. Linear in the text if there are no moves.
    pub(super) fn main_line(self, text: &str, tags: &[Tag]) -> MainLine {
        if self.plies == 0 {
            let mut hash = MoveHash::START;
            hash.add_text(text.trim());
            return MainLine { moves: 0, opening: hash.number() };
        }
        MainLine {
            moves: self.moves.with_start(tags),
            opening: self.opening.map_or(0, |opening| opening.with_start(tags)),
        }
    }

    #[inline]
    fn count(&mut self) {
        self.plies += 1;
        if self.plies as usize == OPENING_PLIES {
            self.opening = Some(self.moves);
        }
    }
}

impl MainLine {
    /// Games that are duplicates have the same one: where lines may differ, games with the same opening do.
    pub fn bucket(&self, may_differ: bool) -> u64 {
        match self.moves {
            0 => self.opening,
            _ if may_differ && self.opening != 0 => self.opening,
            moves => moves,
        }
    }

    /// Whether there are as many plies as are compared of the beginnings of games.
    pub(super) fn has_opening(&self) -> bool {
        self.moves != 0 && self.opening != 0
    }
}
