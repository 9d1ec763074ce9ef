//! Files of EPD or FEN records, as rules see them.

mod checked_lines;
pub mod duplicates;
mod file;
mod position_words;
mod traits;
mod verify;

pub(crate) use checked_lines::AboveRecord;
pub use checked_lines::CheckedLines;
pub use duplicates::{Duplicates, Pair, Place, id};
pub use file::{Piece, PieceText, RecordFile, Seen};
pub use traits::{RecordFacts, Traits};
pub use verify::{Mate, VERIFYING_RULES, mate_in, nodes_up_to};
