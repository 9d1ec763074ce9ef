//! The token under the pointer.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Event, GameView, NodeKind, Place, TokenKind};

/// A token and its place in the tree of the game.
#[derive(Debug)]
pub(super) struct Target<'game> {
    pub kind: TokenKind,
    /// The half-open byte offsets in the game.
    pub range: Range<usize>,
    /// The place in the tree after the token.
    pub place: Place,
    /// The tag pair that contains the token.
    pub tag: Option<Tag<'game>>,
}

impl<'game> Target<'game> {
    /// Finds the token at byte `offset` of the game, else the one that ends there: a cursor right after a move is still
    /// on that move.
    pub(super) fn find(game: GameView<'game>, offset: usize) -> Option<Target<'game>> {
        let mut found = None;
        let mut tag = None;
        let mut events = game.tree.events_from(game.tree.place_before(offset.saturating_sub(1)));
        while let Some((event, range)) = events.next() {
            match event {
                Event::Enter(NodeKind::Tag) => tag = Some(game.read_tag(&mut events.clone(), range.start)),
                Event::Leave(NodeKind::Tag) => tag = None,
                Event::Token(_) if range.start > offset => break,
                Event::Token(kind) if offset <= range.end => {
                    found = Some(Target { kind, range, place: events.place(), tag: tag.clone() });
                }
                _ => {}
            }
        }
        found
    }
}
