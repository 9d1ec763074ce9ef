//! Positions in one game, as if it were a file: they stay what they are while the file around it changes.

use tower_lsp::lsp_types::Position;

use super::position::{Encoding, Places, saturate};

/// The lines of one game.
pub struct UnitPlaces<'game> {
    text: &'game str,
    encoding: Encoding,
    /// Where they begin, in bytes.
    lines: Vec<usize>,
}

impl<'game> UnitPlaces<'game> {
    /// Of the text of a game. Linear in it.
    pub fn new(text: &'game str, encoding: Encoding) -> UnitPlaces<'game> {
        let bytes = text.as_bytes();
        let line_ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
        let ends_line = |at: &usize| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
        let lines = std::iter::once(0).chain(line_ends.filter(ends_line).map(|at| at + 1)).collect();
        UnitPlaces { text, encoding, lines }
    }

    /// How many line ends there are.
    pub fn line_ends(&self) -> usize {
        self.lines.len() - 1
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

/// The position in the file of a position in a game that begins at `start`.
pub fn in_file(start: Position, position: Position) -> Position {
    let column = if position.line == 0 { start.character } else { 0 };
    Position::new(start.line.saturating_add(position.line), position.character.saturating_add(column))
}

#[cfg(test)]
mod tests {
    use ropey::Rope;

    use super::super::position;
    use super::*;

    #[test]
    fn they_are_those_of_the_file_behind_the_start_of_the_game() {
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
                    let lines = of_file(text.len()).line - of_file(0).line;
                    assert_eq!(places.line_ends(), lines as usize);
                }
            }
        }
    }
}
