//! What games played after they reached a position.

use super::stats::Stats;
use crate::cache::{GameResult, Reaching, Segment};

/// What a tree needs to know of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameFacts {
    /// The result.
    pub result: GameResult,
    /// The ratings of White and Black; 0 if they are unknown.
    pub elos: [u16; 2],
    /// The year; 0 if it is unknown.
    pub year: u16,
    /// The indices of the names of White and Black.
    pub players: [u32; 2],
    /// The number of the file, as callers count them.
    pub file: u32,
    /// The number of the line on which the game begins, from 0.
    pub line: u64,
}

/// The best game of a move: that with the highest ratings, of these the last one played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestGame {
    /// The names of White and Black; empty if they are unknown.
    pub players: [String; 2],
    /// The number of the file, as callers count them.
    pub file: u32,
    /// The number of the line on which the game begins, from 0.
    pub line: u64,
}

/// No move: the game is over.
pub(super) const OVER: u16 = u16::MAX;

/// What games played after they reached a position, up to some plies.
#[derive(Clone, Debug, Default)]
pub struct TreeLines {
    /// The number of plies that are kept of each.
    depth: usize,
    /// The moves of all games, [`OVER`] where a game is over.
    moves: Vec<u16>,
    games: Vec<GameFacts>,
    names: Vec<String>,
}

impl TreeLines {
    /// Keeps `depth` plies of each game.
    pub fn new(depth: usize) -> TreeLines {
        TreeLines { depth, ..TreeLines::default() }
    }

    pub(super) fn games(&self) -> &[GameFacts] {
        &self.games
    }

    pub(super) fn best_game(&self, stats: &Stats) -> Option<BestGame> {
        let game = self.games.get(stats.best? as usize)?;
        let players = game.players.map(|player| self.names.get(player as usize).cloned().unwrap_or_default());
        Some(BestGame { players, file: game.file, line: game.line })
    }

    pub(super) fn move_of(&self, game: u32, ply: usize) -> u16 {
        match ply < self.depth {
            true => self.moves.get(game as usize * self.depth + ply).copied().unwrap_or(OVER),
            false => OVER,
        }
    }

    /// Adds the games of a segment that reach the position. `lines` is the number of lines before the segment in its file.
    pub fn add(&mut self, segment: &Segment, reaching: &[Reaching], file: u32, lines: u64) {
        let facts = SegmentFacts::of(segment);
        let mut players = ["White", "Black"].map(|name| Names::of(segment, name));
        self.moves.reserve(reaching.len() * self.depth);
        self.games.reserve(reaching.len());
        for reached in reaching {
            let game = reached.game;
            segment.moves_after(reached, self.depth, &mut self.moves);
            self.games.push(GameFacts {
                players: players.each_mut().map(|players| players.index(segment, game, &mut self.names)),
                file,
                line: lines + u64::from(segment.lines_before(game)),
                ..facts.of_game(game)
            });
        }
    }

    /// Adds the games of other lines of the same depth.
    pub fn append(&mut self, other: TreeLines) {
        let names = self.names.len() as u32;
        self.moves.extend(other.moves);
        self.names.extend(other.names);
        self.games.extend(
            other.games.into_iter().map(|game| GameFacts { players: game.players.map(|name| name + names), ..game }),
        );
    }
}

/// What is known of the games of a segment, without the players and the place.
pub struct SegmentFacts<'s> {
    segment: &'s Segment<'s>,
    elos: [Values<'s>; 2],
    years: Values<'s>,
}

impl<'s> SegmentFacts<'s> {
    /// Reads the columns that are needed.
    pub fn of(segment: &'s Segment<'s>) -> SegmentFacts<'s> {
        let elo = |name| Values::of(segment, name, |value| value.trim().parse().unwrap_or(0));
        let year = |value: &str| value.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0);
        SegmentFacts { segment, elos: ["WhiteElo", "BlackElo"].map(elo), years: Values::of(segment, "Date", year) }
    }

    /// Returns what is known of a game, by its number in the segment.
    pub fn of_game(&self, game: usize) -> GameFacts {
        GameFacts {
            result: self.segment.result(game),
            elos: self.elos.each_ref().map(|elos| elos.get(self.segment, game)),
            year: self.years.get(self.segment, game),
            ..GameFacts::default()
        }
    }
}

/// The values of a tag as numbers: each is read once.
struct Values<'s> {
    name: &'static str,
    read: fn(&str) -> u16,
    column: Option<(Vec<u16>, &'s [u32])>,
}

impl<'s> Values<'s> {
    fn of(segment: &'s Segment, name: &'static str, read: fn(&str) -> u16) -> Values<'s> {
        let numbers = |(values, places): (Vec<Option<&str>>, &'s [u32])| {
            (values.into_iter().map(|value| value.map_or(0, read)).collect(), places)
        };
        Values { name, read, column: segment.values(name).map(numbers) }
    }

    fn get(&self, segment: &Segment, game: usize) -> u16 {
        match &self.column {
            Some((numbers, places)) => {
                places.get(game).and_then(|place| numbers.get(*place as usize)).copied().unwrap_or(0)
            }
            None => segment.tag(game, self.name).map_or(0, self.read),
        }
    }
}

/// The names of one colour: each that is needed is copied once.
struct Names<'s> {
    name: &'static str,
    column: Option<(Vec<Option<&'s str>>, &'s [u32])>,
    /// For each place in the column, one more than the index of its copy; 0 before it was copied.
    copied: Vec<u32>,
}

impl<'s> Names<'s> {
    fn of(segment: &'s Segment, name: &'static str) -> Names<'s> {
        let column = segment.values(name);
        Names { name, copied: vec![0; column.as_ref().map_or(0, |(values, _)| values.len())], column }
    }

    fn index(&mut self, segment: &Segment, game: usize, names: &mut Vec<String>) -> u32 {
        let mut copy = |name: &str| {
            names.push(name.to_owned());
            names.len() as u32
        };
        let Some((values, places)) = &self.column else {
            return copy(segment.tag(game, self.name).unwrap_or("")) - 1;
        };
        let place = places.get(game).map_or(0, |place| *place as usize);
        let Some(copied) = self.copied.get_mut(place) else { return copy("") - 1 };
        if *copied == 0 {
            *copied = copy(values.get(place).copied().flatten().unwrap_or(""));
        }
        *copied - 1
    }
}
