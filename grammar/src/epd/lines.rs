//! Where lines end.

use std::ops::Range;

use super::record::Line;

/// The lines of a text, each with its line end: a line feed, a carriage return, or both. Joined together they are the text; an
/// empty text has none.
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
