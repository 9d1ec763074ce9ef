//! The ranges of the tokens of a game, for rules that search its text.

use std::cell::Cell;
use std::ops::Range;

use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};

use scoresheet_chess::line_ends::line_ends;

/// The tokens of a game in text order. Between them there is only white space.
pub(super) struct TokenMap {
    tokens: Vec<(TokenKind, Range<usize>)>,
    movetext: Range<usize>,
    /// The line of the last query: one line may be queried thousands of times.
    line: Cell<Line>,
}

/// Facts about a line. Byte offsets.
#[derive(Clone, Copy, Default)]
struct Line {
    start: usize,
    /// The start of its line end; 0 before the first query.
    end: usize,
    /// The start of its second word; its end where there is none.
    second_word: usize,
    /// The end of the last token before the line.
    before: usize,
    follows_empty_line: bool,
}

impl TokenMap {
    /// The tokens of `game`. Linear: build it only when there is something to query.
    pub(super) fn of(game: GameView) -> TokenMap {
        let mut map = TokenMap { tokens: Vec::new(), movetext: 0..0, line: Cell::default() };
        for (event, range) in game.tree.events() {
            match event {
                Event::Token(kind) => map.tokens.push((kind, range)),
                Event::Enter(NodeKind::Movetext) => map.movetext.start = range.start,
                Event::Leave(NodeKind::Movetext) => map.movetext.end = range.end,
                _ => {}
            }
        }
        map
    }

    /// Whether white space at byte `offset` of `text` may be written otherwise without another reading of the game: in the
    /// movetext, except where another game may begin. Elsewhere it may keep a line from being read as moves.
    pub(super) fn is_mere_white_space(&self, text: &str, offset: usize) -> bool {
        if !self.movetext.contains(&offset) {
            return false;
        }
        let mut line = self.line.get();
        if !(line.start..line.end).contains(&offset) {
            line = Line::at(text, offset);
            self.line.set(line);
        }
        let follows_other_word = line.second_word < offset;
        let may_begin_game = line.follows_empty_line && !follows_other_word && self.movetext.start < line.before;
        !may_begin_game
    }

    /// The token that byte `offset` is part of; none in white space. Logarithmic.
    pub(super) fn at(&self, offset: usize) -> Option<&(TokenKind, Range<usize>)> {
        let after = self.tokens.partition_point(|(_, range)| range.start <= offset);
        self.tokens.get(after.checked_sub(1)?).filter(|(_, range)| offset < range.end)
    }

    /// All tokens.
    pub(super) fn tokens(&self) -> &[(TokenKind, Range<usize>)] {
        &self.tokens
    }
}

impl Line {
    /// The line of byte `offset`. Linear in the line.
    fn at(text: &str, offset: usize) -> Line {
        let start = text[..offset].rfind(['\n', '\r']).map_or(0, |last| last + 1);
        let end = text[offset..].find(['\n', '\r']).map_or(text.len(), |length| offset + length);
        let words = text[start..end].trim_start();
        let after_first = words.find(char::is_whitespace).map_or("", |first| words[first..].trim_start());
        let before = text[..start].trim_end().len();
        let follows_empty_line = line_ends(&text[before..start]).nth(1).is_some();
        Line { start, end, second_word: end - after_first.len(), before, follows_empty_line }
    }
}

/// The maximal runs of characters in `text` for which `wanted` is true.
pub(super) fn runs(text: &str, wanted: impl Fn(char) -> bool + Copy) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text[from..].find(wanted)?;
        from = text[start..].find(|character| !wanted(character)).map_or(text.len(), |length| start + length);
        Some(start..from)
    })
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    #[test]
    fn white_space_may_begin_a_game_after_an_empty_line() {
        // What is asked of one line after the other is as it is when asked by itself.
        for text in [
            "1. e4 \n\n  1. e5 x\n * ",
            "[Event \"x\"]\n\n 1. e4\r\n \r\n e5 {a\n\n b} c5 *",
            "1. e4 e5\n\n\n2 . d4 d5 6",
        ] {
            let file = Database::parse(text);
            for (start, game) in file.views() {
                let map = TokenMap::of(game);
                for offset in (0..game.text.len()).chain((0..game.text.len()).rev()) {
                    let alone = TokenMap::of(game).is_mere_white_space(game.text, offset);
                    assert_eq!(map.is_mere_white_space(game.text, offset), alone, "{start} {offset} {text:?}");
                }
            }
        }
        let text = "1. e4 e5\n\n 2. d4 d5 *";
        let file = Database::parse(text);
        let answers: Vec<bool> = file
            .views()
            .flat_map(|(_, game)| {
                let map = TokenMap::of(game);
                [5, 10, 13, 16].map(|offset| map.is_mere_white_space(game.text, offset))
            })
            .collect();
        assert_eq!(answers, [true, false, false, true]);
    }
}
