//! Which games of a segment reach a position, and when.
//!
//! The games are walked through in the order of their moves. What games share is played once, and a line is given up at
//! the first move after which the position cannot come: a pawn has left its home, a right to castle is lost, or there are
//! too few men.

use std::ops::ControlFlow;

use shakmaty::variant::Variant;
use shakmaty::{Chess, Position};

use super::cached_move::{CachedMove, write_long};
use super::game::CachedGame;
use super::men::{LONGEST_CODE, Men};
use super::node::{Node, position_after};
use super::piece::Flags;
use super::segment::{OwnCodes, Segment};
use crate::exact_position::ExactPosition;
use crate::game::{Game, Lines, Reached, Visitor};

/// A game that reaches a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reaching {
    /// The number of the game in the segment.
    pub game: usize,
    /// After how many plies it reaches the position first.
    pub ply: u32,
    /// The move that follows.
    pub next: Option<CachedMove>,
}

/// If one of so many games or more reach a position, they are put in order by a list of all games, which is faster than sorting them.
const LEAST_SHARE: usize = 16;

impl Segment<'_> {
    /// Returns the games whose main line reaches a position, in the order of the file. Much faster than playing all games.
    pub fn reaching(&self, target: &ExactPosition) -> Vec<Reaching> {
        let mut found = self.reaching_by_moves(target);
        if found.len() < self.count() / LEAST_SHARE {
            found.sort_unstable_by_key(|reached| reached.game);
            return found;
        }
        let mut of_games = vec![u32::MAX; self.count()];
        for (place, reached) in (0..).zip(&found) {
            if let Some(of_game) = of_games.get_mut(reached.game) {
                *of_game = place;
            }
        }
        let mut in_order = Vec::with_capacity(found.len());
        in_order.extend(of_games.into_iter().filter_map(|place| found.get(place as usize)));
        in_order
    }

    /// The same in the order of the moves.
    fn reaching_by_moves(&self, target: &ExactPosition) -> Vec<Reaching> {
        let mut found = Vec::with_capacity(self.count());
        let mut usual = 0;
        if target.variant == Variant::Chess {
            let mut walk = Walk::new(target);
            while usual < self.count() && self.flags(self.game_at(usual)) & Flags::OTHER_START == 0 {
                if let Some((ply, next)) = walk.next_game(self, usual) {
                    found.push(Reaching { game: self.game_at(usual), ply, next });
                }
                usual += 1;
            }
        } else {
            usual = (0..self.count())
                .position(|place| self.flags(self.game_at(place)) & Flags::OTHER_START != 0)
                .unwrap_or(self.count());
        }
        // The others are last in this order.
        for place in usual..self.count() {
            let game = self.game_at(place);
            let mut cached = CachedGame::new(self, game);
            if !cached.may_reach(target) {
                continue;
            }
            let mut search = Search { target, found: None, next: None };
            cached.play(Lines::Main, &mut search);
            if let Some(ply) = search.found {
                found.push(Reaching { game, ply, next: search.next });
            }
        }
        found
    }

    /// Appends the `count` moves after a game has reached a position, as [`read_long`](super::read_long) reads them, and
    /// `u16::MAX` for each that is missing.
    pub(crate) fn moves_after(&self, reached: &Reaching, count: usize, out: &mut Vec<u16>) {
        let end = out.len() + count;
        if count == 1 {
            out.extend(reached.next.map(write_long));
        } else if self.flags(reached.game) & Flags::OTHER_START == 0 {
            self.with_codes(reached.game, |codes| {
                let start = Chess::default();
                let mut men = Men::of(start.board(), start.turn());
                let (mut at, mut ply) = (0, 0);
                while out.len() < end
                    && let Some((played, length)) = men.read(&codes[at..])
                {
                    if ply >= reached.ply {
                        out.push(write_long(played));
                    }
                    (at, ply) = (at + length, ply + 1);
                }
            });
        } else {
            let mut moves = NextMoves { ply: reached.ply, end, out };
            CachedGame::new(self, reached.game).play(Lines::Main, &mut moves);
        }
        out.resize(end, u16::MAX);
    }
}

/// Looks for a position, and for the move that follows.
struct Search<'t> {
    target: &'t ExactPosition,
    found: Option<u32>,
    next: Option<CachedMove>,
}

impl Visitor for Search<'_> {
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
        if self.found.is_some() {
            self.next = Some(last_move(reached));
            return ControlFlow::Break(());
        }
        if self.target.is(reached.position) {
            self.found = Some(reached.ply);
        }
        ControlFlow::Continue(())
    }
}

/// The move before a position that is not the first.
fn last_move(reached: &Reached<'_>) -> CachedMove {
    reached.last.map_or(CachedMove::Null, CachedMove::Played)
}

struct NextMoves<'o> {
    ply: u32,
    end: usize,
    out: &'o mut Vec<u16>,
}

impl Visitor for NextMoves<'_> {
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
        if reached.ply > self.ply {
            self.out.push(write_long(last_move(reached)));
        }
        if self.out.len() < self.end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// A walk through the games in the order of their moves.
struct Walk<'t> {
    target: &'t ExactPosition,
    /// The positions of the current game from the start, as far as it was played.
    nodes: Vec<Node>,
    /// The codes of the current game; of a long one only the early ones before others are needed.
    codes: Vec<u8>,
    is_whole: bool,
    /// How the walk through the current game ended, and after how many bytes of its codes: games that share these end alike.
    last: (Ending, usize),
}

#[derive(Clone, Copy)]
enum Ending {
    /// The position was found after the last node, with the move that follows.
    Found { next: Option<CachedMove>, next_end: usize },
    /// It cannot come.
    Hopeless,
    /// The game was over.
    Over,
}

impl<'t> Walk<'t> {
    fn new(target: &'t ExactPosition) -> Walk<'t> {
        Walk { target, nodes: vec![Node::start()], codes: Vec::new(), is_whole: false, last: (Ending::Over, 0) }
    }

    /// Goes to the next game in the order of the moves, which is at `place`. Returns when it reaches the position, and the next move.
    #[inline]
    fn next_game(&mut self, segment: &Segment, place: usize) -> Option<(u32, Option<CachedMove>)> {
        let OwnCodes { shared, early, is_early } = segment.early_codes(place)?;
        let (ending, end) = self.last;
        let ply = self.nodes.len() as u32 - 1;
        // The codes stay those of the game before: what matters of them is the same.
        match ending {
            Ending::Hopeless if shared >= end => return None,
            Ending::Found { next: Some(next), next_end } if shared >= next_end => return Some((ply, Some(next))),
            _ => {}
        }
        self.codes.truncate(shared);
        self.codes.extend_from_slice(early);
        // Where the game before shares late codes, they may not be here.
        self.is_whole = is_early && self.codes.len() == shared + early.len();
        if let Ending::Found { .. } = ending
            && shared >= end
        {
            return Some((ply, self.found(end, segment, place)));
        }
        while self.nodes.len() > 1 && self.nodes.last().is_some_and(|node| node.end > shared) {
            self.nodes.pop();
        }
        // Nothing before this node was the position or without hope.
        while let Some(node) = self.nodes.last() {
            let end = node.end;
            if node.key == self.target.men && self.is_target(end) {
                return Some((self.nodes.len() as u32 - 1, self.found(end, segment, place)));
            }
            if !node.untouched.is_superset(self.target.untouched) || self.target.has_more_than(&node.counts) {
                self.last = (Ending::Hopeless, end);
                return None;
            }
            match node.next(&self.codes) {
                Some(next) => self.nodes.push(next),
                None if !self.is_whole => self.complete(segment, place),
                None => {
                    self.last = (Ending::Over, end);
                    return None;
                }
            }
        }
        None
    }

    /// Reads the late codes of the current game, too.
    #[cold]
    fn complete(&mut self, segment: &Segment, place: usize) {
        segment.with_codes(segment.game_at(place), |codes| {
            // There are none if they could not be read.
            if codes.len() > self.codes.len() {
                codes.clone_into(&mut self.codes);
            }
        });
        self.is_whole = true;
    }

    /// Notes that the last node is the position, and returns the next move.
    fn found(&mut self, end: usize, segment: &Segment, place: usize) -> Option<CachedMove> {
        if !self.is_whole && end + LONGEST_CODE > self.codes.len() {
            self.complete(segment, place);
        }
        let read = self.nodes.last().and_then(|node| node.men.clone().read(&self.codes[end..]));
        let next = read.map(|(played, _)| played);
        self.last = (Ending::Found { next, next_end: end + read.map_or(0, |(_, length)| length) }, end);
        next
    }

    /// Castling rights and en passant captures are not in the key of the men.
    #[inline(never)]
    fn is_target(&self, end: usize) -> bool {
        self.target.is(&position_after(&self.codes[..end]))
    }
}
