//! The squares that pieces attack, computed without large tables.
//!
//! [`shakmaty::attacks`] looks up the attacks of rooks, bishops and queens in a table of 700 KiB, more than a
//! first-level cache holds, so that a lookup often waits for memory. This module needs two tables of 2 KiB together,
//! and no branch per piece: branches on the moving piece are hard to predict, and a superfluous computation costs less
//! than a mispredicted branch.
//!
//! The squares along a line come from a subtraction ("o minus 2r"): subtracting twice the piece's square from the
//! occupied squares of the line flips all bits up to the next piece. In the other direction the same works on the bytes
//! in reverse order, because on files and diagonals no two squares share a byte. On ranks they all do, so a table gives
//! the attacks on a rank.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

/// Returns the squares that a piece attacks from a square with these occupied squares; none for a pawn.
#[inline(always)]
pub(super) fn piece_attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    let Ways { straight, diagonal, leaps } = WAYS[role as usize - 1];
    rook_attacks(from, occupied) & straight | bishop_attacks(from, occupied) & diagonal | leaps[from.to_usize()]
}

/// Returns the pieces of a side that attack a square, like [`Board::attacks_to`].
#[inline(always)]
pub(super) fn attackers(board: &Board, to: Square, attacker: Color, occupied: Bitboard) -> Bitboard {
    let of_all = rook_attacks(to, occupied) & board.rooks_and_queens()
        | bishop_attacks(to, occupied) & board.bishops_and_queens()
        | attacks::knight_attacks(to) & board.knights()
        | attacks::king_attacks(to) & board.kings()
        | attacks::pawn_attacks(!attacker, to) & board.pawns();
    of_all & board.by_color(attacker)
}

/// Returns the squares that a rook attacks.
#[inline(always)]
fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(along(LINES[from.to_usize()].file, from, occupied) | along_rank(from, occupied))
}

/// Returns the squares that a bishop attacks.
#[inline(always)]
fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    let Lines { diagonal, antidiagonal, .. } = LINES[from.to_usize()];
    Bitboard(along(diagonal, from, occupied) | along(antidiagonal, from, occupied))
}

#[inline(always)]
fn along(line: u64, from: Square, occupied: Bitboard) -> u64 {
    let occupied = occupied.0 & line;
    let upwards = occupied.wrapping_sub(2 << u32::from(from));
    let downwards = occupied.swap_bytes().wrapping_sub(2 << u32::from(from.flip_vertical())).swap_bytes();
    (upwards ^ downwards) & line
}

#[inline(always)]
fn along_rank(from: Square, occupied: Bitboard) -> u64 {
    let (file, first) = (from.to_usize() & 7, u32::from(from) & 56);
    let inner = (occupied.0 >> (first + 1)) & 63;
    u64::from(RANKS[file][inner as usize]) << first
}

/// The way a piece moves.
#[derive(Clone, Copy)]
struct Ways {
    /// All squares if it moves along files and ranks, or none.
    straight: Bitboard,
    /// All squares if it moves along diagonals, or none.
    diagonal: Bitboard,
    /// By square, the squares that it attacks regardless of other pieces.
    leaps: &'static [Bitboard; 64],
}

/// The ways of the pieces, in the order of [`Role::ALL`].
static WAYS: [Ways; 6] = {
    const NONE: Bitboard = Bitboard::EMPTY;
    const ALL: Bitboard = Bitboard::FULL;
    static NOWHERE: [Bitboard; 64] = [NONE; 64];
    static KNIGHT: [Bitboard; 64] = leaps(false);
    static KING: [Bitboard; 64] = leaps(true);
    [
        Ways { straight: NONE, diagonal: NONE, leaps: &NOWHERE },
        Ways { straight: NONE, diagonal: NONE, leaps: &KNIGHT },
        Ways { straight: NONE, diagonal: ALL, leaps: &NOWHERE },
        Ways { straight: ALL, diagonal: NONE, leaps: &NOWHERE },
        Ways { straight: ALL, diagonal: ALL, leaps: &NOWHERE },
        Ways { straight: NONE, diagonal: NONE, leaps: &KING },
    ]
};

/// The lines through a square, without the square itself.
struct Lines {
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static LINES: [Lines; 64] = lines();

/// The attacked squares of a rank, by the file of the piece and the occupancy of the files `b` to `g`. The outer files
/// need no occupancy: their squares are attacked either way.
static RANKS: [[u8; 64]; 8] = ranks();

const fn leaps(is_king: bool) -> [Bitboard; 64] {
    let mut leaps = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let square = Square::new(from);
        leaps[from as usize] = if is_king { attacks::king_attacks(square) } else { attacks::knight_attacks(square) };
        from += 1;
    }
    leaps
}

const fn lines() -> [Lines; 64] {
    let mut lines = [const { Lines { file: 0, diagonal: 0, antidiagonal: 0 } }; 64];
    let mut from = 0;
    while from < 64 {
        let (file, rank) = (from % 8, from / 8);
        let mut to = 0;
        while to < 64 {
            let (to_file, to_rank) = (to % 8, to / 8);
            if to != from {
                lines[from].file |= ((file == to_file) as u64) << to;
                lines[from].diagonal |= ((file + to_rank == to_file + rank) as u64) << to;
                lines[from].antidiagonal |= ((file + rank == to_file + to_rank) as u64) << to;
            }
            to += 1;
        }
        from += 1;
    }
    lines
}

const fn ranks() -> [[u8; 64]; 8] {
    let mut ranks = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = (inner as u16) << 1;
            let mut to = file;
            while to < 7 {
                to += 1;
                ranks[file][inner] |= 1 << to;
                if occupied >> to & 1 == 1 {
                    break;
                }
            }
            to = file;
            while to > 0 {
                to -= 1;
                ranks[file][inner] |= 1 << to;
                if occupied >> to & 1 == 1 {
                    break;
                }
            }
            inner += 1;
        }
        file += 1;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_computed_is_what_the_table_says(one: u64, other: u64) {
            for occupied in [one, one & other, one | other].map(Bitboard) {
                for from in Square::ALL {
                    prop_assert_eq!(piece_attacks(Role::Pawn, from, occupied), Bitboard::EMPTY);
                    for role in Role::ALL.into_iter().filter(|role| *role != Role::Pawn) {
                        let looked_up = attacks::attacks(from, role.of(Color::White), occupied);
                        prop_assert_eq!(piece_attacks(role, from, occupied), looked_up);
                    }
                }
            }
        }

        #[test]
        fn attackers_are_those_of_the_board(pieces in prop::collection::vec((0..64_u32, 0..12_usize), 2..30), other: u64) {
            let mut board = Board::empty();
            for (square, piece) in pieces {
                let color = Color::from_white(piece < 6);
                board.set_piece_at(Square::new(square), Role::ALL[piece % 6].of(color));
            }
            for occupied in [board.occupied(), board.occupied() & Bitboard(other)] {
                for (to, color) in Square::ALL.into_iter().flat_map(|to| Color::ALL.map(|color| (to, color))) {
                    prop_assert_eq!(attackers(&board, to, color, occupied), board.attacks_to(to, color, occupied));
                }
            }
        }
    }
}
