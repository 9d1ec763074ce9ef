//! Which squares rooks, bishops and queens attack, computed.
//!
//! [`shakmaty::attacks`] looks it up, in a table of 700 KiB. That is more than the nearest memory of most processors holds: where little else is done
//! than moves played, a look at it takes longer than all the rest of a move. What is computed here needs two tables of 2.5 KiB together.
//!
//! The squares along a line are found by subtraction ("o minus 2r"): from the occupied squares of the line, twice the piece's is taken, which
//! turns over all bits up to the next piece. Downwards the same is done with the bytes in reverse order: on files and diagonals no two squares share
//! a byte. On ranks all do, and a table of one rank tells.

use shakmaty::{Bitboard, Board, Color, Square, attacks};

/// The lines through a square, without the square itself.
struct Lines {
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static LINES: [Lines; 64] = lines();

/// By the file of a piece and which of the files `b` to `g` are occupied: what it attacks on its rank. What stands on the outer files is
/// attacked all the same.
static RANKS: [[u8; 64]; 8] = ranks();

/// What a rook attacks from a square, with these squares occupied.
#[inline(always)]
pub(super) fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(along(LINES[from.to_usize()].file, from, occupied) | along_rank(from, occupied))
}

/// What a bishop attacks.
#[inline(always)]
pub(super) fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    let Lines { diagonal, antidiagonal, .. } = LINES[from.to_usize()];
    Bitboard(along(diagonal, from, occupied) | along(antidiagonal, from, occupied))
}

/// What a queen attacks.
#[inline(always)]
pub(super) fn queen_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(from, occupied) | bishop_attacks(from, occupied)
}

/// The pieces of a side that attack a square, as [`Board::attacks_to`] gives them.
#[inline(always)]
pub(super) fn attackers(board: &Board, to: Square, attacker: Color, occupied: Bitboard) -> Bitboard {
    let of_all = rook_attacks(to, occupied) & board.rooks_and_queens()
        | bishop_attacks(to, occupied) & board.bishops_and_queens()
        | attacks::knight_attacks(to) & board.knights()
        | attacks::king_attacks(to) & board.kings()
        | attacks::pawn_attacks(!attacker, to) & board.pawns();
    of_all & board.by_color(attacker)
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
                    prop_assert_eq!(rook_attacks(from, occupied), attacks::rook_attacks(from, occupied));
                    prop_assert_eq!(bishop_attacks(from, occupied), attacks::bishop_attacks(from, occupied));
                    prop_assert_eq!(queen_attacks(from, occupied), attacks::queen_attacks(from, occupied));
                }
            }
        }

        #[test]
        fn attackers_are_those_of_the_board(pieces in prop::collection::vec((0..64_u32, 0..12_usize), 2..30), other: u64) {
            let mut board = Board::empty();
            for (square, piece) in pieces {
                let color = Color::from_white(piece < 6);
                board.set_piece_at(Square::new(square), shakmaty::Role::ALL[piece % 6].of(color));
            }
            for occupied in [board.occupied(), board.occupied() & Bitboard(other)] {
                for (to, color) in Square::ALL.into_iter().flat_map(|to| Color::ALL.map(|color| (to, color))) {
                    prop_assert_eq!(attackers(&board, to, color, occupied), board.attacks_to(to, color, occupied));
                }
            }
        }
    }
}
