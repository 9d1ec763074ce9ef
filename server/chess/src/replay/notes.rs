//! The departures from canonical SAN that a reader tolerates: the rules report them, the formatter repairs them.

/// A set of departures of a written move from canonical SAN (section 8.2.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes(u32);

impl Notes {
    /// Canonical SAN.
    pub const NONE: Notes = Notes(0);
    /// Both squares given: `e2-e4`, `e2e4`, `Ng1-f3`, `g1f3`.
    pub const LONG_ALGEBRAIC: Notes = Notes(1 << 0);
    /// More of the origin square than disambiguation needs, or not the part that section 8.2.3.4 requires.
    pub const REDUNDANT_DISAMBIGUATION: Notes = Notes(1 << 1);
    /// Castling with zeros: `0-0`.
    pub const ZERO_CASTLING: Notes = Notes(1 << 2);
    /// Castling with other letters or dashes: `o-o`, `O–O`; or as a king's move.
    pub const ODD_CASTLING: Notes = Notes(1 << 3);
    /// A capture without `x`.
    pub const MISSING_CAPTURE: Notes = Notes(1 << 4);
    /// `x` without anything to capture.
    pub const SUPERFLUOUS_CAPTURE: Notes = Notes(1 << 5);
    /// A capture marked with `×`, `:` or `X`.
    pub const ODD_CAPTURE: Notes = Notes(1 << 6);
    /// A check or mate without its mark.
    pub const MISSING_CHECK: Notes = Notes(1 << 7);
    /// `+` or `#` where there is no check.
    pub const SUPERFLUOUS_CHECK: Notes = Notes(1 << 8);
    /// `+` for mate, or `#` for check.
    pub const WRONG_CHECK: Notes = Notes(1 << 9);
    /// A check mark in another spelling: `++`, `†`, `‡`.
    pub const ODD_CHECK: Notes = Notes(1 << 10);
    /// A promotion without `=`: `e8Q`, `e8/Q`, `e8(Q)`.
    pub const MISSING_PROMOTION_SIGN: Notes = Notes(1 << 11);
    /// A promotion without its piece.
    pub const MISSING_PROMOTION_PIECE: Notes = Notes(1 << 12);
    /// A piece letter in lower case.
    pub const LOWER_CASE_PIECE: Notes = Notes(1 << 13);
    /// A file letter in upper case.
    pub const UPPER_CASE_FILE: Notes = Notes(1 << 14);
    /// `P` before a pawn move.
    pub const PAWN_LETTER: Notes = Notes(1 << 15);
    /// `e.p.` after a capture.
    pub const EN_PASSANT_SUFFIX: Notes = Notes(1 << 16);
    /// A figurine for a piece letter.
    pub const FIGURINE: Notes = Notes(1 << 17);
    /// A piece letter of another language (section 17).
    pub const LOCAL_LETTER: Notes = Notes(1 << 18);
    /// A pawn capture without the file of origin (`xd5`) or without the target rank (`exd`, `ed`).
    pub const INCOMPLETE_PAWN_CAPTURE: Notes = Notes(1 << 19);
    /// A null move in a spelling other than `--`.
    pub const ODD_NULL_MOVE: Notes = Notes(1 << 20);
    /// A space between the characters of a move that is not castling: `N f3`.
    pub const INNER_SPACE: Notes = Notes(1 << 21);
    /// A space after a character that is not a piece letter but a sign of printed books for the move before: `N e5`.
    pub const SIGN: Notes = Notes(1 << 22);

    /// What is written may be another move: see [`INNER_SPACE`](Notes::INNER_SPACE) and [`UPPER_CASE_FILE`](Notes::UPPER_CASE_FILE), without which it is
    /// never there.
    pub const MAY_BE_ANOTHER: Notes = Notes(1 << 24);

    /// Returns each note as a set of one.
    pub fn all() -> impl Iterator<Item = Notes> {
        (0..=Notes::SIGN.0.trailing_zeros()).map(|bit| Notes(1 << bit))
    }

    /// A letter of another script that looks like the Latin one.
    pub const LOOK_ALIKE: Notes = Notes(1 << 23);

    /// Returns the union of both sets.
    pub const fn and(self, other: Notes) -> Notes {
        Notes(self.0 | other.0)
    }

    /// Returns this set without the other.
    pub const fn without(self, other: Notes) -> Notes {
        Notes(self.0 & !other.0)
    }

    /// Whether the two sets overlap.
    pub const fn has_any(self, other: Notes) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set is empty: the move is canonical SAN.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn add(&mut self, other: Notes) {
        self.0 |= other.0;
    }

    pub(crate) fn add_if(&mut self, condition: bool, other: Notes) {
        if condition {
            self.add(other);
        }
    }
}
