//! Unified differences, as `diff -u` writes them.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use clap::builder::styling::AnsiColor;
use similar::TextDiff;

use super::color::{BOLD, paint};
use super::messages::display_path;

/// After this time the difference may be larger than necessary.
const PATIENCE: Duration = Duration::from_secs(5);

/// From `old` to `new`; empty where they are equal.
pub(crate) fn unified_diff(path: &Path, old: &str, new: &str, colors: bool) -> String {
    if old == new {
        return String::new();
    }
    let path = display_path(path);
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
    let plain = diff.unified_diff().header(&path, &path).to_string();
    if colors { colored(&plain) } else { plain }
}

fn colored(diff: &str) -> String {
    let mut out = String::with_capacity(2 * diff.len());
    for line in diff.split_inclusive('\n') {
        let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
        let style = match text.bytes().next() {
            _ if text.starts_with("---") || text.starts_with("+++") => BOLD,
            Some(b'-') => AnsiColor::Red.on_default(),
            Some(b'+') => AnsiColor::Green.on_default(),
            Some(b'@') => AnsiColor::Cyan.on_default(),
            _ => Default::default(),
        };
        // Writing to a string cannot fail.
        let _ = write!(out, "{}{end}", paint(true, style, text));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_file_and_shows_lines() {
        assert_eq!(unified_diff("a.pgn".as_ref(), "1\n2\n3", "1\n2\n3", false), "");
        assert_eq!(
            unified_diff("a.pgn".as_ref(), "1\n2\n3", "1\nx\n3", false),
            "--- a.pgn\n+++ a.pgn\n@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n\\ No newline at end of file\n"
        );
    }
}
