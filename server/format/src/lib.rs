//! format

pub mod edit;
pub mod epd;
pub mod format;
pub mod line_edits;
pub mod refactor;
pub mod tag_edits;
#[cfg(test)]
mod testing;
