//! Whether two names may be those of the same player: by initials, the order of first and last name, letter case and accents.

use super::letters::Marked;
use super::unknown::unknown;

/// A player's name, to be compared with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName {
    /// The last and the first names; several where no comma tells which is which. Empty for an unknown player.
    readings: Vec<Reading>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Reading {
    /// The last name, without spaces and hyphens.
    family: String,
    /// The first names; one letter is an initial.
    first: Vec<String>,
}

impl PlayerName {
    /// Reads a name: `Tal, Mikhail`, `TAL,M`, `Mikhail Tal`.
    ///
    /// ```
    /// use scoresheet_chess::names::PlayerName;
    ///
    /// let may_be = |one, other| PlayerName::read(one).may_be(&PlayerName::read(other));
    /// assert!(may_be("Tal, Mikhail", "TAL,M") && may_be("Hübner, R.", "Robert Huebner"));
    /// assert!(!may_be("Polgar, Judit", "Polgar, Susan"));
    /// ```
    pub fn read(name: &str) -> PlayerName {
        let name = name.trim();
        if unknown(name).is_some() {
            return PlayerName { readings: Vec::new() };
        }
        let name = strip_rating(name);
        if let Some((family, first)) = name.split_once(',') {
            let family = words(family).concat();
            let readings = if family.is_empty() { Vec::new() } else { vec![Reading { family, first: words(first) }] };
            return PlayerName { readings };
        }
        let words = words(name);
        let mut readings = Vec::new();
        for count in 1..=words.len() {
            let (before, after) = words.split_at(words.len() - count);
            readings.push(Reading { family: after.concat(), first: before.to_vec() });
            if count < words.len() {
                let (family, first) = words.split_at(count);
                readings.push(Reading { family: family.concat(), first: first.to_vec() });
            }
        }
        PlayerName { readings }
    }

    /// Whether the name says nothing, such as `?` or `NN`.
    pub fn is_unknown(&self) -> bool {
        self.readings.is_empty()
    }

    /// The last names that the name can have: two names that may be the same share one.
    pub fn families(&self) -> impl Iterator<Item = &str> {
        self.readings.iter().map(|reading| reading.family.as_str())
    }

    /// Whether both may be names of the same player. Unknown names are nobody's.
    pub fn may_be(&self, other: &PlayerName) -> bool {
        self.readings.iter().any(|one| other.readings.iter().any(|other| one.may_be(other)))
    }
}

impl Reading {
    fn may_be(&self, other: &Reading) -> bool {
        let fits = |(one, other): (&String, &String)| {
            let is_initial = one.chars().count() == 1 || other.chars().count() == 1;
            one == other || is_initial && one.chars().next() == other.chars().next()
        };
        self.family == other.family && self.first.iter().zip(&other.first).all(fits)
    }
}

/// The name without a rating or a country in parentheses after it. Other signs there tell namesakes apart.
pub(super) fn strip_rating(name: &str) -> &str {
    let Some((before, inside)) = name.strip_suffix(')').and_then(|name| name.rsplit_once('(')) else { return name };
    let is_rating = inside.len() >= 3 && inside.bytes().all(|byte| byte.is_ascii_digit());
    let is_country = inside.len() == 3 && inside.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_rating || is_country { before.trim_end() } else { name }
}

/// The words of a name, with ü and ue both as u.
fn words(text: &str) -> Vec<String> {
    super::letters::words(text, Marked::ByLetter)
        .into_iter()
        .map(|word| ["ae", "oe", "ue"].into_iter().fold(word, |word, pair| word.replace(pair, &pair[..1])))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: &str, other: &str, expected: bool) {
        let (one_read, other_read) = (PlayerName::read(one), PlayerName::read(other));
        assert_eq!(one_read.may_be(&other_read), expected, "{one:?} {other:?}");
        assert_eq!(other_read.may_be(&one_read), expected, "{other:?} {one:?}");
        let is_shared = one_read.families().any(|family| other_read.families().any(|other| family == other));
        assert!(is_shared || !expected, "{one:?} {other:?}");
    }

    #[test]
    fn one_player_has_many_names() {
        let names =
            ["Tal, Mikhail", "Tal, M.", "TAL,M", "Mikhail Tal", "M. Tal", "Tal, Mikhail N.", "Tal", "Tal (2705)"];
        for one in names {
            for other in names {
                check(one, other, true);
            }
        }
        check("Vachier-Lagrave, Maxime", "Maxime Vachier Lagrave", true);
        check("Hou Yifan", "Hou, Yifan", true);
        check("Hübner, R.", "Robert Huebner", true);
        check("Łukasz Turlej", "turlej, lukasz", true);
        check("O'Kelly de Galway, A.", "OKelly de Galway, Alberic", true);
        check("Ho\u{308}fer, A", "Höfer, Anna", true);
    }

    #[test]
    fn others_have_other_names() {
        check("Tal, Mikhail", "Tal, Boris", false);
        check("Polgar, Judit", "Susan Polgar", false);
        check("Tal, Mikhail", "Tahl, Mikhail", false);
        check("Carlsen, Magnus", "Magnus, Carl", false);
        for unknown in ["?", "", "NN", ", M."] {
            check(unknown, unknown, false);
            check(unknown, "Tal", false);
        }
    }
}
