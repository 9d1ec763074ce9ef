//! The SVG document of a position.

use std::fmt::Write;

use chess_diagram::{ArrowShape, Color, Options, Shape, Theme};
use shakmaty::{Board, Square};

use super::brush::Brush;
use super::colours::hexadecimal;
use super::look::Diagram;
use super::markup::escape;
use super::words::{marks_in_words, position_in_words};
use super::{arrows, coordinates};

/// Returns a self-contained SVG document of `board`, without fonts and identifiers, so that several fit in one page.
///
/// Its title is that of the diagram; its description names all pieces, arrows and coloured squares.
pub fn svg(board: &Board, diagram: &Diagram) -> String {
    let options = Options {
        orientation: if diagram.flipped { Color::Black } else { Color::White },
        highlight: diagram.last_move.iter().flat_map(|(from, to)| [*from, *to]).filter_map(picture_square).collect(),
        shapes: diagram.squares.iter().map(|(brush, square)| circle(*brush, *square)).collect(),
        coordinates: false,
        theme: Theme {
            light: hexadecimal(diagram.colours.light),
            dark: hexadecimal(diagram.colours.dark),
            ..Theme::default()
        },
        size: diagram.size,
        ..Options::default()
    };
    // The renderer rejects only a board that is not eight ranks of eight squares.
    let drawn = chess_diagram::render_svg(&board.to_string(), &options).unwrap_or_default();
    let (start, content) = drawn.split_once('>').unwrap_or_default();
    let mut svg = String::with_capacity(drawn.len() + 4096);
    let title = escape(&diagram.title);
    // Writing to a string cannot fail.
    let _ = write!(svg, "{start} role=\"img\"><title>{title}</title><desc>{}</desc>", description(board, diagram));
    svg.push_str(content.trim_end_matches("</svg>"));
    if diagram.coordinates {
        coordinates::draw(&mut svg, diagram.flipped, diagram.colours);
    }
    for (brush, from, to) in &diagram.arrows {
        arrows::draw(&mut svg, *brush, *from, *to, diagram.flipped);
    }
    svg.push_str("</svg>");
    svg
}

/// Returns a self-contained SVG document of the position in `fen`, of which it reads the first field only. Returns
/// `None` if that field is not a board.
pub fn svg_of_fen(fen: &str, diagram: &Diagram) -> Option<String> {
    let placement = fen.split_whitespace().next()?;
    let board = Board::from_ascii_board_fen(placement.as_bytes()).ok()?;
    Some(svg(&board, diagram))
}

/// Returns the diagram in words, of which none needs to be escaped.
fn description(board: &Board, diagram: &Diagram) -> String {
    let mut sentences = vec![position_in_words(board)];
    sentences.extend(marks_in_words(diagram));
    sentences.join(" ")
}

fn circle(brush: Brush, square: Square) -> Shape {
    Shape {
        orig: square.to_string(),
        dest: None,
        brush: hexadecimal(brush.rgb()),
        text: None,
        arrow: ArrowShape::Straight,
        width: None,
    }
}

fn picture_square(square: Square) -> Option<chess_diagram::Square> {
    chess_diagram::Square::from_algebraic(&square.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::BoardColours;

    fn rich() -> Diagram {
        Diagram {
            title: "Black to <move> & \"win\"\n\u{1}".to_owned(),
            last_move: Some((Square::E2, Square::E4)),
            arrows: vec![(Brush::Red, Square::D2, Square::D4), (Brush::Red, Square::A1, Square::A1)],
            squares: vec![(Brush::Blue, Square::E5)],
            flipped: true,
            coordinates: false,
            colours: BoardColours::GREY,
            size: 200,
        }
    }

    #[test]
    fn a_diagram_shows_pieces_move_arrows_and_squares() {
        let board = Board::new();
        let plain = svg(&board, &Diagram::default());
        assert!(plain.starts_with("<svg") && plain.ends_with("</svg>"));
        let shown = svg(&board, &rich());
        for expected in ["width=\"200\"", "#cdd26a", "#882020", "#003088", "#c4c4c4", "Red arrow from d2 to d4."] {
            assert!(shown.contains(expected) && !plain.contains(expected), "{expected}");
        }
        assert_eq!(shown.matches("<polygon").count(), 1, "an arrow from a square to itself is none");
    }

    #[test]
    fn several_diagrams_fit_in_one_page_and_need_no_font() {
        for diagram in [rich(), Diagram { coordinates: true, ..rich() }] {
            let shown = svg(&Board::new(), &diagram);
            for unwanted in [" id=", "url(", "href", "<text", "font", "<style", "class="] {
                assert!(!shown.contains(unwanted), "{unwanted}");
            }
        }
    }

    #[test]
    fn titles_are_text() {
        let shown = svg(&Board::new(), &rich());
        assert!(shown.contains("<title>Black to &lt;move&gt; &amp; &quot;win&quot; \u{FFFD}</title>"), "{shown}");
    }

    #[test]
    fn arrows_and_coordinates_turn_with_the_board() {
        let points = |flipped| {
            let arrows = vec![(Brush::Green, Square::A1, Square::A8)];
            let shown = svg(&Board::empty(), &Diagram { arrows, flipped, ..Diagram::default() });
            let (_, rest) = shown.split_once("<polygon points=\"").unwrap();
            rest.split(' ').nth(3).unwrap().to_owned()
        };
        assert_eq!((points(false), points(true)), ("22.5,31.5".to_owned(), "337.5,328.5".to_owned()));
        let labels = |flipped| {
            let shown = svg(&Board::empty(), &Diagram { flipped, ..Diagram::default() });
            let at = |x, y| {
                let (_, rest) = shown.split_once(&format!("translate({x} {y})\" stroke=\"")).unwrap();
                rest.split('"').nth(2).unwrap().to_owned()
            };
            (at(3, 3), at(3, 318), at(38, 350), at(353, 350))
        };
        let (top, bottom, left, right) = labels(false);
        assert_eq!(labels(true), (bottom, top, right, left));
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
}
