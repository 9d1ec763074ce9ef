//! Where the tokens of a game are, for rules that begin with its text.

use std::ops::Range;

use scoresheet_grammar::{Event, GameView, TokenKind};

/// The tokens of a game in text order. What lies between them is white space.
pub(super) struct TokenMap(Vec<(TokenKind, Range<usize>)>);

impl TokenMap {
    /// The tokens of `game`. Linear: to be made when there is something to ask.
    pub(super) fn of(game: GameView) -> TokenMap {
        let tokens = game.tree.events().filter_map(|(event, range)| match event {
            Event::Token(kind) => Some((kind, range)),
            _ => None,
        });
        TokenMap(tokens.collect())
    }

    /// The token that byte `offset` is part of; none in white space. Logarithmic.
    pub(super) fn at(&self, offset: usize) -> Option<&(TokenKind, Range<usize>)> {
        let after = self.0.partition_point(|(_, range)| range.start <= offset);
        self.0.get(after.checked_sub(1)?).filter(|(_, range)| offset < range.end)
    }

    /// All tokens.
    pub(super) fn tokens(&self) -> &[(TokenKind, Range<usize>)] {
        &self.0
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
