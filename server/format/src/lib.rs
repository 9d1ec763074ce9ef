//! Games and records in export format, and refactorings: text in, edits out.
//!
//! Formatting preserves the content of a game. A game that does not read cleanly is left unchanged byte for byte and
//! reported with the reason.

pub mod arrange;
mod edit;
pub mod epd;
mod formatted;
mod games;
pub mod line_edits;
pub mod refactor;
mod style;
pub mod tag_edits;
#[cfg(test)]
mod testing;

pub use edit::Edit;
pub use formatted::{Formatted, LeftOut, Refusal, RefusedGame, Written};
pub use games::{format_game, format_text};
pub use style::{FormatOptions, LineEnding, LineWidth, Style, Suffixes};
