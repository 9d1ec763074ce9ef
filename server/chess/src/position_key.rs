//! Position identity: board, side to move, castling rights and a possible en passant capture.

use shakmaty::variant::VariantPosition;
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{CastlingSide, Color, EnPassantMode, Position};

/// An eight-byte hash of a position. Positions under different rules have different keys. Two of the fourteen million
/// positions that 100 MB of games reach collide by chance once in some hundred thousand such folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey(u64);

impl PositionKey {
    /// Returns the key of a position. As in the rule of threefold repetition, the counters do not matter, and the en
    /// passant square matters only if a pawn can capture there.
    pub fn of(position: &VariantPosition) -> PositionKey {
        // An odd constant spreads the number of the variant over the key; ordinary chess is 0.
        let rules = (position.variant() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        PositionKey(position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0 ^ rules)
    }

    /// The same of a position whose [`men_key`](crate::men_key::men_key) is known, as along a game. A tenth of the time in ordinary chess.
    pub fn with_men(position: &VariantPosition, men_and_turn: u64) -> PositionKey {
        let VariantPosition::Chess(chess) = position else { return PositionKey::of(position) };
        let mut key = men_and_turn;
        let castles = chess.castles();
        if castles.any() {
            for color in Color::ALL {
                for side in CastlingSide::ALL.into_iter().filter(|side| castles.has(color, *side)) {
                    key ^= Zobrist64::zobrist_for_castling_right(color, side).0;
                }
            }
        }
        if let Some(square) = chess.legal_ep_square() {
            key ^= Zobrist64::zobrist_for_en_passant_file(square.file()).0;
        }
        PositionKey(key)
    }

    /// Returns the key of the start position of ordinary chess.
    pub fn of_usual_start() -> PositionKey {
        PositionKey::of(&VariantPosition::default())
    }

    /// Returns the key as a number.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// Returns the key of a number from [`PositionKey::number`].
    pub const fn from_number(number: u64) -> PositionKey {
        PositionKey(number)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::variant::Variant;

    use super::*;
    use crate::position_faults::start_position;

    fn key(fen: &str) -> PositionKey {
        PositionKey::of(&start_position(fen, Variant::Chess, false).unwrap())
    }

    #[test]
    fn keys_are_of_what_can_be_played() {
        let start = key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(start, PositionKey::of(&VariantPosition::new(Variant::Chess)));
        assert_ne!(start, PositionKey::of(&VariantPosition::new(Variant::Crazyhouse)));
        assert_ne!(start, key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"));
        assert_ne!(start, key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"));
        // Under the rules of Chess960 and of ordinary chess, with the rooks on their usual squares.
        let corners = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let of_chess960 = PositionKey::of(&start_position(corners, Variant::Chess, true).unwrap());
        assert_eq!((key(corners), key("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")), (of_chess960, of_chess960));
        assert_ne!(key("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"), key("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1"));
        // No black pawn can capture on e3.
        let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_eq!(key(&format!("{after_e4} e3 0 1")), key(&format!("{after_e4} - 5 9")));
        let pawn_on_d4 = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_ne!(key(&format!("{pawn_on_d4} e3 0 1")), key(&format!("{pawn_on_d4} - 0 1")));
    }
}
