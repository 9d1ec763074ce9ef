//! The semantic tokens of a game, or of a run of records, by themselves: wherever it stands in the file they are the same.

use std::ops::Range;

use scoresheet_analysis::epd::record_tokens;
use scoresheet_analysis::semantic_tokens::{Modifiers, SemanticToken as Word, TokenType, semantic_tokens};
use scoresheet_grammar::epd::Records;
use scoresheet_grammar::{Game, GameView};
use tower_lsp::lsp_types::{Position, SemanticToken};

use super::packed_tokens::Codes;
use crate::lsp::proto::position::{Encoding, saturate};
use crate::lsp::proto::unit_position::in_file;

/// What tokens are worked out of.
#[derive(Clone, Copy)]
pub enum Source<'file> {
    Game(GameView<'file>),
    /// A game whose tree is not at hand.
    Unread(&'file Game),
    Records(&'file Records),
}

/// A part of a file, and what is known of its tokens.
pub struct Part<'file> {
    /// The same address is the same part.
    pub address: usize,
    pub source: Source<'file>,
    pub summary: Summary,
}

/// A token at a place relative to the start of its part.
#[derive(Clone, Copy)]
pub struct Token {
    start: Position,
    length: u32,
    kind: TokenType,
    modifiers: Modifiers,
}

/// What is kept of the tokens of a part.
#[derive(Clone, Copy)]
pub struct Summary {
    /// How many there are.
    pub count: u32,
    /// The first.
    pub first: Option<Token>,
    /// Where the last begins, relative to the start of the part.
    last: Position,
    /// Where the part ends, relative to its start.
    end: Position,
}

impl Source<'_> {
    /// All tokens. Linear in the text.
    pub fn tokens(self, encoding: Encoding) -> Vec<Token> {
        self.tokens_where(encoding, |_| true)
    }

    /// The tokens whose bytes, relative to the part, are wanted.
    pub fn tokens_where(self, encoding: Encoding, is_wanted: impl Fn(&Range<usize>) -> bool) -> Vec<Token> {
        let (text, tokens) = self.words();
        let mut walk = Walk::new(text, encoding);
        let wanted = tokens.into_iter().filter(|token| is_wanted(&token.range()));
        wanted.map(|token| walk.token(&token)).collect()
    }

    /// What there is to keep of all tokens: the first, and those behind it in few bytes. Linear in the text.
    pub fn summary(self, encoding: Encoding) -> (Summary, Codes) {
        let (text, tokens) = self.words();
        let count = saturate(tokens.len());
        let mut walk = Walk::new(text, encoding);
        let mut tokens = tokens.into_iter();
        let first = tokens.next().map(|token| walk.token(&token));
        let mut relative = Relative::default();
        if let Some(first) = &first {
            relative.next(Position::default(), first);
        }
        let behind = tokens.map(|token| relative.next(Position::default(), &walk.token(&token)));
        let codes = Codes::of(behind);
        (Summary { count, first, last: relative.last, end: walk.to(text.len()) }, codes)
    }

    fn words(&self) -> (&str, Vec<Word>) {
        match self {
            Source::Game(game) => (game.text, semantic_tokens(*game)),
            Source::Unread(game) => (game.text(), game.read(semantic_tokens)),
            Source::Records(chunk) => (chunk.text(), record_tokens(chunk)),
        }
    }
}

impl Summary {
    /// Where the part ends in the file if it begins at `start`.
    pub fn end_in_file(&self, start: Position) -> Position {
        in_file(start, self.end)
    }
}

/// The way through a text from place to place, which is never back.
struct Walk<'text> {
    text: &'text str,
    encoding: Encoding,
    at: usize,
    position: Position,
}

impl Walk<'_> {
    fn new(text: &str, encoding: Encoding) -> Walk<'_> {
        // Nearly all texts are, and in them nothing has to be counted.
        let encoding = if text.is_ascii() { Encoding::Utf8 } else { encoding };
        Walk { text, encoding, at: 0, position: Position::default() }
    }

    /// A token that stands behind the one before it.
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

    /// Goes to the end of `range`, at whose start the walk stands and in which no line ends; returns how many columns it takes.
    fn over(&mut self, range: Range<usize>) -> u32 {
        let columns = saturate(self.encoding.length(&self.text[range.clone()]));
        self.position.character = self.position.character.saturating_add(columns);
        self.at = range.end;
        columns
    }
}

/// Tokens, each relative to the one before it.
#[derive(Default)]
pub struct Relative {
    pub tokens: Vec<SemanticToken>,
    pub last: Position,
}

impl Relative {
    /// Adds a token of a part that begins at `start`.
    pub fn push(&mut self, start: Position, token: &Token) {
        let token = self.next(start, token);
        self.tokens.push(token);
    }

    /// A token of a part that begins at `start`, relative to the one before it.
    pub fn next(&mut self, start: Position, token: &Token) -> SemanticToken {
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
    pub fn skip_to(&mut self, start: Position, part: &Summary) {
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
