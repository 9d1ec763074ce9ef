//! Completion at the cursor: moves, NAGs, tag names and values, commands in comments.

mod commands;
mod cursor;
mod item;
pub(crate) mod moves;
mod nags;
mod resolved;
mod snippets;
mod suffixes;
mod tag_names;
mod tag_values;

use scoresheet_grammar::{Database, GameView, TokenKind, Tree};

use cursor::Cursor;
pub use item::{FindNames, Item, Kind, Known, MOST_NAMES};
pub use resolved::{PlayedIn, documentation};
use scoresheet_chess::placed_game::{PlacedGame, game_at};

/// Returns the completions at byte `offset` of the file, best first, from the file alone. Linear in the game up to
/// `offset`.
pub fn completion(database: &Database, offset: usize) -> Vec<Item> {
    completion_with(database, offset, Known::default())
}

/// Returns the completions at byte `offset` of the file, best first, ranked and extended by what is known from other
/// games.
///
/// Linear in the game up to `offset`.
pub fn completion_with(database: &Database, offset: usize, known: Known) -> Vec<Item> {
    let nothing = Tree::default();
    let empty_file = PlacedGame { index: 0, start: 0, view: GameView { text: "", tree: &nothing } };
    let game = game_at(database, offset).unwrap_or(empty_file);
    let cursor = Cursor::new(game.view, offset - game.start);
    let next_game = database.unit(game.index + 1).map_or("", |next| next.text());
    let mut items = at(&cursor, next_game, known);
    for (index, item) in items.iter_mut().enumerate() {
        item.range = game.in_file(&item.range);
        item.sort_text = Some(format!("{index:05}"));
    }
    items
}

fn at(cursor: &Cursor, next_game: &str, known: Known) -> Vec<Item> {
    if let Some(comment) = cursor.comment() {
        return commands::items(cursor, comment);
    }
    if cursor.last.as_ref().is_some_and(|last| last.kind == TokenKind::EscapeLine && cursor.offset <= last.range.end) {
        return Vec::new();
    }
    if let Some(tag) = cursor.tag_value() {
        return tag_values::items(cursor, &tag, known);
    }
    if let Some(bracket) = cursor.tag_bracket() {
        return tag_names::items(cursor, bracket, next_game);
    }
    if let Some(dollar) = cursor.dollar() {
        return nags::items(cursor, dollar);
    }
    let suffixes = suffixes::items(cursor);
    if !suffixes.is_empty() {
        return suffixes;
    }
    let mut items = moves::items(cursor, known);
    items.extend(snippets::items(cursor, next_game));
    items
}

#[cfg(test)]
mod tests;
