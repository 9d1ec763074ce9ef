//! The units of a picture, and where its squares are.

use shakmaty::Square;

/// The edge length of a square in the units of the picture.
pub(super) const SQUARE: u32 = 45;

/// Returns the upper left corner of a square.
pub(super) fn corner(square: Square, flipped: bool) -> (u32, u32) {
    let seen = if flipped { square.rotate_180() } else { square };
    (u32::from(seen.file()) * SQUARE, (7 - u32::from(seen.rank())) * SQUARE)
}
