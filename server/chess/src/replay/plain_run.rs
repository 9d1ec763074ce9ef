//! Runs of what nearly all movetext is made of: moves in canonical SAN, their numbers, NAGs and comments, one behind the other.
//!
//! This decides how fast a collection is checked and formatted. [`Replay::advance`] walks over the same, step by step, in twice the time: a run keeps what it
//! needs at hand and leaves what only the end of it tells for the end. A test of the walk that asks the rules compares the two.

use std::ops::Range;

use scoresheet_grammar::TokenKind;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Move};

use super::notes::Notes;
use super::plain::plain_move;
use super::{Phase, Replay, State, play_and_compare};

/// Where a run has led.
#[derive(Debug, Default)]
pub struct PlainRun {
    /// Whether there was any move in it; the last one is that of [`Replay::ply`].
    pub has_moved: bool,
    /// Where the last number stands behind the last move.
    pub number: Option<Range<usize>>,
    /// Where the last NAG stands behind the last move: the only one, if the listener takes none but first ones.
    pub nag: Option<Range<usize>>,
    /// Where the last comment stands behind the last move.
    pub comment: Option<Range<usize>>,
    /// Where its last token ends; 0 where it has none.
    pub end: usize,
}

/// A move of a run.
pub struct PlainMove {
    /// The move as it was played.
    pub action: Move,
    /// Half-open byte offsets relative to the game.
    pub range: Range<usize>,
    /// The side that moves.
    pub turn: Color,
    /// The move number it should have.
    pub number: u32,
    /// How its check mark differs from the one that it should have.
    pub notes: Notes,
}

/// Who goes along on a run.
pub trait Listener {
    /// Whether the move number indication `written`, at `range` of the game, goes before the move of this number and side: if not, the run
    /// ends before it.
    fn number(&mut self, written: &[u8], range: &Range<usize>, number: u32, turn: Color) -> bool;

    /// Whether there is nothing more to say of a closed brace comment: if not, the run ends before it.
    fn comment(&mut self, range: &Range<usize>) -> bool;

    /// The same of a NAG. `is_first`: behind a move of this run, with nothing between.
    fn nag(&mut self, range: &Range<usize>, is_first: bool) -> bool;

    /// What is done with every move.
    fn played(&mut self, played: &PlainMove);
}

impl Replay<'_> {
    /// Whether a run may begin here.
    #[inline(always)]
    pub fn may_walk_on_plainly(&self) -> bool {
        self.phase == Phase::Movetext && self.events.is_before_plain()
    }

    /// Walks over the moves, move numbers, comments and NAGs that stand here, as many as there are: moves
    /// in canonical SAN, and what else the listener takes. Only the last move may have a check mark that is not canonical.
    ///
    /// Only where [`Replay::may_walk_on_plainly`].
    #[inline(always)]
    pub fn walk_on_plainly(&mut self, listener: &mut impl Listener) -> PlainRun {
        let mut run = PlainRun::default();
        let line = &mut *self.line;
        let State { position, is_known, is_guessed, in_check, turn, number } = &mut line.now;
        let VariantPosition::Chess(chess) = position else { return run };
        if !*is_known || !self.setup.is_english {
            return run;
        }
        let text = self.game.text.as_bytes();
        let events = &mut self.events;
        let mut last: Option<PlainMove> = None;
        while let Some((kind, range, has_variation)) = events.next_plain() {
            let written = &text[range.clone()];
            if kind == TokenKind::San
                && let Some(found) = plain_move(chess, *in_check, written)
            {
                if has_variation || self.keeps_positions || is_questioned(text, range.end) {
                    let position = VariantPosition::Chess(chess.clone());
                    let (is_guessed, in_check) = (*is_guessed, *in_check);
                    let before = State { position, is_known: true, is_guessed, in_check, turn: *turn, number: *number };
                    line.before = Some(before);
                } else {
                    line.before = None;
                }
                let notes = play_and_compare(chess, in_check, &found);
                let played = PlainMove { action: found.action, range, turn: *turn, number: *number, notes };
                listener.played(&played);
                run.end = played.range.end;
                last = Some(played);
                (run.number, run.nag, run.comment) = (None, None, None);
                *number = number.saturating_add(u32::from(turn.is_black()));
                *turn = !*turn;
                if !notes.is_empty() {
                    break;
                }
            } else if kind == TokenKind::MoveNumber && listener.number(written, &range, *number, *turn) {
                run.end = range.end;
                run.number = Some(range);
            } else if kind == TokenKind::BraceComment && listener.comment(&range) {
                run.end = range.end;
                run.comment = Some(range);
            } else if kind == TokenKind::Nag
                && listener.nag(&range, last.as_ref().is_some_and(|last| last.range.end == run.end))
            {
                run.end = range.end;
                run.nag = Some(range);
            } else {
                events.go_back_to_token(range.start);
                break;
            }
        }
        if let Some(PlainMove { action, range, turn, number, notes }) = last {
            run.has_moved = true;
            (self.ply.range, self.ply.turn, self.ply.number) = (range.clone(), turn, number);
            (line.last, line.last_range) = (Some(action), Some(range.clone()));
            self.tell_played(&self.game.text[range], action, notes);
        }
        run
    }
}

/// Whether a move that ends at byte `end` is marked as a mistake: `?`, `??`, `?!`, `$2`, `$4`, `$6`, a blank or a line end before it or not.
#[inline]
pub(super) fn is_questioned(text: &[u8], end: usize) -> bool {
    match text.get(end) {
        Some(b'?') => true,
        Some(b' ' | b'\n') => matches!(text.get(end + 1..end + 3), Some([b'?', _] | [b'$', b'2' | b'4' | b'6'])),
        _ => false,
    }
}
