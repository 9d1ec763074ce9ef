//! Kinds of men and squares as queries write them: `R`, `[QR]`, `A` for any white man, `P[d4,e5]`.

use std::ops::RangeInclusive;

use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};

use crate::material::{Material, MaterialBounds};

/// Some kinds of men, and perhaps the empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Men {
    /// By colour, White first: bit `n` is the kind `Role::ALL[n]`.
    roles: [u8; 2],
    empty: bool,
}

const ALL_ROLES: u8 = 0b11_1111;

impl Men {
    const NONE: Men = Men { roles: [0; 2], empty: false };

    /// Every man of both colours.
    pub(super) const ANY: Men = Men { roles: [ALL_ROLES; 2], empty: false };

    /// The men of a letter: as in a FEN, `A` and `a` for any man of a colour, `_` for an empty square.
    pub(super) fn of_letter(letter: char) -> Option<Men> {
        match letter {
            'A' => Some(Men { roles: [ALL_ROLES, 0], empty: false }),
            'a' => Some(Men { roles: [0, ALL_ROLES], empty: false }),
            '_' => Some(Men { empty: true, ..Men::NONE }),
            _ => Piece::from_char(letter).map(Men::of_piece),
        }
    }

    /// The men of one kind.
    pub(super) fn of_piece(piece: Piece) -> Men {
        let mut men = Men::NONE;
        men.roles[index(piece.color)] = bit(piece.role);
        men
    }

    /// The men of the letters at the start of `text`, one or some in square brackets, and the rest of the text.
    pub(super) fn read(text: &str) -> Option<(Men, &str)> {
        let Some(inside) = text.strip_prefix('[') else {
            let letter = text.chars().next()?;
            return Some((Men::of_letter(letter)?, &text[letter.len_utf8()..]));
        };
        let (letters, rest) = inside.split_once(']')?;
        let mut men = Men::NONE;
        for letter in letters.chars().filter(|letter| !matches!(letter, ',' | ' ')) {
            let other = Men::of_letter(letter)?;
            men = Men {
                roles: [men.roles[0] | other.roles[0], men.roles[1] | other.roles[1]],
                empty: men.empty || other.empty,
            };
        }
        (men != Men::NONE).then_some((men, rest))
    }

    /// The squares of a board with these men.
    #[inline]
    pub(super) fn on(self, board: &Board) -> Bitboard {
        let mut squares = if self.empty { !board.occupied() } else { Bitboard::EMPTY };
        for (roles, of_color) in [(self.roles[0], board.white()), (self.roles[1], board.black())] {
            match roles {
                0 => {}
                ALL_ROLES => squares |= of_color,
                _ => squares |= with_roles(board, roles) & of_color,
            }
        }
        squares
    }

    /// The kind, if it is one.
    pub(super) fn single(self) -> Option<Piece> {
        let mut pieces = Color::ALL.into_iter().flat_map(|color| {
            Role::ALL
                .into_iter()
                .filter(move |role| self.roles[index(color)] & bit(*role) != 0)
                .map(move |role| role.of(color))
        });
        let piece = pieces.next().filter(|_| !self.empty)?;
        pieces.next().is_none().then_some(piece)
    }

    /// Whether all of them are pawns, which stand on no first or last rank in ordinary chess.
    pub(super) fn are_pawns(self) -> bool {
        !self.empty && self.roles.iter().all(|roles| roles & !bit(Role::Pawn) == 0)
    }

    /// Between which numbers they are in positions whose material is in some bounds; [`None`] if empty squares are among them.
    pub(super) fn counts(self, bounds: &MaterialBounds) -> Option<RangeInclusive<i32>> {
        let of_color = |counts: &[u8; 6], roles: u8| -> i32 {
            counts.iter().enumerate().map(|(role, count)| i32::from(*count) * i32::from(roles >> role & 1)).sum()
        };
        let count = |material: &Material| {
            let [white, black] = Color::ALL.map(|color| of_color(material.of_color(color), self.roles[index(color)]));
            white + black
        };
        (!self.empty).then(|| count(&bounds.least)..=count(&bounds.most))
    }

    /// The men of the other colour.
    pub(super) fn flipped(self) -> Men {
        Men { roles: [self.roles[1], self.roles[0]], ..self }
    }
}

#[inline]
fn with_roles(board: &Board, roles: u8) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for role in Role::ALL {
        if roles & bit(role) != 0 {
            squares |= board.by_role(role);
        }
    }
    squares
}

fn index(color: Color) -> usize {
    color.fold_wb(0, 1)
}

#[inline]
fn bit(role: Role) -> u8 {
    1 << (role as u8 - 1)
}

/// Reads squares: `d4`, `a-h7`, `d3-6`, `a-c1-3`, and a list of them in square brackets.
pub(super) fn read_squares(text: &str) -> Option<Bitboard> {
    match text.strip_prefix('[').and_then(|inside| inside.strip_suffix(']')) {
        Some(list) => {
            list.split(',').try_fold(Bitboard::EMPTY, |squares, one| Some(squares | read_rectangle(one.trim())?))
        }
        None => read_rectangle(text),
    }
}

fn read_rectangle(text: &str) -> Option<Bitboard> {
    let files_end = text.find(|character: char| character.is_ascii_digit())?;
    let (files, ranks) = text.split_at(files_end);
    let (first_file, last_file) = read_span(files, |letter| File::from_char(letter).map(u32::from))?;
    let (first_rank, last_rank) = read_span(ranks, |digit| Rank::from_char(digit).map(u32::from))?;
    let squares = (first_file..=last_file).flat_map(|file| {
        (first_rank..=last_rank).map(move |rank| Square::from_coords(File::new(file), Rank::new(rank)))
    });
    Some(squares.collect())
}

fn read_span(text: &str, read: impl Fn(char) -> Option<u32>) -> Option<(u32, u32)> {
    let mut characters = text.chars();
    let first = read(characters.next()?)?;
    match (characters.next(), characters.next(), characters.next()) {
        (None, ..) => Some((first, first)),
        (Some('-'), Some(last), None) => read(last).filter(|last| first <= *last).map(|last| (first, last)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_as_cql_writes_them() {
        let count = |text| read_squares(text).map(Bitboard::count);
        assert_eq!(["d4", "a-h7", "d3-6", "a-c1-3", "[d4,e5]", "[a-h1, a1]"].map(count), [1, 8, 4, 9, 2, 8].map(Some));
        assert_eq!(["", "i4", "d9", "d", "h-a7", "d4x", "[d4"].map(count), [None; 7]);
    }

    #[test]
    fn men_are_read_as_fen_and_cql_write_them() {
        let board = Board::default();
        let on = |text| Men::read(text).filter(|(_, rest)| rest.is_empty()).map(|(men, _)| men.on(&board).count());
        assert_eq!(["R", "p", "A", "a", "[QR]", "[Aa]", "_", "[k,K]"].map(on), [2, 8, 16, 16, 3, 32, 32, 2].map(Some));
        assert_eq!(["x", "[x]", "[]", "", "[R"].map(on), [None; 5]);
    }
}
