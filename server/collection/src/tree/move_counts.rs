//! The moves that were played in one position, counted segment by segment: what a tree of one ply is, without its games.

use shakmaty::Position;

use super::count::{NodeMove, described};
use super::lines::{GameFacts, SegmentFacts};
use super::root::RootPosition;
use super::stats::Stats;
use crate::cache::{Reaching, Segment, write_long};

/// How often each move was played in a position, with the best game of each.
#[derive(Clone, Debug)]
pub struct MoveCounts<G> {
    /// All games that reach the position, also those that end there.
    pub all: Stats,
    moves: Vec<(u16, Stats, G)>,
}

impl<G> Default for MoveCounts<G> {
    fn default() -> MoveCounts<G> {
        MoveCounts { all: Stats::default(), moves: Vec::new() }
    }
}

impl<G> MoveCounts<G> {
    /// Counts the moves of the games of a segment that reach `position`. `game` makes what is kept of the best game of a move. Linear in the
    /// games.
    pub fn of(
        segment: &Segment,
        reaching: &[Reaching],
        position: &RootPosition,
        mut game: impl FnMut(&Reaching, &GameFacts) -> G,
    ) -> MoveCounts<G> {
        let turn = position.turn();
        let facts = SegmentFacts::of(segment);
        let mut all = Stats::default();
        let mut moves: Vec<(u16, Stats)> = Vec::new();
        for (index, reached) in (0..).zip(reaching) {
            let of_game = facts.of_game(reached.game);
            all.add(index, &of_game, turn);
            let Some(code) = reached.next.map(write_long) else { continue };
            let place = moves.iter().position(|(other, _)| *other == code).unwrap_or_else(|| {
                moves.push((code, Stats::default()));
                moves.len() - 1
            });
            moves[place].1.add(index, &of_game, turn);
        }
        let mut with_game = |(code, stats): (u16, Stats)| {
            let best = reaching.get(stats.best? as usize)?;
            Some((code, stats, game(best, &facts.of_game(best.game))))
        };
        MoveCounts { all, moves: moves.into_iter().filter_map(&mut with_game).collect() }
    }

    /// Adds other counts of the same position. Of equally good games the one that was there first stays the best.
    pub fn append(&mut self, other: MoveCounts<G>) {
        self.all.append(&other.all);
        for (code, stats, game) in other.moves {
            match self.moves.iter_mut().find(|(own, ..)| *own == code) {
                Some((_, own, best)) => {
                    if stats.has_better_game_than(own) {
                        *best = game;
                    }
                    own.append(&stats);
                }
                None => self.moves.push((code, stats, game)),
            }
        }
    }

    /// The moves in `position` that were counted, those that were played most first, each with its best game.
    pub fn moves(&self, position: &RootPosition) -> Vec<(NodeMove, &G)> {
        let mut moves = Vec::new();
        for (code, stats, game) in &self.moves {
            moves.extend(described(position, *code, stats.clone()).map(|(found, _)| (found, game)));
        }
        moves.sort_by(|(one, _): &(NodeMove, &G), (other, _)| {
            other.stats.games.cmp(&one.stats.games).then_with(|| one.san.cmp(&other.san))
        });
        moves
    }
}
