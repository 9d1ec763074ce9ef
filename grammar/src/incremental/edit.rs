//! An edit reads the units that it touches and no others.
//!
//! What is re-read begins and ends where the file may be cut, before the edit as after it ([`Unit::may_cut`]). Cut there, a file reads in
//! pieces as it reads whole, so all units outside are what they were.

use std::ops::Range;

use super::file::{UnitAndTree, UnitFile, read_all};
use super::unit::Unit;

/// What an edit did to the units of a file.
///
/// ```
/// use scoresheet_grammar::incremental::Database;
///
/// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
/// let (_, edited) = file.edit(18..35, "");
/// assert_eq!((edited.first_unit, edited.removed, edited.inserted), (1, 1, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The index (0-based) of the first unit that is another one now.
    pub first_unit: usize,
    /// How many units from there on are gone.
    pub removed: usize,
    /// How many units are in their place.
    pub inserted: usize,
    /// How many bytes were re-read.
    pub bytes: usize,
}

impl<U: Unit> UnitFile<U> {
    /// The file with the bytes `range` replaced by `new`, and how it differs from this one.
    ///
    /// Equal to a file parsed from the new text. In an ordinary file the work depends on the units that are touched, and on the number
    /// of chunks. A file that may be cut nowhere, as one of games without tag pairs, is re-read as a whole.
    ///
    /// # Panics
    /// If `range` lies outside of the text or inside a character.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let (edited, _) = file.edit(12..14, "c4");
    /// assert_eq!(edited, Database::parse("[A \"1\"]\n\n1. c4 *\n\n[A \"2\"]\n\n1. d4 *\n"));
    /// ```
    pub fn edit(&self, range: Range<usize>, new: &str) -> (UnitFile<U>, Edited) {
        let first = self.first_to_read(range.start);
        let start = self.start(first).unwrap_or(0);
        let mut text = String::new();
        let mut end = first;
        while let Some(unit) = self.unit(end)
            && (start + text.len() < range.end || end == first)
        {
            // The text of a large game is not moved again when the edit makes it longer.
            text.reserve(unit.text().len() + new.len());
            text.push_str(unit.text());
            end += 1;
        }
        text.replace_range(range.start - start..range.end - start, new);
        while let Some(unit) = self.unit(end)
            && !(self.may_cut_before(end) && U::may_cut(&text, unit.text()))
        {
            text.push_str(unit.text());
            end += 1;
        }
        let mut units: Vec<UnitAndTree<U>> = read_all(&text).collect();
        let mut old = first..end;
        let mut kept = 0;
        while !old.is_empty() && units.get(kept).is_some_and(|unit| self.is(old.start, unit)) {
            kept += 1;
            old.start += 1;
        }
        units.drain(..kept);
        while !old.is_empty() && units.last().is_some_and(|unit| self.is(old.end - 1, unit)) {
            units.pop();
            old.end -= 1;
        }
        let edited = Edited { first_unit: old.start, removed: old.len(), inserted: units.len(), bytes: text.len() };
        (self.spliced(old, units), edited)
    }

    /// Whether unit `index` is this one, re-read. Where its tree was dropped, the text alone decides.
    fn is(&self, index: usize, (unit, tree): &UnitAndTree<U>) -> bool {
        self.unit(index).is_some_and(|known| known.text() == unit.text())
            && self.kept_tree(index).zip(tree.as_ref()).is_none_or(|(known, tree)| known == tree)
    }

    /// The last unit before which the file may be cut, whatever is at byte `offset` and after it. The first if there is none.
    fn first_to_read(&self, offset: usize) -> usize {
        let mut index = self.unit_at(offset).unwrap_or(0);
        while index > 0 && !(self.is_start_known(index, offset) && self.may_cut_before(index)) {
            index -= 1;
        }
        index
    }

    /// Whether the text before byte `offset` decides that unit `index` begins where it does.
    fn is_start_known(&self, index: usize, offset: usize) -> bool {
        let (Some(unit), Some(start)) = (self.unit(index), self.start(index)) else { return false };
        let text = unit.text();
        U::is_start_enough(&text[..text.len().min(offset - start)])
    }

    /// Whether the file may be cut before unit `index`. Not before the first.
    fn may_cut_before(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.unit(before));
        before.zip(self.unit(index)).is_some_and(|(before, unit)| U::may_cut(before.text(), unit.text()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::incremental::Database;

    fn game(number: usize) -> String {
        format!("[Event \"{number}\"]\n[Round \"?\"]\n\n1. e4 {{ {number} }} e5 *\n\n")
    }

    /// Edits the first `old` in a file of `games` games to `new`; the indices of the games that are others then, and how many
    /// games were re-read.
    #[track_caller]
    fn check(games: usize, old: &str, new: &str, changed: Range<usize>, most_read: usize) {
        let text: String = (0..games).map(game).collect();
        let at = text.find(old).unwrap();
        let (edited, reparsed) = Database::parse(&text).edit(at..at + old.len(), new);
        assert_eq!(edited, Database::parse(&text.replacen(old, new, 1)));
        assert_eq!(reparsed.first_unit..reparsed.first_unit + reparsed.inserted, changed);
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
        assert_eq!((reparsed.first_unit, reparsed.inserted), (50, 1));
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
        let kept = before.units().zip(after.units()).filter(|((_, one), (_, other))| Arc::ptr_eq(one, other));
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
