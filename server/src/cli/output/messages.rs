//! Wording that several commands share.

use std::path::Path;

use scoresheet_format::Style;

use crate::text_file::Location;

/// `text` without control characters, which could move a terminal's cursor, change its colors, or begin a line that the log
/// of a pipeline takes for a command, without those that turn the direction of what follows, and without the stand-ins of bytes that are not
/// UTF-8.
pub(crate) fn printable(text: &str) -> String {
    let is_hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{10FF00}'..='\u{10FFFF}')
    };
    text.chars().map(|letter| if is_hidden(letter) { char::REPLACEMENT_CHARACTER } else { letter }).collect()
}

/// A path without control characters, whatever is in its name.
pub(crate) fn display_path(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// "1 file", "2 files", "2 fixes".
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = if noun.ends_with(['s', 'x']) { "es" } else { "s" };
    format!("{count} {noun}{}", if count == 1 { "" } else { plural })
}

/// "games.pgn:3:1: game 2 left unchanged: ..."
pub(crate) fn refusal(path: &Path, at: Location, noun: &str, number: usize, reason: &str) -> String {
    let path = path.display();
    printable(&format!("{path}:{}:{}: {noun} {number} left unchanged: {reason}", at.line, at.column))
}

/// "games.pgn:3:1: game 2 is not in export format: ..."
pub(crate) fn departure(path: &Path, at: Location, noun: &str, number: usize, style: Style, reason: &str) -> String {
    let reduced = if style == Style::Reduced { "reduced " } else { "" };
    let path = path.display();
    let place = format!("{path}:{}:{}", at.line, at.column);
    printable(&format!("{place}: {noun} {number} is not in {reduced}export format: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn things_are_counted_in_english() {
        let counts = [counted(1, "fix"), counted(2, "fix"), counted(0, "game"), counted(1, "game")];
        assert_eq!(counts, ["1 fix", "2 fixes", "0 games", "1 game"]);
    }
}
