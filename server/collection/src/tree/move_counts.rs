//! The moves that were played in one position, counted segment by segment: what a tree of one ply is, without its games.

use shakmaty::Position;

use super::count::{NodeMove, described};
use super::lines::{OVER, TreeLines};
use super::root::RootPosition;
use super::stats::Stats;

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
    /// Counts the first moves of `lines`, which were played in `position`. `game` makes what is kept of the best game of a move, from its
    /// index. Linear in the games.
    pub fn of(lines: &TreeLines, position: &RootPosition, mut game: impl FnMut(u32) -> G) -> MoveCounts<G> {
        let turn = position.turn();
        let mut all = Stats::default();
        let mut moves: Vec<(u16, Stats)> = Vec::new();
        for (index, facts) in (0..).zip(lines.games()) {
            all.add(index, facts, turn);
            let code = lines.move_of(index, 0);
            if code == OVER {
                continue;
            }
            let place = moves.iter().position(|(other, _)| *other == code).unwrap_or_else(|| {
                moves.push((code, Stats::default()));
                moves.len() - 1
            });
            moves[place].1.add(index, facts, turn);
        }
        let with_game = |(code, stats): (u16, Stats)| Some((code, game(stats.best?), stats));
        let moves = moves.into_iter().filter_map(with_game).map(|(code, game, stats)| (code, stats, game)).collect();
        MoveCounts { all, moves }
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
