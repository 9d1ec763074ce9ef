//! Games to PGC, the binary form of section 20 of the standard, and back.

use scoresheet_collection::pgc::{Decoded, Losses, NoOrdinal, decode, encode};
use scoresheet_format::{FormatOptions, RefusedGame, format_game, format_text};
use scoresheet_grammar::{GameView, Parser, Tree};

use super::{LeftOut, Written, located};
use crate::cli::language::Language;

/// The games of a stream, in export format.
pub(super) fn games(bytes: &[u8]) -> Written {
    let Decoded { text, faults, .. } = decode(bytes);
    let left_out = faults.into_iter().map(|fault| LeftOut {
        place: format!("byte {}", fault.offset),
        number: fault.game,
        reason: fault.message,
    });
    let written =
        Language::default().map_pieces(&text, |piece| format_text(&text[piece], FormatOptions::default()).text);
    Written { bytes: written.concat().into_bytes(), left_out: left_out.collect(), ..Written::default() }
}

/// The stream of the games of a text.
pub(super) fn stream(text: &str) -> Written {
    let mut written = Written::default();
    let mut count = 0;
    let mut left_out = Vec::new();
    for (start, piece) in Language::default().map_pieces(text, |piece| (piece.start, Piece::of(&text[piece]))) {
        written.bytes.extend(piece.bytes);
        piece.losses.iter().for_each(|(what, count)| *written.lost.entry(what).or_default() += count);
        left_out.extend(piece.refused.into_iter().map(|refused| RefusedGame {
            game: refused.game + count,
            offset: refused.offset + start,
            reason: refused.reason,
        }));
        count += piece.count;
    }
    written.left_out = located(text, left_out);
    written
}

/// The records of a piece of a text.
#[derive(Default)]
struct Piece {
    bytes: Vec<u8>,
    losses: Losses,
    refused: Vec<RefusedGame>,
    count: usize,
}

impl Piece {
    fn of(text: &str) -> Piece {
        let mut piece = Piece::default();
        let (mut parser, mut tree, mut exported_tree) = (Parser::new(text), Tree::default(), Tree::default());
        let mut exported = String::new();
        while let Some(range) = parser.next_game(&mut tree) {
            piece.count += 1;
            exported.clear();
            let refuse = |offset, reason| RefusedGame { game: piece.count, offset: range.start + offset, reason };
            let game = GameView { text: &text[range.clone()], tree: &tree };
            // In export format everything is spelt in one way, and what does not read is refused.
            if let Err(refusal) = format_game(game, FormatOptions::default(), &mut exported) {
                piece.refused.push(refuse(refusal.offset, refusal.reason));
                continue;
            }
            Parser::new(&exported).next_game(&mut exported_tree);
            let game = GameView { text: &exported, tree: &exported_tree };
            if let Err(NoOrdinal { offset }) = encode(game, &mut piece.bytes, &mut piece.losses) {
                let written = exported[offset..].split_whitespace().next().unwrap_or_default();
                let reason = match written.starts_with('(') {
                    true => "PGC has no place for a variation that continues its line".to_owned(),
                    false => format!("PGC has no number for the move {written}"),
                };
                piece.refused.push(refuse(0, reason));
            }
        }
        piece
    }
}
