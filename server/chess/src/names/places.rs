//! Which of some names of events or places may be the same.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use super::evidence::NoEvidence;
use super::forest::{Forest, Grouping, Spelling};
use super::letters::{Marked, words};
use super::reason::Reason;
use super::unknown::unknown;
use crate::tag_docs::countries;

/// Groups the names of events, which must be different texts: those that differ in letter case, accents, spaces and punctuation. Linear.
pub fn group_events(spellings: &[Spelling]) -> Grouping {
    let mut forest = Forest::new(spellings, &NoEvidence);
    join_same_letters(&mut forest, spellings);
    forest.finish()
}

/// Groups the names of places, which must be different texts: like events, and with or without the country code that the standard wants after them
/// (section 8.1.1.2). Web addresses are themselves. Linear.
///
/// ```
/// use scoresheet_chess::names::{Spelling, group_sites};
///
/// let spellings = ["London", "London ENG", "LONDON", "Paris"].map(|text| Spelling { text, games: 1 });
/// assert_eq!(group_sites(&spellings).groups[0].members.len(), 3);
/// ```
pub fn group_sites(spellings: &[Spelling]) -> Grouping {
    let mut forest = Forest::new(spellings, &NoEvidence);
    join_same_letters(&mut forest, spellings);
    let mut with_country: HashMap<Vec<String>, Vec<usize>> = HashMap::new();
    let mut without: Vec<(Vec<String>, usize)> = Vec::new();
    for (index, spelling) in spellings.iter().enumerate().filter(|(_, spelling)| is_name(spelling.text)) {
        match without_country(spelling.text) {
            Some(place) => with_country.entry(words(place, Marked::ByLetter)).or_default().push(index),
            None => without.push((words(spelling.text, Marked::ByLetter), index)),
        }
    }
    for (place, index) in without {
        let found = with_country.get(&place).cloned().unwrap_or_default();
        let groups: BTreeSet<usize> = found.iter().map(|found| forest.group(*found)).collect();
        match (groups.len(), found.first()) {
            (1, Some(only)) => forest.join(index, *only, Reason::Country),
            (0, _) | (_, None) => {}
            _ => forest.note_ambiguous(index, found),
        }
    }
    forest.finish()
}

fn join_same_letters(forest: &mut Forest, spellings: &[Spelling]) {
    for marked in [Marked::ByLetter, Marked::ByTwo] {
        let mut known: HashMap<Vec<String>, usize> = HashMap::new();
        for (index, spelling) in spellings.iter().enumerate().filter(|(_, spelling)| is_name(spelling.text)) {
            match known.entry(all_words(spelling.text, marked)) {
                Entry::Occupied(first) => forest.join(*first.get(), index, Reason::Letters),
                Entry::Vacant(place) => {
                    place.insert(index);
                }
            }
        }
    }
}

/// The words of a name of any length.
fn all_words(text: &str, marked: Marked) -> Vec<String> {
    text.split_whitespace().flat_map(|word| words(word, marked)).collect()
}

fn is_name(text: &str) -> bool {
    unknown(text).is_none() && !text.contains("://") && text.contains(char::is_alphanumeric)
}

/// The place without a country code at its end, if it has one.
fn without_country(text: &str) -> Option<&str> {
    let (place, code) = text.trim_end().rsplit_once(' ')?;
    let place = place.trim_end_matches([' ', ',']);
    (code.len() == 3 && !place.is_empty() && countries::name(code).is_some()).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grouped(names: &[&str], group: fn(&[Spelling]) -> Grouping) -> (Vec<usize>, Vec<usize>) {
        let spellings: Vec<Spelling> = names.iter().map(|text| Spelling { text, games: 1 }).collect();
        let Grouping { groups, ambiguous } = group(&spellings);
        let sizes = groups.iter().map(|group| group.members.len()).collect();
        (sizes, ambiguous.iter().map(|found| found.spelling).collect())
    }

    #[test]
    fn numbers_tell_events_apart() {
        let names = ["Linares 10th", "LINARES  10th", "Linares 11th", "Linares", "?", "-"];
        assert_eq!(grouped(&names, group_events), (vec![2], vec![]));
    }

    #[test]
    fn a_place_may_lack_its_country() {
        let names = [
            "London",
            "London ENG",
            "Cambridge",
            "Cambridge ENG",
            "Cambridge USA",
            "https://a.org/x",
            "https://a.org/X",
        ];
        assert_eq!(grouped(&names, group_sites), (vec![2], vec![2]));
    }
}
