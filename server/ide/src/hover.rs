//! Hover: a description of the token under the pointer.
//!
//! Only the game at the offset is read, and it is played only up to there.

mod annotation;
mod command;
mod moves;
pub(crate) mod page;
mod style;
mod tag;
mod target;
mod values;

use std::ops::Range;

use scoresheet_grammar::{Database, GameView, TokenKind};

use page::Page;
use scoresheet_chess::placed_game::game_at;
pub use style::Style;
use target::Target;

/// The description of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The range described: half-open byte offsets in the file.
    pub range: Range<usize>,
    /// The description, in the requested style.
    pub content: String,
}

/// Describes the token at byte `offset` of the file; none where there is nothing to say. Linear in the game up to
/// there.
pub fn hover(database: &Database, offset: usize, style: Style) -> Option<Hover> {
    let game = game_at(database, offset)?;
    let (range, page) = in_game(game.view, offset - game.start, style)?;
    Some(Hover { range: game.in_file(&range), content: page.finish() })
}

fn in_game(game: GameView, offset: usize, style: Style) -> Option<(Range<usize>, Page)> {
    let target = Target::find(game, offset)?;
    let range = target.range.clone();
    let mut page = Page::new(style);
    if let Some(tag) = &target.tag {
        return tag::describe(game, tag, &range, offset, &mut page).map(|range| (range, page));
    }
    match target.kind {
        TokenKind::San => moves::describe(game, &target, &mut page),
        TokenKind::MoveNumber => moves::before(game, &target, &mut page),
        TokenKind::Termination | TokenKind::OddTermination => moves::termination(game, &target, &mut page),
        kind if kind.is_annotation() => annotation::describe(game, &target, &mut page),
        kind if kind.is_comment() => {
            return command::describe(game, &target, offset, &mut page).map(|range| (range, page));
        }
        _ => return None,
    }
    Some((range, page))
}

#[cfg(test)]
mod tests;
