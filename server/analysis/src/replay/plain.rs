//! The moves that nearly all moves are: canonical SAN in plain chess, found without a detour.
//!
//! This decides how fast a collection is checked. Most moves are found at a glance; what needs a second look (a pin, several pieces, a
//! promotion) is left to [`super::resolve`], which gives the same answer for the rest. Whatever is not canonical is not read here.

use shakmaty::{Bitboard, Chess, Move, Position, Rank, Role, Square, attacks};

use super::resolve::{Resolution, resolve_in_chess};
use super::written::{CheckMark, read_plain};

/// The legal move that canonical SAN in English means, and its check mark; nothing where anything else is written or there is no such
/// move. `in_check` says whether the side to move is in check.
// Where most of the time of a check goes: as calls, these and their answers would cost as much again.
#[inline(always)]
pub(super) fn plain_move(chess: &Chess, in_check: bool, text: &[u8]) -> Option<(Move, CheckMark)> {
    let (body, check) = match text {
        [body @ .., b'+'] => (body, CheckMark::Check),
        [body @ .., b'#'] => (body, CheckMark::Mate),
        body => (body, CheckMark::None),
    };
    match seen_at_a_glance(chess, in_check, body) {
        Some(action) => Some((action, check)),
        None => canonical_move(chess, in_check, text),
    }
}

/// [`Position::is_check`], in line: asked after every move. Kings give no check.
#[inline(always)]
pub(super) fn is_check(chess: &Chess) -> bool {
    let board = chess.board();
    let Some(king) = board.king_of(chess.turn()) else { return false };
    let occupied = board.occupied();
    let checkers = attacks::rook_attacks(king, occupied) & board.rooks_and_queens()
        | attacks::bishop_attacks(king, occupied) & board.bishops_and_queens()
        | attacks::knight_attacks(king) & board.knights()
        | attacks::pawn_attacks(chess.turn(), king) & board.pawns();
    let is_check = (checkers & chess.them()).any();
    debug_assert_eq!(is_check, chess.is_check());
    is_check
}

/// The move that is seen without a second look, without its check mark.
#[inline(always)]
fn seen_at_a_glance(chess: &Chess, in_check: bool, body: &[u8]) -> Option<Move> {
    match *body {
        [file, rank] => pawn_step(chess, in_check, square(file, rank)?),
        [from @ b'a'..=b'h', b'x', file, rank] => pawn_capture(chess, in_check, from, square(file, rank)?),
        [letter, file, rank] | [letter, b'x', file, rank] => {
            piece_move(chess, in_check, letter, square(file, rank)?, body.len() == 4)
        }
        [letter, from @ b'a'..=b'h', file, rank] => {
            move_of_one_of_several(chess, in_check, letter, from, square(file, rank)?)
        }
        _ => None,
    }
}

/// All other moves in canonical SAN: castling, promotions, one of several pieces, an answer to check.
#[inline(never)]
fn canonical_move(chess: &Chess, in_check: bool, text: &[u8]) -> Option<(Move, CheckMark)> {
    let written = read_plain(text)?;
    match resolve_in_chess(chess, in_check, &written.action) {
        Resolution::One(action, notes) if notes.is_empty() => Some((action, written.check)),
        _ => None,
    }
}

#[inline(always)]
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

#[inline(always)]
fn pawn_capture(chess: &Chess, in_check: bool, from_file: u8, to: Square) -> Option<Move> {
    if !chess.them().contains(to) || Bitboard::BACKRANKS.contains(to) {
        return None;
    }
    let origins = attacks::pawn_attacks(!chess.turn(), to) & chess.our(Role::Pawn) & file_mask(from_file);
    let from = origins.single_square()?;
    let capture = chess.board().role_at(to);
    may_leave(chess, in_check, from).then_some(Move::Normal { role: Role::Pawn, from, capture, to, promotion: None })
}

#[inline(always)]
fn piece_move(chess: &Chess, in_check: bool, letter: u8, to: Square, is_capture: bool) -> Option<Move> {
    let board = chess.board();
    let occupied = board.occupied();
    if chess.us().contains(to) || chess.them().contains(to) != is_capture {
        return None;
    }
    let (role, reaching) = reaching(letter, to, occupied)?;
    let from = (reaching & chess.our(role)).single_square()?;
    let is_legal = if role == Role::King {
        board.attacks_to(to, !chess.turn(), occupied.without(from)).is_empty()
    } else {
        may_leave(chess, in_check, from)
    };
    let capture = if is_capture { board.role_at(to) } else { None };
    is_legal.then_some(Move::Normal { role, from, capture, to, promotion: None })
}

/// The move of a piece whose file tells it from others that can go there, too: a capture is left to the second look.
#[inline(always)]
fn move_of_one_of_several(chess: &Chess, in_check: bool, letter: u8, from_file: u8, to: Square) -> Option<Move> {
    let occupied = chess.board().occupied();
    let (role, reaching) = reaching(letter, to, occupied)?;
    let several = reaching & chess.our(role);
    let from = (several & file_mask(from_file)).single_square()?;
    let may_all_go = !occupied.contains(to)
        && several.more_than_one()
        && several.into_iter().all(|one| may_leave(chess, in_check, one));
    may_all_go.then_some(Move::Normal { role, from, capture: None, to, promotion: None })
}

/// A piece by its letter, and from where such a piece reaches a square.
#[inline(always)]
fn reaching(letter: u8, to: Square, occupied: Bitboard) -> Option<(Role, Bitboard)> {
    Some(match letter {
        b'N' => (Role::Knight, attacks::knight_attacks(to)),
        b'B' => (Role::Bishop, attacks::bishop_attacks(to, occupied)),
        b'R' => (Role::Rook, attacks::rook_attacks(to, occupied)),
        b'Q' => (Role::Queen, attacks::queen_attacks(to, occupied)),
        b'K' => (Role::King, attacks::king_attacks(to)),
        _ => return None,
    })
}

/// The squares of a file, `a` to `h`.
#[inline]
fn file_mask(letter: u8) -> Bitboard {
    Bitboard::from_file(shakmaty::File::new(u32::from(letter - b'a')))
}

/// Whether a piece other than the king can go from here to wherever it reaches: no check to answer, and it cannot be pinned,
/// as it does not stand on one line with its king and a piece that reaches far.
#[inline(always)]
fn may_leave(chess: &Chess, in_check: bool, from: Square) -> bool {
    let Some(king) = chess.board().king_of(chess.turn()) else { return false };
    !in_check && (attacks::ray(king, from) & chess.them() & chess.board().sliders()).is_empty()
}

#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file < 8 && rank < 8).then(|| Square::new(u32::from(rank << 3 | file)))
}
