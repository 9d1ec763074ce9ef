//! Where the bytes of a file may be cut between two games, in any encoding.

use memchr::memmem;
use scoresheet_grammar::last_cut;

use super::Encoding;

/// How many bytes of UTF-16 before a tag pair are decoded to see whether a game certainly begins there: some lines.
const BEFORE: usize = 4096;

/// How many bytes of the tag pair itself are.
const BEHIND: usize = 512;

/// The last place at or after byte `from` where `bytes`, the start of a file or of games in it, may be cut.
/// Linear in what lies behind `from`.
pub(super) fn last_cut_in(encoding: Encoding, bytes: &[u8], from: usize) -> Option<usize> {
    match encoding {
        _ if encoding == Encoding::UTF_16LE => last_cut_in_utf16(encoding, bytes, from, b"\n\0[\0"),
        _ if encoding == Encoding::UTF_16BE => last_cut_in_utf16(encoding, bytes, from, b"\0\n\0["),
        _ => last_cut(bytes, from),
    }
}

fn last_cut_in_utf16(encoding: Encoding, bytes: &[u8], from: usize, needle: &[u8; 4]) -> Option<usize> {
    let is_start = |position: &usize| {
        let start = position.saturating_sub(BEFORE);
        let end = bytes.len().min(position + BEHIND);
        let before = encoding.decode_roughly(&bytes[start..*position]);
        let behind = encoding.decode_roughly(&bytes[*position..end]);
        // The last line before it must be there from its start on.
        let is_seen = start == 0 || before.trim_end().contains(['\n', '\r']);
        is_seen && last_cut((before.clone() + &behind).as_bytes(), before.len() - 1) == Some(before.len())
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
            assert_eq!(last_cut_in(Encoding::UTF_16LE, &little, 0), cut);
            assert_eq!(last_cut_in(Encoding::UTF_16BE, &big, 0), cut);
        }
    }
}
