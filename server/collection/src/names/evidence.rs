//! What the games of a collection say about two players' names.

use std::collections::{BTreeMap, HashMap, HashSet};

use scoresheet_chess::names::{Evidence, PlayerName, Profile};

use super::counts::NameCounts;

/// What the games of a collection say about two players' names: nothing of names that are in none.
pub(super) struct GamesEvidence<'c> {
    counts: &'c NameCounts,
    /// Who played whom, by numbers, the lower one first.
    met: HashSet<(u32, u32)>,
    /// For each player whom he played in a round of a day: the opponent.
    rounds: Vec<BTreeMap<u32, u32>>,
}

impl<'c> GamesEvidence<'c> {
    /// Collects it. Linear in the number of games.
    pub(super) fn new(counts: &'c NameCounts) -> GamesEvidence<'c> {
        let mut met = HashSet::new();
        let mut rounds = vec![BTreeMap::new(); counts.profiles.len()];
        let mut occasions: HashMap<(u32, u32, u32), u32> = HashMap::new();
        for game in &counts.games {
            let [white, black] = game.players;
            met.insert((white.min(black), white.max(black)));
            let is_known = counts.round(game).contains(|letter: char| letter.is_ascii_digit())
                && !counts.date(game).contains('?')
                && counts.date(game).len() == "YYYY.MM.DD".len()
                && counts.event(game).contains(char::is_alphabetic);
            if is_known {
                let next = occasions.len() as u32;
                let occasion = *occasions.entry((game.event, game.round, game.date)).or_insert(next);
                rounds[white as usize].insert(occasion, black);
                rounds[black as usize].insert(occasion, white);
            }
        }
        GamesEvidence { counts, met, rounds }
    }

    fn profiles(&self, one: usize, other: usize) -> Option<(&Profile, &Profile)> {
        Some((self.counts.profiles.get(one)?, self.counts.profiles.get(other)?))
    }

    /// Whether both played others at the same time. The same game may be there twice, with other spellings.
    fn played_at_once(&self, one: usize, other: usize) -> bool {
        let (Some(one), Some(other)) = (self.rounds.get(one), self.rounds.get(other)) else { return false };
        let (few, many) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        let name = |player: u32| PlayerName::read(self.counts.player(player));
        few.iter().any(|(occasion, opponent)| {
            many.get(occasion).is_some_and(|other| opponent != other && !name(*opponent).may_be(&name(*other)))
        })
    }
}

impl Evidence for GamesEvidence<'_> {
    fn are_different(&self, one: usize, other: usize) -> bool {
        let Some((first, second)) = self.profiles(one, other) else { return false };
        let (low, high) = (one.min(other) as u32, one.max(other) as u32);
        if self.met.contains(&(low, high)) {
            return true;
        }
        first.is_apart_from(second) || self.played_at_once(one, other)
    }

    fn are_alike(&self, one: usize, other: usize) -> bool {
        self.profiles(one, other).is_some_and(|(one, other)| one.is_like(other))
    }
}
