//! The places of a game that belong together by their meaning.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Event, GameView, NodeKind};

/// The termination marker of the main line (section 8.2.6). Linear in the game.
pub(super) fn termination(game: GameView) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    for (event, range) in game.tree.events() {
        match event {
            Event::Enter(NodeKind::Variation) => depth += 1,
            Event::Leave(NodeKind::Variation) => depth -= 1,
            Event::Token(kind) if kind.is_termination() && depth == 0 => return Some(range),
            _ => {}
        }
    }
    None
}

/// The Result tag, if it has a value.
pub(super) fn result_tag(game: GameView<'_>) -> Option<Tag<'_>> {
    game.tags().into_iter().find(|tag| tag.name == "Result" && !tag.raw_value.is_empty())
}

/// Where a game tells the position that it starts from: the value of its FEN tag (section 9.7.2), relative to the game.
pub fn start_place(game: GameView) -> Option<Range<usize>> {
    let fen = game.tags().into_iter().find(|tag| tag.name == "FEN" && !tag.raw_value.is_empty());
    fen.map(|tag| tag.inner_range())
}

/// Whether byte `offset` is in a range or just behind it, as a cursor behind a word is still at that word.
pub(super) fn touches(range: &Range<usize>, offset: usize) -> bool {
    range.start <= offset && offset <= range.end
}
