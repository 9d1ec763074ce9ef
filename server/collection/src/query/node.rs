//! A query as a list of nodes in postfix order: operands before their operators.

use super::header::HeaderTerm;
use super::move_pattern::MovePattern;
use super::position::PositionTerm;

/// A term or an operator.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// About the game as a whole.
    Header(HeaderTerm),
    /// About a position.
    Position(PositionTerm),
    /// The game begins with these moves from the usual start; nothing for any move.
    Line(Vec<Option<MovePattern>>),
    Not,
    And,
    Or,
    /// The second holds after the first, at most so many plies later.
    Then(Option<u32>),
    /// It holds in so many positions in a row.
    For(u32),
    /// It holds somewhere in the game.
    Ever,
}

impl Node {
    pub(super) fn flipped(&self) -> Node {
        match self {
            Node::Header(term) => Node::Header(term.flipped()),
            Node::Position(term) => Node::Position(term.flipped()),
            other => other.clone(),
        }
    }

    pub(super) fn mirrored(&self) -> Node {
        match self {
            Node::Position(term) => Node::Position(term.mirrored()),
            other => other.clone(),
        }
    }

    /// How many operands it takes.
    pub(super) fn arity(&self) -> usize {
        match self {
            Node::Header(_) | Node::Position(_) | Node::Line(_) => 0,
            Node::Not | Node::For(_) | Node::Ever => 1,
            Node::And | Node::Or | Node::Then(_) => 2,
        }
    }
}
