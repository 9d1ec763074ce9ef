//! Runs of moves, move numbers, comments and NAGs that no rule reports, walked over without calling any rule.
//!
//! The walk gives the same result step by step; a test compares the two.

use std::ops::Range;

use scoresheet_grammar::ast;
use shakmaty::Color;

use super::Linter;
use super::ordinary::{is_ordinary_comment, is_ordinary_nag};
use crate::findings::Findings;
use crate::walk::{Annotation, SinceMove, VariationEnd, Walk};
use scoresheet_chess::duplicates::Destinations;
use scoresheet_chess::move_numbers::{Count, Fit};
use scoresheet_chess::replay::{Listener, Outcome, PlainMove};

impl Linter {
    /// Walks over as many moves in canonical SAN, correct move numbers and plain remarks as follow. Callers must check
    /// [`Replay::may_walk_on_plainly`](scoresheet_chess::replay::Replay::may_walk_on_plainly) first.
    #[inline(never)]
    pub(super) fn walk_on_plainly(&self, walk: &mut Walk, findings: &mut Findings) {
        let Walk { replay, count, open_variations, moves, end, .. } = walk;
        let (has_fen, text) = (replay.setup().has_fen, self.passes_over_remarks.then_some(walk.game.text));
        let line = match open_variations.last_mut() {
            Some(variation) => Line::Variation(variation),
            None => Line::Main { moves: &mut end.moves, hash: self.has_file_rules().then_some(moves) },
        };
        let run = replay.walk_on_plainly(&mut PlainLine { count, has_fen, text, line });
        end.last_token_end = end.last_token_end.max(run.end);
        if run.has_moved {
            end.is_game = true;
            walk.since_move = SinceMove::default();
            walk.annotations.clear();
        }
        if let Some(range) = run.number {
            end.is_game = true;
            walk.since_move.number = Some((range, Fit::Right));
        }
        if let Some(range) = run.nag {
            let nag = Some(ast::nag_number(&walk.game.text[range.clone()]));
            walk.annotations.push(Annotation { range, nag });
        }
        if let Some(range) = run.comment {
            walk.since_move.add_comment(range);
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

/// Collects the results of a run.
struct PlainLine<'walk> {
    count: &'walk mut Count,
    has_fen: bool,
    /// The text of the game, if runs may include comments and NAGs.
    text: Option<&'walk str>,
    line: Line<'walk>,
}

/// The line that a run is on.
enum Line<'walk> {
    Main { moves: &'walk mut usize, hash: Option<&'walk mut Destinations> },
    Variation(&'walk mut VariationEnd),
}

impl Listener for PlainLine<'_> {
    #[inline(always)]
    fn number(&mut self, written: &[u8], _: &Range<usize>, number: u32, turn: Color) -> bool {
        self.count.is_right(ast::move_number(written), number, turn, self.has_fen)
    }

    #[inline(always)]
    fn comment(&mut self, range: &Range<usize>) -> bool {
        let is_plain = self.text.is_some_and(|text| is_ordinary_comment(&text[range.clone()]));
        if is_plain && let Line::Variation(variation) = &mut self.line {
            variation.comments += 1;
        }
        is_plain
    }

    #[inline(always)]
    fn nag(&mut self, range: &Range<usize>, is_first: bool) -> bool {
        is_first && self.text.is_some_and(|text| is_ordinary_nag(&text[range.clone()]))
    }

    #[inline(always)]
    fn played(&mut self, played: &PlainMove) {
        match &mut self.line {
            Line::Variation(variation) => variation.add_played(played.action),
            Line::Main { moves, hash } => {
                **moves += 1;
                if let Some(hash) = hash {
                    hash.add_played(played.action);
                }
            }
        }
    }
}
