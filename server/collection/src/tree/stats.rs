//! What is counted of a move.

use shakmaty::Color;

use super::lines::GameFacts;
use crate::cache::GameResult;

/// How often a move was played, and how it went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// How many games there are.
    pub games: u32,
    /// How many of them White won, Black won, and were drawn; the others have no result.
    pub white: u32,
    /// Black's wins.
    pub black: u32,
    /// The draws.
    pub draws: u32,
    /// The last year in which it was played.
    pub last_year: Option<u16>,
    /// The index of the best game: that with the highest ratings, of these the last one played.
    pub best: Option<u32>,
    /// Sums and numbers of the ratings of those who played it, and of their opponents in games with a result, with the
    /// points of these games twice.
    own: (u64, u32),
    opponents: (u64, u32, u32),
    best_rank: (u32, u16),
}

/// The score of White, from 0 to 1, of games that White won, that were drawn and that Black won. `None` without any.
pub fn score(white: u64, draws: u64, black: u64) -> Option<f64> {
    let games = white + draws + black;
    (games > 0).then(|| (white as f64 + draws as f64 / 2.0) / games as f64)
}

/// A performance is at most so far from the rating of the opponents, as with FIDE.
const MOST_DIFFERENCE: f64 = 800.0;

impl Stats {
    /// Adds a game in which `color` made the move.
    pub(super) fn add(&mut self, index: u32, game: &GameFacts, color: Color) {
        self.games += 1;
        let points = match game.result {
            GameResult::White => {
                self.white += 1;
                Some(color.fold_wb(2, 0))
            }
            GameResult::Black => {
                self.black += 1;
                Some(color.fold_wb(0, 2))
            }
            GameResult::Draw => {
                self.draws += 1;
                Some(1)
            }
            GameResult::Open => None,
        };
        let (own, other) = color.fold_wb((game.elos[0], game.elos[1]), (game.elos[1], game.elos[0]));
        if own > 0 {
            self.own = (self.own.0 + u64::from(own), self.own.1 + 1);
        }
        if let Some(points) = points.filter(|_| other > 0) {
            let (sum, count, all) = self.opponents;
            self.opponents = (sum + u64::from(other), count + 1, all + points);
        }
        self.last_year = self.last_year.max(Some(game.year).filter(|year| *year > 0));
        let rank = (u32::from(game.elos[0]) + u32::from(game.elos[1]), game.year);
        if self.best.is_none() || rank > self.best_rank {
            (self.best, self.best_rank) = (Some(index), rank);
        }
    }

    /// Whether the best game of these is better than that of other counts.
    pub(super) fn has_better_game_than(&self, other: &Stats) -> bool {
        self.best.is_some() && (other.best.is_none() || self.best_rank > other.best_rank)
    }

    /// Adds the games of other counts. The index of their best game counts as one of these.
    pub(super) fn append(&mut self, other: &Stats) {
        if other.has_better_game_than(self) {
            (self.best, self.best_rank) = (other.best, other.best_rank);
        }
        self.games += other.games;
        self.white += other.white;
        self.black += other.black;
        self.draws += other.draws;
        self.last_year = self.last_year.max(other.last_year);
        self.own = (self.own.0 + other.own.0, self.own.1 + other.own.1);
        let ((sum, count, points), (more, others, more_points)) = (self.opponents, other.opponents);
        self.opponents = (sum + more, count + others, points + more_points);
    }

    /// The number of games with a result.
    pub fn results(&self) -> u32 {
        self.white + self.draws + self.black
    }

    /// The score of White, from 0 to 1. `None` without a result.
    pub fn score(&self) -> Option<f64> {
        score(self.white.into(), self.draws.into(), self.black.into())
    }

    /// The average rating of those who played the move.
    pub fn average_elo(&self) -> Option<u32> {
        let (sum, count) = self.own;
        sum.checked_div(u64::from(count)).map(|average| average as u32)
    }

    /// The rating that those who played the move showed: that with which their score was to be expected against their opponents.
    pub fn performance(&self) -> Option<u32> {
        let (sum, count, points) = self.opponents;
        performance(sum, count, points)
    }
}

/// The rating with which this score was to be expected: `half_points` in `games` against opponents whose ratings have this `sum`. `None` without a game.
pub fn performance(sum: u64, games: u32, half_points: u32) -> Option<u32> {
    if games == 0 {
        return None;
    }
    let score = f64::from(half_points) / 2.0 / f64::from(games);
    let difference = (400.0 * (score / (1.0 - score)).log10()).clamp(-MOST_DIFFERENCE, MOST_DIFFERENCE);
    Some((sum as f64 / f64::from(games) + difference).round().max(0.0) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_for_the_side_that_moved() {
        let game =
            |result, white, black, year| GameFacts { result, elos: [white, black], year, ..GameFacts::default() };
        let games = [
            game(GameResult::White, 2600, 2400, 1999),
            game(GameResult::Draw, 2500, 2500, 2001),
            game(GameResult::Black, 0, 2700, 0),
            game(GameResult::Open, 2000, 0, 1980),
        ];
        let of = |color| {
            let mut stats = Stats::default();
            (0..).zip(&games).for_each(|(index, game)| stats.add(index, game, color));
            stats
        };
        let (white, black) = (of(Color::White), of(Color::Black));
        assert_eq!([white.games, white.white, white.draws, white.black], [4, 1, 1, 1]);
        assert_eq!((white.score(), white.last_year, white.best), (Some(0.5), Some(2001), Some(1)));
        assert_eq!((white.average_elo(), white.performance()), (Some(2366), Some(2533)));
        assert_eq!((black.average_elo(), black.performance()), (Some(2533), Some(2359)));
        assert_eq!((Stats::default().score(), Stats::default().performance()), (None, None));
    }
}
