//! What Scoresheet knows about chess games: pure functions over parsed text.
//!
//! No input or output, no LSP types, no threads: byte ranges in, byte ranges out.

pub mod board;
mod command_arguments;
pub mod command_docs;
pub mod completion;
pub mod configuration;
pub mod dates;
pub mod diagram;
mod digest;
pub mod file_view;
pub mod finding;
pub mod folding;
pub mod format;
pub mod hover;
mod line_edits;
mod line_history;
pub mod lint;
mod look_alikes;
mod move_numbers;
pub mod nag;
pub mod openings;
pub mod piece_letters;
pub mod placed_game;
pub mod position_faults;
pub mod reach;
pub mod refactor;
pub mod replay;
pub mod results;
pub mod root_cause;
pub mod rule;
pub mod rules;
pub mod selector;
pub mod similar_words;
pub mod suppression;
pub mod symbols;
pub mod tag_docs;
#[cfg(test)]
mod testing;
pub mod time_control;
pub mod variants;
