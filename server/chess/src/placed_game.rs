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
    database.views().enumerate().map(|(index, (start, view))| PlacedGame { index, start, view })
}

/// The game that byte `offset` of the file belongs to; nothing in an empty file. Logarithmic in the number of games.
pub fn game_at(database: &Database, offset: usize) -> Option<PlacedGame<'_>> {
    let index = database.game_at(offset)?;
    Some(PlacedGame { index, start: database.start(index)?, view: database.view(index)? })
}

/// The games that have a part in `range` of the file, half-open byte offsets; for an empty one the game it is in. Logarithmic in the
/// number of games, and linear in those given.
pub fn games_in<'file>(
    database: &'file Database,
    range: &Range<usize>,
) -> impl Iterator<Item = PlacedGame<'file>> + use<'file> {
    let end = range.end.max(range.start + 1);
    let first = database.game_at(range.start).unwrap_or(database.len());
    (first..database.len())
        .map_while(|index| {
            let (start, view) = (database.start(index)?, database.view(index)?);
            Some(PlacedGame { index, start, view })
        })
        .take_while(move |game| game.start < end)
}

/// Shows the games that have a part in `range` of the file and whose text `is_wanted`, in order. Those whose trees were dropped are read
/// for it, one after the other, and their trees dropped again: for who looks through a whole file and comes back to none of its games.
pub fn look_through(
    database: &Database,
    range: &Range<usize>,
    is_wanted: impl Fn(&str) -> bool,
    mut look: impl FnMut(PlacedGame),
) {
    let end = range.end.max(range.start + 1);
    for index in database.game_at(range.start).unwrap_or(database.len())..database.len() {
        let Some(start) = database.start(index).filter(|start| *start < end) else { return };
        if database.game(index).is_some_and(|game| is_wanted(game.text())) {
            database.read(index, |view| look(PlacedGame { index, start, view }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_their_games() {
        let text = "1. e4 *\n\n1. d4 *\n\n1. c4 *\n";
        let database = Database::parse(text);
        let check = |range: Range<usize>, expected: &[usize]| {
            let found: Vec<usize> = games_in(&database, &range).map(|game| game.index).collect();
            assert_eq!(found, expected, "{range:?}");
            let mut looked_at = Vec::new();
            look_through(&database, &range, |text| text != "1. d4 *\n\n", |game| looked_at.push(game.index));
            assert_eq!(looked_at, expected.iter().copied().filter(|index| *index != 1).collect::<Vec<_>>());
        };
        let second = text.find("1. d4").unwrap();
        check(0..3, &[0]);
        check(second..second, &[1]);
        check(0..second, &[0]);
        check(0..second + 1, &[0, 1]);
        check(3..text.len(), &[0, 1, 2]);
        check(text.len()..text.len(), &[2]);
        assert_eq!(games_in(&Database::parse(""), &(0..0)).count(), 0);
    }
}
