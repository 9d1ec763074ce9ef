//! The few colors that the commands use.

use clap::builder::styling::{AnsiColor, Style};
use scoresheet_lint::finding::Level;

/// Headings and names.
pub(crate) const BOLD: Style = Style::new().bold();
/// Arrows and line numbers of excerpts.
pub(crate) const FRAME: Style = AnsiColor::BrightBlue.on_default().bold();

/// `text` in `style` where `colors` are wanted.
pub(crate) fn paint(colors: bool, style: Style, text: &str) -> String {
    if colors { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

/// The style of a level.
pub(crate) fn level_style(level: Level) -> Style {
    let color = match level {
        Level::Error => AnsiColor::BrightRed,
        Level::Warning => AnsiColor::Yellow,
        Level::Info => AnsiColor::BrightCyan,
        Level::Hint => AnsiColor::BrightBlue,
    };
    color.on_default().bold()
}
