//! The moves that nearly all moves are: canonical SAN in plain chess, found without a detour.
//!
//! This decides how fast a collection is checked. It speaks up only where there is no doubt; whatever needs a second look (a
//! pin, several pieces, a promotion, a missing `x`) is left to [`super::resolve`], which gives the same answer for the rest.

use shakmaty::{Bitboard, Chess, Move, Piece, Position, Rank, Role, Square, attacks};

use super::written::CheckMark;

/// The legal move that canonical SAN without disambiguation or promotion means, and its check mark; nothing where that takes
/// more than a glance to say. `in_check` says whether the side to move is in check.
#[inline]
pub(super) fn plain_move(chess: &Chess, in_check: bool, text: &[u8]) -> Option<(Move, CheckMark)> {
    let (body, check) = match text {
        [body @ .., b'+'] => (body, CheckMark::Check),
        [body @ .., b'#'] => (body, CheckMark::Mate),
        body => (body, CheckMark::None),
    };
    let action = match *body {
        [file, rank] => pawn_step(chess, in_check, square(file, rank)?)?,
        [letter, file, rank] => piece_move(chess, in_check, role(letter)?, square(file, rank)?, false)?,
        [from @ b'a'..=b'h', b'x', file, rank] => pawn_capture(chess, in_check, from, square(file, rank)?)?,
        [letter, b'x', file, rank] => piece_move(chess, in_check, role(letter)?, square(file, rank)?, true)?,
        _ => return None,
    };
    Some((action, check))
}

#[inline]
fn pawn_step(chess: &Chess, in_check: bool, to: Square) -> Option<Move> {
    let occupied = chess.board().occupied();
    if occupied.contains(to) || Bitboard::BACKRANKS.contains(to) {
        return None;
    }
    let pawns = chess.our(Role::Pawn);
    let (step, double_rank) = chess.turn().fold_wb((-8, Rank::Fourth), (8, Rank::Fifth));
    let single = to.offset(step)?;
    let from = if pawns.contains(single) {
        single
    } else if to.rank() == double_rank && !occupied.contains(single) {
        single.offset(step).filter(|double| pawns.contains(*double))?
    } else {
        return None;
    };
    may_leave(chess, in_check, from).then_some(Move::Normal {
        role: Role::Pawn,
        from,
        capture: None,
        to,
        promotion: None,
    })
}

#[inline]
fn pawn_capture(chess: &Chess, in_check: bool, from_file: u8, to: Square) -> Option<Move> {
    if !chess.them().contains(to) || Bitboard::BACKRANKS.contains(to) {
        return None;
    }
    let file = Bitboard::from_file(shakmaty::File::new(u32::from(from_file - b'a')));
    let origins = attacks::pawn_attacks(!chess.turn(), to) & chess.our(Role::Pawn) & file;
    let from = origins.single_square()?;
    let capture = chess.board().role_at(to);
    may_leave(chess, in_check, from).then_some(Move::Normal { role: Role::Pawn, from, capture, to, promotion: None })
}

#[inline]
fn piece_move(chess: &Chess, in_check: bool, role: Role, to: Square, is_capture: bool) -> Option<Move> {
    let board = chess.board();
    if chess.us().contains(to) || chess.them().contains(to) != is_capture {
        return None;
    }
    let piece = Piece { role, color: chess.turn() };
    let from = (attacks::attacks(to, piece, board.occupied()) & chess.our(role)).single_square()?;
    let is_legal = if role == Role::King {
        board.attacks_to(to, !chess.turn(), board.occupied().without(from)).is_empty()
    } else {
        may_leave(chess, in_check, from)
    };
    let capture = if is_capture { board.role_at(to) } else { None };
    is_legal.then_some(Move::Normal { role, from, capture, to, promotion: None })
}

/// Whether a piece other than the king can go from here to wherever it reaches: no check to answer, and it cannot be pinned,
/// as it does not stand on one line with its king and a piece that reaches far.
#[inline]
fn may_leave(chess: &Chess, in_check: bool, from: Square) -> bool {
    let Some(king) = chess.board().king_of(chess.turn()) else { return false };
    !in_check && (attacks::ray(king, from) & chess.them() & chess.board().sliders()).is_empty()
}

#[inline]
fn role(letter: u8) -> Option<Role> {
    match letter {
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        _ => None,
    }
}

#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file < 8 && rank < 8).then(|| Square::new(u32::from(rank << 3 | file)))
}
