//! What each round of a player contributes to Buchholz and Sonneborn-Berger, with unplayed rounds as FIDE counts them.

use super::players::{Kind, Tournament, Turn, Way};
use super::value::Value;

/// A draw, in half points.
const DRAW: u32 = 1;

/// What a round contributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contribution {
    /// The score of the opponent, in half points.
    score: u32,
    /// What the player got of the round, in half points.
    points: u32,
    /// Whether the player chose not to play (article 16.1.2).
    is_voluntary: bool,
}

/// The contributions of the rounds of a player.
pub(super) fn contributions(tournament: &Tournament, player: usize) -> Vec<Contribution> {
    let turns = &tournament.players[player].turns;
    turns.iter().filter_map(|turn| contribution(tournament, player, turn)).collect()
}

/// The sum of the scores of the opponents (article 8.1), without the `lowest` ones (article 14.1) and the `highest` ones (14.3).
pub(super) fn buchholz(contributions: &[Contribution], lowest: usize, highest: usize) -> Value {
    let mut kept = contributions.to_vec();
    // Article 16.5: of the rounds that the player chose not to play the lowest is cut first.
    kept.sort_by_key(|contribution| (!contribution.is_voluntary, contribution.score));
    kept.drain(..lowest.min(kept.len()));
    kept.sort_by_key(|contribution| contribution.score);
    kept.truncate(kept.len().saturating_sub(highest));
    Value::half_points(kept.iter().map(|contribution| contribution.score).sum())
}

/// The sum of the scores of the opponents, each times the points made against them (article 9.1).
pub(super) fn sonneborn_berger(contributions: &[Contribution]) -> Value {
    Value::quarters(contributions.iter().map(|contribution| contribution.score * contribution.points).sum())
}

fn contribution(tournament: &Tournament, player: usize, turn: &Turn) -> Option<Contribution> {
    let points = u32::from(turn.points);
    let opponent = turn.opponent.map(|(opponent, _)| opponent);
    if tournament.kind == Kind::RoundRobin {
        // Article 15.2: a forfeited game of a round robin is a game like others.
        return Some(Contribution { score: tournament.points(opponent?), points, is_voluntary: false });
    }
    let own = tournament.points(player);
    let score = match (turn.way, opponent) {
        (Way::Played | Way::Open, Some(opponent)) => adjusted_score(tournament, opponent),
        // Article 16.4.1: a forfeited game is one against a dummy with the player's own score, at most that of the scheduled opponent.
        (_, Some(opponent)) => own.min(adjusted_score(tournament, opponent)),
        // Article 16.4.2: so is a round without an opponent, at most what draws in all rounds would give.
        (_, None) => own.min(tournament.rounds * DRAW),
    };
    Some(Contribution { score, points, is_voluntary: is_voluntary(turn) })
}

/// The score of a player for the tie-breaks of opponents (article 16.3): byes that the player asked for and after which the player did not come
/// again are draws (16.3.2), all else is as it was (16.3.1).
fn adjusted_score(tournament: &Tournament, player: usize) -> u32 {
    let mut score = 0;
    let mut has_left = true;
    for turn in tournament.players[player].turns.iter().rev() {
        has_left = has_left && is_voluntary(turn);
        let is_draw = has_left && is_requested_bye(turn);
        score += if is_draw { DRAW } else { u32::from(turn.points) };
    }
    score
}

/// Whether a player asked for a bye, of a half point or none (article 16.1.1). The bye for a whole point is that of the pairing.
fn is_requested_bye(turn: &Turn) -> bool {
    matches!(turn.way, Way::Bye | Way::Absent) && turn.points < 2
}

/// Whether a player chose not to play: by a bye or by losing a game without one (article 16.1.2).
fn is_voluntary(turn: &Turn) -> bool {
    is_requested_bye(turn) || turn.way == Way::Forfeit && turn.points == 0
}
