//! The markup style of a hover.

use scoresheet_chess::diagram::BoardColours;

/// The markup of a hover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Plain,
    /// Markdown.
    Markdown {
        /// The colours of boards that are pictures (data URIs); `None` for boards as text.
        images: Option<BoardColours>,
    },
}
