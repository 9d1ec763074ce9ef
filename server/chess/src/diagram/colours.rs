//! The colours of the squares of a board.

use std::str::FromStr;

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

impl FromStr for BoardColours {
    type Err = String;

    /// Reads one of the names, or the colours of light and dark squares as in `#f0d9b5,#b58863`. The error is a sentence for the user.
    fn from_str(written: &str) -> Result<BoardColours, String> {
        if let Some((_, colours)) = BoardColours::NAMED.iter().find(|(name, _)| *name == written) {
            return Ok(*colours);
        }
        let pair = written.split_once(',');
        let pair = pair.and_then(|(light, dark)| Some(BoardColours { light: rgb(light)?, dark: rgb(dark)? }));
        pair.ok_or_else(|| {
            let names: Vec<&str> = BoardColours::NAMED.iter().map(|(name, _)| *name).collect();
            format!("write {}, or two colors as in #f0d9b5,#b58863", names.join(", "))
        })
    }
}

/// Reads `#f0d9b5`.
fn rgb(written: &str) -> Option<[u8; 3]> {
    let digits = written.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    // `from_str_radix` would take a sign, too.
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}

/// Returns a colour as CSS and SVG write it: `#f0d9b5`.
pub fn hexadecimal([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_names_or_pairs() {
        assert_eq!("grey".parse(), Ok(BoardColours::GREY));
        assert_eq!("#f0D9b5,#b58863".parse(), Ok(BoardColours::BROWN));
        for wrong in ["", "pink", "#f0d9b5", "#f0d9b5,#b5886", "#f0d9b5,\"/><script>", "#+f0d9b,#b58863"] {
            assert!(wrong.parse::<BoardColours>().is_err(), "{wrong}");
        }
    }
}
