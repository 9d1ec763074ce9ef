//! The final ranking of a tournament.

use std::cmp::Reverse;

use super::direct_encounter;
use super::players::Tournament;
use super::tie_break::TieBreak;
use super::value::Value;

/// The players of a tournament in the order of their points and tie-breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// What decides between equal points, the weightiest first.
    pub tie_breaks: Vec<TieBreak>,
    /// The best first. Of players who are equal in all, those with the earlier name.
    pub places: Vec<Placed>,
}

/// A player in a ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The index of the player in the tournament.
    pub player: usize,
    /// The place, from 1; players who are equal in all share one.
    pub place: u32,
    /// The points.
    pub points: Value,
    /// The value of each tie-break; none for a direct encounter without others of equal points, and where no opponent has a rating that it needs.
    pub values: Vec<Option<Value>>,
}

impl Ranking {
    /// Ranks the players. Linear in the games, and quadratic in the number of players that are equal where a direct encounter decides.
    pub fn new(tournament: &Tournament, tie_breaks: &[TieBreak]) -> Ranking {
        let count = tournament.players.len();
        let points: Vec<Value> = (0..count).map(|player| Value::half_points(tournament.points(player))).collect();
        let mut groups = by_value(vec![(0..count).collect()], &points.iter().copied().map(Some).collect::<Vec<_>>());
        let mut columns: Vec<Vec<Option<Value>>> = Vec::new();
        for tie_break in tie_breaks {
            if *tie_break == TieBreak::DirectEncounter {
                let mut column = vec![None; count];
                for group in groups.iter().filter(|group| group.len() > 1) {
                    for (player, score) in group.iter().zip(direct_encounter::scores(tournament, group)) {
                        column[*player] = Some(score);
                    }
                }
                columns.push(column);
                groups = groups.into_iter().flat_map(|group| direct_encounter::split(tournament, group)).collect();
            } else {
                let values = tie_break.values(tournament);
                groups = by_value(groups, &values);
                columns.push(values);
            }
        }
        let mut places = Vec::new();
        for mut group in groups {
            let place = places.len() as u32 + 1;
            group.sort_by(|one, other| tournament.players[*one].name.cmp(&tournament.players[*other].name));
            places.extend(group.into_iter().map(|player| Placed {
                player,
                place,
                points: points[player],
                values: columns.iter().map(|column| column[player]).collect(),
            }));
        }
        Ranking { tie_breaks: tie_breaks.to_vec(), places }
    }
}

/// Cuts groups of equal players into smaller ones by a value, the greatest first, and none last.
fn by_value(groups: Vec<Vec<usize>>, values: &[Option<Value>]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for mut group in groups {
        group.sort_by_key(|player| Reverse(values[*player]));
        let equal = group.chunk_by(|one, other| values[*one] == values[*other]);
        parts.extend(equal.map(<[usize]>::to_vec));
    }
    parts
}
