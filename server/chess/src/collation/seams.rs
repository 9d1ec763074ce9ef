//! The white space between games whose order changes.

use super::entries::{Ending, Entry, has_empty_line};
use crate::line_ends::line_ends;

/// What is written between the games of a file. The white space after a game moves with it, but that at the end of the file stays there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seams {
    /// The white space after the last game, written after the one that comes last.
    pub closing: String,
    /// What is written after the game that was last where it comes earlier.
    pub separator: String,
    /// An empty line, after the end of a line.
    pub more: String,
}

impl Seams {
    /// The seams of a text from its first entry, the text after that, and its last entry and the text after that. The two may be the same.
    pub fn of(text: &str, first_tail: &str, last: Ending, closing: &str) -> Seams {
        let line_end = line_ends(text).next().map_or("\n", |range| &text[range]);
        let count = |white_space: &str| line_ends(white_space).count();
        let is_enough = has_empty_line(first_tail)
            || last == Ending::Separated && count(closing) > 0 && count(first_tail) >= count(closing);
        let empty_line = line_end.repeat(2);
        let separator = if is_enough { first_tail.to_owned() } else { empty_line.clone() };
        Seams { closing: closing.to_owned(), separator, more: empty_line }
    }

    /// What is added after the white space of an entry that another one follows than before.
    pub fn more_after(&self, ending: Ending) -> &str {
        match ending {
            Ending::Unseparated => &self.more,
            Ending::LineEnded => &self.more[self.more.len() / 2..],
            Ending::Separated | Ending::Open => "",
        }
    }

    /// The seams of the text that these are the entries of.
    pub fn of_entries(text: &str, entries: &[Entry]) -> Seams {
        let tail = |entry: Option<&Entry>| entry.map_or("", |entry| &text[entry.end..entry.range.end]);
        // What is after the only game does not say what is between games.
        let first = if entries.len() > 1 { entries.first() } else { None };
        let ending = entries.last().map_or(Ending::Separated, |last| last.ending);
        Seams::of(text, tail(first), ending, tail(entries.last()))
    }
}
