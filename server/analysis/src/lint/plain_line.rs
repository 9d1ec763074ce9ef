//! Moves and numbers of which no rule has anything to say, walked over without asking any.
//!
//! The walk does the same without this, step by step; a test compares the two.

use super::{Linter, SinceMove, Walk};
use crate::finding::Finding;
use crate::move_numbers::Fit;
use crate::replay::Outcome;

impl Linter {
    /// Walks over the moves in canonical SAN and the right numbers that stand here, as many as there are and as long as they begin before
    /// byte `until`. Only where [`Replay::may_walk_on_plainly`](crate::replay::Replay::may_walk_on_plainly).
    #[inline(never)]
    pub(super) fn walk_on_plainly(&self, walk: &mut Walk, until: usize, findings: &mut Vec<Finding>) {
        let Walk { replay, count, open_variations, moves, end, .. } = walk;
        let has_fen = replay.setup().has_fen;
        let mut variation = open_variations.last_mut();
        let has_file_rules = self.has_file_rules();
        let run = replay.walk_on_plainly(
            until,
            |written, number, turn| count.is_right(written, number, turn, has_fen),
            |action| match &mut variation {
                Some(variation) => variation.add_played(action),
                None => {
                    end.moves += 1;
                    if has_file_rules {
                        moves.add_played(action);
                    }
                }
            },
        );
        if run.has_moved {
            end.is_game = true;
            end.last_token_end = replay.ply().range.end;
            walk.since_move = SinceMove::default();
            walk.annotations.clear();
        }
        if let Some(range) = run.number {
            end.is_game = true;
            end.last_token_end = range.end;
            walk.since_move.number = Some((range, Fit::Right));
        }
        if run.has_moved
            && let Outcome::Played { notes, .. } = &replay.ply().outcome
            && !notes.is_empty()
        {
            let notes = *notes;
            self.at_played(notes, walk, findings);
        }
    }
}
