//! What makes two positions the same: board, side to move, castling rights and a capture en passant that is possible.

use shakmaty::variant::VariantPosition;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position};

/// A position in eight bytes: that of one rules set never stands for that of another. Two of the fourteen million positions
/// that 100 MB of games reach share a key by chance once in some hundred thousand such folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey(u64);

impl PositionKey {
    /// The key of a position. As in the rule of the threefold repetition, the counters do not matter, and the en passant square
    /// only where a pawn can capture there.
    pub fn of(position: &VariantPosition) -> PositionKey {
        // An odd constant spreads the number of the rules over the key; that of ordinary chess is 0.
        let rules = (position.variant() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        PositionKey(position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0 ^ rules)
    }

    /// The key of the position from which games of ordinary chess start.
    pub fn of_usual_start() -> PositionKey {
        PositionKey::of(&VariantPosition::default())
    }

    /// The key as a number.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The key that [`PositionKey::number`] gave.
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
        // By the rules of Chess960 and by those of ordinary chess, where the rooks stand where they usually do.
        let corners = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let of_chess960 = PositionKey::of(&start_position(corners, Variant::Chess, true).unwrap());
        assert_eq!((key(corners), key("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")), (of_chess960, of_chess960));
        assert_ne!(key("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"), key("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1"));
        // No black pawn can take on e3.
        let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_eq!(key(&format!("{after_e4} e3 0 1")), key(&format!("{after_e4} - 5 9")));
        let pawn_on_d4 = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_ne!(key(&format!("{pawn_on_d4} e3 0 1")), key(&format!("{pawn_on_d4} - 0 1")));
    }
}
