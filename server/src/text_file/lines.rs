//! From byte offsets to lines and columns.

use memchr::{memchr_iter, memchr2_iter, memrchr2};

/// A place in a text as people count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Location {
    /// From 1. Lines end with LF, CR LF or a lone CR.
    pub(crate) line: usize,
    /// From 1, in Unicode characters.
    pub(crate) column: usize,
}

/// Converts byte offsets to locations, by walking from the last location: cheap for offsets near each other. Every
/// call must pass the same text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCursor {
    offset: usize,
    line_start: usize,
    location: Location,
}

/// A cursor at the start of the text.
impl Default for LineCursor {
    fn default() -> LineCursor {
        LineCursor { offset: 0, line_start: 0, location: Location { line: 1, column: 1 } }
    }
}

impl LineCursor {
    /// The location of the byte offset `offset`; past the end counts as the end. Linear in the distance to the last
    /// one.
    pub(crate) fn locate(&mut self, text: &str, offset: usize) -> Location {
        let offset = text.floor_char_boundary(offset);
        if offset >= self.offset {
            self.forward(text, offset)
        } else {
            self.backward(text, offset)
        }
        self.offset = offset;
        self.location
    }

    /// The column of the last location, in bytes of UTF-8 from 1.
    pub(crate) fn byte_column(&self) -> usize {
        self.offset - self.line_start + 1
    }

    fn forward(&mut self, text: &str, offset: usize) {
        let (breaks, last) = breaks(text, self.offset, offset);
        if let Some(last) = last {
            self.location = Location { line: self.location.line + breaks, column: 1 };
            self.line_start = last + 1;
        }
        let from = self.offset.max(self.line_start);
        self.location.column += text[from..offset].chars().count();
    }

    fn backward(&mut self, text: &str, offset: usize) {
        if offset >= self.line_start {
            self.location.column -= text[offset..self.offset].chars().count();
            return;
        }
        self.location.line -= breaks(text, offset, self.offset).0;
        self.line_start = line_start(text, offset);
        self.location.column = 1 + text[self.line_start..offset].chars().count();
    }
}

/// The number of line breaks in a text. Linear, and fast if there are few carriage returns.
pub(crate) fn count_breaks(text: &str) -> usize {
    breaks(text, 0, text.len()).0
}

/// The number of line breaks that end in `from..to`, and the last byte of the last one.
fn breaks(text: &str, from: usize, to: usize) -> (usize, Option<usize>) {
    let (bytes, part) = (text.as_bytes(), &text.as_bytes()[from..to]);
    let line_feeds = memchr_iter(b'\n', part).count();
    let returns = memchr_iter(b'\r', part).filter(|at| ends_line(bytes, from + at)).count();
    let last = memchr2_iter(b'\n', b'\r', part).rev().map(|at| from + at).find(|&at| ends_line(bytes, at));
    (line_feeds + returns, last)
}

/// The byte offset at which the line of `offset` starts.
pub(crate) fn line_start(text: &str, offset: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = offset;
    while let Some(at) = memrchr2(b'\n', b'\r', &bytes[..end]) {
        if ends_line(bytes, at) {
            return at + 1;
        }
        end = at;
    }
    0
}

/// The byte offset at which the line of `offset` ends, without its line break.
pub(crate) fn line_end(text: &str, offset: usize) -> usize {
    let bytes = text.as_bytes();
    // Between CR and LF the line has already ended.
    let offset =
        if offset > 0 && bytes.get(offset) == Some(&b'\n') && bytes[offset - 1] == b'\r' { offset - 1 } else { offset };
    memchr2_iter(b'\n', b'\r', &bytes[offset..]).next().map_or(text.len(), |at| offset + at)
}

fn ends_line(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The simple way: from the start of the text every time.
    fn count(text: &str, offset: usize) -> Location {
        let start = line_start(text, offset);
        let breaks = text.replace("\r\n", "\u{1}\n").replace('\r', "\n");
        let line = 1 + breaks[..start].matches('\n').count();
        Location { line, column: 1 + text[start..offset].chars().count() }
    }

    #[test]
    fn every_line_break_counts_once() {
        let locate = |text: &str, offset| {
            let Location { line, column } = LineCursor::default().locate(text, offset);
            (line, column)
        };
        assert_eq!(locate("", 0), (1, 1));
        assert_eq!(locate("a\nb", 2), (2, 1));
        assert_eq!(locate("a\r\nb", 2), (1, 3));
        assert_eq!(locate("a\r\nb", 3), (2, 1));
        assert_eq!(locate("a\r\rb", 3), (3, 1));
        assert_eq!(locate("♘𝄞f", 7), (1, 3));
        assert_eq!(locate("a\n", 9), (2, 1));
    }

    #[test]
    fn line_ends_stop_before_the_break() {
        assert_eq!([0, 1, 2, 3].map(|offset| line_end("a\r\nb", offset)), [1, 1, 1, 4]);
        assert_eq!([0, 2].map(|offset| line_end("a\rb", offset)), [1, 3]);
    }

    proptest! {
        #[test]
        fn breaks_are_counted(text in "[a\r\n]{0,12}") {
            let end = LineCursor::default().locate(&text, text.len());
            prop_assert_eq!(count_breaks(&text) + 1, end.line);
        }

        #[test]
        fn any_order_of_offsets_gives_the_plain_answer(text in "[aé♘\r\n]{0,40}", order in prop::collection::vec(0usize..120, 1..20)) {
            let mut cursor = LineCursor::default();
            for offset in order {
                let offset = text.floor_char_boundary(offset);
                prop_assert_eq!(cursor.locate(&text, offset), count(&text, offset));
                prop_assert_eq!(cursor.byte_column(), 1 + offset - line_start(&text, offset));
            }
        }
    }
}
