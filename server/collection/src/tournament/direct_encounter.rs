//! The direct encounter (article 6): the games that players who are equal played against each other.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::players::{Kind, Tournament, Way};
use super::value::Value;

/// The sum of what each player of a group made against the others.
pub(super) fn scores(tournament: &Tournament, group: &[usize]) -> Vec<Value> {
    Encounters::new(tournament, group).own
}

/// Cuts a group of equal players into smaller ones, the best first. Those who cannot be told apart stay together. Quadratic in the group.
pub(super) fn split(tournament: &Tournament, group: Vec<usize>) -> Vec<Vec<usize>> {
    let mut settled = Vec::new();
    let mut open = vec![group];
    while let Some(group) = open.pop() {
        let parts = match group.len() {
            0 | 1 => vec![group],
            _ => split_once(tournament, group),
        };
        match parts.len() {
            1 => settled.extend(parts),
            // Article 6.2: it is applied again to those who are still equal.
            _ => open.extend(parts.into_iter().rev()),
        }
    }
    settled
}

fn split_once(tournament: &Tournament, group: Vec<usize>) -> Vec<Vec<usize>> {
    let encounters = Encounters::new(tournament, &group);
    let mut places: Vec<usize> = (0..group.len()).collect();
    places.sort_by_key(|place| Reverse(encounters.own[*place]));
    let mut parts: Vec<Vec<usize>> = Vec::new();
    if encounters.missing.iter().all(|missing| *missing == 0) {
        let mut last = None;
        for place in places {
            match parts.last_mut().filter(|_| last == Some(encounters.own[place])) {
                Some(part) => part.push(group[place]),
                None => parts.push(vec![group[place]]),
            }
            last = Some(encounters.own[place]);
        }
        return parts;
    }
    // Article 6.3: not all met. Who is first however the missing games end is first; then the same for the next place.
    let mut rest = &places[..];
    while let [first, others @ ..] = rest {
        let best = others.iter().map(|place| encounters.own[*place] + Value::whole(encounters.missing[*place])).max();
        if best.is_some_and(|best| best >= encounters.own[*first]) {
            break;
        }
        parts.push(vec![group[*first]]);
        rest = others;
    }
    if !rest.is_empty() {
        let mut equal: Vec<usize> = rest.iter().map(|place| group[*place]).collect();
        equal.sort_unstable();
        parts.push(equal);
    }
    parts
}

/// What the players of a group made against each other.
struct Encounters {
    own: Vec<Value>,
    /// How many of the others each player did not meet.
    missing: Vec<u32>,
}

impl Encounters {
    fn new(tournament: &Tournament, group: &[usize]) -> Encounters {
        let places: HashMap<usize, usize> = group.iter().enumerate().map(|(place, player)| (*player, place)).collect();
        let mut encounters = Encounters { own: Vec::new(), missing: Vec::new() };
        for player in group {
            let mut against: HashMap<usize, (u32, u32)> = HashMap::new();
            for turn in &tournament.players[*player].turns {
                // Article 6.1.1: only games that were played. In a round robin, forfeited ones are, too (15.2).
                let counts = match turn.way {
                    Way::Played => true,
                    Way::Forfeit => tournament.kind == Kind::RoundRobin,
                    Way::Bye | Way::Absent | Way::Open => false,
                };
                if let Some((opponent, _)) =
                    turn.opponent.filter(|(opponent, _)| counts && places.contains_key(opponent))
                {
                    let (points, games) = against.entry(opponent).or_default();
                    (*points, *games) = (*points + u32::from(turn.points), *games + 1);
                }
            }
            // Article 6.1.2: of several games against one opponent the average counts.
            encounters.own.push(against.values().map(|(points, games)| Value::average(*points, *games)).sum());
            encounters.missing.push((group.len() - 1 - against.len()) as u32);
        }
        encounters
    }
}
