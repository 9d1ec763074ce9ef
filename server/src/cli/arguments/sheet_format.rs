//! The forms of tables of players and numbers.

use clap::ValueEnum;

/// The forms of a table of players or numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SheetFormat {
    /// A table for people
    Text,
    /// A header and rows for spreadsheets
    Csv,
    /// A JSON array
    Json,
    /// A table in Markdown
    Markdown,
    /// A table in HTML, to be put into a page
    Html,
}
