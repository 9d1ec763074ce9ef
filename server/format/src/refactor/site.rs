//! The target of a refactoring and its result.

use scoresheet_chess::evaluation::Engine;
use scoresheet_chess::placed_game::{PlacedGame, game_at};
use scoresheet_grammar::{Database, GameView};

use scoresheet_chess::piece_letters::Language;

use crate::edit::Edit;
use crate::formatted::Refusal;

/// The result of a refactoring: edits in ascending order without overlaps, relative to the start of the game, empty if
/// there is nothing to do; or the reason why it is impossible.
pub type Answer = Result<Vec<Edit>, Refusal>;

/// The target of a refactoring.
#[derive(Clone, Copy, Debug)]
pub struct Site<'file> {
    /// The game.
    pub game: GameView<'file>,
    /// The game below it, which begins where this one ends.
    pub next: Option<GameView<'file>>,
    /// The byte offset relative to the game. Refactorings of a whole game ignore it.
    pub offset: usize,
    /// The language for piece letters, if it is known.
    pub language: Option<&'static Language>,
    /// The engine that annotates, if there is one.
    pub engine: Option<&'file Engine>,
}

impl<'file> Site<'file> {
    /// Targets a game as a whole.
    pub fn of_game(game: GameView<'file>) -> Site<'file> {
        Site { game, next: None, offset: 0, language: None, engine: None }
    }

    /// Targets byte `offset` of a file, with the game around it; edits are relative to the start of that game. `None`
    /// in an empty file. Logarithmic in the number of games.
    pub fn at(file: &'file Database, offset: usize) -> Option<(PlacedGame<'file>, Site<'file>)> {
        let placed = game_at(file, offset)?;
        let next = file.view(placed.index + 1);
        let site = Site { game: placed.view, next, offset: offset - placed.start, language: None, engine: None };
        Some((placed, site))
    }
}

/// Returns `text` after `edits`, which must be in ascending order without overlaps.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut new = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        new.push_str(&text[done..edit.range.start]);
        new.push_str(&edit.text);
        done = edit.range.end;
    }
    new.push_str(&text[done..]);
    new
}

/// Refuses with a reason at the cursor.
pub(super) fn refuse_at(site: &Site, reason: &str) -> Answer {
    Err(Refusal { offset: site.offset.min(site.game.text.len()), reason: reason.to_owned() })
}
