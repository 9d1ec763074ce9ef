//! How a hover is to be written.

/// How a hover is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// No markup at all.
    Plain,
    /// Markdown.
    Markdown {
        /// Draw the board as a picture (a data URI) instead of as text.
        images: bool,
    },
}
