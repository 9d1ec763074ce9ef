//! The variant of a game that has no Variant tag, where its moves or its first position tell that it is not ordinary chess.

use std::ops::Range;

use scoresheet_grammar::fen::parse_fen;
use scoresheet_grammar::{Event, GameView, TokenKind};
use shakmaty::variant::Variant;

use crate::variants::VariantKind;

/// Returns the variant of a game without a Variant tag, if it is certainly not ordinary chess: a piece is dropped that was captured before, or the FEN tag is a
/// start of Chess960. Linear in the text where it has an `@` of a drop.
pub(super) fn implied_variant(game: GameView, fen: Option<&str>) -> Option<VariantKind> {
    if first_drop(game).is_some() || fen.is_some_and(has_pieces_in_hand) {
        return Some(VariantKind::Rules { variant: Variant::Crazyhouse, chess960: false });
    }
    fen.filter(|fen| is_of_chess960(fen)).map(|_| VariantKind::Chess960)
}

/// Returns the range of the first move that drops a piece, as in `N@f3`, if a capture is before it. Half-open byte offsets relative to the game.
pub fn first_drop(game: GameView) -> Option<Range<usize>> {
    let bytes = game.text.as_bytes();
    // The fast path: hardly any game has one.
    memchr::memchr(b'@', bytes)?;
    let is_drop = |sign: usize| {
        let before = sign.checked_sub(1).and_then(|before| bytes.get(before));
        matches!(before, Some(b'P' | b'N' | b'B' | b'R' | b'Q'))
            && matches!(bytes.get(sign + 1..sign + 3), Some([b'a'..=b'h', b'1'..=b'8']))
    };
    if !memchr::memchr_iter(b'@', bytes).any(is_drop) {
        return None;
    }
    let moves = game.tree.events().filter(|(event, _)| *event == Event::Token(TokenKind::San));
    let mut moves = moves.map(|(_, range)| range).skip_while(|range| !game.text[range.clone()].contains('x'));
    moves.find(|range| game.text[range.clone()].contains('@'))
}

/// Whether a FEN lists pieces in hand in brackets, even if there are none.
fn has_pieces_in_hand(fen: &str) -> bool {
    let placement = fen.split_whitespace().next().unwrap_or("");
    placement.contains('[') && parse_fen(placement).dialect.holdings
}

/// Whether a FEN is the start of a game of Chess960, or has the rights of one: rooks named by other files than a and h.
fn is_of_chess960(fen: &str) -> bool {
    let mut fields = fen.split_whitespace();
    let placement = fields.next().unwrap_or("");
    let rights = fields.nth(1).unwrap_or("");
    let are_files = rights.bytes().all(|right| matches!(right.to_ascii_lowercase(), b'a'..=b'h'));
    is_start_of_chess960(placement)
        || are_files && rights.bytes().any(|right| matches!(right.to_ascii_lowercase(), b'b'..=b'g'))
}

/// Whether a placement is one of the 959 starts of Chess960 that are not that of ordinary chess.
fn is_start_of_chess960(placement: &str) -> bool {
    let Some((black, white)) = placement.split_once("/pppppppp/8/8/8/8/PPPPPPPP/") else { return false };
    if white == "RNBQKBNR"
        || !black.eq_ignore_ascii_case(white)
        || black.bytes().any(|piece| !piece.is_ascii_lowercase())
    {
        return false;
    }
    let places = |piece: char| -> Vec<usize> { white.match_indices(piece).map(|(place, _)| place).collect() };
    match (&places('R')[..], &places('B')[..], &places('K')[..], places('N').len(), places('Q').len()) {
        ([one, other], [first, second], [king], 2, 1) => one < king && king < other && (first + second) % 2 == 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    fn implied(text: &str, fen: Option<&str>) -> Option<VariantKind> {
        implied_variant(Database::parse(text).view(0).unwrap(), fen)
    }

    #[test]
    fn a_piece_that_was_captured_may_be_dropped() {
        let crazyhouse = Some(VariantKind::Rules { variant: Variant::Crazyhouse, chess960: false });
        assert_eq!(implied("1. e4 d5 2. exd5 Qxd5 3. P@d4 *", None), crazyhouse);
        for text in ["1. e4 e5 2. N@f3 *", "1. e4 d5 2. exd5 {N@f3} *", "[Site \"a@b3\"]\n\n1. e4 d5 2. exd5 *"] {
            assert_eq!(implied(text, None), None, "{text}");
        }
    }

    #[test]
    fn pieces_in_hand_are_of_crazyhouse() {
        let crazyhouse = Some(VariantKind::Rules { variant: Variant::Crazyhouse, chess960: false });
        for fen in ["4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"] {
            assert_eq!(implied("*", Some(fen)), crazyhouse, "{fen}");
        }
        assert_eq!(implied("*", Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1 [x]")), None);
    }

    #[test]
    fn a_start_of_chess960_is_one() {
        let is_chess960 = |fen: &str| implied("*", Some(fen)) == Some(VariantKind::Chess960);
        for fen in [
            "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1",
            "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w - - 0 1",
            "4k3/8/8/8/8/8/8/1R3K2 w B - 0 9",
        ] {
            assert!(is_chess960(fen), "{fen}");
        }
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            // Not a start: bishops on squares of one colour, the king outside of the rooks, another row for Black.
            "bbqnrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQBNRKRN w - - 0 1",
            "bqnbrrkn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRRKN w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
            "4k3/8/8/8/8/8/8/1R3K2 w - - 0 9",
            "",
        ] {
            assert!(!is_chess960(fen), "{fen}");
        }
    }
}
