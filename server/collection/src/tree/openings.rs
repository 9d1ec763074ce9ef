//! The openings of games, counted.

use std::collections::BTreeMap;

use scoresheet_chess::openings::{Opening, of_code};
use shakmaty::Color;

use super::lines::GameFacts;
use super::stats::Stats;

/// How often each opening was played.
#[derive(Clone, Debug, Default)]
pub struct OpeningCounts {
    /// How many games there are, also those without a named opening.
    pub games: u32,
    counts: BTreeMap<(&'static str, &'static str), Stats>,
}

/// An opening with its counts.
#[derive(Clone, Debug)]
pub struct CountedOpening {
    /// The opening.
    pub opening: Opening,
    /// What was counted.
    pub stats: Stats,
}

impl OpeningCounts {
    /// Adds a game with its opening.
    pub fn add(&mut self, opening: Option<Opening>, game: &GameFacts) {
        self.games += 1;
        if let Some(Opening { eco, name }) = opening {
            self.counts.entry((eco, name)).or_default().add(0, game, Color::White);
        }
    }

    /// Adds the games of other counts.
    pub fn append(&mut self, other: OpeningCounts) {
        self.games += other.games;
        for (opening, stats) in other.counts {
            self.counts.entry(opening).or_default().append(&stats);
        }
    }

    /// The openings in the order of their codes and names.
    pub fn by_name(&self) -> Vec<CountedOpening> {
        let counted = |(&(eco, name), stats): (&(&'static str, &'static str), &Stats)| CountedOpening {
            opening: Opening { eco, name },
            stats: stats.clone(),
        };
        self.counts.iter().map(counted).collect()
    }

    /// The codes in order, each with what its openings have in common in their names.
    pub fn by_code(&self) -> Vec<CountedOpening> {
        let mut codes: Vec<CountedOpening> = Vec::new();
        for counted in self.by_name() {
            match codes.last_mut() {
                Some(last) if last.opening.eco == counted.opening.eco => last.stats.append(&counted.stats),
                _ => {
                    let opening = of_code(counted.opening.eco).unwrap_or(counted.opening);
                    codes.push(CountedOpening { opening, stats: counted.stats });
                }
            }
        }
        codes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::GameResult;

    #[test]
    fn openings_are_counted_by_name_and_by_code() {
        let (sicilian, old) = (Opening { eco: "B20", name: "Sicilian Defense" }, Opening { eco: "B20", name: "Old" });
        let game = |result| GameFacts { result, ..GameFacts::default() };
        let mut counts = OpeningCounts::default();
        counts.add(Some(sicilian), &game(GameResult::White));
        counts.add(None, &game(GameResult::White));
        let mut other = OpeningCounts::default();
        other.add(Some(old), &game(GameResult::Black));
        other.add(Some(sicilian), &game(GameResult::Draw));
        counts.append(other);
        let found = |counted: Vec<CountedOpening>| {
            counted.iter().map(|one| (one.opening.eco, one.stats.games, one.stats.score())).collect::<Vec<_>>()
        };
        assert_eq!(counts.games, 4);
        assert_eq!(found(counts.by_name()), [("B20", 1, Some(0.0)), ("B20", 2, Some(0.75))]);
        assert_eq!(found(counts.by_code()), [("B20", 3, Some(0.5))]);
    }
}
