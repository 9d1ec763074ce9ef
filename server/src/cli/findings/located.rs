//! A finding and the game or record it is in.

use std::borrow::{Borrow, BorrowMut};

use scoresheet_lint::finding::Finding;

use super::identity::Identity;

/// A finding and the game or record it is in.
#[derive(Clone, Debug)]
pub(crate) struct LocatedFinding {
    /// The game or record, counted from 1 in the file.
    pub(crate) game: usize,
    /// The byte offset in the decoded text of the file at which the game or record begins.
    pub(crate) game_start: usize,
    /// How it is recognised later; the default where it is not needed.
    pub(crate) identity: Identity,
    /// Its ranges are byte offsets in the decoded text of the file.
    pub(crate) finding: Finding,
}

impl LocatedFinding {
    /// A finding in this game or record, not yet identified.
    pub(crate) fn new(game: usize, game_start: usize, finding: Finding) -> LocatedFinding {
        LocatedFinding { game, game_start, identity: Identity::default(), finding }
    }
}

impl Borrow<Finding> for LocatedFinding {
    fn borrow(&self) -> &Finding {
        &self.finding
    }
}

impl BorrowMut<Finding> for LocatedFinding {
    fn borrow_mut(&mut self) -> &mut Finding {
        &mut self.finding
    }
}
