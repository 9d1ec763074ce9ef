//! A game and its place in a file: how features go from the file's offsets to the one game they are about.

use std::ops::Range;

use scoresheet_grammar::{Database, GameView};

/// One game of a file.
#[derive(Clone, Copy, Debug)]
pub struct PlacedGame<'file> {
    /// Its place among the games, from 0.
    pub index: usize,
    /// The byte offset in the file at which it begins.
    pub start: usize,
    /// Its text and tree; their offsets are relative to `start`.
    pub view: GameView<'file>,
}

impl PlacedGame<'_> {
    /// A range of the game as a range of the file.
    pub fn in_file(&self, range: &Range<usize>) -> Range<usize> {
        range.start + self.start..range.end + self.start
    }
}

/// The games of a file, in order.
pub fn games(database: &Database) -> impl Iterator<Item = PlacedGame<'_>> {
    database.games().enumerate().map(|(index, (start, game))| PlacedGame { index, start, view: game.view() })
}

/// The game that byte `offset` of the file belongs to; nothing in an empty file. Logarithmic in the number of games.
pub fn game_at(database: &Database, offset: usize) -> Option<PlacedGame<'_>> {
    let index = database.game_at(offset)?;
    Some(PlacedGame { index, start: database.start(index)?, view: database.game(index)?.view() })
}
