//! Tests of players' names: `Carlsen` is `Carlsen, Magnus`, `Carlsen,M` and `Magnus Carlsen`. So is `M. Carlsen`.

use super::lexer::Compare;
use super::text_test::{TextTest, folded};

/// A test of a name.
#[derive(Clone, Debug)]
pub(super) enum NameTest {
    /// The same player, as far as the names tell.
    Player(Name),
    /// The name does not pass as that of this player.
    OtherPlayer(Name),
    /// The name as a text.
    Text(TextTest),
}

/// A name in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Name {
    family: String,
    /// The first names; one letter is an initial.
    first: Vec<String>,
}

impl NameTest {
    /// The test of a comparison with `value`. `None` for a comparison of sizes.
    ///
    /// # Errors
    /// What is wrong with the regular expression.
    pub(super) fn new(compare: Compare, value: &str) -> Option<Result<NameTest, String>> {
        match compare {
            Compare::Same if !value.contains('*') => Some(Ok(NameTest::Player(Name::read(value)))),
            Compare::Not if !value.contains('*') => Some(Ok(NameTest::OtherPlayer(Name::read(value)))),
            _ => Some(TextTest::new(compare, value)?.map(NameTest::Text)),
        }
    }

    /// Whether `name` passes.
    pub(super) fn passes(&self, name: &str) -> bool {
        match self {
            NameTest::Player(wanted) => wanted.may_be(name),
            NameTest::OtherPlayer(other) => !other.may_be(name),
            NameTest::Text(test) => test.passes(name),
        }
    }
}

impl Name {
    /// Reads a name in the form `Family, First`; without a comma, all of it is first taken for the family name.
    pub(crate) fn read(name: &str) -> Name {
        let name = folded(name.trim());
        let (family, first) = name.split_once(',').unwrap_or((&name, ""));
        Name { family: words(family).collect::<Vec<_>>().join(" "), first: words(first).map(str::to_owned).collect() }
    }

    /// Whether another name may be that of the same player.
    pub(crate) fn may_be(&self, name: &str) -> bool {
        let written = Name::read(name);
        if self.is_one(&written) {
            return true;
        }
        if self.family == written.family {
            return false;
        }
        // Carlsen, Magnus
        if !written.first.is_empty() {
            return self.first.is_empty() && self.splits().any(|name| name.is_one(&written));
        }
        // Magnus Carlsen
        let before = written.family.strip_suffix(self.family.as_str()).and_then(|first| first.strip_suffix(' '));
        before.is_some_and(|first| {
            let first: Vec<String> = first.split(' ').map(str::to_owned).collect();
            self.fits_first(&first)
        })
    }

    fn is_one(&self, written: &Name) -> bool {
        self.family == written.family && self.fits_first(&written.first)
    }

    /// What a name without a comma may be: `Magnus Carlsen` is `Carlsen, Magnus` or `Magnus, Carlsen`.
    fn splits(&self) -> impl Iterator<Item = Name> {
        let words: Vec<&str> = self.family.split(' ').collect();
        let name = |family: &[&str], first: &[&str]| Name {
            family: family.join(" "),
            first: first.iter().map(|word| (*word).to_owned()).collect(),
        };
        let splits = (1..words.len()).flat_map(|at| {
            let (before, after) = words.split_at(at);
            [name(after, before), name(before, after)]
        });
        splits.collect::<Vec<Name>>().into_iter()
    }

    /// Whether all first names that are wanted are there, some as initials.
    fn fits_first(&self, written: &[String]) -> bool {
        let fits = |(one, other): (&String, &String)| {
            let is_initial = one.chars().count() == 1 || other.chars().count() == 1;
            one == other || is_initial && one.chars().next() == other.chars().next()
        };
        self.first.len() <= written.len() && self.first.iter().zip(written).all(fits)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| character.is_whitespace() || matches!(character, '.' | ','))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(compare: Compare, value: &str, names: &[&str], others: &[&str]) {
        let test = NameTest::new(compare, value).unwrap().unwrap();
        assert_eq!(names.iter().filter(|name| !test.passes(name)).collect::<Vec<_>>(), [&""; 0], "{value}");
        assert_eq!(others.iter().filter(|name| test.passes(name)).collect::<Vec<_>>(), [&""; 0], "{value}");
    }

    #[test]
    fn one_player_has_many_names() {
        let carlsens = ["Carlsen, Magnus", "Carlsen,M", "CARLSEN", "Magnus Carlsen", "carlsen, m."];
        check(Compare::Same, "Carlsen", &carlsens, &["Carlsen Magnus", "Carlsson, M", "", "?"]);
        check(Compare::Same, "Carlsen, M", &[carlsens[0], carlsens[1], carlsens[3]], &["Carlsen", "Carlsen, Henrik"]);
        check(Compare::Same, "Carlsen, Magnus", &["Carlsen, M.", "Carlsen,Magnus Ø"], &["Carlsen, Mads", "Carlsen"]);
        check(Compare::Same, "Van Wely", &["van  Wely, L.", "Loek van Wely"], &["Wely"]);
        check(
            Compare::Same,
            "Magnus Carlsen",
            &["Carlsen, Magnus", "Carlsen,M", "magnus carlsen"],
            &["Carlsen, Henrik", "Carlsen"],
        );
        check(Compare::Same, "M. Carlsen", &["Carlsen, Magnus"], &["Carlsen, Henrik"]);
        check(Compare::Same, "Carlsen M", &["Carlsen, Magnus"], &["Carlsen, Henrik"]);
        check(Compare::Same, "Loek van Wely", &["van Wely, Loek", "Van Wely,L"], &["van Wely", "Wely, Loek"]);
        check(Compare::Same, "Carl*", &["Carlsen, Magnus", "Carlsson"], &["Karl"]);
        check(Compare::Exact, "Carlsen,M", &["Carlsen,M"], &["Carlsen, M", "carlsen,m"]);
        check(Compare::Not, "Carlsen", &["Karpov"], &["Carlsen, M"]);
        check(Compare::Finds, "^(carlsen|anand)", &["Anand, V"], &["van Anand"]);
    }
}
