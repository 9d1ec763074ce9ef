//! Which games of a segment may place men on some squares at the same time.
//!
//! Only the wanted squares are tracked.

use std::ops::ControlFlow;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Piece, Position, Role, Square};

use super::cached_move::CachedMove;
use super::men::{Change, Men};
use super::segment::Segment;
use super::walk::Question;

/// No kind of man, as [`Men::kind`] has them: not even none.
const ANY: u8 = u8::MAX;

/// Men that are wanted on squares at the same time.
pub(crate) struct PlacedMen {
    /// The kind of man that is wanted on each square, as [`Men::kind`] has it; [`ANY`] where any may be.
    wanted: [u8; 64],
    /// Squares of pawns that must not have left them: pawns never return.
    home: Bitboard,
    /// How many of them are missing in the usual start.
    missing: u32,
}

impl PlacedMen {
    /// Men on squares, and which of these squares are those of pawns that have not moved.
    pub(crate) fn new(men: impl Iterator<Item = (Piece, Bitboard)>, home: Bitboard) -> PlacedMen {
        let mut wanted = [ANY; 64];
        let mut missing = 0;
        let start = Chess::default();
        for (piece, square) in men.flat_map(|(piece, squares)| squares.into_iter().map(move |square| (piece, square))) {
            wanted[usize::from(square)] = Men::kind(piece);
            missing += u32::from(start.board().piece_at(square) != Some(piece));
        }
        PlacedMen { wanted, home, missing }
    }

    /// How many men are missing after a move; `None` if it is certain that they never are in their places.
    #[inline]
    fn missing_after(&self, change: Change, us: Color, missing: u32) -> Option<u32> {
        let (gone, come) = match change {
            Change::Moved { man, from, to, taken } => {
                if (1 << from | 1 << to) & u64::from(self.home) != 0 {
                    return None;
                }
                (self.is_wanted(from, man) + self.is_wanted(to, taken), self.is_wanted(to, man))
            }
            Change::Other(CachedMove::Null) => return Some(missing),
            Change::Other(CachedMove::Played(action)) => self.gone_and_come(action, us)?,
        };
        // More can go than there are only if the cache is damaged.
        Some((missing + gone).saturating_sub(come))
    }

    /// How many men go from their places by a move, and how many come there; `None` if a pawn is missing for good.
    fn gone_and_come(&self, action: Move, us: Color) -> Option<(u32, u32)> {
        let is_wanted =
            |square: Square, role: Role, color: Color| self.is_wanted(square.into(), Men::kind(role.of(color)));
        Some(match action {
            Move::Normal { role, from, capture, to, promotion } => {
                if self.home.contains(from) || self.home.contains(to) {
                    return None;
                }
                let taken = capture.map_or(0, |role| is_wanted(to, role, !us));
                (is_wanted(from, role, us) + taken, is_wanted(to, promotion.unwrap_or(role), us))
            }
            Move::EnPassant { from, to } => {
                let taken = Square::from_coords(to.file(), from.rank());
                let gone = is_wanted(from, Role::Pawn, us) + is_wanted(taken, Role::Pawn, !us);
                (gone, is_wanted(to, Role::Pawn, us))
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                (
                    is_wanted(king, Role::King, us) + is_wanted(rook, Role::Rook, us),
                    is_wanted(side.king_to(us), Role::King, us) + is_wanted(side.rook_to(us), Role::Rook, us),
                )
            }
            Move::Put { .. } => (0, 0),
        })
    }

    #[inline]
    fn is_wanted(&self, square: u8, man: u8) -> u32 {
        u32::from(self.wanted[usize::from(square & 63)] == man)
    }
}

impl Question for PlacedMen {
    /// How many men are missing.
    type Known = u32;

    fn begin(&self) -> ControlFlow<bool, u32> {
        if self.missing == 0 { ControlFlow::Break(true) } else { ControlFlow::Continue(self.missing) }
    }

    #[inline]
    fn follow(&self, missing: &mut u32, change: Change, us: Color) -> ControlFlow<bool> {
        match self.missing_after(change, us, *missing) {
            Some(0) => ControlFlow::Break(true),
            Some(now) => {
                *missing = now;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(false),
        }
    }

    fn end(&self, _: &Men) -> bool {
        false
    }
}

impl Segment<'_> {
    /// Returns for each game whether its main line has some men in their places at the same time. True for games that begin elsewhere than
    /// usual. Much faster than playing all games by the rules.
    pub(crate) fn placing(&self, placed: &PlacedMen) -> Vec<bool> {
        self.answers(placed)
    }
}
