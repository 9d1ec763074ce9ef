//! The tie-breaks, by their names.

use std::str::FromStr;

use scoresheet_chess::similar_words::closest;

use super::contributions::{buchholz, contributions, sonneborn_berger};
use super::players::{Kind, Tournament, Way};
use super::value::Value;
use crate::tree::performance;

/// What decides between players with equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The points against each other (article 6).
    DirectEncounter,
    /// The rounds with a whole point, also without a game (7.1).
    Wins,
    /// The games won over the board (7.2).
    WinsPlayed,
    /// The games with Black (7.3).
    BlackGames,
    /// The games won with Black (7.4).
    BlackWins,
    /// The sum of the scores after each round (7.5).
    Progressive,
    /// The sum of the opponents' scores (8.1).
    Buchholz,
    /// The same without the lowest one (14.1).
    BuchholzCut1,
    /// The same without the lowest and the highest one (14.3).
    BuchholzMedian,
    /// The sum of the opponents' scores, each times the points made against them (9.1).
    SonnebornBerger,
    /// The points against those who made half of all points or more (9.2).
    Koya,
    /// The average rating of the opponents (10.1).
    AverageRating,
    /// The rating with which the score was to be expected.
    Performance,
}

/// Each with its name, FIDE's short name, and its heading.
const NAMES: [(TieBreak, &str, &str, &str); 13] = [
    (TieBreak::DirectEncounter, "direct-encounter", "de", "Direct"),
    (TieBreak::Wins, "wins", "win", "Wins"),
    (TieBreak::WinsPlayed, "wins-played", "won", "Won"),
    (TieBreak::BlackGames, "black-games", "bpg", "Black"),
    (TieBreak::BlackWins, "black-wins", "bwg", "Black wins"),
    (TieBreak::Progressive, "progressive", "ps", "Progr."),
    (TieBreak::Buchholz, "buchholz", "bh", "Buchh."),
    (TieBreak::BuchholzCut1, "buchholz-cut1", "bh-c1", "Cut 1"),
    (TieBreak::BuchholzMedian, "buchholz-median", "bh-m1", "Median"),
    (TieBreak::SonnebornBerger, "sonneborn-berger", "sb", "S.-B."),
    (TieBreak::Koya, "koya", "ks", "Koya"),
    (TieBreak::AverageRating, "average-rating", "aro", "Opp. Elo"),
    (TieBreak::Performance, "performance", "tpr", "Perf."),
];

impl TieBreak {
    /// Returns all tie-breaks.
    pub fn all() -> impl Iterator<Item = TieBreak> {
        NAMES.into_iter().map(|(tie_break, ..)| tie_break)
    }

    /// Returns those that a tournament of a kind has if none are chosen, the weightiest first.
    pub fn usual(kind: Kind) -> Vec<TieBreak> {
        match kind {
            Kind::RoundRobin => {
                vec![TieBreak::SonnebornBerger, TieBreak::Koya, TieBreak::DirectEncounter, TieBreak::Wins]
            }
            Kind::Swiss => vec![
                TieBreak::BuchholzCut1,
                TieBreak::Buchholz,
                TieBreak::BuchholzMedian,
                TieBreak::SonnebornBerger,
                TieBreak::Progressive,
                TieBreak::Wins,
            ],
        }
    }

    /// Returns its name: `sonneborn-berger`.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(tie_break, ..)| *tie_break == self).map_or("", |(_, name, ..)| name)
    }

    /// Returns its heading for people.
    pub fn heading(self) -> &'static str {
        NAMES.iter().find(|(tie_break, ..)| *tie_break == self).map_or("", |(.., heading)| heading)
    }

    /// The value of each player. That of the direct encounter depends on who is equal, so it is not known here.
    pub(super) fn values(self, tournament: &Tournament) -> Vec<Option<Value>> {
        (0..tournament.players.len()).map(|player| self.value(tournament, player)).collect()
    }

    /// The value of a player; none without a rating that it needs.
    fn value(self, tournament: &Tournament, player: usize) -> Option<Value> {
        let turns = &tournament.players[player].turns;
        let games = |of: fn(&super::Turn) -> bool| {
            Value::whole(turns.iter().filter(|turn| turn.way == Way::Played && of(turn)).count() as u32)
        };
        let is_black = |turn: &super::Turn| matches!(turn.opponent, Some((_, shakmaty::Color::Black)));
        Some(match self {
            TieBreak::DirectEncounter => Value::default(),
            TieBreak::Wins => Value::whole(turns.iter().filter(|turn| turn.points == 2).count() as u32),
            TieBreak::WinsPlayed => games(|turn| turn.points == 2),
            TieBreak::BlackGames => {
                Value::whole(turns.iter().filter(|turn| turn.is_played() && is_black(turn)).count() as u32)
            }
            TieBreak::BlackWins => {
                let won = |turn: &&super::Turn| turn.is_played() && turn.points == 2 && is_black(turn);
                Value::whole(turns.iter().filter(won).count() as u32)
            }
            TieBreak::Progressive => progressive(tournament, player),
            TieBreak::Buchholz => buchholz(&contributions(tournament, player), 0, 0),
            TieBreak::BuchholzCut1 => buchholz(&contributions(tournament, player), 1, 0),
            TieBreak::BuchholzMedian => buchholz(&contributions(tournament, player), 1, 1),
            TieBreak::SonnebornBerger => sonneborn_berger(&contributions(tournament, player)),
            TieBreak::Koya => koya(tournament, player),
            TieBreak::AverageRating => {
                let (sum, count, _) = rated(tournament, player);
                Value::whole((sum * 2 + u64::from(count)).checked_div(u64::from(count) * 2)? as u32)
            }
            TieBreak::Performance => {
                let (sum, count, points) = rated(tournament, player);
                Value::whole(performance(sum, count, points)?)
            }
        })
    }
}

impl FromStr for TieBreak {
    type Err = String;

    /// The tie-break of a name or of FIDE's short name, in any letter case.
    fn from_str(name: &str) -> Result<TieBreak, String> {
        let plain = name.trim().to_lowercase().replace(['_', '/', ' '], "-");
        let found = NAMES.iter().find(|(_, long, short, _)| plain == *long || plain == *short);
        found.map(|(tie_break, ..)| *tie_break).ok_or_else(|| {
            let names = || NAMES.iter().map(|(_, long, ..)| *long);
            match closest(&plain, names()) {
                Some(meant) => format!("there is no such tie-break; did you mean {meant}?"),
                None => format!("there is no such tie-break; there are {}", names().collect::<Vec<_>>().join(", ")),
            }
        })
    }
}

/// The sum of the scores after each round. What is in no round counts from the first on.
fn progressive(tournament: &Tournament, player: usize) -> Value {
    let turns = &tournament.players[player].turns;
    let rounds = |turn: &super::Turn| tournament.rounds.max(1) + 1 - turn.round.max(1);
    Value::half_points(turns.iter().map(|turn| u32::from(turn.points) * rounds(turn)).sum())
}

fn koya(tournament: &Tournament, player: usize) -> Value {
    let games = match tournament.kind {
        Kind::RoundRobin => tournament.players.len().saturating_sub(1) as u32 * tournament.cycles,
        Kind::Swiss => tournament.rounds,
    };
    let turns = tournament.players[player].turns.iter();
    // Half of the points of all games are as many halves as there are games.
    let is_strong =
        |turn: &&super::Turn| turn.opponent.is_some_and(|(opponent, _)| tournament.points(opponent) >= games);
    Value::half_points(turns.filter(is_strong).map(|turn| u32::from(turn.points)).sum())
}

/// The sum and the number of the ratings of the opponents in games that were played (article 15.2), and the half points in them.
fn rated(tournament: &Tournament, player: usize) -> (u64, u32, u32) {
    let mut rated = (0, 0, 0);
    for turn in tournament.players[player].turns.iter().filter(|turn| turn.is_played()) {
        if let Some(elo) = turn.opponent.and_then(|(opponent, _)| tournament.players[opponent].elo) {
            rated = (rated.0 + u64::from(elo), rated.1 + 1, rated.2 + u32::from(turn.points));
        }
    }
    rated
}
