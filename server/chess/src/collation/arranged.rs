//! A text with its games in another order, or with the game of another text among them.

use super::entries::{Entry, has_empty_line};
use super::seams::Seams;

/// What comes next in a text that is put in another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'text> {
    /// The entry with this index.
    Entry(usize),
    /// A game that is not in the text, without white space around it. It must be one that an empty line separates from the next.
    Other(&'text str),
}

/// Returns the text with these parts, of which each entry may occur once, several times or not at all. The white space after an entry stays
/// with it, but that at the end of the text stays there. Linear.
pub fn arranged(text: &str, entries: &[Entry], parts: &[Part]) -> String {
    let seams = Seams::of_entries(text, entries);
    let mut arranged = String::with_capacity(text.len() + seams.separator.len());
    seamed(text, entries, parts, &seams).for_each(|(part, after)| arranged.extend([part, after[0], after[1]]));
    arranged
}

/// Each of the parts, and what is written after it: the white space, and more of it where that is needed. See [`arranged`].
pub fn seamed<'a>(
    text: &'a str,
    entries: &'a [Entry],
    parts: &'a [Part],
    seams: &'a Seams,
) -> impl Iterator<Item = (&'a str, [&'a str; 2])> {
    let around_other = if has_empty_line(&seams.separator) { &seams.separator } else { &seams.more };
    parts.iter().enumerate().map(move |(place, part)| {
        let follower = parts.get(place + 1);
        let after: [&str; 2] = match (*part, follower) {
            (_, None) => [&seams.closing, ""],
            (Part::Other(_), Some(_)) => [around_other, ""],
            (Part::Entry(index), Some(_)) if index + 1 == entries.len() => [&seams.separator, ""],
            (Part::Entry(index), Some(follower)) => {
                let entry = &entries[index];
                let follows = *follower == Part::Entry(index + 1);
                [&text[entry.end..entry.range.end], if follows { "" } else { seams.more_after(entry.ending) }]
            }
        };
        let part = match *part {
            Part::Entry(index) => &text[entries[index].range.start..entries[index].end],
            Part::Other(game) => game,
        };
        (part, after)
    })
}
