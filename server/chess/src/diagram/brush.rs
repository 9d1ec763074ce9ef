//! The colours of arrows and squares.

/// The colours of arrows and squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brush {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `B`
    Blue,
    /// `Y`
    Yellow,
}

impl Brush {
    /// Returns the colour of a letter in `[%cal Ge2e4]` and `[%csl Re5]`.
    pub const fn from_letter(letter: char) -> Option<Brush> {
        match letter {
            'G' => Some(Brush::Green),
            'R' => Some(Brush::Red),
            'B' => Some(Brush::Blue),
            'Y' => Some(Brush::Yellow),
            _ => None,
        }
    }

    /// The four colours.
    pub const ALL: [Brush; 4] = [Brush::Green, Brush::Red, Brush::Blue, Brush::Yellow];

    /// Returns the letter of the colour.
    pub const fn letter(self) -> char {
        match self {
            Brush::Green => 'G',
            Brush::Red => 'R',
            Brush::Blue => 'B',
            Brush::Yellow => 'Y',
        }
    }

    /// Returns the red, green and blue values in the picture.
    pub const fn rgb(self) -> [u8; 3] {
        match self {
            Brush::Green => [0x15, 0x78, 0x1B],
            Brush::Red => [0x88, 0x20, 0x20],
            Brush::Blue => [0x00, 0x30, 0x88],
            Brush::Yellow => [0xE6, 0x8F, 0x00],
        }
    }

    /// Returns the English name.
    pub const fn name(self) -> &'static str {
        match self {
            Brush::Green => "green",
            Brush::Red => "red",
            Brush::Blue => "blue",
            Brush::Yellow => "yellow",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_brushes() {
        let names: Vec<_> = "GRBYgX".chars().map(|letter| Brush::from_letter(letter).map(Brush::name)).collect();
        assert_eq!(names, [Some("green"), Some("red"), Some("blue"), Some("yellow"), None, None]);
    }
}
