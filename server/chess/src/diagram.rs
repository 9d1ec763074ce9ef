//! A position as a picture: SVG, or a data URI of the SVG.

use chess_diagram::{ArrowShape, Color, Options, Shape};
use shakmaty::{Board, Square};

/// The annotations and the layout of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The squares that a piece left and reached.
    pub last_move: Option<(Square, Square)>,
    /// `[%cal ...]`.
    pub arrows: Vec<(Brush, Square, Square)>,
    /// `[%csl ...]`.
    pub squares: Vec<(Brush, Square)>,
    /// Whether the board is seen from Black's side.
    pub flipped: bool,
    /// The edge length in pixels.
    pub size: u32,
}

impl Default for Diagram {
    fn default() -> Diagram {
        Diagram { last_move: None, arrows: Vec::new(), squares: Vec::new(), flipped: false, size: 360 }
    }
}

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

/// Returns a self-contained SVG document of `board`.
pub fn svg(board: &Board, diagram: &Diagram) -> String {
    let squares = diagram.squares.iter().map(|(brush, square)| shape(*brush, *square, None));
    let arrows = diagram.arrows.iter().map(|(brush, from, to)| shape(*brush, *from, Some(*to)));
    let last_move = diagram.last_move.iter().flat_map(|(from, to)| [*from, *to]);
    let options = Options {
        orientation: if diagram.flipped { Color::Black } else { Color::White },
        highlight: last_move.filter_map(picture_square).collect(),
        shapes: squares.chain(arrows).collect(),
        size: diagram.size,
        ..Options::default()
    };
    // The renderer rejects only a board that is not eight ranks of eight squares.
    chess_diagram::render_svg(&board.to_string(), &options).unwrap_or_default()
}

/// Returns a self-contained SVG document of the position in `fen`, of which it reads the first field only. Returns
/// `None` if that field is not a board.
pub fn svg_of_fen(fen: &str, diagram: &Diagram) -> Option<String> {
    let placement = fen.split_whitespace().next()?;
    let board = Board::from_ascii_board_fen(placement.as_bytes()).ok()?;
    Some(svg(&board, diagram))
}

/// Returns the SVG as a data URI, for places that take the address of a picture.
pub fn data_uri(svg: &str) -> String {
    format!("data:image/svg+xml;base64,{}", base64(svg.as_bytes()))
}

fn shape(brush: Brush, from: Square, to: Option<Square>) -> Shape {
    Shape {
        orig: from.to_string(),
        dest: to.map(|square| square.to_string()),
        brush: brush.name().to_owned(),
        text: None,
        arrow: ArrowShape::Straight,
        width: None,
    }
}

fn picture_square(square: Square) -> Option<chess_diagram::Square> {
    chess_diagram::Square::from_algebraic(&square.to_string())
}

/// Encodes bytes in base64 (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            if digit > chunk.len() {
                text.push('=');
            } else {
                text.push(char::from(ALPHABET[(bits >> (18 - 6 * digit) & 63) as usize]));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagram_shows_pieces_move_arrows_and_squares() {
        let board = Board::new();
        let plain = svg(&board, &Diagram::default());
        assert!(plain.starts_with("<svg") && plain.ends_with("</svg>"));
        let rich = Diagram {
            last_move: Some((Square::E2, Square::E4)),
            arrows: vec![(Brush::Red, Square::D2, Square::D4)],
            squares: vec![(Brush::Blue, Square::E5)],
            flipped: true,
            size: 200,
        };
        let shown = svg(&board, &rich);
        for expected in ["width=\"200\"", "#cdd26a", "#882020", "#003088"] {
            assert!(shown.contains(expected) && !plain.contains(expected), "{expected}");
        }
    }

    #[test]
    fn a_fen_is_drawn_whatever_follows_its_board() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let expected = svg(&Board::new(), &Diagram::default());
        for fen in [start.to_owned(), format!("{start} w KQkq - 0 1"), format!(" {start} ? bm e4;")] {
            assert_eq!(svg_of_fen(&fen, &Diagram::default()).as_ref(), Some(&expected), "{fen}");
        }
        for fen in ["", "8/8", "rnbqkbnr/ppppppppp/8/8/8/8/8/8", "1. e4"] {
            assert_eq!(svg_of_fen(fen, &Diagram::default()), None, "{fen}");
        }
    }

    #[test]
    fn brushes_are_drawn_in_their_colours() {
        for brush in Brush::ALL {
            let [red, green, blue] = brush.rgb();
            let drawn = svg(&Board::new(), &Diagram { squares: vec![(brush, Square::E5)], ..Diagram::default() });
            assert!(drawn.to_lowercase().contains(&format!("#{red:02x}{green:02x}{blue:02x}")), "{}", brush.name());
        }
    }

    #[test]
    fn base64_pads_to_four() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("\u{ff}~", "w79+")];
        for (plain, coded) in cases {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
        assert_eq!(data_uri("<svg/>"), "data:image/svg+xml;base64,PHN2Zy8+");
    }

    #[test]
    fn letters_are_brushes() {
        let names: Vec<_> = "GRBYgX".chars().map(|letter| Brush::from_letter(letter).map(Brush::name)).collect();
        assert_eq!(names, [Some("green"), Some("red"), Some("blue"), Some("yellow"), None, None]);
    }
}
