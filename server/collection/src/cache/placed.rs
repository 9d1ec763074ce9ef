//! Which games of a segment may place men on some squares at the same time.
//!
//! Replays moves without checking the rules and tracks only the wanted squares. Moves that games share at the start are replayed once. A search
//! for a part of a board may take 0.28 s of CPU time for 15 million plies; a replay by the rules takes longer.

use shakmaty::{Bitboard, Chess, Move, Piece, Position, Role, Square};

use super::men::{CachedMove, Men};
use super::piece::Flags;
use super::segment::Segment;

/// Men that are wanted on squares at the same time.
pub(crate) struct PlacedMen {
    /// The man that is wanted on each square; `None` where any may be.
    wanted: [Option<Piece>; 64],
    /// Squares of pawns that must not have left them: pawns never return.
    home: Bitboard,
    /// How many of them are missing in the usual start.
    missing: u32,
}

/// Where a game shares its beginning with the next one.
#[derive(Clone)]
struct Branch {
    men: Men,
    missing: u32,
    /// Where its codes end.
    end: usize,
}

impl PlacedMen {
    /// Men on squares, and which of these squares are those of pawns that have not moved.
    pub(crate) fn new(men: impl Iterator<Item = (Piece, Bitboard)>, home: Bitboard) -> PlacedMen {
        let mut wanted = [None; 64];
        for (piece, squares) in men {
            squares.into_iter().for_each(|square| wanted[usize::from(square)] = Some(piece));
        }
        let board = Chess::default();
        let is_missing = |(index, piece): &(u32, &Option<Piece>)| {
            piece.is_some_and(|piece| board.board().piece_at(Square::new(*index)) != Some(piece))
        };
        let missing = (0..).zip(&wanted).filter(is_missing).count() as u32;
        PlacedMen { wanted, home, missing }
    }

    #[inline]
    fn is_wanted(&self, square: Square, piece: Piece) -> u32 {
        u32::from(self.wanted[usize::from(square)] == Some(piece))
    }

    /// How many men are missing after a move; `None` if it is certain that they never are in their places.
    #[inline]
    fn missing_after(&self, played: CachedMove, us: shakmaty::Color, missing: u32) -> Option<u32> {
        let CachedMove::Played(action) = played else { return Some(missing) };
        let (gone, come) = match action {
            Move::Normal { role, from, capture, to, promotion } => {
                if self.home.contains(from) || self.home.contains(to) {
                    return None;
                }
                let taken = capture.map_or(0, |role| self.is_wanted(to, role.of(!us)));
                (self.is_wanted(from, role.of(us)) + taken, self.is_wanted(to, promotion.unwrap_or(role).of(us)))
            }
            Move::EnPassant { from, to } => {
                let taken = Square::from_coords(to.file(), from.rank());
                let gone = self.is_wanted(from, Role::Pawn.of(us)) + self.is_wanted(taken, Role::Pawn.of(!us));
                (gone, self.is_wanted(to, Role::Pawn.of(us)))
            }
            Move::Castle { king, rook } => {
                let side = shakmaty::CastlingSide::from_king_side(king < rook);
                let (king_man, rook_man) = (Role::King.of(us), Role::Rook.of(us));
                (
                    self.is_wanted(king, king_man) + self.is_wanted(rook, rook_man),
                    self.is_wanted(side.king_to(us), king_man) + self.is_wanted(side.rook_to(us), rook_man),
                )
            }
            Move::Put { .. } => (0, 0),
        };
        // More can go than there are only if the cache is damaged.
        Some((missing + gone).saturating_sub(come))
    }
}

impl Segment<'_> {
    /// Returns for each game whether its main line has some men in their places at the same time. True for games that begin elsewhere than
    /// usual. Much faster than playing all games by the rules.
    pub(crate) fn placing(&self, placed: &PlacedMen) -> Vec<bool> {
        let mut may_be = vec![true; self.count()];
        let start = Chess::default();
        let start = Branch { men: Men::of(start.board(), start.turn()), missing: placed.missing, end: 0 };
        let (mut branches, mut codes) = (vec![start], Vec::new());
        // What was found in the game before, and after how many bytes of its codes that was certain.
        let mut last = (false, usize::MAX);
        for place in 0..self.count() {
            let game = self.game_at(place);
            // The others are last in this order.
            if self.flags(game) & Flags::OTHER_START != 0 {
                break;
            }
            let (shared, own) = self.own_codes(place);
            codes.truncate(shared);
            codes.extend_from_slice(own);
            if shared < last.1 {
                let shared_with_next = if place + 1 < self.count() { self.own_codes(place + 1).0 } else { 0 };
                while branches.len() > 1 && branches.last().is_some_and(|branch| branch.end > shared) {
                    branches.pop();
                }
                last = follow(placed, &mut branches, &codes, shared_with_next);
            }
            if let Some(may_be) = may_be.get_mut(game) {
                *may_be = last.0;
            }
        }
        may_be
    }
}

/// Plays a game on from the last branch, and adds the one at which the next game leaves it.
fn follow(placed: &PlacedMen, branches: &mut Vec<Branch>, codes: &[u8], shared_with_next: usize) -> (bool, usize) {
    let Some(Branch { mut men, mut missing, mut end }) = branches.last().cloned() else { return (true, 0) };
    let mut adds = shared_with_next > end;
    loop {
        if missing == 0 {
            return (true, end);
        }
        let before = adds.then(|| Branch { men: men.clone(), missing, end });
        let us = men.turn();
        let read = men.read(&codes[end..]);
        if let Some(branch) = before
            && read.is_none_or(|(_, length)| end + length > shared_with_next)
        {
            branches.push(branch);
            adds = false;
        }
        // The next game may go on.
        let Some((played, length)) = read else { return (false, usize::MAX) };
        end += length;
        match placed.missing_after(played, us, missing) {
            Some(now) => missing = now,
            None => return (false, end),
        }
    }
}
