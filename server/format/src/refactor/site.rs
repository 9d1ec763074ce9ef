//! Where a refactoring is to be done, and what it answers.

use scoresheet_chess::placed_game::{PlacedGame, game_at};
use scoresheet_grammar::{Database, GameView};

use scoresheet_chess::piece_letters::Language;

use crate::edit::Edit;
use crate::formatted::Refusal;

/// What is asked of a refactoring: edits in ascending order, not overlapping, relative to the start of the game, none where there
/// is nothing to do; or why it cannot be done here.
pub type Answer = Result<Vec<Edit>, Refusal>;

/// Where a refactoring is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Site<'file> {
    /// The game.
    pub game: GameView<'file>,
    /// The game below it, which begins where this one ends.
    pub next: Option<GameView<'file>>,
    /// The place in the game, in bytes from its start. Those that are about the whole game do not look at it.
    pub offset: usize,
    /// The language whose piece letters are wanted, where one is known.
    pub language: Option<&'static Language>,
}

impl<'file> Site<'file> {
    /// A game as a whole.
    pub fn of_game(game: GameView<'file>) -> Site<'file> {
        Site { game, next: None, offset: 0, language: None }
    }

    /// The place at byte `offset` of a file, with the game that it is in, whose start the edits are relative to. Nothing in an
    /// empty file. Logarithmic in the number of games.
    pub fn at(file: &'file Database, offset: usize) -> Option<(PlacedGame<'file>, Site<'file>)> {
        let placed = game_at(file, offset)?;
        let next = file.view(placed.index + 1);
        let site = Site { game: placed.view, next, offset: offset - placed.start, language: None };
        Some((placed, site))
    }
}

/// `text` with `edits` made, which are in ascending order and do not overlap.
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

/// A refusal that points at the cursor.
pub(super) fn refuse_at(site: &Site, reason: &str) -> Answer {
    Err(Refusal { offset: site.offset.min(site.game.text.len()), reason: reason.to_owned() })
}
