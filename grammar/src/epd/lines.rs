//! Where lines end.

use std::ops::Range;

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

/// Cut a text into pieces of whole lines, each about `target` bytes long or longer. Joined together the pieces are the text.
pub fn split_lines(text: &str, target: usize) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::with_capacity(bytes.len() / target.max(1) + 1);
    let mut start = 0;
    while start < bytes.len() {
        let from = (start + target.max(1) - 1).min(bytes.len() - 1);
        let end = from + line_length(&bytes[from..]);
        pieces.push(start..end);
        start = end;
    }
    pieces
}

/// The length of the first line of `rest`, its end included.
fn line_length(rest: &[u8]) -> usize {
    match memchr::memchr2(b'\n', b'\r', rest) {
        Some(end) if rest[end..].starts_with(b"\r\n") => end + 2,
        Some(end) => end + 1,
        None => rest.len(),
    }
}
