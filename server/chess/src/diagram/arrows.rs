//! The arrows of a diagram.
//!
//! Each is one filled outline: a head that is a marker needs an identifier, and those of several pictures in one page are the same.

use std::fmt::Write;

use shakmaty::Square;

use super::brush::Brush;
use super::colours::hexadecimal;
use super::units::{SQUARE, corner};

/// The distance of the tail from the centre of its square, in units of which a square has 45.
const TAIL: f64 = 12.0;
/// The distance of the tip from the centre of its square: the piece there stays recognisable.
const TIP: f64 = 9.0;
/// The length of the head.
const HEAD: f64 = 19.0;
/// Half the width of the head.
const HALF_HEAD: f64 = 12.0;
/// Half the width of the shaft.
const HALF_SHAFT: f64 = 3.5;

/// Adds an arrow between the centres of two squares; none from a square to itself.
pub(super) fn draw(svg: &mut String, brush: Brush, from: Square, to: Square, flipped: bool) {
    let ((start_x, start_y), (end_x, end_y)) = (centre(from, flipped), centre(to, flipped));
    let length = (end_x - start_x).hypot(end_y - start_y);
    if length == 0.0 {
        return;
    }
    let along = ((end_x - start_x) / length, (end_y - start_y) / length);
    let neck = length - TIP - HEAD;
    let outline = [
        (TAIL, HALF_SHAFT),
        (neck, HALF_SHAFT),
        (neck, HALF_HEAD),
        (length - TIP, 0.0),
        (neck, -HALF_HEAD),
        (neck, -HALF_SHAFT),
        (TAIL, -HALF_SHAFT),
    ];
    let points = outline.map(|(ahead, aside)| {
        let x = start_x + ahead * along.0 - aside * along.1;
        let y = start_y + ahead * along.1 + aside * along.0;
        format!("{x:.1},{y:.1}")
    });
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.85\"/>",
        points.join(" "),
        hexadecimal(brush.rgb())
    );
}

fn centre(square: Square, flipped: bool) -> (f64, f64) {
    let (x, y) = corner(square, flipped);
    let half = f64::from(SQUARE) / 2.0;
    (f64::from(x) + half, f64::from(y) + half)
}
