//! Which of a list of words a misspelled one was meant to be.

/// The word of `words` that `word` differs from in capitals only.
pub fn in_other_capitals<'word>(word: &str, words: impl IntoIterator<Item = &'word str>) -> Option<&'word str> {
    words.into_iter().find(|other| other.eq_ignore_ascii_case(word) && *other != word)
}

/// The word of `words` that `word` is a slip or two away from: a letter left out, doubled, changed, or swapped with its
/// neighbour. The shorter the word, the fewer slips. Plurals and numbered words are words of their own. Linear in the number
/// of words.
pub fn closest<'word>(word: &str, words: impl IntoIterator<Item = &'word str>) -> Option<&'word str> {
    let lower = word.to_ascii_lowercase();
    let letters = letters_of(word);
    let may_be_near = |other: &&str| {
        other.len().abs_diff(word.len()) <= MOST_SLIPS
            // A slip takes one letter out of the word and puts another one in at most.
            && (letters ^ letters_of(other)).count_ones() as usize <= 2 * MOST_SLIPS
    };
    let near = words.into_iter().filter(may_be_near).filter_map(|other| {
        let other_lower = other.to_ascii_lowercase();
        let distance = strsim::osa_distance(&lower, &other_lower);
        (distance <= slips_allowed(other) && !is_another_word(&lower, &other_lower)).then_some((distance, other))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, other)| other)
}

/// The name in `names` that somebody who gave `word` was probably thinking of: names are long and far apart, so that more may
/// differ than a slip or two.
pub fn nearest<'name>(word: &str, names: &[&'name str]) -> Option<&'name str> {
    if word.len() > LONGEST_NAME {
        return None;
    }
    let likeness = |name: &str| strsim::jaro_winkler(word, name);
    let best = names.iter().copied().max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(best) >= LEAST_LIKENESS).then_some(best)
}

/// No name has so many bytes, however it is misspelled.
const LONGEST_NAME: usize = 100;

/// Below this two names have no more in common than any two words.
const LEAST_LIKENESS: f64 = 0.8;

const MOST_SLIPS: usize = 2;

/// Which letters a word has, in capitals or not, a bit for each. Other characters share bits with letters.
fn letters_of(word: &str) -> u32 {
    word.chars().fold(0, |letters, character| letters | 1 << (character as u32 & 31))
}

/// Words of so many letters are full of others that differ in one: Site, Date, Time, Mode, Type, Title.
const SHORT: usize = 5;

fn slips_allowed(word: &str) -> usize {
    if word.len() < 10 { 1 } else { MOST_SLIPS }
}

fn is_another_word(word: &str, known: &str) -> bool {
    if word.strip_prefix(known).is_some_and(|rest| rest == "s" || rest.bytes().all(|byte| byte.is_ascii_digit())) {
        return true;
    }
    // In a short word another letter is no slip, nor is one that it does not have.
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
