//! Ranges in a game that several kinds of navigation use.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Event, GameView, NodeKind};

/// Returns the range of the termination marker of the main line (section 8.2.6). Linear in the game.
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

/// Returns the Result tag, if it has a value.
pub(super) fn result_tag(game: GameView<'_>) -> Option<Tag<'_>> {
    game.tags().into_iter().find(|tag| tag.name == "Result" && !tag.raw_value.is_empty())
}

/// Returns the range of the start position in a game: the value of its FEN tag (section 9.7.2), relative to the game.
pub fn start_place(game: GameView) -> Option<Range<usize>> {
    let fen = game.tags().into_iter().find(|tag| tag.name == "FEN" && !tag.raw_value.is_empty());
    fen.map(|tag| tag.inner_range())
}

/// Returns whether byte `offset` is in a range or at its end: a cursor right after a word is still on that word.
pub(super) fn touches(range: &Range<usize>, offset: usize) -> bool {
    range.start <= offset && offset <= range.end
}
