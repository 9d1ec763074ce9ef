//! What games say of a player besides the name: numbers in FIDE's list, and ratings by year.

use std::collections::{BTreeMap, BTreeSet};

/// One player's ratings in two lists of the same year differ by less.
const SAME_RATING: u16 = 75;

/// No player's ratings in the same year or the next differ by more.
const OTHER_RATING: u16 = 400;

/// Nobody plays for so many years.
const LIFE: u16 = 75;

/// What games say of a player besides the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The numbers in FIDE's list.
    numbers: BTreeSet<String>,
    /// The lowest and the highest rating by year.
    ratings: BTreeMap<u16, (u16, u16)>,
}

impl Profile {
    /// Adds a game, with the values of its tags: `1503014`, `1972.07.11`, `2785`. What is unknown may be empty.
    pub fn add(&mut self, number: &str, date: &str, rating: &str) {
        let number = number.trim();
        if number.bytes().any(|byte| matches!(byte, b'1'..=b'9')) {
            self.numbers.insert(number.to_owned());
        }
        let year = date.get(..4).and_then(|year| year.parse().ok());
        let digits = rating.trim().split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
        if let (Some(year), Ok(rating)) = (year, digits.parse())
            && rating > 0
        {
            self.add_rating(year, (rating, rating));
        }
    }

    /// Adds what others games say of the same name.
    pub fn append(&mut self, other: Profile) {
        self.numbers.extend(other.numbers);
        other.ratings.into_iter().for_each(|(year, ratings)| self.add_rating(year, ratings));
    }

    /// Whether both are certainly two players.
    pub fn is_apart_from(&self, other: &Profile) -> bool {
        if !self.numbers.is_empty() && !other.numbers.is_empty() {
            return self.numbers.is_disjoint(&other.numbers);
        }
        let years =
            |profile: &Profile| Some((*profile.ratings.first_key_value()?.0, *profile.ratings.last_key_value()?.0));
        let is_too_long = years(self)
            .zip(years(other))
            .is_some_and(|(one, other)| one.0.saturating_sub(other.1) > LIFE || other.0.saturating_sub(one.1) > LIFE);
        is_too_long || self.rating_gaps(other).any(|gap| gap > OTHER_RATING)
    }

    /// Whether the numbers or the ratings speak for one player.
    pub fn is_like(&self, other: &Profile) -> bool {
        !self.numbers.is_disjoint(&other.numbers) || self.rating_gaps(other).any(|gap| gap < SAME_RATING)
    }

    fn add_rating(&mut self, year: u16, (lowest, highest): (u16, u16)) {
        let own = self.ratings.entry(year).or_insert((lowest, highest));
        *own = (own.0.min(lowest), own.1.max(highest));
    }

    /// How far ratings of the same year or the next are apart: nothing where their ranges touch.
    fn rating_gaps(&self, other: &Profile) -> impl Iterator<Item = u16> {
        self.ratings.iter().flat_map(|(year, (low, high))| {
            other.ratings.range(year.saturating_sub(1)..=year.saturating_add(1)).map(|(_, (other_low, other_high))| {
                low.saturating_sub(*other_high).max(other_low.saturating_sub(*high))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(games: &[(&str, &str, &str)]) -> Profile {
        let mut profile = Profile::default();
        games.iter().for_each(|(number, date, rating)| profile.add(number, date, rating));
        profile
    }

    #[test]
    fn numbers_and_ratings_tell_players_apart() {
        let master = profile(&[("", "1999.05.01", "2600"), ("", "2001.??.??", "2650")]);
        assert!(master.is_like(&profile(&[("", "2000.01.01", "2610")])));
        assert!(master.is_apart_from(&profile(&[("", "2000.01.01", "1900")])));
        assert!(master.is_apart_from(&profile(&[("", "1920.01.01", "2600")])));
        let unknown = profile(&[("0", "????.??.??", "?")]);
        assert_eq!(unknown, Profile::default());
        assert!(!master.is_like(&unknown) && !master.is_apart_from(&unknown));
        let (one, other) = (profile(&[("1503014", "", "")]), profile(&[("4100018", "", "")]));
        assert!(one.is_apart_from(&other) && one.is_like(&one));
    }
}
