//! Parts of a board: `8/6b1/3p4/3N4/4P3/8/8/8`, where a digit is that many squares of anything.

use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};

use super::men::Men;
use crate::cache::PlacedMen;
use crate::exact_position::home;

/// Men that are on some squares, whatever is on the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardPattern {
    /// The squares on which one kind of man is wanted.
    occupied: Bitboard,
    /// Which kind is on each of them: what most patterns consist of, and checked fast.
    ones: Vec<(Piece, Bitboard)>,
    /// Which men are on each of the other squares.
    others: Vec<(Men, Bitboard)>,
}

impl BoardPattern {
    /// Reads a board: letters as in a FEN, `A` and `a` for any man of a colour, `_` for an empty square, some of these
    /// in square brackets for one of them, digits and `.` for squares of anything. Fields after the board are not read.
    ///
    /// # Errors
    /// The byte offset of what is wrong, and what is wrong.
    pub(super) fn read(text: &str) -> Result<BoardPattern, (usize, String)> {
        let mut parts: Vec<(Men, Bitboard)> = Vec::new();
        let (mut rank, mut file) = (7_u32, 0_u32);
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let length = match rest.as_bytes()[0] {
                b'/' if file != 8 => return Err((at, wrong_length(rank, file))),
                b'/' if rank == 0 => return Err((at, "the board has more than eight ranks".to_owned())),
                b'/' => {
                    (rank, file) = (rank - 1, 0);
                    1
                }
                digit @ b'1'..=b'8' => {
                    file += u32::from(digit - b'0');
                    1
                }
                b'.' => {
                    file += 1;
                    1
                }
                _ => {
                    let Some((men, after)) = Men::read(rest) else {
                        let character = rest.chars().next().unwrap_or('?');
                        return Err((at, format!("{character} is no man, no digit and no sign of a board")));
                    };
                    if file > 7 {
                        return Err((at, wrong_length(rank, file + 1)));
                    }
                    let square = Bitboard::from_square(Square::from_coords(File::new(file), Rank::new(rank)));
                    match parts.iter_mut().find(|(other, _)| *other == men) {
                        Some((_, squares)) => *squares |= square,
                        None => parts.push((men, square)),
                    }
                    file += 1;
                    rest.len() - after.len()
                }
            };
            if file > 8 {
                return Err((at, wrong_length(rank, file)));
            }
            at += length;
        }
        if (rank, file) != (0, 8) {
            let message =
                if rank > 0 { "the board has fewer than eight ranks".to_owned() } else { wrong_length(rank, file) };
            return Err((text.len(), message));
        }
        Ok(BoardPattern::of(parts))
    }

    fn of(parts: Vec<(Men, Bitboard)>) -> BoardPattern {
        let mut pattern = BoardPattern { occupied: Bitboard::EMPTY, ones: Vec::new(), others: Vec::new() };
        for (men, squares) in parts {
            match men.single() {
                Some(piece) => {
                    pattern.occupied |= squares;
                    pattern.ones.push((piece, squares));
                }
                None => pattern.others.push((men, squares)),
            }
        }
        pattern
    }

    /// The same with other men and squares.
    fn map(&self, change: impl Fn(Men, Bitboard) -> (Men, Bitboard)) -> BoardPattern {
        let ones = self.ones.iter().map(|(piece, squares)| (Men::of_piece(*piece), *squares));
        BoardPattern::of(ones.chain(self.others.iter().copied()).map(|(men, squares)| change(men, squares)).collect())
    }

    #[inline]
    pub(super) fn holds(&self, board: &Board) -> bool {
        let has_one = |(piece, squares): &(Piece, Bitboard)| {
            squares.is_subset(board.by_color(piece.color) & board.by_role(piece.role))
        };
        self.occupied.is_subset(board.occupied())
            && self.ones.iter().all(has_one)
            && self.others.iter().all(|(men, squares)| squares.is_subset(men.on(board)))
    }

    /// Its pawns on their home squares: those that have left them never return.
    pub(super) fn pawns_at_home(&self) -> Bitboard {
        let pawns = |color: Color| {
            let squares = self.ones.iter().find(|(piece, _)| *piece == Role::Pawn.of(color));
            squares.map_or(Bitboard::EMPTY, |(_, squares)| *squares) & home(color)
        };
        pawns(Color::White) | pawns(Color::Black)
    }

    /// Whether pawns are on the first or the last rank, where ordinary chess has none.
    pub(super) fn has_pawns_at_the_edge(&self) -> bool {
        let is_at_edge = |(piece, squares): &(Piece, Bitboard)| {
            piece.role == Role::Pawn && !(*squares & Bitboard::BACKRANKS).is_empty()
        };
        self.ones.iter().any(is_at_edge)
    }

    /// What a search in a cache looks for: men that are all there wherever it holds.
    pub(super) fn placed(&self) -> PlacedMen {
        PlacedMen::new(self.ones.iter().copied(), self.pawns_at_home())
    }

    pub(super) fn flipped(&self) -> BoardPattern {
        self.map(|men, squares| (men.flipped(), squares.flip_vertical()))
    }

    pub(super) fn mirrored(&self) -> BoardPattern {
        self.map(|men, squares| (men, squares.flip_horizontal()))
    }
}

fn wrong_length(rank: u32, squares: u32) -> String {
    format!("rank {} has {squares} squares instead of 8", rank + 1)
}
