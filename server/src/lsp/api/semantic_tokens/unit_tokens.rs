//! The semantic tokens of a unit, with positions relative to its start: they are the same wherever it is in the file.

use scoresheet_ide::semantic_tokens::{Modifiers, SemanticToken as Word, TokenType};
use tower_lsp::lsp_types::{Position, Range, SemanticToken};

use crate::lsp::proto::position::{Encoding, Places, saturate};
use crate::lsp::proto::unit_position::{UnitPlaces, in_file};

/// A token at a place relative to the start of its unit.
#[derive(Clone, Copy)]
pub(super) struct Token {
    start: Position,
    length: u32,
    kind: TokenType,
    modifiers: Modifiers,
}

impl Token {
    /// A word at a place of its own, on one line.
    pub(super) fn at(place: Range, word: &Word) -> Token {
        let length = place.end.character.saturating_sub(place.start.character);
        Token { start: place.start, length, kind: word.kind, modifiers: word.modifiers }
    }
}

/// What is kept of the tokens of a unit.
#[derive(Clone, Copy, Default)]
pub(super) struct Summary {
    /// How many there are.
    pub count: u32,
    /// The first.
    pub first: Option<Token>,
    /// Where the last begins, relative to the start of the part.
    last: Position,
    /// Where the part ends, relative to its start.
    end: Position,
}

impl Summary {
    /// Of all tokens of a unit with this text.
    pub(super) fn of(tokens: &[Token], text: &str, encoding: Encoding) -> Summary {
        Summary {
            count: saturate(tokens.len()),
            first: tokens.first().copied(),
            last: tokens.last().map(|token| token.start).unwrap_or_default(),
            end: UnitPlaces::new(text, encoding).position(text.len()),
        }
    }

    /// Where the part ends in the file if it begins at `start`.
    pub(super) fn end_in_file(&self, start: Position) -> Position {
        in_file(start, self.end)
    }
}

/// The way through a text from place to place, which is never back.
pub(super) struct Walk<'text> {
    text: &'text str,
    encoding: Encoding,
    at: usize,
    position: Position,
}

impl Walk<'_> {
    pub(super) fn new(text: &str, encoding: Encoding) -> Walk<'_> {
        // Nearly all texts are, and in them nothing has to be counted.
        let encoding = if text.is_ascii() { Encoding::Utf8 } else { encoding };
        Walk { text, encoding, at: 0, position: Position::default() }
    }

    /// The tokens of these words, which are in the order of the text.
    pub(super) fn tokens(mut self, words: &[Word]) -> Vec<Token> {
        words.iter().map(|word| self.token(word)).collect()
    }

    /// A token after the one before it.
    fn token(&mut self, word: &Word) -> Token {
        let start = self.to(word.range().start);
        Token { start, length: self.over(word.range()), kind: word.kind, modifiers: word.modifiers }
    }

    /// The position of byte `offset`, which is not between the bytes of a `\r\n`.
    fn to(&mut self, offset: usize) -> Position {
        let bytes = self.text.as_bytes();
        // So it is between most tokens.
        if let between @ ([] | [b' ']) = &bytes[self.at..offset] {
            self.position.character = self.position.character.saturating_add(saturate(between.len()));
            self.at = offset;
            return self.position;
        }
        let mut line_start = self.at;
        for at in memchr::memchr2_iter(b'\n', b'\r', &bytes[self.at..offset]).map(|at| self.at + at) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                self.position = Position::new(self.position.line.saturating_add(1), 0);
                line_start = at + 1;
            }
        }
        let columns = saturate(self.encoding.length(&self.text[line_start..offset]));
        self.position.character = self.position.character.saturating_add(columns);
        self.at = offset;
        self.position
    }

    /// Goes to the end of `range`, which begins where the walk is and in which no line ends; returns its length in columns.
    fn over(&mut self, range: std::ops::Range<usize>) -> u32 {
        let columns = saturate(self.encoding.length(&self.text[range.clone()]));
        self.position.character = self.position.character.saturating_add(columns);
        self.at = range.end;
        columns
    }
}

/// Where the last token began: each is encoded relative to the one before it.
#[derive(Clone, Copy, Default)]
pub(super) struct Relative {
    last: Position,
}

impl Relative {
    /// A token of a part that begins at `start`, relative to the one before it.
    pub(super) fn next(&mut self, start: Position, token: &Token) -> SemanticToken {
        let place = in_file(start, token.start);
        let delta_line = place.line.saturating_sub(self.last.line);
        let column = if delta_line == 0 { self.last.character } else { 0 };
        self.last = place;
        SemanticToken {
            delta_line,
            delta_start: place.character.saturating_sub(column),
            length: token.length,
            token_type: token.kind as u32,
            token_modifiers_bitset: token.modifiers.bits(),
        }
    }

    /// Passes over the tokens of a part that begins at `start`.
    pub(super) fn skip_to(&mut self, start: Position, part: &Summary) {
        if part.first.is_some() {
            self.last = in_file(start, part.last);
        }
    }
}

#[cfg(test)]
mod tests {
    use ropey::Rope;

    use super::*;
    use crate::lsp::proto::position;

    #[test]
    fn a_walk_finds_the_positions_of_the_text() {
        for text in ["", "a\r\nb\rc\n\nd♘🏆\r\r\n🏆x", "\n\r", "🏆 ♘\r\n"] {
            let rope = Rope::from_str(text);
            for encoding in [Encoding::Utf8, Encoding::Utf16] {
                let mut walk = Walk::new(text, encoding);
                let places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
                let is_place = |at: &usize| !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'));
                for offset in places.filter(is_place) {
                    assert_eq!(walk.to(offset), position::position(&rope, offset, encoding), "{text:?} {offset}");
                }
            }
        }
    }
}
