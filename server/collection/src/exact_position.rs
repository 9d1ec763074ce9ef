//! A position without its rules and its counters, to be compared with others.

use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, Board, Color, EnPassantMode, Position, Rank, Square};

/// Board, side to move, castling rights and a possible en passant capture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ExactPosition {
    board: Board,
    turn: Color,
    castling: Bitboard,
    en_passant: Option<Square>,
}

impl ExactPosition {
    pub(crate) fn of(position: &VariantPosition) -> ExactPosition {
        ExactPosition {
            board: position.board().clone(),
            turn: position.turn(),
            castling: position.castles().castling_rights(),
            en_passant: position.legal_ep_square(),
        }
    }

    #[inline]
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) fn turn(&self) -> Color {
        self.turn
    }

    pub(crate) fn castling(&self) -> Bitboard {
        self.castling
    }

    /// Whether a position is this one, by whatever rules.
    #[inline]
    pub(crate) fn is(&self, position: &VariantPosition) -> bool {
        let board = position.board();
        board.occupied() == self.board.occupied()
            && position.turn() == self.turn
            && *board == self.board
            && position.castles().castling_rights() == self.castling
            && position.ep_square(EnPassantMode::Legal) == self.en_passant
    }

    /// The pawns that are on their home squares.
    pub(crate) fn pawns_at_home(&self) -> Bitboard {
        pawns_at_home(&self.board)
    }

    pub(crate) fn flipped(&self) -> ExactPosition {
        let mut board = self.board.clone();
        board.flip_vertical();
        board.swap_colors();
        ExactPosition {
            board,
            turn: !self.turn,
            castling: self.castling.flip_vertical(),
            en_passant: self.en_passant.map(Square::flip_vertical),
        }
    }

    pub(crate) fn mirrored(&self) -> ExactPosition {
        let mut board = self.board.clone();
        board.flip_horizontal();
        ExactPosition {
            board,
            turn: self.turn,
            // The king is on another square, so no rights are left.
            castling: Bitboard::EMPTY,
            en_passant: self.en_passant.map(Square::flip_horizontal),
        }
    }
}

/// The pawns that are on their home squares.
#[inline]
pub(crate) fn pawns_at_home(board: &Board) -> Bitboard {
    board.pawns() & (board.white() & home(Color::White) | board.black() & home(Color::Black))
}

/// The home squares of the pawns of a colour.
pub(crate) fn home(color: Color) -> Bitboard {
    Bitboard::from_rank(color.fold_wb(Rank::Second, Rank::Seventh))
}
