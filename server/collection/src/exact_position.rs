//! A position without its counters, to be compared with others.

use scoresheet_chess::men_key::men_key;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Bitboard, Board, Color, EnPassantMode, Position, Rank, Role, Square};

/// A position that games may reach: men, side to move, castling rights and a possible en passant capture.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactPosition {
    board: Board,
    turn: Color,
    castling: Bitboard,
    en_passant: Option<Square>,
    /// The rules.
    pub(crate) variant: Variant,
    /// The key of the men and the side to move alone.
    pub(crate) men: u64,
    /// What nothing has moved from or to: pawns at home, kings and rooks that may castle.
    pub(crate) untouched: Bitboard,
    /// How many men and how many pawns there are, Black's first.
    counts: [[u8; 2]; 2],
}

impl ExactPosition {
    /// A position, under its rules.
    pub fn new(position: &VariantPosition) -> ExactPosition {
        let (board, castling) = (position.board().clone(), position.castles().castling_rights());
        ExactPosition::of(position.variant(), board, position.turn(), castling, position.legal_ep_square())
    }

    fn of(
        variant: Variant,
        board: Board,
        turn: Color,
        castling: Bitboard,
        en_passant: Option<Square>,
    ) -> ExactPosition {
        let rows = [(Color::White, Rank::First), (Color::Black, Rank::Eighth)];
        let may_castle =
            |(color, rank): &(Color, Rank)| (castling & board.by_color(*color) & Bitboard::from_rank(*rank)).any();
        let kings: Bitboard =
            rows.iter().filter(|row| may_castle(row)).filter_map(|(color, _)| board.king_of(*color)).collect();
        ExactPosition {
            men: men_key(&board, turn),
            untouched: pawns_at_home(&board) | castling | kings,
            counts: counts(&board),
            variant,
            board,
            turn,
            castling,
            en_passant,
        }
    }

    #[inline]
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// Whether a position is this one.
    #[inline]
    pub(crate) fn is(&self, position: &VariantPosition) -> bool {
        let board = position.board();
        board.occupied() == self.board.occupied()
            && position.turn() == self.turn
            && *board == self.board
            && position.castles().castling_rights() == self.castling
            && position.ep_square(EnPassantMode::Legal) == self.en_passant
            && position.variant() == self.variant
    }

    /// Whether it may come after other men by the rules of plain chess: there are no fewer of them, and its pawns at home stand there.
    pub(crate) fn may_follow(&self, board: &Board) -> bool {
        pawns_at_home(board).is_superset(self.pawns_at_home()) && !self.has_more_than(&counts(board))
    }

    /// Whether it has more men or more pawns of a colour; they are counted as in [`counts`].
    #[inline]
    pub(crate) fn has_more_than(&self, counts: &[[u8; 2]; 2]) -> bool {
        counts.as_flattened().iter().zip(self.counts.as_flattened()).any(|(count, own)| count < own)
    }

    /// The pawns that are on their home squares.
    pub(crate) fn pawns_at_home(&self) -> Bitboard {
        pawns_at_home(&self.board)
    }

    pub(crate) fn flipped(&self) -> ExactPosition {
        let mut board = self.board.clone();
        board.flip_vertical();
        board.swap_colors();
        let en_passant = self.en_passant.map(Square::flip_vertical);
        ExactPosition::of(self.variant, board, !self.turn, self.castling.flip_vertical(), en_passant)
    }

    pub(crate) fn mirrored(&self) -> ExactPosition {
        let mut board = self.board.clone();
        board.flip_horizontal();
        let en_passant = self.en_passant.map(Square::flip_horizontal);
        // The king is on another square, so no rights to castle are left.
        ExactPosition::of(self.variant, board, self.turn, Bitboard::EMPTY, en_passant)
    }
}

/// How many men and how many pawns there are, Black's first.
fn counts(board: &Board) -> [[u8; 2]; 2] {
    [Color::Black, Color::White]
        .map(|color| [board.by_color(color).count() as u8, board.by_piece(Role::Pawn.of(color)).count() as u8])
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
