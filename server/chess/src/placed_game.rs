//! A game and its place in a file: features convert file offsets to offsets in one game.

use std::ops::Range;

use scoresheet_grammar::{Database, GameView};

/// One game of a file.
#[derive(Clone, Copy, Debug)]
pub struct PlacedGame<'file> {
    /// The 0-based index of the game in the file.
    pub index: usize,
    /// The byte offset in the file where the game begins.
    pub start: usize,
    /// The text and the tree; their offsets are relative to `start`.
    pub view: GameView<'file>,
}

impl PlacedGame<'_> {
    /// Converts a range of the game to a range of the file.
    pub fn in_file(&self, range: &Range<usize>) -> Range<usize> {
        range.start + self.start..range.end + self.start
    }
}

/// Returns the games of a file, in order.
pub fn games(database: &Database) -> impl Iterator<Item = PlacedGame<'_>> {
    database.views().enumerate().map(|(index, (start, view))| PlacedGame { index, start, view })
}

/// Returns the game at byte `offset` of the file; `None` in an empty file. Logarithmic in the number of games.
pub fn game_at(database: &Database, offset: usize) -> Option<PlacedGame<'_>> {
    let index = database.unit_at(offset)?;
    Some(PlacedGame { index, start: database.start(index)?, view: database.view(index)? })
}

/// Returns the games that overlap `range` of the file, half-open byte offsets; for an empty range, the game around it.
/// Logarithmic in the number of games, linear in the games returned.
pub fn games_in<'file>(
    database: &'file Database,
    range: &Range<usize>,
) -> impl Iterator<Item = PlacedGame<'file>> + use<'file> {
    let end = range.end.max(range.start + 1);
    let first = database.unit_at(range.start).unwrap_or(database.len());
    (first..database.len())
        .map_while(|index| {
            let (start, view) = (database.start(index)?, database.view(index)?);
            Some(PlacedGame { index, start, view })
        })
        .take_while(move |game| game.start < end)
}

/// Visits the games that overlap `range` of the file and whose text `is_wanted`, in order. It parses games with an
/// evicted tree one at a time and evicts the tree again: for a search through a whole file that visits each game once.
pub fn look_through(
    database: &Database,
    range: &Range<usize>,
    is_wanted: impl Fn(&str) -> bool,
    mut look: impl FnMut(PlacedGame),
) {
    let end = range.end.max(range.start + 1);
    for index in database.unit_at(range.start).unwrap_or(database.len())..database.len() {
        let Some(start) = database.start(index).filter(|start| *start < end) else { return };
        if database.unit(index).is_some_and(|game| is_wanted(game.text())) {
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
