//! Byte offsets to the protocol's positions and back, in O(log n) of the text's length.
//!
//! Lines end with `\n`, `\r\n` or `\r` and nothing else (ropey's `cr_lines`), as the protocol says. Nothing here fails:
//! a position outside the text is moved to the nearest place inside.

use ropey::Rope;
use tower_lsp::lsp_types::{Position, PositionEncodingKind, Range};

/// What a position's `character` counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, the protocol's default.
    #[default]
    Utf16,
}

impl Encoding {
    /// UTF-8 if `offered`, which saves both sides the counting; else UTF-16, which every client must know.
    pub fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        match offered.unwrap_or_default().contains(&PositionEncodingKind::UTF8) {
            true => Encoding::Utf8,
            false => Encoding::Utf16,
        }
    }

    /// How many columns `text` takes.
    pub fn length(self, text: &str) -> usize {
        match self {
            Encoding::Utf16 if !text.is_ascii() => text.chars().map(char::len_utf16).sum(),
            Encoding::Utf16 | Encoding::Utf8 => text.len(),
        }
    }

    /// The protocol's name.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// A text in which byte offsets have positions.
pub trait Places {
    /// The position of the byte at `offset`, clamped into the text.
    fn position(&self, offset: usize) -> Position;

    /// The byte at `offset`, if there is one.
    fn byte(&self, offset: usize) -> Option<u8>;

    /// The positions of the bytes of `range`, clamped into the text.
    fn range(&self, range: &std::ops::Range<usize>) -> Range {
        Range::new(self.position(range.start), self.position(range.end))
    }
}

/// The places of a text.
pub(crate) struct RopePlaces<'text> {
    /// The text.
    pub rope: &'text Rope,
    /// What positions count.
    pub encoding: Encoding,
}

impl Places for RopePlaces<'_> {
    fn position(&self, offset: usize) -> Position {
        position(self.rope, offset, self.encoding)
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        self.rope.get_byte(offset)
    }
}

/// The byte offset of `position` in `text`: always on a character boundary.
///
/// A column after the line's end is the line's end, before its terminator; a line after the last is the text's end;
/// a column inside a character (its bytes or its surrogate pair) is the character's start.
pub fn offset(text: &Rope, position: Position, encoding: Encoding) -> usize {
    let line = position.line as usize;
    if line >= text.len_lines() {
        return text.len_bytes();
    }
    let start = text.line_to_byte(line);
    let end = content_end(text, line);
    let column = position.character as usize;
    match encoding {
        Encoding::Utf8 => text.char_to_byte(text.byte_to_char((start + column).min(end))),
        Encoding::Utf16 => {
            let unit = |byte| text.char_to_utf16_cu(text.byte_to_char(byte));
            text.char_to_byte(text.utf16_cu_to_char((unit(start) + column).min(unit(end))))
        }
    }
}

/// The position of the byte at `offset` in `text`.
///
/// An offset after the text is the text's end; one inside a character is its start. Between the bytes of a `\r\n`
/// there is no position: that offset is the line's end.
pub fn position(text: &Rope, offset: usize, encoding: Encoding) -> Position {
    position_in_leaf(text, offset, encoding).unwrap_or_else(|| position_in_rope(text, offset, encoding))
}

/// The same where the line begins in the leaf of the rope that holds it: one walk down the rope instead of ten.
fn position_in_leaf(text: &Rope, offset: usize, encoding: Encoding) -> Option<Position> {
    let offset = offset.min(text.len_bytes());
    let (leaf, leaf_start, _, first_line) = text.chunk_at_byte(offset);
    let mut at = leaf.floor_char_boundary(offset - leaf_start);
    let bytes = leaf.as_bytes();
    at -= usize::from(at > 0 && bytes[at - 1] == b'\r' && bytes.get(at) == Some(&b'\n'));
    let line_start = memchr::memrchr2(b'\n', b'\r', &bytes[..at])? + 1;
    Some(Position::new(
        saturate(first_line + line_ends(bytes, line_start)),
        saturate(encoding.length(&leaf[line_start..at])),
    ))
}

/// How many line ends a leaf has up to byte `end`. Nearly all texts have no `\r`, and `\n` alone is counted many bytes at a time.
fn line_ends(leaf: &[u8], end: usize) -> usize {
    if memchr::memchr(b'\r', &leaf[..end]).is_none() {
        return memchr::memchr_iter(b'\n', &leaf[..end]).count();
    }
    let is_end = |found: &usize| leaf[*found] == b'\n' || leaf.get(found + 1) != Some(&b'\n');
    memchr::memchr2_iter(b'\n', b'\r', &leaf[..end]).filter(is_end).count()
}

fn position_in_rope(text: &Rope, offset: usize, encoding: Encoding) -> Position {
    let at = text.byte_to_char(offset.min(text.len_bytes()));
    let line = text.char_to_line(at);
    let offset = text.char_to_byte(at).min(content_end(text, line));
    let start = text.line_to_byte(line);
    let column = match encoding {
        Encoding::Utf8 => offset - start,
        Encoding::Utf16 => {
            text.char_to_utf16_cu(text.byte_to_char(offset)) - text.char_to_utf16_cu(text.byte_to_char(start))
        }
    };
    Position::new(saturate(line), saturate(column))
}

/// The byte offset at which `line` ends, before its terminator. `line` counts from 0 and must exist.
fn content_end(text: &Rope, line: usize) -> usize {
    let start = text.line_to_byte(line);
    let end = text.line_to_byte(line + 1);
    if line + 1 == text.len_lines() {
        return end;
    }
    // Every line but the last has a terminator of one byte, or two for `\r\n`.
    let is_pair = end - start >= 2 && text.byte(end - 1) == b'\n' && text.byte(end - 2) == b'\r';
    end - if is_pair { 2 } else { 1 }
}

/// What the protocol's numbers can hold.
pub fn saturate(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "1. e4\r\n♘f3 🏆x\n\rä\r\n𝄞";

    /// `offset` and the positions it has in both encodings, both ways.
    #[track_caller]
    fn check(offset: usize, utf8: (u32, u32), utf16: (u32, u32)) {
        let text = Rope::from_str(TEXT);
        for (encoding, (line, character)) in [(Encoding::Utf8, utf8), (Encoding::Utf16, utf16)] {
            let expected = Position::new(line, character);
            assert_eq!(position(&text, offset, encoding), expected);
            assert_eq!(super::offset(&text, expected, encoding), offset);
        }
    }

    #[track_caller]
    fn check_clamped((line, character): (u32, u32), encoding: Encoding, expected: usize) {
        assert_eq!(offset(&Rope::from_str(TEXT), Position::new(line, character), encoding), expected);
    }

    #[test]
    fn converts_both_ways() {
        check(0, (0, 0), (0, 0));
        check(5, (0, 5), (0, 5));
        check(7, (1, 0), (1, 0));
        check(10, (1, 3), (1, 1)); // after the knight, three bytes, one unit
        check(13, (1, 6), (1, 4));
        check(17, (1, 10), (1, 6)); // after the cup, four bytes, two units
        check(18, (1, 11), (1, 7));
        check(19, (2, 0), (2, 0)); // between \n and a lone \r: an empty line
        check(20, (3, 0), (3, 0));
        check(22, (3, 2), (3, 1));
        check(24, (4, 0), (4, 0));
        check(28, (4, 4), (4, 2));
    }

    #[test]
    fn clamps() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            check_clamped((0, 6), encoding, 5);
            check_clamped((0, u32::MAX), encoding, 5);
            check_clamped((2, 9), encoding, 19);
            check_clamped((4, 9), encoding, 28);
            check_clamped((5, 0), encoding, 28);
            check_clamped((u32::MAX, u32::MAX), encoding, 28);
        }
        check_clamped((1, 1), Encoding::Utf8, 7); // inside the knight
        check_clamped((1, 5), Encoding::Utf16, 13); // between the cup's surrogates
    }

    #[test]
    fn clamps_offsets() {
        let text = Rope::from_str(TEXT);
        assert_eq!(position(&text, 6, Encoding::Utf8), Position::new(0, 5)); // between \r and \n
        assert_eq!(position(&text, 15, Encoding::Utf16), Position::new(1, 4)); // inside the cup
        assert_eq!(position(&text, 99, Encoding::Utf16), Position::new(4, 2));
        assert_eq!(position(&Rope::new(), 1, Encoding::Utf8), Position::new(0, 0));
    }

    #[test]
    fn the_leaves_of_a_rope_do_not_matter() {
        let text: String =
            (0..700).map(|line| format!("{}♘🏆{}", "x".repeat(line % 90), ["\n", "\r\n", "\r"][line % 3])).collect();
        let rope = Rope::from_str(&text);
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for offset in 0..=text.len() + 1 {
                assert_eq!(position(&rope, offset, encoding), position_in_rope(&rope, offset, encoding), "{offset}");
            }
        }
    }

    #[test]
    fn only_line_feed_and_carriage_return_end_lines() {
        let text = Rope::from_str("a\u{b}\u{c}\u{85}\u{2028}\u{2029}b");
        assert_eq!(position(&text, text.len_bytes(), Encoding::Utf16), Position::new(0, 7));
    }
}
