//! Several diagrams as one picture: a sheet of problems.

use std::fmt::Write;

use shakmaty::Board;

use super::look::Diagram;
use super::markup::escape;
use super::svg::svg;

/// A diagram of a sheet.
#[derive(Clone, Debug)]
pub struct SheetBoard {
    /// The pieces.
    pub board: Board,
    /// The look; the size of the first board of a sheet is that of all.
    pub diagram: Diagram,
    /// The line below it, any text.
    pub caption: String,
}

/// Returns a self-contained SVG document with diagrams in rows of `columns`, each above its caption.
///
/// Captions are text in the reader's sans-serif font; a long one is pressed together so that it fits below its board.
pub fn sheet(title: &str, boards: &[SheetBoard], columns: usize) -> String {
    let size = boards.first().map_or(0, |first| first.diagram.size);
    let layout = Layout::of(size);
    let columns = columns.clamp(1, boards.len().max(1));
    let rows = boards.len().div_ceil(columns);
    let width = layout.gap + columns as u32 * layout.column;
    let height = layout.gap + rows as u32 * layout.row;
    let mut picture = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        picture,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\
         <title>{}</title><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
        escape(title)
    );
    for (index, board) in boards.iter().enumerate() {
        let x = layout.gap + (index % columns) as u32 * layout.column;
        let y = layout.gap + (index / columns) as u32 * layout.row;
        layout.add(&mut picture, board, x, y);
    }
    picture.push_str("</svg>");
    picture
}

/// The lengths of a sheet in pixels.
struct Layout {
    size: u32,
    /// Between boards, and around them.
    gap: u32,
    /// The height of the letters of captions.
    letters: u32,
    /// From board to board.
    column: u32,
    row: u32,
}

/// The average width of a letter of a sans-serif font, as a part of its height.
const LETTER_WIDTH: f64 = 0.55;

impl Layout {
    fn of(size: u32) -> Layout {
        let (gap, letters) = (size / 10, (size / 22).max(8));
        Layout { size, gap, letters, column: size + gap, row: size + gap + 2 * letters }
    }

    /// Adds a board with its upper left corner at a place.
    fn add(&self, picture: &mut String, board: &SheetBoard, x: u32, y: u32) {
        let drawn = svg(&board.board, &Diagram { size: self.size, ..board.diagram.clone() });
        picture.push_str(&drawn.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1));
        // Without a frame, light squares at the edge are paper.
        let (size, frame) = (self.size, "fill=\"none\" stroke=\"#000\" stroke-opacity=\"0.4\"");
        // Writing to a string cannot fail.
        let _ = write!(picture, "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" {frame}/>");
        let length = board.caption.chars().count() as f64 * LETTER_WIDTH * f64::from(self.letters);
        let pressed = match length > f64::from(self.size) {
            true => format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", self.size),
            false => String::new(),
        };
        let _ = write!(
            picture,
            "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" text-anchor=\"middle\" fill=\"#000\"{pressed}>{}</text>",
            x + self.size / 2,
            y + self.size + self.letters * 3 / 2,
            self.letters,
            escape(&board.caption)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(count: usize) -> Vec<SheetBoard> {
        let board = SheetBoard {
            board: Board::new(),
            diagram: Diagram { size: 200, ..Diagram::default() },
            caption: "1. <b>".to_owned(),
        };
        vec![board; count]
    }

    #[test]
    fn boards_are_in_rows_above_their_captions() {
        let shown = sheet("Problems & more", &boards(5), 2);
        assert!(shown.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"460\" height=\"734\""), "{shown}");
        assert!(shown.contains("<title>Problems &amp; more</title>") && shown.contains(">1. &lt;b&gt;</text>"));
        let corners = ["x=\"20\" y=\"20\"", "x=\"240\" y=\"20\"", "x=\"20\" y=\"258\"", "x=\"20\" y=\"496\""];
        assert!(corners.iter().all(|corner| shown.contains(&format!("<svg {corner} "))), "{shown}");
    }

    #[test]
    fn long_captions_stay_below_their_board() {
        let mut boards = boards(1);
        assert!(!sheet("", &boards, 3).contains("textLength"));
        boards[0].caption = "a long name ".repeat(9);
        assert!(sheet("", &boards, 3).contains("textLength=\"200\""));
        assert!(sheet("", &[], 3).ends_with("</svg>"));
    }
}
