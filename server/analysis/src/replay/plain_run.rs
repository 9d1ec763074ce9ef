//! Runs of what nearly all movetext is made of: moves in canonical SAN and right numbers, one behind the other.
//!
//! This decides how fast a collection is checked. [`Replay::advance`] walks over the same, step by step, in twice the time: a run keeps what it
//! needs at hand and leaves what only the end of it tells for the end. A test of the walk that asks the rules compares the two.

use std::ops::Range;

use scoresheet_grammar::TokenKind;
use scoresheet_grammar::ast::{self, MoveNumber};
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Move};

use super::notes::Notes;
use super::plain::plain_move;
use super::{Phase, Replay, State, is_questioned, play_and_compare};

/// Where a run has led.
#[derive(Debug, Default)]
pub(crate) struct PlainRun {
    /// Whether there was any move in it; the last one is that of [`Replay::ply`].
    pub(crate) has_moved: bool,
    /// Where the number stands that the run ends with, if it does not end with a move.
    pub(crate) number: Option<Range<usize>>,
}

impl Replay<'_> {
    /// Whether a run may begin here.
    #[inline(always)]
    pub(crate) fn may_walk_on_plainly(&self) -> bool {
        self.phase == Phase::Movetext && self.events.is_before_plain()
    }

    /// Walks over the moves and move numbers that stand here, as many as there are and as long as they begin before byte `until`: moves in
    /// canonical SAN, and numbers that the first function says are right for the move of this number and side. The second one is told
    /// of every move. Only the last move may have a check mark that is not canonical.
    ///
    /// Only where [`Replay::may_walk_on_plainly`].
    #[inline(always)]
    pub(crate) fn walk_on_plainly(
        &mut self,
        until: usize,
        mut is_right: impl FnMut(MoveNumber, u32, Color) -> bool,
        mut tell: impl FnMut(Move),
    ) -> PlainRun {
        let mut run = PlainRun::default();
        let State { position, is_known, is_guessed, in_check, turn, number } = &mut self.line.now;
        let VariantPosition::Chess(chess) = position else { return run };
        if !*is_known || !self.setup.is_english {
            return run;
        }
        let text = self.game.text.as_bytes();
        let mut last = None;
        let mut notes = Notes::NONE;
        while self.events.offset() < until && notes.is_empty() {
            let before = self.events.place();
            let Some((kind, range, has_variation)) = self.events.next_token() else {
                self.events.go_to(before);
                break;
            };
            let written = &text[range.clone()];
            if kind == TokenKind::San
                && let Some((action, check)) = plain_move(chess, *in_check, written)
            {
                if has_variation || self.keeps_positions || is_questioned(text, range.end) {
                    let position = VariantPosition::Chess(chess.clone());
                    let (is_guessed, in_check) = (*is_guessed, *in_check);
                    let before = State { position, is_known: true, is_guessed, in_check, turn: *turn, number: *number };
                    self.line.before = Some(before);
                } else {
                    self.line.before = None;
                }
                notes = play_and_compare(chess, in_check, action, check);
                tell(action);
                last = Some((action, range, *turn, *number));
                run.number = None;
                *number = number.saturating_add(u32::from(turn.is_black()));
                *turn = !*turn;
            } else if kind == TokenKind::MoveNumber && is_right(ast::move_number(written), *number, *turn) {
                run.number = Some(range);
            } else {
                self.events.go_to(before);
                break;
            }
        }
        if let Some((action, range, turn, number)) = last {
            run.has_moved = true;
            (self.ply.range, self.ply.turn, self.ply.number) = (range.clone(), turn, number);
            (self.line.last, self.line.last_range) = (Some(action), Some(range.clone()));
            self.tell_played(&self.game.text[range], action, notes);
        }
        run
    }
}
