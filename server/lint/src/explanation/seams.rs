//! Where two moves are written as one word.

use std::ops::Range;

use crate::suspicious_comment::begins_moves;
use scoresheet_chess::replay::written::read_plain;

/// The places where a word may be a move and text after it without a space.
pub(super) fn seams(text: &str, word: Range<usize>) -> Vec<usize> {
    let is_seam = |place: &usize| {
        let one = text.get(word.start..*place).and_then(|one| read_plain(one.as_bytes()));
        // `e8(K)` is one word.
        one.is_some() && begins_moves(&text[*place..]) && !text[*place..].starts_with('(')
    };
    (word.start + 2..word.end).filter(is_seam).collect()
}
