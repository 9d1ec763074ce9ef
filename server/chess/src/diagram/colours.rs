//! The colours of the squares of a board.

/// The colours of light and dark squares, as red, green and blue values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardColours {
    /// Light squares.
    pub light: [u8; 3],
    /// Dark squares.
    pub dark: [u8; 3],
}

impl BoardColours {
    /// Wood: what boards in editors and on servers look like.
    pub const BROWN: BoardColours = BoardColours { light: [0xF0, 0xD9, 0xB5], dark: [0xB5, 0x88, 0x63] };
    /// Blue and grey.
    pub const BLUE: BoardColours = BoardColours { light: [0xDE, 0xE3, 0xE6], dark: [0x8C, 0xA2, 0xAD] };
    /// Green, as the boards of tournaments.
    pub const GREEN: BoardColours = BoardColours { light: [0xF2, 0xF2, 0xDA], dark: [0x7F, 0x9F, 0x60] };
    /// White and grey, for print.
    pub const GREY: BoardColours = BoardColours { light: [0xFF, 0xFF, 0xFF], dark: [0xC4, 0xC4, 0xC4] };

    /// The colours that have a name.
    pub const NAMED: [(&str, BoardColours); 4] = [
        ("brown", BoardColours::BROWN),
        ("blue", BoardColours::BLUE),
        ("green", BoardColours::GREEN),
        ("grey", BoardColours::GREY),
    ];
}

/// Returns a colour as CSS and SVG write it: `#f0d9b5`.
pub(super) fn hexadecimal([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
