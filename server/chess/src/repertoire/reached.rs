//! Which positions of a repertoire are reached.

use super::graph::Repertoire;

/// The positions that a repertoire reaches by what is to be played: see [`Repertoire::lines`].
pub struct Reached {
    /// The nodes: those where games begin, then each after the one before it.
    pub order: Vec<usize>,
    entries: Vec<Option<(usize, usize)>>,
    is_reached: Vec<bool>,
}

impl Reached {
    /// Follows all lines from the positions where games begin. Linear in the moves.
    pub fn of(repertoire: &Repertoire) -> Reached {
        let count = repertoire.nodes.len();
        let begins = |node: &usize| !repertoire.nodes[*node].starts.is_empty();
        let order: Vec<usize> = (0..count).filter(begins).collect();
        let mut reached = Reached { order, entries: vec![None; count], is_reached: vec![false; count] };
        reached.order.iter().for_each(|node| reached.is_reached[*node] = true);
        let mut next = 0;
        while let Some(node) = reached.order.get(next).copied() {
            next += 1;
            for index in repertoire.lines(node) {
                let after = repertoire.nodes[node].moves[index].after;
                if !std::mem::replace(&mut reached.is_reached[after], true) {
                    reached.entries[after] = Some((node, index));
                    reached.order.push(after);
                }
            }
        }
        reached
    }

    /// Whether a node is reached.
    pub fn has(&self, node: usize) -> bool {
        self.is_reached[node]
    }

    /// Returns the node and the index of its move by which a node is reached first; `None` where games begin, and for what is not reached.
    pub fn entry(&self, node: usize) -> Option<(usize, usize)> {
        self.entries[node]
    }
}
