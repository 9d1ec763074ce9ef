//! The positions of a game from the usual start, one after the other, with what walks through many games ask of them.

use scoresheet_chess::men_key::{MenKeys, men_key};
use scoresheet_chess::replay::pass;
use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, Chess, Move, Position, Role};

use super::cached_move::CachedMove;
use super::men::Men;

/// What is known after a ply of the current game.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) men: Men,
    /// The key of the men and the side to move.
    pub(super) key: u64,
    /// What nothing has moved from or to.
    pub(super) untouched: Bitboard,
    /// How many men and how many pawns there are, Black's first.
    pub(super) counts: [[u8; 2]; 2],
    /// Where its codes end.
    pub(super) end: usize,
}

/// Plays moves from the usual start by the rules.
pub(super) fn position_after(codes: &[u8]) -> VariantPosition {
    let mut position = VariantPosition::default();
    let mut men = Men::of(position.board(), position.turn());
    let mut at = 0;
    while let Some((played, length)) = men.read(&codes[at..]) {
        match played {
            CachedMove::Played(action) => position.play_unchecked(action),
            CachedMove::Null => position = pass(&position).unwrap_or(position),
        }
        at += length;
    }
    position
}

impl Node {
    /// The usual start.
    pub(super) fn start() -> Node {
        let start = Chess::default();
        Node {
            men: Men::of(start.board(), start.turn()),
            key: men_key(start.board(), start.turn()),
            untouched: Bitboard::FULL,
            counts: [[16, 8]; 2],
            end: 0,
        }
    }

    /// The node after the next move of `codes`, which are those of the game. `None` at its end.
    #[inline]
    pub(super) fn next(&self, codes: &[u8]) -> Option<Node> {
        let mut next = self.clone();
        let (played, length) = next.men.read(&codes[self.end..])?;
        next.play(played);
        next.end += length;
        Some(next)
    }

    #[inline]
    fn play(&mut self, played: CachedMove) {
        let keys = MenKeys::get();
        self.key ^= keys.turn();
        let CachedMove::Played(action) = played else { return };
        // The men have moved already, so it is the other side's turn.
        let us = !self.men.turn();
        self.key ^= keys.change(us, action);
        let taken = &mut self.counts[!us as usize];
        match action {
            Move::Normal { from, capture, to, promotion, .. } => {
                if let Some(capture) = capture {
                    take(taken, capture == Role::Pawn);
                }
                if promotion.is_some() {
                    let pawns = &mut self.counts[us as usize][1];
                    *pawns = pawns.saturating_sub(1);
                }
                self.untouched.discard(from);
                self.untouched.discard(to);
            }
            Move::EnPassant { from, .. } => {
                take(taken, true);
                self.untouched.discard(from);
            }
            Move::Castle { king, rook } => {
                self.untouched.discard(king);
                self.untouched.discard(rook);
            }
            Move::Put { .. } => {}
        }
    }
}

/// Counts a man that is taken. There is always one, unless the cache is damaged.
#[inline]
fn take([men, pawns]: &mut [u8; 2], is_pawn: bool) {
    *men = men.saturating_sub(1);
    *pawns = pawns.saturating_sub(u8::from(is_pawn));
}
