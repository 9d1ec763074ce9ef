//! Null moves that nobody made: one too many, or one in place of a move that the writer did not know.

use scoresheet_chess::replay::Fitting;
use scoresheet_chess::replay::written::CheckMark;
use scoresheet_format::line_edits::delete;
use shakmaty::san::SanPlus;

use super::{Rows, distance};
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::Head;

impl Rows<'_, '_> {
    pub(super) fn null_move(&mut self, place: &Place, steps: usize) {
        let (head, token) = (place.head(), place.token());
        let board = &head.line.now;
        let Some(position) = &board.position else { return };
        if matches!(self.text.tried(self.slice(&token.range)).fit(position, board.in_check), Fitting::Null) {
            self.surplus_null_move(place, steps);
            self.null_move_for_move(place, steps);
        }
    }

    /// Without it, the moves after it are those of the other side.
    fn surplus_null_move(&mut self, place: &Place, steps: usize) {
        let (head, token) = (place.head(), place.token());
        let edit = delete(self.text.text, token.range.clone());
        let candidate = Candidate::new(edit, token.range.clone(), Slip::SurplusNullMove);
        let head = Head { at: token.range.end, ..head.clone() };
        self.edit(&costs::SURPLUS_NULL_MOVE, distance(steps), place, head, candidate);
    }

    /// The moves after it are legal only after a certain move.
    fn null_move_for_move(&mut self, place: &Place, steps: usize) {
        let (head, token) = (place.head(), place.token());
        let board = &head.line.now;
        let Some(position) = board.position.as_ref().filter(|_| self.affords(&costs::NULL_MOVE_FOR_MOVE, head)) else {
            return;
        };
        let Some(following) = self.next_move(token.range.end) else { return };
        self.text.spend_on_options(board.playable().len());
        for (action, _) in board.playable() {
            let next = self.text.moved_as(head, token, *action, CheckMark::None);
            if self.text.read(&next, &following).is_ok() {
                let meant = SanPlus::from_move(position.clone(), *action).to_string();
                let (range, slip) = (token.range.clone(), Slip::NullMoveForMove);
                self.write_move(&costs::NULL_MOVE_FOR_MOVE, distance(steps), (place, next), range, &meant, slip);
            }
        }
    }
}
