//! What games say about two spellings of names.

/// What games say about two spellings, which are given by their places in the list.
pub trait Evidence {
    /// Whether they are certainly the names of two players: they played each other, or have different numbers in a list of players.
    fn are_different(&self, one: usize, other: usize) -> bool;

    /// Whether more than the names speaks for one player: the same number in a list of players, or nearly the same rating at the same time.
    fn are_alike(&self, one: usize, other: usize) -> bool;
}

/// Nothing is known but the names.
pub struct NoEvidence;

impl Evidence for NoEvidence {
    fn are_different(&self, _: usize, _: usize) -> bool {
        false
    }

    fn are_alike(&self, _: usize, _: usize) -> bool {
        false
    }
}
