//! EPD and FEN records.

pub mod allow;
pub mod checked;
pub mod duplicates;
pub mod file;
pub mod lint;
pub mod suppress;
pub mod traits;
pub mod verify;

pub use allow::{allow_in_file, allow_in_record};
pub use checked::{CheckedChunk, CheckedRecords, ShownChunk, ShownRecord};
pub use duplicates::id;
pub use duplicates::{Duplicates, Pair, Place};
pub use file::{Piece, PieceText, RecordFile, Seen};
pub use lint::{CheckedLines, RecordLinter};

pub use traits::{RecordFacts, Traits};
pub use verify::VERIFYING_RULES;
pub use verify::{Mate, mate_in, nodes_up_to};
