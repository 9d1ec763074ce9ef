//! Diagrams in the moves of a game.

use scoresheet_chess::diagram::{Brush, Diagram};
use shakmaty::variant::VariantPosition;
use shakmaty::{Board, Color, Position, Square};

/// The mark in a comment that asks for a diagram.
pub(super) const MARK: &str = "[#]";

/// The width of a diagram in pixels.
const SIZE: u32 = 300;

/// The side from which a board is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    White,
    Black,
}

/// A position that is shown.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub(super) board: Board,
    /// The side to move.
    pub(super) turn: Color,
    pub(super) side: Side,
    /// The last move; `None` at the start of a line.
    after: Option<(u32, Color)>,
    pub(super) arrows: Vec<(Brush, Square, Square)>,
    pub(super) squares: Vec<(Brush, Square)>,
}

/// Returns from which side a NAG wants a diagram; `None` for one that wants none.
pub(super) fn asked_by(nag: u16) -> Option<Side> {
    match nag {
        201 | 220 => Some(Side::White),
        221 => Some(Side::Black),
        _ => None,
    }
}

impl Picture {
    /// The board of a position without marks, after a move of this number by this side, or at the start.
    pub(super) fn new(position: &VariantPosition, side: Side, after: Option<(u32, Color)>) -> Picture {
        let (board, turn) = (position.board().clone(), position.turn());
        Picture { board, turn, side, after, arrows: Vec::new(), squares: Vec::new() }
    }

    /// The same with arrows and coloured squares.
    pub(super) fn with_marks(self, arrows: Vec<(Brush, Square, Square)>, squares: Vec<(Brush, Square)>) -> Picture {
        Picture { arrows, squares, ..self }
    }

    /// The line below it: `After White’s move 12. Black to move.`
    pub(super) fn caption(&self) -> String {
        let to_move = self.turn.fold_wb("White to move", "Black to move");
        match self.after {
            Some((number, Color::White)) => format!("After White’s move {number}. {to_move}."),
            Some((number, Color::Black)) => format!("After Black’s move {number}. {to_move}."),
            None => format!("{to_move}."),
        }
    }

    /// How it is drawn. It names the pieces and the marks for those who do not see them.
    pub(super) fn look(&self) -> Diagram {
        Diagram {
            title: self.caption(),
            arrows: self.arrows.clone(),
            squares: self.squares.clone(),
            flipped: self.side == Side::Black,
            size: SIZE,
            ..Diagram::default()
        }
    }
}
