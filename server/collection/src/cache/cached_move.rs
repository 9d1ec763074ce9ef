//! A move of a cached game, and its code in two bytes.

use shakmaty::{Board, CastlingMode, File, Move, Role, Square};

/// A move of a cached game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachedMove {
    /// A move.
    Played(Move),
    /// A null move: the side to move changes.
    Null,
}

/// The kinds of moves in two bytes, above the two squares: promotions have the number of their piece.
const KIND_SHIFT: u16 = 12;
const CASTLING: u16 = 8;
const EN_PASSANT: u16 = 9;
const DROP: u16 = 10;
const NULL_MOVE: u16 = 11;

/// Any move in two bytes, which are never `u16::MAX`.
pub(crate) fn write_long(played: CachedMove) -> u16 {
    match played {
        CachedMove::Played(action) => long_code(action),
        CachedMove::Null => NULL_MOVE << KIND_SHIFT,
    }
}

/// The move of two bytes of [`write_long`] on a board. `None` if they are none there; the move need not be legal.
pub(crate) fn read_long(code: u16, board: &Board) -> Option<CachedMove> {
    if code >> KIND_SHIFT == NULL_MOVE {
        return Some(CachedMove::Null);
    }
    long_move(code, |square| board.role_at(square)).map(CachedMove::Played)
}

/// Returns the move of two bytes of [`write_long`] as engines write it, `0000` for a null move. `None` if they are none. Where the king castles from the e-file
/// with a rook in a corner, he goes two squares, as in ordinary chess; else he takes the rook, as in Chess960.
pub fn uci(code: u16) -> Option<String> {
    if code >> KIND_SHIFT == NULL_MOVE {
        return Some("0000".to_owned());
    }
    // Which man moves is not written, except for drops.
    let action = long_move(code, |_| Some(Role::Pawn))?;
    let mode = match action {
        Move::Castle { king, rook } if king.file() != File::E || !matches!(rook.file(), File::A | File::H) => {
            CastlingMode::Chess960
        }
        _ => CastlingMode::Standard,
    };
    Some(action.to_uci(mode).to_string())
}

pub(super) fn long_move(code: u16, role_at: impl Fn(Square) -> Option<Role>) -> Option<Move> {
    let (from, to) = (square((code & 63) as u8), square((code >> 6 & 63) as u8));
    Some(match code >> KIND_SHIFT {
        CASTLING => Move::Castle { king: from, rook: to },
        EN_PASSANT => Move::EnPassant { from, to },
        DROP => Move::Put { role: role_of_number(from as u8)?, to },
        kind => {
            let promotion = if kind == 0 { None } else { Some(role_of_number(kind as u8)?) };
            Move::Normal { role: role_at(from)?, from, capture: role_at(to), to, promotion }
        }
    })
}

pub(super) fn long_code(action: Move) -> u16 {
    let squares = |from: Square, to: Square| u16::from(u8::from(from)) | u16::from(u8::from(to)) << 6;
    match action {
        Move::Normal { from, to, promotion, .. } => {
            squares(from, to) | promotion.map_or(0, |role| role as u16) << KIND_SHIFT
        }
        Move::EnPassant { from, to } => squares(from, to) | EN_PASSANT << KIND_SHIFT,
        Move::Castle { king, rook } => squares(king, rook) | CASTLING << KIND_SHIFT,
        Move::Put { role, to } => role as u16 | u16::from(u8::from(to)) << 6 | DROP << KIND_SHIFT,
    }
}

#[inline]
pub(super) fn role_of_number(number: u8) -> Option<Role> {
    // A table, because branches on the moving piece are hard to predict.
    const ROLES: [Option<Role>; 8] = [
        None,
        Some(Role::Pawn),
        Some(Role::Knight),
        Some(Role::Bishop),
        Some(Role::Rook),
        Some(Role::Queen),
        Some(Role::King),
        None,
    ];
    ROLES[usize::from(number & 7)]
}

#[inline]
pub(super) fn square(number: u8) -> Square {
    Square::new(u32::from(number & 63))
}
