//! The tokens of a movetext, as slips are looked for among them.

use std::ops::Range;

use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};

/// A token of the movetext with its place.
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) range: Range<usize>,
    /// How many variations it is in, those that it opens or closes included.
    pub(super) depth: usize,
}

/// The tokens of the movetext.
pub(super) fn movetext_tokens(game: GameView) -> Vec<Token> {
    let mut depth = 0;
    let mut tokens = Vec::new();
    let mut in_movetext = false;
    for (event, range) in game.tree.events() {
        match event {
            Event::Enter(NodeKind::Movetext) => in_movetext = true,
            Event::Enter(NodeKind::Variation) => depth += 1,
            Event::Leave(NodeKind::Variation) => depth -= 1,
            // Tokens on both sides of a control character are as near to each other as with a space between them.
            Event::Token(TokenKind::Control) => {}
            Event::Token(kind) if in_movetext => tokens.push(Token { kind, range, depth }),
            _ => {}
        }
    }
    tokens
}
