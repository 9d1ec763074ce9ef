//! Slips in large games, for the budget of a keystroke in one game of 1 MB: findings within 30 ms (95th percentile).
//!
//! A smaller game is parsed as a whole for every candidate slip, several times. In a large game, the search for the slips that explain a
//! trouble reads the text around it only; the whole game is parsed and walked over once more for each group of slips.

use std::borrow::Cow;

use scoresheet_grammar::{GameView, Parser, Tree};

use super::{Linter, Walked};
use crate::finding::Finding;
use crate::root_cause::{self, Candidate, MOST_WORK, Repairs};

/// The size in bytes from which a game is large: parsing and walking over a smaller one takes less than a millisecond.
pub(super) const LARGE: usize = 64 << 10;

/// The number of bytes after a trouble in which other troubles are skipped: the search for its slips has covered them.
const LOOKED_AHEAD: usize = 8 << 10;

/// The search for slips in one game.
struct Search<'linter> {
    linter: &'linter Linter,
    undone: Vec<Candidate>,
    work: usize,
    /// The search is done for troubles before this byte offset.
    next: usize,
}

impl Linter {
    /// Adds the findings of the rules that depend on the walk or on slips.
    pub(super) fn check_large(&self, game: GameView, findings: &mut Vec<Finding>) -> Walked {
        let (mut text, mut tree) = (Cow::Borrowed(game.text), Cow::Borrowed(game.tree));
        let mut search = Search { linter: self, undone: Vec::new(), work: 0, next: 0 };
        loop {
            let view = GameView { text: &text, tree: &tree };
            let mut of_walk = Vec::new();
            // Faults of the parser are known without a walk.
            let faults = view.tree.faults().iter().filter(|fault| root_cause::is_among_moves(fault.kind));
            let mut slips = search.slips_at(view, faults.map(|fault| fault.span().start));
            let mut walked = Walked::default();
            if slips.is_none() {
                walked = self.check_faults_and_walk(view, !search.undone.is_empty(), &mut of_walk);
                slips = search.slips_at(view, walked.troubles.iter().copied());
            }
            let Some(slips) = slips else {
                if search.undone.is_empty() {
                    findings.append(&mut of_walk);
                } else {
                    self.map_back(game.text, &search.undone, of_walk, findings);
                }
                return walked;
            };
            if let Some((repaired, read)) = search.undo(&text, slips) {
                (text, tree) = (Cow::Owned(repaired), Cow::Owned(read));
            }
        }
    }
}

impl Search<'_> {
    /// Returns the slips that explain the first trouble that has an explanation. Troubles are byte offsets in ascending order.
    fn slips_at(&mut self, game: GameView, troubles: impl Iterator<Item = usize>) -> Option<Vec<Candidate>> {
        if self.linter.hooks.slip.is_empty() {
            return None;
        }
        let mut next = self.next;
        for place in troubles {
            if place < next || self.work >= MOST_WORK {
                continue;
            }
            next = place + LOOKED_AHEAD;
            let is_reported = |slip: &Candidate, text: &str| self.linter.reports_slip(slip, text);
            let slips = root_cause::find_around(game, place, &mut self.work, &is_reported);
            if !slips.is_empty() && !slips.iter().any(|slip| root_cause::is_of_repair(slip, &self.undone)) {
                return Some(slips);
            }
        }
        None
    }

    /// Undoes these slips as well, and returns the text and its tree. Returns `None` and ends the search if the text is not one game then.
    fn undo(&mut self, text: &str, slips: Vec<Candidate>) -> Option<(String, Tree)> {
        self.work += text.len();
        let mut repairs = Repairs { text: text.to_owned(), undone: self.undone.clone() };
        // From the last to the first, so that the offsets of earlier slips stay valid.
        slips.into_iter().rev().for_each(|slip| repairs.undo(slip));
        let mut tree = Tree::default();
        if Parser::new(&repairs.text).next_game(&mut tree) != Some(0..repairs.text.len()) {
            self.next = usize::MAX;
            return None;
        }
        self.undone = repairs.undone;
        Some((repairs.text, tree))
    }
}

#[cfg(test)]
mod tests;
