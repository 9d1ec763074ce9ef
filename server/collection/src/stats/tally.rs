//! What is counted of a group of games.

use shakmaty::Color;

use super::cell::Cell;
use crate::cache::GameResult;
use crate::tree::performance;

/// A game as it is counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    pub(super) result: GameResult,
    /// The ratings of White and Black.
    pub(super) elos: [Option<u32>; 2],
    pub(super) year: Option<u32>,
    pub(super) plies: u32,
}

/// The counts of a group of games, for White or for a player.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    games: u64,
    plies: u64,
    /// Games with each colour of the player, those with a result, and the half points in these.
    colors: [(u64, u64, u64); 2],
    wins: u64,
    draws: u64,
    losses: u64,
    /// Sum and number of the own ratings.
    own: (u64, u32),
    /// Sum and number of the ratings of the opponents in games with a result, and the half points in these.
    opponents: (u64, u32, u32),
    years: Option<(u32, u32)>,
}

impl Tally {
    /// Adds a game from the point of view of a colour.
    pub(super) fn add(&mut self, game: &Counted, color: Color) {
        let side = color.fold_wb(0, 1);
        self.games += 1;
        self.plies += u64::from(game.plies);
        self.colors[side].0 += 1;
        let half_points = match (game.result, color) {
            (GameResult::Open, _) => None,
            (GameResult::Draw, _) => Some(1),
            (GameResult::White, Color::White) | (GameResult::Black, Color::Black) => Some(2),
            _ => Some(0),
        };
        if let Some(points) = half_points {
            self.colors[side].1 += 1;
            self.colors[side].2 += u64::from(points);
            *[&mut self.losses, &mut self.draws, &mut self.wins][points as usize] += 1;
        }
        if let Some(elo) = game.elos[side] {
            self.own = (self.own.0 + u64::from(elo), self.own.1 + 1);
        }
        if let Some((elo, points)) = game.elos[1 - side].zip(half_points) {
            let (sum, count, all) = self.opponents;
            self.opponents = (sum + u64::from(elo), count + 1, all + points);
        }
        if let Some(year) = game.year {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
    }

    /// Adds the games of another group.
    pub(super) fn append(&mut self, other: &Tally) {
        self.games += other.games;
        self.plies += other.plies;
        for (own, more) in self.colors.iter_mut().zip(&other.colors) {
            *own = (own.0 + more.0, own.1 + more.1, own.2 + more.2);
        }
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.own = (self.own.0 + other.own.0, self.own.1 + other.own.1);
        let ((sum, count, points), more) = (self.opponents, other.opponents);
        self.opponents = (sum + more.0, count + more.1, points + more.2);
        self.years = match (self.years, other.years) {
            (Some(one), Some(more)) => Some((one.0.min(more.0), one.1.max(more.1))),
            (one, more) => one.or(more),
        };
    }

    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// Wins, draws and losses.
    pub(super) fn results(&self) -> [Cell; 3] {
        [self.wins, self.draws, self.losses].map(Cell::Count)
    }

    pub(super) fn points(&self) -> Cell {
        Cell::Number((self.wins as f64) + self.draws as f64 / 2.0)
    }

    pub(super) fn score(&self) -> Cell {
        share(self.wins * 2 + self.draws, (self.wins + self.draws + self.losses) * 2)
    }

    pub(super) fn games_with(&self, color: Color) -> Cell {
        Cell::Count(self.colors[color.fold_wb(0, 1)].0)
    }

    pub(super) fn score_with(&self, color: Color) -> Cell {
        let (_, results, half_points) = self.colors[color.fold_wb(0, 1)];
        share(half_points, results * 2)
    }

    pub(super) fn rating(&self) -> Cell {
        average(self.own.0, self.own.1)
    }

    pub(super) fn opponents(&self) -> Cell {
        average(self.opponents.0, self.opponents.1)
    }

    pub(super) fn performance(&self) -> Cell {
        let (sum, count, points) = self.opponents;
        performance(sum, count, points).map_or(Cell::Unknown, |rating| Cell::Count(rating.into()))
    }

    /// The average length in moves.
    pub(super) fn moves(&self) -> Cell {
        if self.games == 0 { Cell::Unknown } else { Cell::Number(self.plies as f64 / 2.0 / self.games as f64) }
    }

    /// The first year and the last one.
    pub(super) fn years(&self) -> [Cell; 2] {
        let year = |year: u32| Cell::Count(year.into());
        self.years.map_or([Cell::Unknown, Cell::Unknown], |(first, last)| [year(first), year(last)])
    }
}

/// A part of a whole; unknown if that is 0.
pub(super) fn share(part: u64, whole: u64) -> Cell {
    if whole == 0 { Cell::Unknown } else { Cell::Share(part as f64 / whole as f64) }
}

fn average(sum: u64, count: u32) -> Cell {
    sum.checked_div(count.into()).map_or(Cell::Unknown, Cell::Count)
}
