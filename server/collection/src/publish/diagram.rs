//! Diagrams in the moves of a game.

use scoresheet_chess::diagram::{Diagram, svg};
use scoresheet_chess::move_marks::MoveMarks;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position};

use super::html::Html;

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

/// Returns from which side a NAG wants a diagram; `None` for one that wants none.
pub(super) fn asked_by(nag: u16) -> Option<Side> {
    match nag {
        201 | 220 => Some(Side::White),
        221 => Some(Side::Black),
        _ => None,
    }
}

/// Writes a diagram with the arrows and squares of `marks`, after a move of this number by this side, or at the start.
pub(super) fn write(
    html: &mut Html,
    position: &VariantPosition,
    side: Side,
    marks: &MoveMarks,
    after: Option<(u32, Color)>,
) {
    let to_move = position.turn().fold_wb("White to move", "Black to move");
    let caption = match after {
        Some((number, Color::White)) => format!("After White’s move {number}. {to_move}."),
        Some((number, Color::Black)) => format!("After Black’s move {number}. {to_move}."),
        None => format!("{to_move}."),
    };
    // It names the pieces and the marks for those who do not see them.
    let drawn = Diagram {
        title: caption,
        arrows: marks.arrows.clone(),
        squares: marks.squares.clone(),
        flipped: side == Side::Black,
        size: SIZE,
        ..Diagram::default()
    };
    html.open("figure", &[("class", "diagram")]);
    html.picture(&svg(position.board(), &drawn));
    html.element("figcaption", &[], &drawn.title);
    html.close();
    html.line();
}
