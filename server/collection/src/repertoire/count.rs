//! Counting what games play in the positions of a repertoire, and how long they stay in it.

use std::ops::ControlFlow;

use scoresheet_chess::repertoire::{Coverage, PlayedMoves, Reached as ReachedNodes, Repertoire};
use shakmaty::{Color, Position};

use crate::cache::{CachedGame, Segment};
use crate::game::{Game, Lines, Reached, Visitor};

/// Counts the games of segments.
pub struct PlayedCounter<'r> {
    repertoire: &'r Repertoire,
    nodes: ReachedNodes,
    /// For how many plies games have to stay in the repertoire.
    stay: u32,
    /// After so many plies no game is of interest any more.
    last: u32,
}

/// Repertoires are no longer, in plies: what comes later is played once.
const LONGEST: u32 = 120;

impl<'r> PlayedCounter<'r> {
    /// Counts games for a repertoire. Coverage is that of the first `moves` moves.
    pub fn new(repertoire: &'r Repertoire, moves: u32) -> PlayedCounter<'r> {
        let number = |node: &scoresheet_chess::repertoire::Node| node.position.fullmoves().get();
        let longest = repertoire.nodes.iter().map(number).max().unwrap_or(0).saturating_mul(2);
        let stay = moves.saturating_mul(2);
        PlayedCounter { repertoire, nodes: ReachedNodes::of(repertoire), stay, last: longest.min(LONGEST).max(stay) }
    }

    /// Counts the main lines of the games of a segment that `is_wanted`, by their numbers in it. Linear in the moves.
    pub fn count(&self, segment: &Segment, is_wanted: impl Fn(usize) -> bool) -> PlayedMoves {
        let mut played = PlayedMoves::of(self.repertoire);
        for game in (0..segment.count()).filter(|game| segment.is_game(*game) && is_wanted(*game)) {
            let mut walk = Walk { counter: self, played: &mut played, visited: Vec::new(), before: None, stays: None };
            CachedGame::new(segment, game).play(Lines::Main, &mut walk);
            let stays = walk.stays;
            played.games += 1;
            if let Some(stays) = stays {
                played.coverage.append(stays.coverage());
            }
        }
        played
    }
}

/// Whether a game stays in the repertoire.
#[derive(Clone, Copy)]
enum Stays {
    Yes,
    /// The side that left it.
    LeftBy(Color),
}

impl Stays {
    fn coverage(self) -> Coverage {
        match self {
            Stays::Yes => Coverage { games: 1, staying: 1, left: [0, 0] },
            Stays::LeftBy(Color::White) => Coverage { games: 1, staying: 0, left: [1, 0] },
            Stays::LeftBy(Color::Black) => Coverage { games: 1, staying: 0, left: [0, 1] },
        }
    }
}

/// Follows a game.
struct Walk<'c> {
    counter: &'c PlayedCounter<'c>,
    played: &'c mut PlayedMoves,
    /// The nodes of the game so far: a position that is repeated counts once.
    visited: Vec<usize>,
    /// The node before the last move, if it counts.
    before: Option<usize>,
    /// `None` for a game that begins elsewhere.
    stays: Option<Stays>,
}

impl Visitor for Walk<'_> {
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
        let PlayedCounter { repertoire, nodes, stay, last } = self.counter;
        if let (Some(before), Some(action)) = (self.before, reached.last) {
            self.played.nodes[before].count(action, 1);
        }
        let node = repertoire.find(reached.position);
        let is_in = node.is_some_and(|node| nodes.has(node));
        match self.stays {
            None if reached.ply == 0 && is_in => self.stays = Some(Stays::Yes),
            Some(Stays::Yes) if reached.ply <= *stay && !is_in => {
                self.stays = Some(Stays::LeftBy(reached.position.turn().other()));
            }
            _ => {}
        }
        self.before = node.filter(|node| !self.visited.contains(node));
        if let Some(node) = self.before {
            self.visited.push(node);
            self.played.nodes[node].reached += 1;
        }
        if reached.ply < *last { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
