//! Edits that preserve the lines of a text.

use std::ops::Range;

use crate::edit::Edit;
use crate::style::LineEnding;

/// So much of a text is looked at for its line end: a text of one line may need as many edits as it has tokens. Bytes.
const LONGEST_FIRST_LINE: usize = 1 << 13;

/// Returns the line end of the first line of `text`, or a line feed for a single line, or one that is endless.
pub fn line_end(text: &str) -> &'static str {
    LineEnding::of(&text[..text.floor_char_boundary(LONGEST_FIRST_LINE)]).text()
}

/// Returns the edit that replaces `range` by `new`, with a space where it would merge with its neighbour.
pub fn replace(text: &str, range: Range<usize>, new: &str) -> Edit {
    let left = text[..range.start].chars().next_back();
    let right = text[range.end..].chars().next();
    let (Some(first), Some(last)) = (new.chars().next(), new.chars().next_back()) else {
        return Edit::replace(range, seam(left, right));
    };
    Edit::replace(range, format!("{}{new}{}", seam(left, Some(first)), seam(Some(last), right)))
}

/// Returns the edit that deletes `range` with its surroundings: its whole line if it is alone on it, else the spaces
/// before or after it, as long as its neighbours stay separate.
pub fn delete(text: &str, range: Range<usize>) -> Edit {
    let range = with_surroundings(text, range);
    let is_whole_line = text[..range.end].ends_with(['\n', '\r']);
    if is_whole_line { Edit::delete(range) } else { replace(text, range, "") }
}

fn with_surroundings(text: &str, range: Range<usize>) -> Range<usize> {
    let is_space = |character: char| matches!(character, ' ' | '\t');
    let before = text[..range.start].trim_end_matches(is_space).len();
    let after = text.len() - text[range.end..].trim_start_matches(is_space).len();
    let starts_line = before == 0 || text[..before].ends_with(['\n', '\r']);
    let ends_line = text[after..].is_empty() || text[after..].starts_with(['\n', '\r']);
    match (starts_line, ends_line) {
        (true, true) => before..after + first_line_end(&text[after..]),
        (true, false) => range.start..after,
        (false, _) if text[..range.start].ends_with('(') => range.start..after,
        (false, _) => before..range.end,
    }
}

/// Returns the separator that two characters of the movetext need to stay separate: empty or a space.
pub(crate) fn seam(left: Option<char>, right: Option<char>) -> &'static str {
    let Some(right) = right else { return "" };
    let Some(left) = left.filter(|left| !matches!(left, '\n' | '\r')) else {
        // In the first column it would begin an escape line (section 6).
        return if right == '%' { " " } else { "" };
    };
    let is_apart = match (left, right) {
        (left, right) if left.is_whitespace() || right.is_whitespace() => true,
        ('(' | ')' | '{' | '}', _) | (_, '(' | ')' | '{' | '}' | ';') => true,
        // "1.e4" is a number and a move; "1.1-0" is not.
        ('.' | '…', right) => !right.is_numeric() && !matches!(right, '.' | '…'),
        // A suffix belongs to the move it touches (section 8.2.3.8), but two suffixes merge into another one.
        (left, '!' | '?') => !matches!(left, '!' | '?'),
        _ => false,
    };
    if is_apart { "" } else { " " }
}

fn first_line_end(rest: &str) -> usize {
    if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(['\n', '\r'])) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `text` with the first `old` replaced by `new`, or deleted if `new` is empty.
    fn edited(text: &str, old: &str, new: &str) -> String {
        let start = text.find(old).unwrap();
        let range = start..start + old.len();
        let edit = if new.is_empty() { delete(text, range) } else { replace(text, range, new) };
        let mut edited = text.to_owned();
        edited.replace_range(edit.range, &edit.text);
        edited
    }

    #[test]
    fn deleting_leaves_no_trace() {
        let check = |text: &str, gone: &str, left: &str| assert_eq!(edited(text, gone, ""), left);
        check("a\nb\nc", "b", "a\nc");
        check("a\r\n b \r\nc", "b", "a\r\nc");
        check("a b c", "b", "a c");
        check("(b c)", "b", "(c)");
        check("a b\nc", "b", "a\nc");
        check("a\nb c", "b", "a\nc");
        check("b", "b", "");
    }

    #[test]
    fn what_is_left_stays_apart() {
        let check = |text: &str, old: &str, new: &str, left: &str| assert_eq!(edited(text, old, new), left);
        check("1. e4 ()e5", "()", "", "1. e4 e5");
        check("1. e4()e5", "()", "", "1. e4 e5");
        check("1.()e4", "()", "", "1.e4");
        check("1.()1-0", "()", "", "1. 1-0");
        check("e4! ()?", "()", "", "e4! ?");
        check("e4 ()?", "()", "", "e4?");
        check("()%e4", "()", "", " %e4");
        check("e4\n()\n%e4", "()", "", "e4\n%e4");
        check("♘f3½-½", "♘f3", "Nf3", "Nf3 ½-½");
        check("♘f3½-½", "½-½", "1/2-1/2", "♘f3 1/2-1/2");
        check("1.♘f3!(", "♘f3", "Nf3", "1.Nf3!(");
    }

    #[test]
    fn line_ends_are_those_of_the_text() {
        assert_eq!(line_end("a\r\nb\n"), "\r\n");
        assert_eq!(line_end("a\rb"), "\r");
        assert_eq!(line_end("a"), "\n");
    }
}
