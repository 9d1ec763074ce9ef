//! Keys of the men and the side to move alone, by which positions are found in many games and in the table of openings.

use std::sync::LazyLock;

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{Board, CastlingSide, Color, Move, Piece, Role, Square};

/// The numbers of men on squares and of the side to move, which a key is made of: Polyglot's.
pub struct MenKeys {
    men: [[[u64; 64]; 6]; 2],
    white_turn: u64,
}

impl MenKeys {
    /// Returns the numbers. The first call makes a table of them.
    pub fn get() -> &'static MenKeys {
        static KEYS: LazyLock<MenKeys> = LazyLock::new(|| {
            let key = |color, role, square: usize| {
                Zobrist64::zobrist_for_piece(Square::new(square as u32), Piece { color, role }).0
            };
            let men = [Color::Black, Color::White]
                .map(|color| Role::ALL.map(|role| std::array::from_fn(|square| key(color, role, square))));
            MenKeys { men, white_turn: Zobrist64::zobrist_for_white_turn().0 }
        });
        &KEYS
    }

    /// Returns the number of a man on a square, by which a key changes where he comes or goes.
    #[inline]
    pub fn of(&self, piece: Piece, square: Square) -> u64 {
        self.men[piece.color as usize][piece.role as usize - 1][usize::from(square)]
    }

    /// Returns the number by which the men of a key change when `us` makes a move by the rules of ordinary chess.
    #[inline]
    pub fn change(&self, us: Color, action: Move) -> u64 {
        let of = |color: Color, role: Role, square: Square| self.of(role.of(color), square);
        match action {
            Move::Normal { role, from, capture, to, promotion } => {
                let taken = capture.map_or(0, |capture| of(!us, capture, to));
                of(us, role, from) ^ of(us, promotion.unwrap_or(role), to) ^ taken
            }
            Move::EnPassant { from, to } => {
                let taken = Square::from_coords(to.file(), from.rank());
                of(us, Role::Pawn, from) ^ of(us, Role::Pawn, to) ^ of(!us, Role::Pawn, taken)
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
                of(us, Role::King, king)
                    ^ of(us, Role::Rook, rook)
                    ^ of(us, Role::King, king_to)
                    ^ of(us, Role::Rook, rook_to)
            }
            Move::Put { role, to } => of(us, role, to),
        }
    }

    /// Returns the number by which a key changes with the side to move.
    #[inline]
    pub fn turn(&self) -> u64 {
        self.white_turn
    }
}

/// Returns the key of the men and the side to move: the same whatever may be castled or taken en passant.
pub fn men_key(board: &Board, turn: Color) -> u64 {
    let keys = MenKeys::get();
    let men = board.iter().fold(0, |key, (square, piece)| key ^ keys.of(piece, square));
    men ^ if turn.is_white() { keys.turn() } else { 0 }
}
