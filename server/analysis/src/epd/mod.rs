//! Extended Position Description and lists of FEN records: what there is to say of a record, and all that is done with it.
//!
//! A record is looked at by itself; only what is told once a file, and duplicates, need the others.

mod allow;
mod at;
mod board;
mod checked;
mod completion;
mod convert;
mod duplicates;
mod file;
mod format;
mod hover;
mod index;
mod links;
mod lint;
mod mini_game;
mod moves;
pub mod opcodes;
mod outline;
mod play;
mod position;
mod signature;
mod steps;
mod suppress;
mod tokens;
mod traits;
mod verify;
mod view;
mod ways;

pub use allow::{allow_in_file, allow_in_record};
pub use at::record_at;
pub use board::record_board;
pub use checked::{CheckedChunk, CheckedRecords, ShownChunk, ShownRecord};
pub use completion::completion;
pub use convert::{
    Converted, epd_to_fen, epd_to_games, fen_to_epd, game_to_epd, games_to_epd, problem_game, record_at_move, record_of,
};
pub(crate) use duplicates::id;
pub use duplicates::{Duplicates, Pair, Place};
pub use file::{Piece, PieceText, PlacedRecord, RecordFile, Seen};
pub use format::{Counters, format_edits, format_edits_of, format_records, write_record};
pub use hover::{evaluation, evaluations, hover};
pub use index::{indexed_records, place_in_records, position_in_record};
pub use links::record_links;
pub use lint::{CheckedLines, RecordLinter};
pub use moves::{MoveOperand, Reading};
pub use outline::{folds, records_before, records_in, symbols, symbols_of};
pub use play::play_in_record;
pub use position::{Notation, RecordKind, Standing};
pub use signature::signature_in_record;
pub use tokens::record_tokens;
pub(crate) use traits::is_opcode;
pub use traits::{RecordFacts, Traits};
pub use verify::VERIFYING_RULES;
pub(crate) use verify::{Mate, mate_in, nodes_up_to};
pub use view::RecordView;
pub use ways::{definition_in_record, highlights_in_record, selection_in_record};
