//! Puts games at other places of a file or into another file; all other games stay byte for byte.

use std::borrow::Cow;
use std::ops::Range;

use scoresheet_chess::collation::{Entries, Entry, Part, Seams, arranged, seamed};
use scoresheet_chess::line_ends::line_ends;

use crate::edit::Edit;
use crate::formatted::Refusal;
use crate::style::LineEnding;

/// A text in which one game is at another place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arranged {
    /// The new text.
    pub text: String,
    /// What changes: the game that is moved, and white space next to it. In ascending order without overlaps.
    pub edits: Vec<Edit>,
    /// The game that was moved, copied or added, in the new text, from 0.
    pub game: usize,
    /// Where it is in the new text. Half-open byte offsets.
    pub range: Range<usize>,
}

/// Moves a game before the game `before`, both counted from 0; to the end if there are fewer games. Linear in the text.
///
/// # Errors
/// The game cannot be told from what is around it, or the new text would be read differently. The offset is that in the text.
pub fn move_game(text: &str, game: usize, before: usize) -> Result<Arranged, Refusal> {
    let file = File::of(text);
    let from = file.movable(game)?;
    let to = file.place(before)?;
    let mut parts = file.parts();
    parts.remove(from);
    let to = if from < to { to - 1 } else { to };
    parts.insert(to, Part::Entry(from));
    file.arranged(&parts, to)
}

/// Copies a game before the game `before`, both counted from 0; to the end if there are fewer games. Linear in the text.
///
/// # Errors
/// As [`move_game`].
pub fn copy_game(text: &str, game: usize, before: usize) -> Result<Arranged, Refusal> {
    let file = File::of(text);
    let from = file.movable(game)?;
    let to = file.place(before)?;
    let mut parts = file.parts();
    parts.insert(to, Part::Entry(from));
    file.arranged(&parts, to)
}

/// Adds a game of another text, which [`game_alone`] returned, before the game `before`, counted from 0; at the end if there are fewer games.
/// It gets the line ends of the text. Linear in the text.
///
/// # Errors
/// The new text would be read differently.
pub fn add_game(text: &str, game: &str, before: usize) -> Result<Arranged, Refusal> {
    let file = File::of(text);
    if text.trim().is_empty() {
        // Editors send the empty line of an empty buffer: the game takes its place.
        let new = format!("{game}\n");
        let edits = vec![Edit::replace(0..text.len(), &new)];
        return Ok(Arranged { text: new, edits, game: 0, range: 0..game.len() });
    }
    let game = with_line_ends(game, LineEnding::of(text));
    let to = file.place(before)?;
    let mut parts = file.parts();
    parts.insert(to, Part::Other(&game));
    file.arranged(&parts, to)
}

/// Returns the text of a game, counted from 0, without white space around it. Linear in the text.
///
/// # Errors
/// As [`move_game`].
pub fn game_alone(text: &str, game: usize) -> Result<&str, Refusal> {
    let file = File::of(text);
    let entry = &file.entries[file.movable(game)?];
    Ok(text[entry.range.start..entry.end].trim_start())
}

/// Returns the text without a game, counted from 0. Linear in the text.
///
/// # Errors
/// As [`move_game`].
pub fn without_game(text: &str, game: usize) -> Result<String, Refusal> {
    let file = File::of(text);
    let from = file.movable(game)?;
    let mut parts = file.parts();
    parts.remove(from);
    file.checked(&parts)
}

/// Returns the edits that lead to [`without_game`]. Linear in the text.
///
/// # Errors
/// As [`move_game`].
pub fn deletion(text: &str, game: usize) -> Result<Vec<Edit>, Refusal> {
    let file = File::of(text);
    let from = file.movable(game)?;
    let mut parts = file.parts();
    parts.remove(from);
    file.checked(&parts)?;
    // None of the games that stay is put elsewhere.
    Ok(file.edits(&parts, parts.len()))
}

/// Returns the text with its games in the opposite order. What is before the first game or after the last one and is no part of them stays
/// there. Linear in the text.
///
/// # Errors
/// The new text would be read differently.
pub fn reversed(text: &str) -> Result<String, Refusal> {
    let file = File::of(text);
    let mut parts = file.parts();
    parts[file.movable.clone()].reverse();
    file.checked(&parts)
}

/// The games of a text that [`reversed`] leaves in their places, each by its number from 0 and its byte offset: their start or their end is not
/// certain. Linear in the text.
pub fn fixed_games(text: &str) -> Vec<(usize, usize)> {
    let file = File::of(text);
    let are_several = file.entries.iter().map(|entry| entry.games).sum::<usize>() > 1;
    let (mut number, mut fixed) = (0, Vec::new());
    for (index, entry) in file.entries.iter().enumerate() {
        if are_several && entry.games > 0 && !file.movable.contains(&index) {
            fixed.push((number, entry.game.start));
        }
        number += entry.units;
    }
    fixed
}

/// The text with line ends of one kind, if it has another kind.
fn with_line_ends(text: &str, kind: LineEnding) -> Cow<'_, str> {
    if LineEnding::of(text) == kind {
        return Cow::Borrowed(text);
    }
    let (mut new, mut done) = (String::with_capacity(text.len() + text.len() / 16), 0);
    for end in line_ends(text) {
        new.push_str(&text[done..end.start]);
        new.push_str(kind.text());
        done = end.end;
    }
    Cow::Owned(new + &text[done..])
}

/// A text in its entries.
struct File<'text> {
    text: &'text str,
    entries: Vec<Entry<'text>>,
    /// The entries among which games can be put.
    movable: Range<usize>,
}

impl<'text> File<'text> {
    fn of(text: &'text str) -> File<'text> {
        let entries: Vec<Entry> = Entries::new(text).collect();
        let first = entries.iter().take_while(|entry| entry.rank() == 0).count();
        let last = entries.iter().rev().take_while(|entry| entry.rank() == 2).count();
        let movable = first..(entries.len() - last).max(first);
        File { text, entries, movable }
    }

    /// The entry of a game; the number of entries if there are fewer games.
    fn entry(&self, game: usize) -> usize {
        let mut games = 0;
        let is_before = |entry: &&Entry| {
            games += entry.units;
            games <= game
        };
        self.entries.iter().take_while(is_before).count()
    }

    /// The entry of a game that can be moved.
    fn movable(&self, game: usize) -> Result<usize, Refusal> {
        let index = self.entry(game);
        let Some(entry) = self.entries.get(index) else {
            return Err(Refusal { offset: self.text.len(), reason: "there is no such game".to_owned() });
        };
        if entry.is_one_game(self.text) {
            return Ok(index);
        }
        let reason =
            "there is text, a comment or another game beside the game that cannot be told from it, or it has no end";
        Err(Refusal { offset: entry.range.start, reason: reason.to_owned() })
    }

    /// The entry before which a game comes that is put before game `before`.
    fn place(&self, before: usize) -> Result<usize, Refusal> {
        let place = self.entry(before);
        if place < self.movable.start {
            let reason = "no game can be put before this one: it does not begin with a tag pair on a line of its own";
            return Err(Refusal { offset: self.entries[place].range.start, reason: reason.to_owned() });
        }
        Ok(place.min(self.movable.end))
    }

    fn parts(&self) -> Vec<Part<'text>> {
        (0..self.entries.len()).map(Part::Entry).collect()
    }

    /// The text of `parts`; `of` is the part of the game that the caller names.
    fn arranged(&self, parts: &[Part], of: usize) -> Result<Arranged, Refusal> {
        let text = self.checked(parts)?;
        let mut game = 0;
        let mut entries = Entries::new(&text);
        for entry in entries.by_ref().take(of) {
            game += entry.units;
        }
        let range = entries.next().map_or(0..0, |entry| entry.range.start..entry.end);
        let edits = if text == self.text { Vec::new() } else { self.edits(parts, of) };
        Ok(Arranged { edits, game, range, text })
    }

    /// The edits that lead to `parts`, of which number `moved` comes anew and the others stay in their order.
    fn edits(&self, parts: &[Part], moved: usize) -> Vec<Edit> {
        let seams = Seams::of_entries(self.text, &self.entries);
        let start = |entry: usize| self.entries.get(entry).map_or(self.text.len(), |entry| entry.range.start);
        let (mut edits, mut next) = (Vec::new(), 0);
        for (place, (part, after)) in seamed(self.text, &self.entries, parts, &seams).enumerate() {
            match parts[place] {
                Part::Entry(index) if place != moved => {
                    if next < index {
                        edits.push(Edit::delete(start(next)..start(index)));
                    }
                    let old = self.entries[index].end..self.entries[index].range.end;
                    if self.text[old.clone()] != after.concat() {
                        edits.push(Edit::replace(old, after.concat()));
                    }
                    next = index + 1;
                }
                _ => edits.push(Edit::insert(start(next), [part, after[0], after[1]].concat())),
            }
        }
        if next < self.entries.len() {
            edits.push(Edit::delete(start(next)..self.text.len()));
        }
        edits
    }

    /// The text of `parts`, in which each is read as it was.
    fn checked(&self, parts: &[Part]) -> Result<String, Refusal> {
        let text = arranged(self.text, &self.entries, parts);
        let read = Entries::new(&text).map(|entry| text[entry.range.start..entry.end].trim());
        // White space alone is no entry beside games.
        let expected = parts.iter().map(|part| match *part {
            Part::Entry(index) => self.text[self.entries[index].range.start..self.entries[index].end].trim(),
            Part::Other(game) => game.trim(),
        });
        if !read.filter(|text| !text.is_empty()).eq(expected.filter(|text| !text.is_empty())) {
            return Err(Refusal { offset: 0, reason: "the new text would be read differently".to_owned() });
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::refactor::apply;

    fn game(number: u32) -> String {
        format!("[Round \"{number}\"]\n\n{number}. e4 *")
    }

    /// A file of games with these numbers.
    fn file(numbers: &[u32]) -> String {
        let games: Vec<String> = numbers.iter().map(|number| game(*number)).collect();
        games.join("\n\n") + "\n"
    }

    #[test]
    fn a_game_is_moved_before_another_one_or_to_the_end() {
        let text = file(&[1, 2, 3]);
        for (from, before, expected, place) in [
            (0, 0, [1, 2, 3], 0),
            (0, 1, [1, 2, 3], 0),
            (0, 2, [2, 1, 3], 1),
            (0, 3, [2, 3, 1], 2),
            (0, 99, [2, 3, 1], 2),
            (1, 0, [2, 1, 3], 0),
            (2, 0, [3, 1, 2], 0),
            (2, 1, [1, 3, 2], 1),
        ] {
            let moved = move_game(&text, from, before).unwrap();
            assert_eq!(moved.text, file(&expected), "{from} before {before}");
            assert_eq!(moved.game, place);
            assert_eq!(&moved.text[moved.range.clone()], game(from as u32 + 1));
            assert_eq!(apply(&text, &moved.edits), moved.text);
            assert_eq!(moved.edits.is_empty(), moved.text == text);
        }
    }

    #[test]
    fn a_move_is_two_edits_as_long_as_the_game() {
        let text = file(&[1, 2, 3, 4, 5, 6]);
        for (from, before) in [(0, 5), (4, 1)] {
            let Arranged { edits, .. } = move_game(&text, from, before).unwrap();
            let longest = edits.iter().map(|edit| edit.text.len().max(edit.range.len())).max();
            assert!(edits.len() == 2 && longest <= Some(game(1).len() + 2), "{edits:?}");
        }
        let last = move_game(&text, 5, 0).unwrap();
        assert_eq!((apply(&text, &last.edits), last.edits.len()), (file(&[6, 1, 2, 3, 4, 5]), 3));
    }

    #[test]
    fn games_are_copied_added_taken_out_and_reversed() {
        let text = file(&[1, 2, 3]);
        assert_eq!(copy_game(&text, 0, 2).unwrap().text, file(&[1, 2, 1, 3]));
        assert_eq!(copy_game(&text, 2, 9).unwrap().text, file(&[1, 2, 3, 3]));
        assert_eq!(add_game(&text, &game(9), 1).unwrap().text, file(&[1, 9, 2, 3]));
        assert_eq!(add_game(&text, &game(9), 3).unwrap().text, file(&[1, 2, 3, 9]));
        assert_eq!(add_game(&file(&[1]), &game(9), 1).unwrap().text, file(&[1, 9]));
        assert_eq!(add_game("", &game(9), 0).unwrap().text, file(&[9]));
        assert_eq!(add_game("\r\n\n", &game(9), 0).unwrap().text, file(&[9]));
        assert_eq!(game_alone(&text, 1).unwrap(), game(2));
        assert_eq!(without_game(&text, 2).unwrap(), file(&[1, 2]));
        assert_eq!(without_game(&text, 0).unwrap(), file(&[2, 3]));
        assert_eq!(apply(&text, &deletion(&text, 2).unwrap()), file(&[1, 2]));
        assert_eq!(reversed(&text).unwrap(), file(&[3, 2, 1]));
        assert_eq!(reversed("").unwrap(), "");
    }

    #[test]
    fn an_added_game_gets_the_line_ends_of_the_text() {
        let windows = file(&[1, 2]).replace('\n', "\r\n");
        assert_eq!(add_game(&windows, &game(3), 2).unwrap().text, file(&[1, 2, 3]).replace('\n', "\r\n"));
        assert_eq!(add_game(&file(&[3]), &game(1).replace('\n', "\r\n"), 0).unwrap().text, file(&[1, 3]));
    }

    /// Texts of what may be in a file, in any order.
    fn texts() -> impl Strategy<Value = String> {
        let pieces = [
            "[Event \"é\"]\n",
            "[White \"A\"]\r\n",
            "\n",
            "\n\n",
            "1. e4 e5",
            " *",
            " 1-0\n\n",
            "{",
            "}",
            "(",
            ")",
            ";",
            "% x\n",
            "[",
            "1. d4 *\n\n",
            "[Event \"B\"]\n\n1. c4 *\n\n",
            "[Event \"C\"]\n\n1. f4 {a\n\nb} *\n\n",
        ];
        prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..14).prop_map(|pieces| pieces.concat())
    }

    /// The entries of a text without white space around them, in alphabetical order.
    fn bodies(text: &str) -> Vec<String> {
        let body = |entry: Entry| text[entry.range].trim().to_owned();
        let mut bodies: Vec<String> = Entries::new(text).map(body).filter(|body| !body.is_empty()).collect();
        bodies.sort();
        bodies
    }

    proptest! {
        #[test]
        fn no_game_is_lost_and_the_edits_say_the_same(text in texts(), other in texts(), game in 0..5_usize, before in 0..6_usize) {
            if let Ok(moved) = move_game(&text, game, before) {
                prop_assert_eq!(apply(&text, &moved.edits), &moved.text[..]);
                prop_assert_eq!(bodies(&moved.text), bodies(&text));
                prop_assert_eq!(moved.text[moved.range.clone()].trim(), game_alone(&text, game).unwrap());
                prop_assert_eq!(game_alone(&moved.text, moved.game).unwrap(), game_alone(&text, game).unwrap());
            }
            if let Ok(alone) = game_alone(&text, game)
                && let Ok(added) = add_game(&other, alone, before)
            {
                prop_assert_eq!(apply(&other, &added.edits), &added.text[..]);
                let rest = without_game(&added.text, added.game).unwrap();
                prop_assert_eq!(apply(&added.text, &deletion(&added.text, added.game).unwrap()), &rest[..]);
                prop_assert_eq!(bodies(&rest), bodies(&other));
            }
            if let Ok(copied) = copy_game(&text, game, before) {
                prop_assert_eq!(apply(&text, &copied.edits), &copied.text[..]);
                prop_assert_eq!(bodies(&copied.text).len(), bodies(&text).len() + 1);
            }
            if let Ok(reversed) = reversed(&text) {
                prop_assert_eq!(bodies(&reversed), bodies(&text));
            }
        }
    }

    #[test]
    fn games_that_stay_are_known() {
        let text = format!("{{x}} {}", file(&[1, 2]));
        assert_eq!(fixed_games(&text), [(0, 0)]);
        assert_eq!(fixed_games(&file(&[1, 2])), []);
        let refusal = move_game(&text, 1, 0).unwrap_err();
        assert!(refusal.offset == 0 && refusal.reason.contains("put before"), "{}", refusal.reason);
    }

    #[test]
    fn what_is_no_game_stays_first_or_last() {
        let text = format!("1. d4 *\n\n{}\n% the end\n", file(&[1, 2]));
        let expected = format!("1. d4 *\n\n{}\n% the end\n", file(&[2, 1]));
        assert_eq!(reversed(&text).unwrap(), expected);
        assert_eq!(move_game(&text, 1, 99).unwrap().text, expected);
        assert!(move_game(&text, 0, 2).unwrap_err().reason.contains("cannot be told"));
        assert!(move_game(&text, 9, 0).unwrap_err().reason.contains("no such game"));
    }

    #[test]
    fn the_last_game_gets_an_empty_line_where_it_needs_one() {
        let text = file(&[1, 2]).trim_end().to_owned();
        assert_eq!(move_game(&text, 1, 0).unwrap().text, file(&[2, 1]).trim_end());
        assert_eq!(add_game(&text, &game(3), 9).unwrap().text, file(&[1, 2, 3]).trim_end());
        let open = "[Round \"2\"]\n\n1. e4 {unfinished";
        let moved = move_game(&format!("{}\n{open}", file(&[1])), 1, 0).unwrap();
        assert_eq!(moved.text, format!("{open}\n\n{}", game(1)));
    }
}
