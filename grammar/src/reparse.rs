//! Reading a file again after an edit: no more of it than the edit can have changed.
//!
//! What is read again lies between two places at which a game certainly begins, before the edit as after it
//! ([`shape::is_certain_start`]). Cut there a text reads in pieces as it reads whole (see [`crate::split`]), so all games
//! outside of the two places are what they were.

use std::ops::Range;

use crate::database::Database;
use crate::game::{Game, GameAndTree};
use crate::shape;

/// What an edit did to the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reparsed {
    /// The index (0-based) of the first game that is another now.
    pub first_game: usize,
    /// How many games from there on are gone.
    pub removed: usize,
    /// How many games stand in their place.
    pub inserted: usize,
    /// How many bytes were read again.
    pub bytes: usize,
}

impl Database {
    /// The database of the text in which the bytes `range` are replaced by `new`, and how it differs from this one.
    ///
    /// Equal to a database parsed from the new text. In an ordinary file the work depends on the games that are touched, and
    /// on the number of chunks. Where no game certainly begins, as in a file without tag pairs, the whole file is read again.
    ///
    /// # Panics
    /// If `range` lies outside of the text or inside a character.
    pub fn edit(&self, range: Range<usize>, new: &str) -> (Database, Reparsed) {
        let first = self.first_to_read(range.start);
        // A large game is not moved about in memory while it is put together.
        let length = self.game(first).map_or(0, |game| game.text().len());
        let mut text = String::with_capacity(length + new.len());
        let mut behind = first;
        let start = self.start(first).unwrap_or(0);
        while let Some(game) = self.game(behind)
            && (start + text.len() < range.end || behind == first)
        {
            text.push_str(game.text());
            behind += 1;
        }
        text.replace_range(range.start - start..range.end - start, new);
        while let Some(game) = self.game(behind)
            && !(self.begins_certainly(behind) && is_certain_border(&text, game))
        {
            text.push_str(game.text());
            behind += 1;
        }
        let mut games: Vec<GameAndTree> = GameAndTree::read(&text).collect();
        let mut old = first..behind;
        let mut kept = 0;
        while !old.is_empty() && games.get(kept).is_some_and(|game| self.is(old.start, game)) {
            kept += 1;
            old.start += 1;
        }
        games.drain(..kept);
        while !old.is_empty() && games.last().is_some_and(|game| self.is(old.end - 1, game)) {
            games.pop();
            old.end -= 1;
        }
        let reparsed = Reparsed { first_game: old.start, removed: old.len(), inserted: games.len(), bytes: text.len() };
        (self.spliced(old, games), reparsed)
    }

    /// Whether game `index` is this one, read again. Where its tree was dropped, its text says all.
    fn is(&self, index: usize, game: &GameAndTree) -> bool {
        self.game(index).is_some_and(|known| *known == game.game)
            && self.kept_view(index).zip(game.tree.as_ref()).is_none_or(|(known, tree)| *known.tree == **tree)
    }

    /// The last game that begins on a line before the one with byte `offset`, and certainly: an edit from there on cannot
    /// change that. The first where there is none.
    fn first_to_read(&self, offset: usize) -> usize {
        let mut index = self.game_at(offset).unwrap_or(0);
        while index > 0 && !(self.has_line_end_before(index, offset) && self.begins_certainly(index)) {
            index -= 1;
        }
        index
    }

    /// Whether the first line of a game ends before byte `offset` of the file.
    fn has_line_end_before(&self, index: usize, offset: usize) -> bool {
        let (Some(game), Some(start)) = (self.game(index), self.start(index)) else { return false };
        let text = game.text().as_bytes();
        memchr::memchr2(b'\n', b'\r', &text[..text.len().min(offset - start)]).is_some()
    }

    /// Whether it is certain that a game begins where this one does. Not said of the first, nor where the game before it is
    /// all on one line: then that line may begin before it.
    fn begins_certainly(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1).and_then(|before| self.game(before)) else { return false };
        let before = before.text();
        let has_two_lines = memchr::memchr2(b'\n', b'\r', before.trim_ascii_end().as_bytes()).is_some();
        has_two_lines && self.game(index).is_some_and(|game| is_certain_border(before, game))
    }
}

/// Whether a text that ends with `before` may be cut before `game`.
fn is_certain_border(before: &str, game: &Game) -> bool {
    before.ends_with('\n') && shape::is_certain_border(before.as_bytes(), game.text().as_bytes())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn game(number: usize) -> String {
        format!("[Event \"{number}\"]\n[Round \"?\"]\n\n1. e4 {{ {number} }} e5 *\n\n")
    }

    /// Edits the first `old` in a file of `games` games to `new`; the indices of the games that are others then, and how many
    /// games were read again.
    #[track_caller]
    fn check(games: usize, old: &str, new: &str, changed: Range<usize>, most_read: usize) {
        let text: String = (0..games).map(game).collect();
        let at = text.find(old).unwrap();
        let (edited, reparsed) = Database::parse(&text).edit(at..at + old.len(), new);
        assert_eq!(edited, Database::parse(&text.replacen(old, new, 1)));
        assert_eq!(reparsed.first_game..reparsed.first_game + reparsed.inserted, changed);
        let most = most_read * game(1000).len() + new.len();
        assert!(reparsed.bytes <= most, "{} bytes were read, more than {most}", reparsed.bytes);
    }

    #[test]
    fn only_the_touched_game_is_read_again() {
        check(1000, "{ 500 }", "{ 500 }!", 500..501, 1);
        check(1000, "{ 999 }", "{", 999..1000, 1);
        check(1000, "{ 0 }", "", 0..1, 1);
    }

    #[test]
    fn games_with_clocks_are_read_alone_too() {
        let game = |number: usize| game(number).replace(" e5 *", " e5 { [%eval 0.2] [%clk 0:00:03] } 1-0");
        let text: String = (0..100).map(game).collect();
        let at = text.find("{ 50 }").unwrap();
        let (_, reparsed) = Database::parse(&text).edit(at..at, "x");
        assert_eq!((reparsed.first_game, reparsed.inserted), (50, 1));
        assert!(reparsed.bytes < 2 * game(50).len());
    }

    #[test]
    fn where_the_border_is_touched_two_games_are_read_again() {
        check(1000, "[Event \"500\"]", "[Event \"x\"]", 500..501, 2);
        check(1000, "[Event \"500\"]\n[R", "[Event \"500\"]\n[White \"?\"]\n[R", 500..501, 2);
        check(1000, "{ 500 } e5 *", "{ 500 } e5", 500..501, 2);
        check(1000, "{ 500 } e5 *\n\n[Event \"501\"]", "", 500..502, 3);
        check(1000, "[Event \"500\"]", &format!("{}{}", game(1), "[Event \"500\"]"), 500..501, 2);
    }

    #[test]
    fn chunks_far_from_the_edit_are_shared() {
        let text: String = (0..1000).map(game).collect();
        let before = Database::parse(&text);
        let at = text.find("{ 500 }").unwrap();
        let (after, _) = before.edit(at..at, "x");
        let differing = before.chunks().zip(after.chunks()).filter(|((_, one), (_, other))| !Arc::ptr_eq(one, other));
        assert_eq!(differing.count(), 1);
        let kept = before.games().zip(after.games()).filter(|((_, one), (_, other))| Arc::ptr_eq(one, other));
        assert_eq!(kept.count(), 999);
    }

    #[test]
    fn games_can_be_deleted_and_pasted_by_the_thousand() {
        let text: String = (0..3000).map(game).collect();
        let half = text.find("[Event \"1500\"]").unwrap();
        let (mut database, _) = Database::parse(&text).edit(0..half, "");
        assert_eq!(database, Database::parse(&text[half..]));
        database = database.edit(0..0, &text[..half]).0;
        assert_eq!(database, Database::parse(&text));
        while let Some(end) = database.start(1) {
            database = database.edit(0..end, "").0;
            assert!(database.chunks().len() <= 1 + database.len() / FEWEST);
        }
        database = database.edit(0..database.text_length(), "").0;
        assert!(database.is_empty());
        assert_eq!(database.edit(0..0, &text).0.len(), 3000);
    }

    /// So many games a chunk has at least on average.
    const FEWEST: usize = 16;
}
