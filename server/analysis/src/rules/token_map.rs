//! Where the tokens of a game are, for rules that begin with its text.

use std::ops::Range;

use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};

use crate::file_view::line_ends;

/// The tokens of a game in text order. What lies between them is white space.
pub(super) struct TokenMap {
    tokens: Vec<(TokenKind, Range<usize>)>,
    movetext: Range<usize>,
}

impl TokenMap {
    /// The tokens of `game`. Linear: to be made when there is something to ask.
    pub(super) fn of(game: GameView) -> TokenMap {
        let mut map = TokenMap { tokens: Vec::new(), movetext: 0..0 };
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
    /// movetext, unless it stands where another game may begin. Elsewhere it may keep a line from being read as moves.
    pub(super) fn is_mere_white_space(&self, text: &str, offset: usize) -> bool {
        let line_start = text[..offset].rfind(['\n', '\r']).map_or(0, |last| last + 1);
        let is_behind_other_token = text[line_start..offset].trim().contains(char::is_whitespace);
        let before = text[..line_start].trim_end().len();
        let is_behind_empty_line = line_ends(&text[before..line_start]).nth(1).is_some();
        let may_begin_game = is_behind_empty_line && !is_behind_other_token && self.movetext.start < before;
        self.movetext.contains(&offset) && !may_begin_game
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

/// The longest stretches of characters in `text` that `wanted` says yes to.
pub(super) fn runs(text: &str, wanted: impl Fn(char) -> bool + Copy) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text[from..].find(wanted)?;
        from = text[start..].find(|character| !wanted(character)).map_or(text.len(), |length| start + length);
        Some(start..from)
    })
}
