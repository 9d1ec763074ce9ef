//! The same features for files of EPD and FEN records.

pub mod board;
pub mod completion;
pub mod hover;
pub mod index;
pub mod links;
pub mod navigation;
pub mod outline;
pub mod play;
pub mod signature;
pub mod tokens;

pub use board::record_board;
pub use completion::completion;
pub use hover::{evaluation, evaluations, hover};
pub use index::{indexed_records, place_in_records, position_in_record};
pub use links::record_links;
pub use navigation::{definition_in_record, highlights_in_record, selection_in_record};
pub use outline::{folds, records_before, records_in, symbols, symbols_of};
pub use play::play_in_record;
pub use signature::signature_in_record;
pub use tokens::record_tokens;
