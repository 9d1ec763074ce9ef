//! The letters of the files and the numbers of the ranks in the squares at the edge.
//!
//! They are lines, not text: a picture looks the same whatever fonts there are, and whoever draws it needs none.

use std::fmt::Write;

use super::colours::{BoardColours, hexadecimal};
use super::units::{SQUARE, corner};
use shakmaty::{File, Rank, Square};

/// The letters `a` to `h`: 4 units wide, on a base line at 7.
const FILES: [&str; 8] = [
    "M4 2.2V7M4 4.6C4 1.4 0 1.4 0 4.6S4 7.8 4 4.6",
    "M0 0V7M0 4.6C0 1.4 4 1.4 4 4.6S0 7.8 0 4.6",
    "M3.8 3.2C2.8 1.4 0 1.9 0 4.6S2.8 7.8 3.8 6",
    "M4 0V7M4 4.6C4 1.4 0 1.4 0 4.6S4 7.8 4 4.6",
    "M.1 4.6H3.9C3.9 1.4 0 1.4 0 4.6 0 7.5 2.9 7.7 3.8 6",
    "M3.6.2C2.3-.4 1.5.3 1.5 1.6V7M.2 2.5H3.2",
    "M4 2.2V7.2C4 9.2 1.2 9.3.2 8.2M4 4.6C4 1.4 0 1.4 0 4.6S4 7.8 4 4.6",
    "M0 0V7M0 4.5C.3 1.6 3.9 1.4 3.9 4.3V7",
];

/// The digits `1` to `8`: 4 units wide, on a base line at 7.
const RANKS: [&str; 8] = [
    "M.8 1.4 2.4 0V7",
    "M.2 1.7C.2-.5 3.8-.5 3.8 1.8 3.8 3.4.9 5 .1 7H4",
    "M.2 1C1.2-.5 3.7-.3 3.7 1.7 3.7 3 2.5 3.3 1.6 3.3 2.8 3.3 4 3.9 4 5.2 4 7.5 1 7.5 0 5.9",
    "M3 7V0L0 4.9H4",
    "M3.6 0H.7L.4 3.1C1.6 2.2 4 2.5 4 4.7 4 7.3 1 7.6 0 5.9",
    "M3.4.4C1.5-.6 0 1.2 0 4.2 0 7.9 4 7.9 4 4.8 4 2 .6 2 .1 4.4",
    "M0 0H4L1.4 7",
    "M2 3.2C-.2 3.2-.2 0 2 0S4.2 3.2 2 3.2C-.7 3.2-.7 7 2 7S4.7 3.2 2 3.2",
];

/// The distance of a letter from the edges of its square.
const INSET: u32 = 3;
/// The width of a letter, and its height above the base line.
const LETTER: (u32, u32) = (4, 7);

/// Adds the letters below the lowest rank and the numbers beside the left file, each in the colour of the other squares.
pub(super) fn draw(svg: &mut String, flipped: bool, colours: BoardColours) {
    svg.push_str("<g fill=\"none\" stroke-width=\"1\" stroke-linecap=\"round\" stroke-linejoin=\"round\">");
    let (left, lowest) = if flipped { (File::H, Rank::Eighth) } else { (File::A, Rank::First) };
    for rank in Rank::ALL {
        let square = Square::from_coords(left, rank);
        let (x, y) = corner(square, flipped);
        label(svg, square, (x + INSET, y + INSET), RANKS[usize::from(rank)], colours);
    }
    for file in File::ALL {
        let square = Square::from_coords(file, lowest);
        let (x, y) = corner(square, flipped);
        let at = (x + SQUARE - INSET - LETTER.0, y + SQUARE - INSET - LETTER.1);
        label(svg, square, at, FILES[usize::from(file)], colours);
    }
    svg.push_str("</g>");
}

fn label(svg: &mut String, square: Square, (x, y): (u32, u32), lines: &str, colours: BoardColours) {
    let colour = hexadecimal(if square.is_dark() { colours.light } else { colours.dark });
    // Writing to a string cannot fail.
    let _ = write!(svg, "<path transform=\"translate({x} {y})\" stroke=\"{colour}\" d=\"{lines}\"/>");
}
