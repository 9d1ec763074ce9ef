//! Where a file of games can be cut, so that its pieces can be read by themselves.

use std::ops::Range;

use crate::shape;

/// Cut a file into pieces that can be read independently, each about `target` bytes long or longer: reading the pieces
/// one by one gives the games of the file. Joined together the pieces are the file.
///
/// A cut is made only where a game certainly begins, whatever the text before it is.
///
/// ```
/// let text = "[A \"1\"]\n\n1. e4 *\n\n".repeat(3);
/// let pieces = scoresheet_grammar::split(&text, 20);
/// assert_eq!(pieces, [0..36, 36..54]);
/// ```
pub fn split(text: &str, target: usize) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::with_capacity(bytes.len() / target.max(1) + 1);
    let mut start = 0;
    while bytes.len() - start > target {
        let Some(cut) = next_cut(bytes, start + target) else { break };
        pieces.push(start..cut);
        start = cut;
    }
    pieces.push(start..bytes.len());
    pieces
}

/// The last place at or after byte `from` where a file may be cut that begins with `text`, which may end anywhere: what
/// is before is read the same way whatever follows. The bytes are in any encoding that extends ASCII. Linear in the text after `from`.
///
/// ```
/// let text = b"[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 ";
/// assert_eq!(scoresheet_grammar::last_cut(text, 0), Some(18));
/// ```
pub fn last_cut(text: &[u8], from: usize) -> Option<usize> {
    memchr::memmem::rfind_iter(&text[from..], b"\n[")
        .map(|found| from + found + 1)
        .find(|position| shape::is_certain_start(text, *position))
}

/// Whether a game certainly begins at byte `position` of a text, at the start of a line, whatever is before. Constant time but for the lines there.
#[doc(hidden)]
pub fn is_certain_start(text: &str, position: usize) -> bool {
    let bytes = text.as_bytes();
    position > 0 && bytes[position - 1] == b'\n' && shape::is_certain_start(bytes, position)
}

/// The piece of a text around byte `offset` that can be read independently: from the last place up to there to the first
/// one after it where a game certainly begins. An end of the text is an end of the piece, too, if it is an end of the file;
/// nothing where an end of the piece is not in the text.
///
/// The text must begin at the start of a line.
///
/// ```
/// let text = "[A \"1\"]\n\n1. e4 *\n\n".repeat(3);
/// assert_eq!(scoresheet_grammar::piece_around(&text, 20, true, true), Some(18..36));
/// ```
pub fn piece_around(text: &str, offset: usize, begins_file: bool, ends_file: bool) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let is_cut = |position: &usize| shape::is_certain_start(bytes, *position);
    let near = &bytes[..bytes.len().min(offset + 1)];
    let mut before = memchr::memmem::rfind_iter(near, b"\n[").map(|found| found + 1);
    let start = before.find(is_cut).or(begins_file.then_some(0))?;
    let end = next_cut(bytes, offset.min(bytes.len())).or(ends_file.then_some(bytes.len()))?;
    Some(start..end)
}

/// The first place at or after `from` where a file may be cut.
fn next_cut(bytes: &[u8], from: usize) -> Option<usize> {
    memchr::memmem::find_iter(&bytes[from..], b"\n[")
        .map(|found| from + found + 1)
        .find(|position| shape::is_certain_start(bytes, *position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Database;

    const FILE: &str =
        "[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n\n[A \"3\"]\n\n1. c4 { *\n\n[A \"4\"]\n\n1. f4 *\n";

    #[test]
    fn pieces_around_a_place_read_as_the_file_does() {
        let file = Database::parse(FILE);
        for offset in 0..=FILE.len() {
            let piece = piece_around(FILE, offset, true, true).unwrap();
            let around = Database::parse(&FILE[piece.clone()]);
            let game = file.unit_at(offset).unwrap();
            assert!(piece.start <= offset && offset <= piece.end);
            assert_eq!(around.unit(around.unit_at(offset - piece.start).unwrap()), file.unit(game), "{offset}");
        }
    }

    #[test]
    fn a_piece_of_a_window_is_that_of_the_file_or_unknown() {
        let lines: Vec<usize> = FILE.match_indices('\n').map(|(at, _)| at + 1).collect();
        for from in &lines {
            for to in lines.iter().filter(|to| *to > from) {
                for offset in *from..*to {
                    let whole = piece_around(FILE, offset, true, true).unwrap();
                    let known = piece_around(&FILE[*from..*to], offset - from, false, *to == FILE.len());
                    assert!(
                        known.is_none_or(|known| known.start + from == whole.start && known.end + from == whole.end)
                    );
                }
            }
        }
    }

    #[test]
    fn pieces_that_were_read_one_by_one_make_the_file() {
        let pieces = split(FILE, 1);
        assert!(pieces.len() > 2);
        let joined = Database::joined(pieces.into_iter().map(|piece| Database::parse(&FILE[piece])));
        assert_eq!(joined, Database::parse(FILE));
    }
}
