//! Where lines end.

use std::ops::Range;

use super::record::Line;

/// The lines of a text, each with its line end: a line feed, a carriage return, or both. Joined together they are the text; an
/// empty text has none.
///
/// ```
/// let lines: Vec<_> = scoresheet_grammar::epd::lines("one\r\ntwo").collect();
/// assert_eq!(lines, [0..5, 5..8]);
/// ```
pub fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut start = 0;
    std::iter::from_fn(move || {
        let line = start..start + line_length(bytes.get(start..).filter(|rest| !rest.is_empty())?);
        start = line.end;
        Some(line)
    })
}

/// Cut a text into pieces of whole lines, each about `target` bytes long or longer. Joined together the pieces are the text. A
/// remark is in the piece of the line below it, unless there are thousands of them.
///
/// ```
/// assert_eq!(scoresheet_grammar::epd::split_lines("one\ntwo\nthree\n", 6), [0..8, 8..14]);
/// ```
pub fn split_lines(text: &str, target: usize) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::with_capacity(bytes.len() / target.max(1) + 1);
    let mut start = 0;
    while start < bytes.len() {
        let from = (start + target.max(1) - 1).min(bytes.len() - 1);
        let mut end = from + line_length(&bytes[from..]);
        for _ in 0..MOST_REMARKS {
            if end == bytes.len() || !ends_with_remark(&text[start..end]) {
                break;
            }
            end += line_length(&bytes[end..]);
        }
        pieces.push(start..end);
        start = end;
    }
    pieces
}

/// The last place at or after byte `from` where a file may be cut that begins with `text`, which may end anywhere: a line ends there,
/// and it is no remark, unless there are thousands of them. The bytes are in any encoding that extends ASCII. Linear in the text after
/// `from`.
///
/// ```
/// assert_eq!(scoresheet_grammar::epd::last_line_cut(b"one\ntwo\nthr", 0), Some(8));
/// ```
pub fn last_line_cut(text: &[u8], from: usize) -> Option<usize> {
    let mut last = None;
    let mut end = text.len();
    for _ in 0..MOST_REMARKS {
        let Some(found) = memchr::memrchr2(b'\n', b'\r', &text[..end]).filter(|found| *found + 1 >= from) else {
            break;
        };
        end = found;
        // A line feed may follow.
        let is_certain = text[found] == b'\n' || text.get(found + 1).is_some_and(|next| *next != b'\n');
        if !is_certain {
            continue;
        }
        if !is_remark(&text[..found]) {
            return Some(found + 1);
        }
        last.get_or_insert(found + 1);
    }
    // All of them are remarks: more are not waited for where there are enough.
    last.filter(|_| memchr::memrchr2_iter(b'\n', b'\r', &text[from.min(end)..end]).next().is_some())
}

/// Whether the line that ends with `text` is a remark.
fn is_remark(text: &[u8]) -> bool {
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let start = memchr::memrchr2(b'\n', b'\r', text).map_or(0, |end| end + 1);
    matches!(Line::read(&String::from_utf8_lossy(&text[start..])), Line::Comment(_))
}

/// So many remarks are kept together with what is below them.
const MOST_REMARKS: usize = 1000;

/// Whether the last line of a text is a remark.
pub(super) fn ends_with_remark(text: &str) -> bool {
    let content = text.strip_suffix('\n').unwrap_or(text);
    let content = content.strip_suffix('\r').unwrap_or(content);
    let start = memchr::memrchr2(b'\n', b'\r', content.as_bytes()).map_or(0, |end| end + 1);
    matches!(Line::read(&content[start..]), Line::Comment(_))
}

/// The length of the first line of `rest`, its end included.
fn line_length(rest: &[u8]) -> usize {
    match memchr::memchr2(b'\n', b'\r', rest) {
        Some(end) if rest[end..].starts_with(b"\r\n") => end + 2,
        Some(end) => end + 1,
        None => rest.len(),
    }
}
