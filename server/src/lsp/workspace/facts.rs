//! The facts about a game that the index stores. They are computed on any thread, and added later.

use std::ops::Range;

use scoresheet_grammar::GameView;
use scoresheet_grammar::ast::unescape;
use scoresheet_ide::position_index::{IndexLimits, IndexedGame};
use scoresheet_ide::rename::{NameAt, NameKind, names_of};

/// The longest name in bytes; a longer one is a slip, such as an unclosed quote, as the standard limits lines to 255 characters
/// (section 4.3).
pub(crate) const LONGEST_NAME: usize = 255;

/// The kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// A name in a tag such as White or Site.
    Name(NameKind),
    /// An opening, by its ECO code.
    Opening,
}

/// A name in a game: its kind, the name without escapes, and its range relative to the game.
pub(crate) type NameInGame = (Kind, String, Range<usize>);

/// Returns the names in a game. Linear in the tag section.
pub(crate) fn names(game: GameView) -> Vec<NameInGame> {
    let mut names: Vec<NameInGame> = names_of(game)
        .into_iter()
        .filter(|found| found.name.len() <= LONGEST_NAME)
        .map(|NameAt { kind, name, range }| (Kind::Name(kind), name, range))
        .collect();
    for tag in game.tags().iter().filter(|tag| tag.name == "ECO") {
        let range = tag.inner_range();
        let code = game.text.get(range.clone()).map(|raw| unescape(raw).trim().to_owned()).unwrap_or_default();
        if !matches!(code.as_str(), "" | "?" | "-") && code.len() <= LONGEST_NAME {
            names.push((Kind::Opening, code, range));
        }
    }
    names
}

/// Returns the positions that a game reaches. Linear in the game.
pub(crate) fn positions(game: GameView) -> IndexedGame {
    IndexedGame::read(game, IndexLimits::default())
}
