//! The line ends of a text.

use std::ops::Range;

/// A set of kinds of line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineEnds(u8);

impl LineEnds {
    /// A line feed alone.
    pub const LF: LineEnds = LineEnds(1);
    /// A carriage return and a line feed.
    pub const CRLF: LineEnds = LineEnds(2);
    /// A carriage return alone.
    pub const CR: LineEnds = LineEnds(4);

    /// Returns the kinds in a text. Linear, and fast if there is one kind.
    pub fn of(text: &str) -> LineEnds {
        let bytes = text.as_bytes();
        if memchr::memchr(b'\r', bytes).is_none() {
            return if memchr::memchr(b'\n', bytes).is_some() { LineEnds::LF } else { LineEnds::default() };
        }
        let is_after_return = |feed: usize| feed > 0 && bytes[feed - 1] == b'\r';
        let is_before_feed = |place: usize| bytes.get(place + 1) == Some(&b'\n');
        let has_lone_feed = memchr::memchr_iter(b'\n', bytes).any(|feed| !is_after_return(feed));
        let (mut has_pair, mut has_lone_return) = (false, false);
        for place in memchr::memchr_iter(b'\r', bytes) {
            *(if is_before_feed(place) { &mut has_pair } else { &mut has_lone_return }) = true;
        }
        let kinds = [(has_lone_feed, LineEnds::LF), (has_pair, LineEnds::CRLF), (has_lone_return, LineEnds::CR)];
        let found = kinds.into_iter().filter(|(is_there, _)| *is_there);
        found.fold(LineEnds::default(), |kinds, (_, kind)| kinds.and(kind))
    }

    /// Returns a unique number for every set.
    pub const fn number(self) -> u64 {
        self.0 as u64
    }

    /// Returns the union of both sets.
    pub const fn and(self, other: LineEnds) -> LineEnds {
        LineEnds(self.0 | other.0)
    }

    /// Whether this set has a kind that the other lacks.
    pub const fn has_others_than(self, other: LineEnds) -> bool {
        self.0 & !other.0 != 0
    }

    /// Returns the kind of a single line end.
    pub fn kind(line_end: &str) -> LineEnds {
        match line_end {
            "\n" => LineEnds::LF,
            "\r" => LineEnds::CR,
            _ => LineEnds::CRLF,
        }
    }
}

/// Returns the line ends of a text: `\n`, `\r\n` and `\r`, as half-open byte ranges.
pub fn line_ends(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + memchr::memchr2(b'\n', b'\r', &bytes[from..])?;
        from = start + if bytes[start..].starts_with(b"\r\n") { 2 } else { 1 };
        Some(start..from)
    })
}

/// Returns the lines of a text without their ends, as half-open byte ranges.
pub fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let end_of_text = std::iter::once(text.len()..text.len());
    line_ends(text).chain(end_of_text).scan(0, |start, line_end| {
        let line = *start..line_end.start;
        *start = line_end.end;
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_every_kind_end_a_line() {
        let text = "a\nb\r\nc\rd\n\n";
        let found: Vec<&str> = lines(text).map(|range| &text[range]).collect();
        assert_eq!(found, ["a", "b", "c", "d", "", ""]);
        assert_eq!(LineEnds::of(text), LineEnds::LF.and(LineEnds::CRLF).and(LineEnds::CR));
        assert_eq!(LineEnds::of("a\r\nb"), LineEnds::CRLF);
        assert_eq!(LineEnds::of("a\nb"), LineEnds::LF);
        assert_eq!(LineEnds::of("a"), LineEnds::default());
    }
}
