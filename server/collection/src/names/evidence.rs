//! What the games of a collection say about two players' names.

use std::collections::{BTreeMap, HashMap, HashSet};

use scoresheet_chess::names::{Evidence, PlayerName};

use super::counts::{NameCounts, Profile};

/// One player's ratings in two lists of the same year differ by less.
const SAME_RATING: u16 = 75;

/// No player's ratings in the same year or the next differ by more.
const OTHER_RATING: u16 = 400;

/// Nobody plays for so many years.
const LIFE: u16 = 75;

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
        if !first.ids.is_empty() && !second.ids.is_empty() {
            return first.ids.is_disjoint(&second.ids);
        }
        let years =
            |profile: &Profile| Some((*profile.ratings.first_key_value()?.0, *profile.ratings.last_key_value()?.0));
        if let (Some(one), Some(other)) = (years(first), years(second))
            && (one.0.saturating_sub(other.1) > LIFE || other.0.saturating_sub(one.1) > LIFE)
        {
            return true;
        }
        rating_gaps(first, second).any(|gap| gap > OTHER_RATING) || self.played_at_once(one, other)
    }

    fn are_alike(&self, one: usize, other: usize) -> bool {
        let Some((first, second)) = self.profiles(one, other) else { return false };
        !first.ids.is_disjoint(&second.ids) || rating_gaps(first, second).any(|gap| gap < SAME_RATING)
    }
}

/// How far ratings of the same year or the next are apart: nothing where their ranges touch.
fn rating_gaps(one: &Profile, other: &Profile) -> impl Iterator<Item = u16> {
    one.ratings.iter().flat_map(|(year, (low, high))| {
        other
            .ratings
            .range(year.saturating_sub(1)..=year.saturating_add(1))
            .map(|(_, (other_low, other_high))| low.saturating_sub(*other_high).max(other_low.saturating_sub(*high)))
    })
}
