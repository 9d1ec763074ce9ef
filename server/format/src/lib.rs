//! Games and records in export format, and refactorings: text in, edits out.
//!
//! Nothing here changes what a game says. A game that does not read cleanly is left byte for byte as it is, with the reason.

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
pub use formatted::{Formatted, Refusal, RefusedGame};
pub use games::{format_game, format_text};
pub use style::{FormatOptions, LineEnding, Style};
