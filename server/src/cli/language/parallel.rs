//! Working on pieces of a text in parallel. Budget: `check` and `format` on two cores.

use std::ops::Range;

use rayon::prelude::*;

/// About how many bytes a thread takes at a time: enough to make the cost of splitting negligible.
pub(super) const PIECE: usize = 128 << 10;

/// The same for the last pieces of a text, so that no thread waits long for the others at the end.
const LAST_PIECE: usize = PIECE / 8;

/// What `work` returns for each piece into which `split` cuts `text`, in text order. Pieces are half-open byte
/// offsets.
pub(super) fn map_pieces<T: Send>(
    text: &str,
    split: impl Fn(&str, usize) -> Vec<Range<usize>>,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let mut pieces = split(text, PIECE);
    for piece in pieces.split_off(pieces.len().saturating_sub(rayon::current_num_threads())) {
        let smaller = split(&text[piece.clone()], LAST_PIECE);
        pieces.extend(smaller.into_iter().map(|part| piece.start + part.start..piece.start + part.end));
    }
    // A block of a Markdown file is one piece, and a file may have 100,000 of them: handing each to another thread would take longer than the work.
    if pieces.len() <= 1 {
        return pieces.into_iter().map(work).collect();
    }
    // Each thread takes the next piece in the text, so that the small ones come last.
    let of_piece = |(index, piece)| (index, work(piece));
    let mut done: Vec<(usize, T)> = pieces.into_iter().enumerate().par_bridge().map(of_piece).collect();
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, of_piece)| of_piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::language::Language;

    #[test]
    fn every_piece_has_its_turn_and_its_place() {
        let game = |number: usize| format!("[Event \"{number}\"]\n\n1. e4 {{{}}} *\n\n", "é".repeat(number % 900));
        let of_games: String = (0..3000).map(game).collect();
        let of_records = "4k3/8/8/8/8/8/8/4K3 w - - id \"é\";\n".repeat(30_000);
        let records = Language::Records(scoresheet_chess::epd::RecordKind::default());
        for (text, language) in
            [(of_games.as_str(), Language::Pgn), (of_records.as_str(), records), ("", Language::Pgn)]
        {
            let pieces = language.map_pieces(text, |piece| piece);
            let last_piece = |piece: &Range<usize>| piece.len() < PIECE;
            assert!(text.is_empty() || pieces.iter().filter(|piece| last_piece(piece)).count() >= 8);
            assert_eq!(pieces.iter().map(|piece| &text[piece.clone()]).collect::<String>(), text);
            assert!(pieces.is_sorted_by_key(|piece| piece.start));
        }
    }
}
