//! Duplicates among games that may be the same.

use std::collections::HashMap;

use super::facts::{Criteria, GameFacts, Reason};

/// The number of games that a game is compared with. So many games of players with one name that share twenty plies are no accident.
const MOST_COMPARED: usize = 1_000;

/// A game that is a duplicate of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The index of the game.
    pub game: usize,
    /// The index of the game that stays.
    pub of: usize,
    /// Why.
    pub reason: Reason,
}

/// What games of the same players, or with the same text, share.
#[derive(PartialEq, Eq, Hash)]
enum Key<'facts> {
    Text(&'facts str),
    Family(&'facts str),
    Anyone,
}

/// The duplicates among games, which are in the order in which they are to stay, and whether games were left out of the comparison. Each is a
/// duplicate of one that stays. Linear in the number of games that have a name in common with no more than a constant number of others.
pub fn find_in_bucket(games: &[GameFacts], criteria: &Criteria) -> (Vec<Duplicate>, bool) {
    let mut staying: HashMap<Key, Vec<usize>> = HashMap::new();
    let (mut duplicates, mut is_cut) = (Vec::new(), false);
    for (game, facts) in games.iter().enumerate() {
        let mut keys = vec![Key::Text(facts.text())];
        match criteria.by_moves {
            true => keys.push(Key::Anyone),
            false => keys.extend(facts.families().map(Key::Family)),
        }
        let mut compared = 0;
        let mut others = keys.iter().filter_map(|key| staying.get(key)).flatten().copied();
        let found = others.find_map(|of| {
            compared += 1;
            is_cut |= compared > MOST_COMPARED;
            let of_limit = compared <= MOST_COMPARED;
            let reason = of_limit.then(|| facts.reason(&games[of], criteria))??;
            Some(Duplicate { game, of, reason })
        });
        match found {
            Some(duplicate) => duplicates.push(duplicate),
            None => keys.into_iter().for_each(|key| staying.entry(key).or_default().push(game)),
        }
    }
    (duplicates, is_cut)
}
