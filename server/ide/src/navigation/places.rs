//! Ranges in a game that several kinds of navigation use.

use std::ops::Range;

use scoresheet_grammar::GameView;
use scoresheet_grammar::ast::Tag;

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
