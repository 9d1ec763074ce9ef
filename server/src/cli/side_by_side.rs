//! Pieces of a text, worked on by as many threads as there are.

use std::ops::Range;

use rayon::prelude::*;

use super::language::Language;

/// About how many bytes one thread takes at a time: enough for the split to cost nothing.
pub const PIECE: usize = 128 << 10;

/// The same for the last ones of a text: whoever is done first waits for the others no longer than one of these takes.
const LAST_PIECE: usize = PIECE / 8;

/// What `work` makes of each piece of `text` that can be read apart, given as half-open byte offsets, in text order.
pub fn side_by_side<T: Send>(text: &str, language: Language, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let mut pieces = language.split(text, PIECE);
    for piece in pieces.split_off(pieces.len().saturating_sub(rayon::current_num_threads())) {
        let smaller = language.split(&text[piece.clone()], LAST_PIECE);
        pieces.extend(smaller.into_iter().map(|part| piece.start + part.start..piece.start + part.end));
    }
    // Each thread takes the next piece in the text, so that the small ones are the last.
    let of_piece = |(index, piece)| (index, work(piece));
    let mut done: Vec<(usize, T)> = pieces.into_iter().enumerate().par_bridge().map(of_piece).collect();
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, of_piece)| of_piece).collect()
}
