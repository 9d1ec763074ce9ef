//! What games play in the positions of a repertoire.

use shakmaty::{Color, Move};

use super::graph::Repertoire;

/// What the games of a collection, or a book, play in the positions of a repertoire.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedMoves {
    /// How many games there are; 0 if they are unknown, as of a book.
    pub games: u64,
    /// By node.
    pub nodes: Vec<PlayedHere>,
    /// How far games stay in the repertoire.
    pub coverage: Coverage,
}

/// What is played in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedHere {
    /// How many games reach it.
    pub reached: u64,
    /// How many games play each move.
    pub moves: Vec<(Move, u64)>,
}

/// How many games stay in a repertoire for a number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// All games that begin where the repertoire does.
    pub games: u64,
    /// Those that stay in it.
    pub staying: u64,
    /// Those in which White, and Black, plays the first move that is not in it.
    pub left: [u64; 2],
}

impl PlayedMoves {
    /// Nothing yet, of the positions of a repertoire.
    pub fn of(repertoire: &Repertoire) -> PlayedMoves {
        PlayedMoves { nodes: vec![PlayedHere::default(); repertoire.nodes.len()], ..PlayedMoves::default() }
    }

    /// Adds others of the same repertoire.
    pub fn append(&mut self, other: PlayedMoves) {
        self.games += other.games;
        self.coverage.append(other.coverage);
        if self.nodes.is_empty() {
            self.nodes = other.nodes;
            return;
        }
        for (own, other) in self.nodes.iter_mut().zip(other.nodes) {
            own.reached += other.reached;
            other.moves.into_iter().for_each(|(action, games)| own.count(action, games));
        }
    }
}

impl PlayedHere {
    /// Counts games that play a move.
    pub fn count(&mut self, action: Move, games: u64) {
        match self.moves.iter_mut().find(|(other, _)| *other == action) {
            Some((_, sum)) => *sum += games,
            None => self.moves.push((action, games)),
        }
    }

    /// How many games play some move.
    pub fn all(&self) -> u64 {
        self.moves.iter().map(|(_, games)| games).sum()
    }

    /// How many games play a move.
    pub fn of(&self, action: Move) -> u64 {
        self.moves.iter().find(|(other, _)| *other == action).map_or(0, |(_, games)| *games)
    }
}

impl Coverage {
    /// The share of the games that stay in the repertoire, from 0 to 1; `None` without games.
    pub fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.staying as f64 / self.games as f64)
    }

    /// The share of those among the games in which a side plays the moves of the repertoire.
    pub fn share_of_followers(&self, side: Color) -> Option<f64> {
        let others = self.left[side.other().fold_wb(0, 1)];
        let games = self.staying + others;
        (games > 0).then(|| self.staying as f64 / games as f64)
    }

    /// Adds games.
    pub fn append(&mut self, other: Coverage) {
        self.games += other.games;
        self.staying += other.staying;
        self.left = [self.left[0] + other.left[0], self.left[1] + other.left[1]];
    }
}
