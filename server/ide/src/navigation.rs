//! Navigation in games: from a move to its origin, to the same positions, and to the enclosing ranges.
//!
//! All offsets and ranges are bytes of the file; ranges are half-open.

mod definition;
mod linked_editing;
mod places;
mod references;
mod selection;

pub use definition::{Jump, definition, type_definition};
pub use linked_editing::linked_editing;
pub use places::start_place;
pub use references::{PositionAt, document_highlight, position_at, references, references_in_game};
pub(crate) use selection::nested;
pub use selection::selection_range;

#[cfg(test)]
mod testing {
    use std::ops::Range;

    use scoresheet_grammar::Database;

    use crate::testing::with_cursor;

    /// Runs `query` at the cursor of a text and returns the text of each range with its byte offset.
    #[track_caller]
    pub(super) fn ask(text: &str, query: impl Fn(&Database, usize) -> Vec<Range<usize>>) -> Vec<(usize, String)> {
        let (text, offset) = with_cursor(text);
        let ranges = query(&Database::parse(&text), offset);
        ranges.into_iter().map(|range| (range.start, text[range].to_owned())).collect()
    }

    /// An annotated game after another one, with line ends of two bytes and characters beyond the basic plane.
    pub(super) const GAME: &str = "[Event \"🏆\"]\r\n\r\n1. d4 *\r\n\r\n[Event \"♘ 🏆\"]\r\n[Result \"1-0\"]\r\n\r\n{🏆} 1. e4 e5\r\n\
        (1... c5 2. Nf3 {🏆} (2. c3 d5) 2... d6) (1... e6) 2. Nf3 (2. Nc3 Nc6 3. Nf3!) 2... Nc6 3. Nc3 $1 {four} 3... Nf6 1-0\r\n";
}
