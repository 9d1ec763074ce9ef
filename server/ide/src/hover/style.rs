//! The markup style of a hover.

/// The markup of a hover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Plain,
    /// Markdown.
    Markdown {
        /// Whether the board is a picture (a data URI) instead of text.
        images: bool,
    },
}
