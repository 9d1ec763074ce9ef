//! What could be written at the cursor: moves, NAGs, tag names and values, commands in comments.

mod commands;
mod cursor;
pub(crate) mod moves;
mod nags;
mod resolved;
mod snippets;
mod suffixes;
mod tag_names;
mod tag_values;

use std::ops::Range;
use std::sync::Arc;

use scoresheet_grammar::{Database, GameView, TokenKind, Tree};

use crate::position_index::PositionIndex;
use crate::rename::Named;
use cursor::Cursor;
pub use resolved::{PlayedIn, documentation};
use scoresheet_chess::placed_game::{PlacedGame, game_at};

/// One thing that could be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What the list shows.
    pub label: String,
    /// Which picture stands before it.
    pub kind: Kind,
    /// A few words behind the label.
    pub detail: Option<String>,
    /// How often it was played or written, in one or two words of them: "12 games".
    pub count: Option<String>,
    /// More words, in Markdown that also reads well as plain text.
    pub documentation: Option<String>,
    /// What is replaced: half-open byte offsets in the file, on one line, around the offset asked for.
    pub range: Range<usize>,
    /// What is written there.
    pub text: String,
    /// Where in `text` the cursor goes, as a byte offset; to its end where nothing is said.
    pub caret: Option<usize>,
    /// The list is ordered by this.
    pub sort_text: Option<String>,
    /// What is typed is compared with this instead of the label.
    pub filter_text: Option<String>,
    /// The position in which a move is played, from which more can be told of it: see [`documentation`].
    pub played_in: Option<Arc<PlayedIn>>,
}

/// What kind of thing could be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A legal move.
    Move,
    /// A numeric annotation glyph.
    Nag,
    /// A tag pair's name.
    TagName,
    /// A tag pair's value.
    TagValue,
    /// A command inside a comment, such as `[%clk]`; an opcode of EPD.
    Command,
    /// More than a word: a new game, a variation.
    Snippet,
}

impl Item {
    /// An item that is listed as what it writes.
    pub(crate) fn new(kind: Kind, text: impl Into<String>, range: Range<usize>) -> Item {
        let text = text.into();
        Item {
            label: text.clone(),
            kind,
            detail: None,
            count: None,
            documentation: None,
            range,
            text,
            caret: None,
            sort_text: None,
            filter_text: None,
            played_in: None,
        }
    }
}

/// Gives the names of a kind that hold a text in whatever case, the commonest first, each with how often it is there: [`MOST_NAMES`] at
/// most.
pub type FindNames<'known> = dyn Fn(Named, &str) -> Vec<(String, usize)> + 'known;

/// What is known beside the file.
#[derive(Clone, Copy, Default)]
pub struct Known<'known> {
    /// The games at hand: moves are ranked by how often they were played there.
    pub index: Option<&'known PositionIndex>,
    /// The players, events, sites and so on of the games at hand.
    pub names: Option<&'known FindNames<'known>>,
}

/// Of more names than this only those are offered that hold what is typed, and no more than this: editors sort and draw all they get.
pub const MOST_NAMES: usize = 300;

/// What could be written at byte `offset` of the file, best first, where nothing is known beside the file. Linear in the game up to there.
pub fn completion(database: &Database, offset: usize) -> Vec<Item> {
    completion_with(database, offset, Known::default())
}

/// The same with what is known beside the file.
pub fn completion_with(database: &Database, offset: usize, known: Known) -> Vec<Item> {
    let nothing = Tree::default();
    let empty_file = PlacedGame { index: 0, start: 0, view: GameView { text: "", tree: &nothing } };
    let game = game_at(database, offset).unwrap_or(empty_file);
    let cursor = Cursor::new(game.view, offset - game.start);
    let next_game = database.game(game.index + 1).map_or("", |next| next.text());
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
