//! Ways through a file: from a move to where it comes from, to where its position is reached again, to what is around it.
//!
//! All offsets and ranges are bytes of the file, ranges half-open.

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

    /// Asks at the cursor of a text and gives the ranges that come back as text, each with the number of bytes of the text before it.
    #[track_caller]
    pub(super) fn ask(text: &str, question: impl Fn(&Database, usize) -> Vec<Range<usize>>) -> Vec<(usize, String)> {
        let (text, offset) = with_cursor(text);
        let ranges = question(&Database::parse(&text), offset);
        ranges.into_iter().map(|range| (range.start, text[range].to_owned())).collect()
    }

    /// An annotated game behind another one, with line ends of two characters and letters beyond the basic plane.
    pub(super) const GAME: &str = "[Event \"🏆\"]\r\n\r\n1. d4 *\r\n\r\n[Event \"♘ 🏆\"]\r\n[Result \"1-0\"]\r\n\r\n{🏆} 1. e4 e5\r\n\
        (1... c5 2. Nf3 {🏆} (2. c3 d5) 2... d6) (1... e6) 2. Nf3 (2. Nc3 Nc6 3. Nf3!) 2... Nc6 3. Nc3 $1 {four} 3... Nf6 1-0\r\n";
}
