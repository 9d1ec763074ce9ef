//! Positions in one unit, as if it were a file: they do not change while the file around it does.

use tower_lsp::lsp_types::Position;

use super::position::{Encoding, Places, saturate};

/// The lines of one unit.
pub(crate) struct UnitPlaces<'game> {
    text: &'game str,
    encoding: Encoding,
    /// Where they begin, in bytes.
    lines: Vec<usize>,
}

impl<'game> UnitPlaces<'game> {
    /// Of the text of a unit. Linear in it.
    pub(crate) fn new(text: &'game str, encoding: Encoding) -> UnitPlaces<'game> {
        let bytes = text.as_bytes();
        let line_ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
        let ends_line = |at: &usize| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
        let lines = std::iter::once(0).chain(line_ends.filter(ends_line).map(|at| at + 1)).collect();
        UnitPlaces { text, encoding, lines }
    }
}

impl Places for UnitPlaces<'_> {
    fn position(&self, offset: usize) -> Position {
        let mut offset = self.text.floor_char_boundary(offset);
        if self.byte(offset) == Some(b'\n') && offset > 0 && self.byte(offset - 1) == Some(b'\r') {
            offset -= 1;
        }
        let line = self.lines.partition_point(|start| *start <= offset).saturating_sub(1);
        let before = &self.text[self.lines[line]..offset];
        Position::new(saturate(line), saturate(self.encoding.length(before)))
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        self.text.as_bytes().get(offset).copied()
    }
}

/// The same of a text that begins at `start` in a file.
pub(crate) struct Placed<'unit> {
    pub places: UnitPlaces<'unit>,
    pub start: Position,
}

impl Places for Placed<'_> {
    fn position(&self, offset: usize) -> Position {
        in_file(self.start, self.places.position(offset))
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        self.places.byte(offset)
    }
}

/// The position in the file of a position in a unit that begins at `start`.
pub(crate) fn in_file(start: Position, position: Position) -> Position {
    let column = if position.line == 0 { start.character } else { 0 };
    Position::new(start.line.saturating_add(position.line), position.character.saturating_add(column))
}

#[cfg(test)]
mod tests {
    use ropey::Rope;

    use super::super::position;
    use super::*;

    #[test]
    fn they_are_those_of_the_file_after_the_start_of_the_unit() {
        let texts = ["", "x", "1. e4 🏆 *\n", "a\r\nb\rc\n\nd♘\r\r\n", "\n\r"];
        for before in ["", "♘ ", "a\nb🏆", "1. d4 *\r\n\r\n"] {
            for text in texts {
                let rope = Rope::from_str(&format!("{before}{text}"));
                for encoding in [Encoding::Utf8, Encoding::Utf16] {
                    let places = UnitPlaces::new(text, encoding);
                    let of_file = |offset| position::position(&rope, before.len() + offset, encoding);
                    for offset in 0..=text.len() {
                        assert_eq!(in_file(of_file(0), places.position(offset)), of_file(offset), "{text:?} {offset}");
                    }
                }
            }
        }
    }
}
