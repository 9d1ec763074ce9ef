//! The state of one line of a game: the position, the side to move and the move number, before and after the last move.

use std::ops::Range;

use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Move};

/// The state of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) now: State,
    /// The state before the last move, kept only where a variation needs it.
    pub(super) before: Option<State>,
    /// The last move, for diagrams.
    pub(super) last: Option<Move>,
    /// The range of the last move; `None` before the first move of the line.
    pub(super) last_range: Option<Range<usize>>,
    /// Whether it begins after the last move of the line that it interrupts, instead of replacing that move.
    pub(super) continues: bool,
    /// Whether no move follows the one that begins at this offset, as far as that was looked up.
    pub(super) has_ended: Option<(usize, bool)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) position: VariantPosition,
    /// Whether `position` is the actual position of the game.
    pub(super) is_known: bool,
    /// Whether a move on the way to `position` was a guess.
    pub(super) is_guessed: bool,
    pub(super) in_check: bool,
    pub(super) turn: Color,
    pub(super) number: u32,
}

impl Line {
    /// Starts a line in this state.
    #[inline]
    pub(super) fn at(start: State) -> Line {
        Line { now: start, before: None, last: None, last_range: None, continues: false, has_ended: None }
    }

    /// [`Line::at`] in the memory of another line.
    #[inline(always)]
    pub(super) fn begin_at(&mut self, start: State) {
        self.now = start;
        (self.before, self.last, self.last_range) = (None, None, None);
        (self.continues, self.has_ended) = (false, None);
    }
}

impl State {
    /// Marks the position as unknown from here on.
    pub(super) fn lose(&mut self) {
        self.is_known = false;
        self.in_check = false;
    }

    #[inline]
    pub(super) fn pass_turn(&mut self) {
        self.number = self.number.saturating_add(u32::from(self.turn.is_black()));
        self.turn = !self.turn;
    }
}
