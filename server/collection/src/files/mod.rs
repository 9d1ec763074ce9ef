//! Whole files of games: which games an order moves, and names for files.

mod moved;
mod names;

pub use moved::moved;
pub use names::{NameRule, file_names};
