//! Games and records in export format, and refactorings: text in, edits out.
//!
//! Nothing here changes what a game says. A game that does not read cleanly is left byte for byte as it is, with the reason.

pub mod edit;
pub mod epd;
pub mod format;
pub mod line_edits;
pub mod refactor;
pub mod tag_edits;
#[cfg(test)]
mod testing;
