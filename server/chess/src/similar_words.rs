//! The known word that a misspelled word probably means.

/// Returns the word of `words` that differs from `word` in letter case only.
pub fn in_other_capitals<'word>(word: &str, words: impl IntoIterator<Item = &'word str>) -> Option<&'word str> {
    words.into_iter().find(|other| other.eq_ignore_ascii_case(word) && *other != word)
}

/// Returns the word of `words` that is one or two slips away from `word`: a letter missing, doubled, changed, or
/// swapped with its neighbour. Shorter words allow fewer slips. Plurals and numbered words count as different words.
/// Linear in the number of words.
pub fn closest<'word>(word: &str, words: impl IntoIterator<Item = &'word str>) -> Option<&'word str> {
    let lower = word.to_ascii_lowercase();
    let letters = letters_of(word);
    let may_be_close = |other: &&str| {
        other.len().abs_diff(word.len()) <= MOST_SLIPS
            // A slip removes at most one letter of the word and adds at most one.
            && (letters ^ letters_of(other)).count_ones() as usize <= 2 * MOST_SLIPS
    };
    let near = words.into_iter().filter(may_be_close).filter_map(|other| {
        let other_lower = other.to_ascii_lowercase();
        let distance = strsim::osa_distance(&lower, &other_lower);
        (distance <= slips_allowed(other) && !is_another_word(&lower, &other_lower)).then_some((distance, other))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, other)| other)
}

/// Returns the name of `names` that `word` probably means. Names are long and differ widely, so this allows more than a
/// slip or two.
pub fn most_similar<'name>(word: &str, names: &[&'name str]) -> Option<&'name str> {
    if word.len() > LONGEST_NAME {
        return None;
    }
    let likeness = |name: &str| strsim::jaro_winkler(word, name);
    let best = names.iter().copied().max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(best) >= LEAST_LIKENESS).then_some(best)
}

/// The length in bytes of the longest word that is compared with names; no name is as long, however misspelled.
const LONGEST_NAME: usize = 100;

/// The likeness below which two names have no more in common than any two words.
const LEAST_LIKENESS: f64 = 0.8;

const MOST_SLIPS: usize = 2;

/// Returns the letters of a word in either case, one bit each. Other characters share bits with letters.
fn letters_of(word: &str) -> u32 {
    word.chars().fold(0, |letters, character| letters | 1 << (character as u32 & 31))
}

/// The number of letters up to which many words differ in one letter: Site, Date, Time, Mode, Type, Title.
const SHORT: usize = 5;

fn slips_allowed(word: &str) -> usize {
    if word.len() < 10 { 1 } else { MOST_SLIPS }
}

fn is_another_word(word: &str, known: &str) -> bool {
    if word.strip_prefix(known).is_some_and(|rest| rest == "s" || rest.bytes().all(|byte| byte.is_ascii_digit())) {
        return true;
    }
    // In a short word, another letter or an additional letter makes another word.
    let changed = word.chars().zip(known.chars()).filter(|(one, other)| one != other).count();
    let is_changed = word.len() == known.len() && changed == 1;
    known.len() <= SHORT && (is_changed || word.contains(|letter| !known.contains(letter)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 7] = ["Site", "Time", "Event", "Round", "WhiteElo", "TimeControl", "time forfeit"];

    #[test]
    fn slips_lead_to_the_word() {
        let cases = [
            ("Evnet", Some("Event")),
            ("Evnt", Some("Event")),
            ("Eventt", Some("Event")),
            ("rond", Some("Round")),
            ("Stie", Some("Site")),
            ("WhiteElp", Some("WhiteElo")),
            ("TimeContorll", Some("TimeControl")),
            ("time forefit", Some("time forfeit")),
            ("Type", None),
            ("Sound", None),
            ("Timed", None),
            ("Ground", None),
            ("Events", None),
            ("TimeControl2", None),
            ("WhiteEyes", None),
            ("Foo", None),
            ("", None),
        ];
        for (word, expected) in cases {
            assert_eq!(closest(word, WORDS), expected, "{word}");
        }
    }

    #[test]
    fn capitals_alone() {
        assert_eq!(in_other_capitals("EVENT", WORDS), Some("Event"));
        assert_eq!(in_other_capitals("Event", WORDS), None);
        assert_eq!(in_other_capitals("Evnt", WORDS), None);
    }
}
