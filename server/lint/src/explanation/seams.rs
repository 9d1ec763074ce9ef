//! Where two moves are written as one word.

use std::ops::Range;

use crate::suspicious_comment::begins_moves;
use scoresheet_chess::replay::written::read_plain;

/// The places where a word may be a move and text after it without a space.
pub(super) fn seams(text: &str, word: Range<usize>) -> Vec<usize> {
    let is_seam = |place: &usize| {
        let Some(one) = text.get(word.start..*place).map(str::as_bytes) else { return false };
        // `e8(K)` is one word.
        (read_plain(one).is_some() || is_with_both_squares(one))
            && begins_moves(&text[*place..])
            && !text[*place..].starts_with('(')
    };
    (word.start + 2..word.end).filter(is_seam).collect()
}

/// Whether a move is written with both squares: `g1f3`, `e7e8q`, `Ng1-f3`.
fn is_with_both_squares(text: &[u8]) -> bool {
    let text = if let [b'N' | b'B' | b'R' | b'Q' | b'K', squares @ ..] = text { squares } else { text };
    match text {
        [b'a'..=b'h', b'1'..=b'8', b'-' | b'x', b'a'..=b'h', b'1'..=b'8', promotion @ ..]
        | [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', promotion @ ..] => {
            matches!(promotion, [] | [b'q' | b'r' | b'b' | b'n'])
        }
        _ => false,
    }
}
