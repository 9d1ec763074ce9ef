//! Questions about the moves of all games of a segment that need no rules.
//!
//! Moves are replayed without checking the rules, and moves that games share at the start are replayed once. A search for a part of a board
//! may take 0.28 s of CPU time for 15 million plies; a replay by the rules takes longer.

use std::ops::ControlFlow;

use shakmaty::{Board, Chess, Color, Move, Position};

use super::cached_move::CachedMove;
use super::men::{Change, LONGEST_CODE, Men, Steps};
use super::piece::Flags;
use super::segment::Segment;

/// A question about a game that is answered from move to move. `Break` is the answer, if it is certain whatever follows.
pub(super) trait Question {
    /// What is known after a move.
    type Known: Clone;

    /// What is known at the usual start.
    fn begin(&self) -> ControlFlow<bool, Self::Known>;

    /// Follows a move of `us`.
    fn follow(&self, known: &mut Self::Known, change: Change, us: Color) -> ControlFlow<bool>;

    /// The answer after the last move.
    fn end(&self, men: &Men) -> bool;
}

/// Where a game shares its beginning with the next one.
#[derive(Clone)]
struct Branch<K> {
    men: Men,
    known: K,
    /// Where its codes end.
    end: usize,
}

impl Segment<'_> {
    /// Returns for each game whether its main line has a move that `is_one`, by the side that moves. True for games that begin elsewhere
    /// than usual. Much faster than playing all games by the rules.
    pub(crate) fn moving(&self, is_one: impl Fn(Color, Move) -> bool) -> Vec<bool> {
        self.answers(&Moving(is_one))
    }

    /// Returns for each game whether its last position `is_one`, by its men and the side to move. True for games that begin elsewhere than
    /// usual, and for those with a null move. Much faster than playing all games by the rules.
    pub(crate) fn ending(&self, is_one: impl Fn(&Board, Color) -> bool) -> Vec<bool> {
        self.answers(&Ending(is_one))
    }

    /// Returns the answers for all games. True for those that begin elsewhere than usual.
    pub(super) fn answers<Q: Question>(&self, question: &Q) -> Vec<bool> {
        let mut answers = vec![true; self.count()];
        let start = Chess::default();
        let mut branches = match question.begin() {
            ControlFlow::Continue(known) => {
                vec![Branch { men: Men::of(start.board(), start.turn()), known, end: 0 }]
            }
            ControlFlow::Break(_) => Vec::new(),
        };
        let mut codes = Vec::new();
        // The answer of the game before, and after how many bytes of its codes it was certain.
        let mut last = match question.begin() {
            ControlFlow::Continue(_) => (false, usize::MAX),
            ControlFlow::Break(answer) => (answer, 0),
        };
        for place in 0..self.count() {
            let game = self.game_at(place);
            // The others are last in this order.
            if self.flags(game) & Flags::OTHER_START != 0 {
                break;
            }
            let Some(shared) = self.follow_codes(place, &mut codes) else { break };
            if shared < last.1 {
                let shared_with_next = if place + 1 < self.count() { self.shared(place + 1) } else { 0 };
                while branches.len() > 1 && branches.last().is_some_and(|branch| branch.end > shared) {
                    branches.pop();
                }
                last = follow(question, &mut branches, &codes, shared_with_next);
            }
            if let Some(answer) = answers.get_mut(game) {
                *answer = last.0;
            }
        }
        answers
    }
}

/// Plays a game on from the last branch, and adds the one at which the next game leaves it. Returns the answer, and after how many bytes
/// of the codes it is certain.
fn follow<Q: Question>(
    question: &Q,
    branches: &mut Vec<Branch<Q::Known>>,
    codes: &[u8],
    shared_with_next: usize,
) -> (bool, usize) {
    let steps = Steps::get();
    let Some(Branch { mut men, mut known, mut end }) = branches.last().cloned() else { return (true, 0) };
    let mut adds = shared_with_next > end;
    loop {
        // Copied only where the next code may be the one that the next game does not share.
        let before = (adds && end + LONGEST_CODE > shared_with_next).then(|| Branch {
            men: men.clone(),
            known: known.clone(),
            end,
        });
        let us = men.turn();
        let read = men.read_change(steps, &codes[end..]);
        if let Some(branch) = before
            && read.is_none_or(|(_, length)| end + length > shared_with_next)
        {
            branches.push(branch);
            adds = false;
        }
        // The next game may go on.
        let Some((change, length)) = read else { return (question.end(&men), usize::MAX) };
        end += length;
        if let ControlFlow::Break(answer) = question.follow(&mut known, change, us) {
            return (answer, end);
        }
    }
}

/// Whether a move is one of some.
struct Moving<F>(F);

impl<F: Fn(Color, Move) -> bool> Question for Moving<F> {
    type Known = ();

    fn begin(&self) -> ControlFlow<bool> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn follow(&self, (): &mut (), change: Change, us: Color) -> ControlFlow<bool> {
        match change.action() {
            Some(action) if (self.0)(us, action) => ControlFlow::Break(true),
            _ => ControlFlow::Continue(()),
        }
    }

    fn end(&self, _: &Men) -> bool {
        false
    }
}

/// Whether the last position is one of some.
struct Ending<F>(F);

impl<F: Fn(&Board, Color) -> bool> Question for Ending<F> {
    type Known = ();

    fn begin(&self) -> ControlFlow<bool> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn follow(&self, (): &mut (), change: Change, _: Color) -> ControlFlow<bool> {
        // A side that has no move may pass.
        if change == Change::Other(CachedMove::Null) { ControlFlow::Break(true) } else { ControlFlow::Continue(()) }
    }

    fn end(&self, men: &Men) -> bool {
        (self.0)(&men.board(), men.turn())
    }
}
