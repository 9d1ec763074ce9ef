//! The moves that nearly all moves are: canonical SAN in plain chess, found without a detour.
//!
//! This decides how fast a collection is checked. Most moves are found at a glance; what needs a second look (a pin, several pieces, a
//! promotion) is left to [`super::resolve`], which gives the same answer for the rest. Whatever is not canonical is not read here.

use shakmaty::attacks::{self, pawn_attacks};
use shakmaty::{Bitboard, Board, Chess, Move, Position, Rank, Role, Square};

use super::resolve::{Resolution, resolve_in_chess};
use super::sliders::{attackers, bishop_attacks, rook_attacks};
use super::written::{CheckMark, read_plain};

/// A legal move.
pub(super) struct Found {
    pub(super) action: Move,
    /// The check mark that it is written with.
    pub(super) mark: CheckMark,
    /// Whether it gives check, where that is seen.
    pub(super) gives_check: Option<bool>,
}

/// The legal move that canonical SAN in English means; nothing where anything else is written or there is no such move.
/// `in_check` says whether the side to move is in check; the other side is not.
// Where most of the time of a check goes: as calls, these and their answers would cost as much again.
#[inline(always)]
pub(super) fn plain_move(chess: &Chess, in_check: bool, text: &[u8]) -> Option<Found> {
    let mark = match text.last() {
        Some(b'+') => CheckMark::Check,
        Some(b'#') => CheckMark::Mate,
        _ => CheckMark::None,
    };
    let body = &text[..text.len() - usize::from(mark != CheckMark::None)];
    match seen_at_a_glance(chess, in_check, body) {
        Some((action, gives_check)) => Some(Found { action, mark, gives_check }),
        None => canonical_move(chess, in_check, text),
    }
}

/// [`Position::is_check`], in line: asked after every move. Kings give no check.
#[inline(always)]
pub(super) fn is_check(chess: &Chess) -> bool {
    let board = chess.board();
    let Some(king) = board.king_of(chess.turn()) else { return false };
    let occupied = board.occupied();
    let checkers = rook_attacks(king, occupied) & board.rooks_and_queens()
        | bishop_attacks(king, occupied) & board.bishops_and_queens()
        | attacks::knight_attacks(king) & board.knights()
        | pawn_attacks(chess.turn(), king) & board.pawns();
    let is_check = (checkers & chess.them()).any();
    debug_assert_eq!(is_check, chess.is_check());
    is_check
}

/// A move, and whether it gives check, where that is seen.
type Seen = (Move, Option<bool>);

/// The move that is seen without a second look, given without its check mark.
#[inline(always)]
fn seen_at_a_glance(chess: &Chess, in_check: bool, body: &[u8]) -> Option<Seen> {
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

/// All other moves in canonical SAN: castling, promotions, one of several pieces, an answer to check.
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
    let occupied = chess.board().occupied();
    if occupied.contains(to) || Bitboard::BACKRANKS.contains(to) {
        return None;
    }
    let (back, double_rank) = chess.turn().fold_wb((8, Rank::Fourth), (56, Rank::Fifth));
    // By one rank; no square that is asked about is on the last one.
    let behind = |squares: Bitboard| Bitboard(squares.0.rotate_right(back));
    let single = behind(Bitboard::from_square(to));
    let double = behind(single & behind(Bitboard::from_rank(double_rank)) & !occupied);
    // If both squares have a pawn, the nearer one is in the way of the other.
    let from = ((single | double) & chess.our(Role::Pawn)).single_square()?;
    if !may_leave(chess, in_check, from) {
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
    if !may_leave(chess, in_check, from) {
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
    let (role, reaching) = reaching(letter, to, occupied)?;
    let from = (reaching & chess.our(role)).single_square()?;
    let is_legal = if role == Role::King {
        attackers(board, to, !chess.turn(), occupied.without(from)).is_empty()
    } else {
        may_leave(chess, in_check, from)
    };
    if !is_legal {
        return None;
    }
    let capture = if is_capture { Some(role_on(board, to)) } else { None };
    let action = Move::Normal { role, from, capture, to, promotion: None };
    Some((action, gives_check(chess, from, reaching)))
}

/// The move of a piece whose file tells it from others that can go there, too: a capture is left to the second look.
#[inline(always)]
fn move_of_one_of_several(chess: &Chess, in_check: bool, letter: u8, from_file: u8, to: Square) -> Option<Seen> {
    let occupied = chess.board().occupied();
    let (role, reaching) = reaching(letter, to, occupied)?;
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

/// Whether a move from here gives check, as the moved piece attacks these squares from where it goes: not known where it may uncover a piece behind
/// it. No other can give check.
///
/// From its new square it attacks what it would have attacked there with its old square occupied, and more only on the line that it came along: a
/// king there was in check before.
#[inline(always)]
fn gives_check(chess: &Chess, from: Square, attacked: Bitboard) -> Option<bool> {
    let king = chess.board().king_of(!chess.turn())?;
    let uncovered = attacks::ray(king, from) & chess.us() & chess.board().sliders();
    uncovered.without(from).is_empty().then(|| attacked.contains(king))
}

/// A piece by its letter, `A` to `Z`, and from where such a piece reaches a square.
// Without a branch for each piece: which it is can hardly be foreseen, and what is computed in vain takes less than a branch taken wrongly.
#[inline(always)]
fn reaching(letter: u8, to: Square, occupied: Bitboard) -> Option<(Role, Bitboard)> {
    let Piece { role, straight, diagonal, leaps } = PIECES[usize::from(letter - b'A')];
    let slides = rook_attacks(to, occupied) & straight | bishop_attacks(to, occupied) & diagonal;
    Some((role?, slides | leaps[to.to_usize()]))
}

/// How a piece goes.
#[derive(Clone, Copy)]
struct Piece {
    role: Option<Role>,
    /// All squares if it goes along files and ranks, none if not.
    straight: Bitboard,
    /// The same of diagonals.
    diagonal: Bitboard,
    /// From each square, where it goes whatever stands there.
    leaps: &'static [Bitboard; 64],
}

static PIECES: [Piece; 26] = {
    static NOWHERE: [Bitboard; 64] = [Bitboard::EMPTY; 64];
    static KNIGHT: [Bitboard; 64] = leaps(Role::Knight);
    static KING: [Bitboard; 64] = leaps(Role::King);
    const fn piece(
        role: Option<Role>,
        straight: Bitboard,
        diagonal: Bitboard,
        leaps: &'static [Bitboard; 64],
    ) -> Piece {
        Piece { role, straight, diagonal, leaps }
    }
    let mut pieces = [piece(None, Bitboard::EMPTY, Bitboard::EMPTY, &NOWHERE); 26];
    pieces[(b'N' - b'A') as usize] = piece(Some(Role::Knight), Bitboard::EMPTY, Bitboard::EMPTY, &KNIGHT);
    pieces[(b'B' - b'A') as usize] = piece(Some(Role::Bishop), Bitboard::EMPTY, Bitboard::FULL, &NOWHERE);
    pieces[(b'R' - b'A') as usize] = piece(Some(Role::Rook), Bitboard::FULL, Bitboard::EMPTY, &NOWHERE);
    pieces[(b'Q' - b'A') as usize] = piece(Some(Role::Queen), Bitboard::FULL, Bitboard::FULL, &NOWHERE);
    pieces[(b'K' - b'A') as usize] = piece(Some(Role::King), Bitboard::EMPTY, Bitboard::EMPTY, &KING);
    pieces
};

const fn leaps(role: Role) -> [Bitboard; 64] {
    let mut leaps = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let square = Square::new(from);
        leaps[from as usize] = match role {
            Role::King => attacks::king_attacks(square),
            _ => attacks::knight_attacks(square),
        };
        from += 1;
    }
    leaps
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

/// What stands on an occupied square, as [`Board::role_at`] says, which asks for one role after the other: what is captured can
/// hardly be foreseen.
#[inline(always)]
fn role_on(board: &Board, square: Square) -> Role {
    let has = |pieces: Bitboard| usize::from(pieces.contains(square));
    let number = has(board.knights())
        + 2 * has(board.bishops())
        + 3 * has(board.rooks())
        + 4 * has(board.queens())
        + 5 * has(board.kings());
    let role = *Role::ALL.get(number).unwrap_or(&Role::King);
    debug_assert_eq!(Some(role), board.role_at(square));
    role
}
