//! Runs of plain movetext: moves in canonical SAN with their numbers, NAGs and comments.
//!
//! The throughput of checks and formatting on collections depends on this module. [`Replay::advance`] walks over the
//! same tokens step by step in twice the time: a run keeps its state at hand and computes at its end what only the end
//! needs. A test of the rules' walk compares the two.

use std::ops::Range;

use scoresheet_grammar::TokenKind;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Move};

use super::line::State;
use super::notes::Notes;
use super::plain::plain_move;
use super::{Phase, Replay, play_and_compare};

/// The result of a run.
#[derive(Debug, Default)]
pub struct PlainRun {
    /// Whether it contains a move; the last one is then [`Replay::ply`].
    pub has_moved: bool,
    /// The range of the last move number after the last move.
    pub number: Option<Range<usize>>,
    /// The range of the last NAG after the last move: the only one, if the listener accepts only a first NAG.
    pub nag: Option<Range<usize>>,
    /// The range of the last comment after the last move.
    pub comment: Option<Range<usize>>,
    /// The byte offset of the end of its last token; 0 for an empty run.
    pub end: usize,
}

/// A move of a run.
pub struct PlainMove {
    /// The move on the board.
    pub action: Move,
    /// Half-open byte offsets relative to the game.
    pub range: Range<usize>,
    /// The side that moves.
    pub turn: Color,
    /// The correct move number.
    pub number: u32,
    /// How its check mark differs from the correct one.
    pub notes: Notes,
}

/// Receives the moves of a run and decides which other tokens it includes.
pub trait Listener {
    /// Whether the run may include the move number indication `written`, at `range` of the game, before the move of
    /// this number and side. If not, the run ends before it.
    fn number(&mut self, written: &[u8], range: &Range<usize>, number: u32, turn: Color) -> bool;

    /// Whether the run may include a closed brace comment without faults. If not, the run ends before it.
    fn comment(&mut self, range: &Range<usize>) -> bool;

    /// Whether the run may include a NAG. `is_first` means that it directly follows a move of this run.
    fn nag(&mut self, range: &Range<usize>, is_first: bool) -> bool;

    /// Receives every move.
    fn played(&mut self, played: &PlainMove);
}

impl Replay<'_> {
    /// Whether a run may begin at the current place.
    #[inline(always)]
    pub fn may_walk_on_plainly(&self) -> bool {
        self.phase == Phase::Movetext && self.letter.is_none() && self.events.is_before_plain()
    }

    /// Walks over as many moves, move numbers, comments and NAGs as possible: moves in canonical SAN, and other tokens
    /// that the listener accepts. Only the last move may have a check mark that is not canonical.
    ///
    /// Callers must check [`Replay::may_walk_on_plainly`] first.
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

/// Whether a move that ends at byte `end` is marked as a mistake: `?`, `??`, `?!`, `$2`, `$4`, `$6`, with or without a
/// space or line end before the mark.
#[inline]
pub(super) fn is_questioned(text: &[u8], end: usize) -> bool {
    match text.get(end) {
        Some(b'?') => true,
        Some(b' ' | b'\n') => matches!(text.get(end + 1..end + 3), Some([b'?', _] | [b'$', b'2' | b'4' | b'6'])),
        _ => false,
    }
}
