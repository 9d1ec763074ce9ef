//! Where the bytes of a file may be cut between two games or two records, in any encoding.

use memchr::memmem;
use scoresheet_grammar::epd::last_line_cut;
use scoresheet_grammar::last_cut;

use super::encoding::Encoding;

/// How many bytes of UTF-16 before a tag pair are decoded to check that a game certainly begins there: some lines.
const BEFORE: usize = 4096;

/// How many bytes of the tag pair itself are decoded.
const AFTER: usize = 512;

/// Where a file may be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Between games.
    Games,
    /// Between lines with records.
    Lines,
}

impl Cut {
    /// The last place at or after byte `from` where `bytes`, which begin with a game or line, may be cut. Linear in
    /// the bytes after `from`.
    pub(super) fn last_in(self, encoding: Encoding, bytes: &[u8], from: usize) -> Option<usize> {
        let is_little = encoding == Encoding::UTF_16LE;
        let is_utf16 = is_little || encoding == Encoding::UTF_16BE;
        match self {
            Cut::Games if is_little => last_cut_in_utf16(encoding, bytes, from, b"\n\0[\0"),
            Cut::Games if is_utf16 => last_cut_in_utf16(encoding, bytes, from, b"\0\n\0["),
            Cut::Games => last_cut(bytes, from),
            Cut::Lines if is_utf16 => last_line_cut_in_utf16(encoding, bytes, from),
            Cut::Lines => last_line_cut(bytes, from),
        }
    }

    /// What is missing in a text that cannot be cut.
    pub(super) fn lacking(self) -> &'static str {
        match self {
            Cut::Games => "no game begins",
            Cut::Lines => "no line ends",
        }
    }
}

/// Decodes first, because half of a code unit may look like a line end.
fn last_line_cut_in_utf16(encoding: Encoding, bytes: &[u8], from: usize) -> Option<usize> {
    let from = from & !1;
    let start = line_start_in_utf16(encoding, bytes, from);
    let text = encoding.decode_roughly(&bytes[start..bytes.len() & !1]);
    let before = encoding.decode_roughly(&bytes[start..from]).len();
    let cut = last_line_cut(text.as_bytes(), before)?;
    Some(start + 2 * text[..cut].encode_utf16().count())
}

/// The start of the line that contains byte `from`.
fn line_start_in_utf16(encoding: Encoding, bytes: &[u8], from: usize) -> usize {
    let feed: &[u8; 2] = if encoding == Encoding::UTF_16LE { b"\n\0" } else { b"\0\n" };
    let units = bytes[..from].as_chunks::<2>().0;
    units.iter().rposition(|unit| unit == feed).map_or(0, |unit| 2 * unit + 2)
}

fn last_cut_in_utf16(encoding: Encoding, bytes: &[u8], from: usize, needle: &[u8; 4]) -> Option<usize> {
    let is_start = |position: &usize| {
        let start = position.saturating_sub(BEFORE);
        let end = bytes.len().min(position + AFTER);
        let before = encoding.decode_roughly(&bytes[start..*position]);
        let after = encoding.decode_roughly(&bytes[*position..end]);
        // The last line before it must be complete.
        let is_seen = start == 0 || before.trim_end().contains(['\n', '\r']);
        is_seen && last_cut((before.clone() + &after).as_bytes(), before.len() - 1) == Some(before.len())
    };
    memmem::rfind_iter(&bytes[from..], needle)
        .map(|found| from + found + 2)
        .filter(|position| position % 2 == 0)
        .find(is_start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_is_cut_where_utf8_is() {
        let games = "[Event \"♘\"]\n\n1. e4 *\n\n[Event \"b\"]\n[Site \"s\"]\n\n1. d4 *\n\n".repeat(3);
        let long = format!("[Event \"a\"]\n\n{{{}}} *\n\n[Event \"b\"]\n\n*\n", "x".repeat(BEFORE));
        for (text, is_cut) in [(games.as_str(), true), ("1. e4\n[Event \"a\"]", false), (&long, false)] {
            let cut = last_cut(text.as_bytes(), 0).filter(|_| is_cut).map(|cut| 2 * text[..cut].chars().count());
            assert_eq!(cut.is_some(), is_cut);
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            assert_eq!(Cut::Games.last_in(Encoding::UTF_16LE, &little, 0), cut);
            assert_eq!(Cut::Games.last_in(Encoding::UTF_16BE, &big, 0), cut);
        }
    }

    #[test]
    fn lines_are_cut_where_no_remark_ends() {
        let cases = [
            ("a\nbc", 0, Some(2)),
            ("a\nbc", 3, None),
            ("a\r\nb\r", 0, Some(3)),
            ("a\rb\r", 0, Some(2)),
            ("a\n# b\nc", 0, Some(2)),
            ("a\n# b\nc", 3, None),
            ("a\n# ♘\n\n", 0, Some(7)),
            ("♘\nb\nc", 2, Some(4)),
            ("# a\n", 0, None),
            ("", 0, None),
        ];
        for (text, from, expected) in cases {
            let units: Vec<u16> = text.encode_utf16().collect();
            let little: Vec<u8> = units.iter().copied().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units.iter().copied().flat_map(u16::to_be_bytes).collect();
            let twice = expected.map(|cut| 2 * cut);
            assert_eq!(Cut::Lines.last_in(Encoding::UTF_16LE, &little, 2 * from), twice, "{text:?}");
            assert_eq!(
                Cut::Lines.last_in(Encoding::UTF_16BE, &[&big[..], b"\0"].concat(), 2 * from),
                twice,
                "{text:?}"
            );
            let on_disk = |place: usize| String::from_utf16_lossy(&units[..place]).len();
            let found = Cut::Lines.last_in(Encoding::UTF_8, text.as_bytes(), on_disk(from));
            assert_eq!(found, expected.map(on_disk), "{text:?}");
        }
        assert!(Cut::Lines.last_in(Encoding::UTF_8, "# a\n".repeat(5000).as_bytes(), 0).is_some());
    }
}
