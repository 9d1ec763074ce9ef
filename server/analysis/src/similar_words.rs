//! Which of a list of words a misspelled one was meant to be.

/// The word of `words` that `word` differs from in capitals only.
pub fn in_other_capitals<'word>(word: &str, words: impl IntoIterator<Item = &'word str>) -> Option<&'word str> {
    words.into_iter().find(|other| other.eq_ignore_ascii_case(word) && *other != word)
}

/// The word of `words` that `word` is a slip or two away from: a letter left out, doubled, changed, or swapped with its
/// neighbour. The shorter the word, the fewer slips; in the shortest ones a changed letter makes another word. Linear in
/// the number of words.
pub fn closest<'word>(word: &str, words: impl IntoIterator<Item = &'word str>) -> Option<&'word str> {
    let lower = word.to_ascii_lowercase();
    let near = words.into_iter().filter(|other| other.len().abs_diff(word.len()) <= MOST_SLIPS).filter_map(|other| {
        let distance = strsim::osa_distance(&lower, &other.to_ascii_lowercase());
        let is_another_short_word = other.len() <= SHORT && is_one_letter_changed(&lower, other);
        (distance <= slips_allowed(other) && !is_another_short_word).then_some((distance, other))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, other)| other)
}

const MOST_SLIPS: usize = 2;

/// Words of so many letters are full of others that differ in one: Site, Date, Time, Mode, Type, Title.
const SHORT: usize = 5;

fn slips_allowed(word: &str) -> usize {
    if word.len() < 10 { 1 } else { MOST_SLIPS }
}

fn is_one_letter_changed(lower: &str, other: &str) -> bool {
    let differing = lower.bytes().zip(other.bytes()).filter(|(one, other)| !one.eq_ignore_ascii_case(other)).count();
    lower.len() == other.len() && differing == 1
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
