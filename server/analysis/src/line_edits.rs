//! Edits that keep to the lines of a text.

use std::ops::Range;

/// The line end that `text` uses: that of its first line, a line feed where there is only one line.
pub(crate) fn line_end(text: &str) -> &'static str {
    match memchr::memchr2(b'\n', b'\r', text.as_bytes()) {
        Some(found) if text[found..].starts_with("\r\n") => "\r\n",
        Some(found) if text[found..].starts_with('\r') => "\r",
        _ => "\n",
    }
}

/// What to delete so that `range` goes away without a trace: its whole line where nothing else stands on it, else the
/// blanks before or after it too.
pub(crate) fn with_surroundings(text: &str, range: Range<usize>) -> Range<usize> {
    let is_blank = |character: char| matches!(character, ' ' | '\t');
    let before = text[..range.start].trim_end_matches(is_blank).len();
    let after = text.len() - text[range.end..].trim_start_matches(is_blank).len();
    let starts_line = before == 0 || text[..before].ends_with(['\n', '\r']);
    let ends_line = text[after..].is_empty() || text[after..].starts_with(['\n', '\r']);
    match (starts_line, ends_line) {
        (true, true) => before..after + first_line_end(&text[after..]),
        (true, false) => range.start..after,
        (false, _) if text[..range.start].ends_with('(') => range.start..after,
        (false, _) => before..range.end,
    }
}

fn first_line_end(rest: &str) -> usize {
    if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(['\n', '\r'])) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deleting_leaves_no_trace() {
        let check = |text: &str, gone: &str, left: &str| {
            let start = text.find(gone).unwrap();
            let mut rest = text.to_owned();
            rest.replace_range(with_surroundings(text, start..start + gone.len()), "");
            assert_eq!(rest, left);
        };
        check("a\nb\nc", "b", "a\nc");
        check("a\r\n b \r\nc", "b", "a\r\nc");
        check("a b c", "b", "a c");
        check("(b c)", "b", "(c)");
        check("a b\nc", "b", "a\nc");
        check("a\nb c", "b", "a\nc");
        check("b", "b", "");
    }

    #[test]
    fn line_ends_are_those_of_the_text() {
        assert_eq!(line_end("a\r\nb\n"), "\r\n");
        assert_eq!(line_end("a\rb"), "\r");
        assert_eq!(line_end("a"), "\n");
    }
}
