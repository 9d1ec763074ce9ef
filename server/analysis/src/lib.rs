//! What Scoresheet knows about chess games: pure functions over parsed text.
//!
//! No input or output, no LSP types, no threads: byte ranges in, byte ranges out.

pub mod board;
mod command_arguments;
pub mod dates;
pub mod diagram;
pub mod finding;
mod line_edits;
pub mod lint;
mod move_numbers;
pub mod nag;
pub mod openings;
pub mod piece_letters;
pub mod position_faults;
pub mod replay;
pub mod results;
pub mod rule;
pub mod rules;
pub mod tag_docs;
#[cfg(test)]
mod testing;
pub mod variants;
