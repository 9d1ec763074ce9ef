//! A query as a list of nodes in postfix order: operands before their operators.

use std::sync::Arc;

use super::header::HeaderTerm;
use super::move_pattern::MovePattern;
use super::position::PositionTerm;

/// A term or an operator.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// About the game as a whole.
    Header(HeaderTerm, Label),
    /// About a position.
    Position(PositionTerm, Label),
    /// These moves from the usual start; nothing for any move. It holds in the whole game, and in a sequence in the position after the
    /// last move.
    Line {
        moves: Vec<Option<MovePattern>>,
        label: Label,
        in_sequence: bool,
    },
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

/// A term as it was written, and how it was changed, for explanations.
pub(super) type Label = Arc<str>;

impl Node {
    pub(super) fn header(term: HeaderTerm) -> Node {
        Node::Header(term, Label::default())
    }

    pub(super) fn line(moves: Vec<Option<MovePattern>>) -> Node {
        Node::Line { moves, label: Label::default(), in_sequence: false }
    }

    pub(super) fn position(term: PositionTerm) -> Node {
        Node::Position(term, Label::default())
    }

    /// Why a term can hardly ever hold, in a sentence.
    pub(super) fn doubt(&self) -> Option<String> {
        match self {
            Node::Header(term, label) if !term.is_possible() => {
                Some(format!("{label} holds for no rating that players have"))
            }
            Node::Position(term, label) if !term.is_possible() => {
                Some(format!("{label} holds in no position of ordinary chess"))
            }
            _ => None,
        }
    }

    /// Remembers how the term was written.
    pub(super) fn set_label(&mut self, label: &Label) {
        if let Node::Header(_, own) | Node::Position(_, own) | Node::Line { label: own, .. } = self {
            *own = label.clone();
        }
    }

    /// Notes that it is a part of a sequence.
    pub(super) fn set_in_sequence(&mut self) {
        if let Node::Line { in_sequence, .. } = self {
            *in_sequence = true;
        }
    }

    /// The same with the colours exchanged.
    ///
    /// # Errors
    /// How the term was written, if it has no such form.
    pub(super) fn flipped(&self) -> Result<Node, Label> {
        Ok(match self {
            Node::Header(term, label) => {
                let flipped = term.flipped().ok_or_else(|| label.clone())?;
                Node::Header(flipped, changed(label, "with colours exchanged"))
            }
            Node::Position(term, label) => Node::Position(term.flipped(), changed(label, "with colours exchanged")),
            // White moves first.
            Node::Line { label, .. } => return Err(label.clone()),
            other => other.clone(),
        })
    }

    /// The same seen in a mirror.
    ///
    /// # Errors
    /// How the term was written, if it has no such form.
    pub(super) fn mirrored(&self) -> Result<Node, Label> {
        Ok(match self {
            Node::Position(term, label) => Node::Position(term.mirrored(), changed(label, "from the other side")),
            // No game begins with the king on d1.
            Node::Line { label, .. } => return Err(label.clone()),
            other => other.clone(),
        })
    }

    /// How many operands it takes.
    pub(super) fn arity(&self) -> usize {
        match self {
            Node::Header(..) | Node::Position(..) | Node::Line { .. } => 0,
            Node::Not | Node::For(_) | Node::Ever => 1,
            Node::And | Node::Or | Node::Then(_) => 2,
        }
    }
}

fn changed(label: &Label, how: &str) -> Label {
    format!("{label} {how}").into()
}
