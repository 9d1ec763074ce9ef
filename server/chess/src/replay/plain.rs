//! The common case of moves: canonical SAN in standard chess, resolved by a fast path.
//!
//! The throughput of checks on collections depends on this module. It resolves most moves at once and leaves the others
//! (castling, promotions, most moves of one of several pieces) to [`super::resolve`], which resolves every move the
//! same way. It does not read moves that are not canonical.

use shakmaty::attacks::{self, pawn_attacks};
use shakmaty::{Bitboard, Board, Chess, Move, Position, Role, Square};

use super::piece_attacks::{attackers, piece_attacks};
use super::resolve::{Resolution, leaves_king_safe, may_leave, push_origin, resolve_in_chess};
use super::written::{CheckMark, read_plain};

/// A legal move with its check mark, and whether it gives check.
pub(super) struct Found {
    pub(super) action: Move,
    /// The check mark as written.
    pub(super) mark: CheckMark,
    /// Whether it gives check; `None` if the position must be checked.
    pub(super) gives_check: Option<bool>,
}

/// Returns the legal move of English canonical SAN; `None` for any other text or if there is no such move. `in_check`
/// says whether the side to move is in check; the other side is not.
// Inlined: a check spends most of its time here, and calls would double the cost.
#[inline(always)]
pub(super) fn plain_move(chess: &Chess, in_check: bool, text: &[u8]) -> Option<Found> {
    let mark = match text.last() {
        Some(b'+') => CheckMark::Check,
        Some(b'#') => CheckMark::Mate,
        _ => CheckMark::None,
    };
    let body = &text[..text.len() - usize::from(mark != CheckMark::None)];
    match fast_move(chess, in_check, body) {
        Some((action, gives_check)) => Some(Found { action, mark, gives_check }),
        None => canonical_move(chess, in_check, text),
    }
}

/// A move, and whether it gives check as in [`Found`].
type Seen = (Move, Option<bool>);

/// Returns the move of a text without its check mark, if the fast path finds it.
#[inline(always)]
fn fast_move(chess: &Chess, in_check: bool, body: &[u8]) -> Option<Seen> {
    let [before @ .., file, rank] = body else { return None };
    let to = square(*file, *rank)?;
    match *before {
        [letter @ b'A'..=b'Z', ref between @ ..] => match between {
            [] | [b'x'] => piece_move(chess, in_check, letter, to, !between.is_empty()),
            [from @ b'a'..=b'h'] => move_of_one_of_several(chess, in_check, letter, *from, to),
            _ => None,
        },
        [] => pawn_step(chess, in_check, to),
        [from @ b'a'..=b'h', b'x'] => pawn_capture(chess, in_check, from, to),
        _ => None,
    }
}

/// Resolves all other moves in canonical SAN: castling, promotions, en passant captures, and one of several pieces that
/// the fast path leaves out.
#[inline(never)]
fn canonical_move(chess: &Chess, in_check: bool, text: &[u8]) -> Option<Found> {
    let written = read_plain(text)?;
    match resolve_in_chess(chess, in_check, &written.action) {
        Resolution::One(action, notes) if notes.is_empty() => {
            Some(Found { action, mark: written.check, gives_check: None })
        }
        _ => None,
    }
}

#[inline(always)]
fn pawn_step(chess: &Chess, in_check: bool, to: Square) -> Option<Seen> {
    if Bitboard::BACKRANKS.contains(to) {
        return None;
    }
    let from = push_origin(chess, chess.our(Role::Pawn), to).single_square()?;
    if !leaves_king_safe(chess, in_check, from, to) {
        return None;
    }
    let action = Move::Normal { role: Role::Pawn, from, capture: None, to, promotion: None };
    Some((action, gives_check(chess, from, pawn_attacks(chess.turn(), to))))
}

#[inline(always)]
fn pawn_capture(chess: &Chess, in_check: bool, from_file: u8, to: Square) -> Option<Seen> {
    if !chess.them().contains(to) || Bitboard::BACKRANKS.contains(to) {
        return None;
    }
    let origins = pawn_attacks(!chess.turn(), to) & chess.our(Role::Pawn) & file_mask(from_file);
    let from = origins.single_square()?;
    if !leaves_king_safe(chess, in_check, from, to) {
        return None;
    }
    let capture = Some(role_on(chess.board(), to));
    let action = Move::Normal { role: Role::Pawn, from, capture, to, promotion: None };
    Some((action, gives_check(chess, from, pawn_attacks(chess.turn(), to))))
}

#[inline(always)]
fn piece_move(chess: &Chess, in_check: bool, letter: u8, to: Square, is_capture: bool) -> Option<Seen> {
    let board = chess.board();
    let occupied = board.occupied();
    if chess.us().contains(to) || chess.them().contains(to) != is_capture {
        return None;
    }
    let role = role_of(letter)?;
    let reaching = piece_attacks(role, to, occupied);
    let from = (reaching & chess.our(role)).single_square()?;
    let is_legal = if role == Role::King {
        attackers(board, to, !chess.turn(), occupied.without(from)).is_empty()
    } else {
        leaves_king_safe(chess, in_check, from, to)
    };
    if !is_legal {
        return None;
    }
    let capture = is_capture.then(|| role_on(board, to));
    let action = Move::Normal { role, from, capture, to, promotion: None };
    Some((action, gives_check(chess, from, reaching)))
}

/// Returns the move of a piece that its file disambiguates; captures are left to [`canonical_move`].
#[inline(always)]
fn move_of_one_of_several(chess: &Chess, in_check: bool, letter: u8, from_file: u8, to: Square) -> Option<Seen> {
    let occupied = chess.board().occupied();
    let role = role_of(letter)?;
    let reaching = piece_attacks(role, to, occupied);
    let several = reaching & chess.our(role);
    let from = (several & file_mask(from_file)).single_square()?;
    let may_all_go = !occupied.contains(to)
        && several.more_than_one()
        && several.into_iter().all(|one| may_leave(chess, in_check, one));
    if !may_all_go {
        return None;
    }
    let action = Move::Normal { role, from, capture: None, to, promotion: None };
    Some((action, gives_check(chess, from, reaching)))
}

/// Whether a move from `from` gives check, if the moved piece attacks `attacked` from its target; `None` if the move
/// may discover a check and the position must be checked. Not for castling, promotions and en passant captures.
///
/// `attacked` is computed with the old square still occupied. The piece attacks more only along the line on which it
/// moved: a king there would have been in check before the move, which [`plain_move`] excludes.
#[inline(always)]
fn gives_check(chess: &Chess, from: Square, attacked: Bitboard) -> Option<bool> {
    let king = chess.board().king_of(!chess.turn())?;
    let uncovered = attacks::ray(king, from) & chess.us() & chess.board().sliders();
    uncovered.without(from).is_empty().then(|| attacked.contains(king))
}

/// Returns the piece of a letter, `A` to `Z`.
#[inline(always)]
fn role_of(letter: u8) -> Option<Role> {
    // A table, because branches on the moving piece are hard to predict.
    static ROLES: [Option<Role>; 26] = {
        let mut roles = [None; 26];
        roles[(b'N' - b'A') as usize] = Some(Role::Knight);
        roles[(b'B' - b'A') as usize] = Some(Role::Bishop);
        roles[(b'R' - b'A') as usize] = Some(Role::Rook);
        roles[(b'Q' - b'A') as usize] = Some(Role::Queen);
        roles[(b'K' - b'A') as usize] = Some(Role::King);
        roles
    };
    *ROLES.get(usize::from(letter.wrapping_sub(b'A')))?
}

/// Returns the squares of a file, `a` to `h`.
#[inline]
fn file_mask(letter: u8) -> Bitboard {
    Bitboard::from_file(shakmaty::File::new(u32::from(letter - b'a')))
}

#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file < 8 && rank < 8).then(|| Square::new(u32::from(rank << 3 | file)))
}

/// Returns the piece on an occupied square, like [`Board::role_at`] but without branches: the captured piece is hard to
/// predict.
#[inline(always)]
fn role_on(board: &Board, square: Square) -> Role {
    let has = |pieces: Bitboard| usize::from(pieces.contains(square));
    let number = has(board.knights())
        + 2 * has(board.bishops())
        + 3 * has(board.rooks())
        + 4 * has(board.queens())
        + 5 * has(board.kings());
    // The number is always in range; this form compiles without a panic path.
    let role = *Role::ALL.get(number).unwrap_or(&Role::King);
    debug_assert_eq!(Some(role), board.role_at(square));
    role
}
