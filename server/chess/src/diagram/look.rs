//! The annotations and the layout of a diagram.

use std::ops::RangeInclusive;

use shakmaty::Square;

use super::brush::Brush;
use super::colours::BoardColours;

/// The edge lengths in pixels that callers should keep to: a smaller picture shows nothing, a larger one fits on no screen.
pub const SIZES: RangeInclusive<u32> = 16..=4096;

/// The annotations and the layout of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// What browsers show as the name of the picture, such as `White to move`: any text.
    pub title: String,
    /// The squares that a piece left and reached.
    pub last_move: Option<(Square, Square)>,
    /// `[%cal ...]`.
    pub arrows: Vec<(Brush, Square, Square)>,
    /// `[%csl ...]`.
    pub squares: Vec<(Brush, Square)>,
    /// Whether the board is seen from Black's side.
    pub flipped: bool,
    /// Whether the files have letters and the ranks numbers.
    pub coordinates: bool,
    /// The colours of the squares.
    pub colours: BoardColours,
    /// The edge length in pixels.
    pub size: u32,
}

impl Default for Diagram {
    fn default() -> Diagram {
        Diagram {
            title: "Chess diagram".to_owned(),
            last_move: None,
            arrows: Vec::new(),
            squares: Vec::new(),
            flipped: false,
            coordinates: true,
            colours: BoardColours::BROWN,
            size: 360,
        }
    }
}
