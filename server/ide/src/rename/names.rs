//! The forms of names that the standard requires.

use scoresheet_chess::player_names::proper;

/// The words between first and family name that belong to the family name.
const PARTICLES: &[&str] = &[
    "van", "von", "de", "der", "den", "del", "della", "di", "da", "du", "la", "le", "ter", "ten", "zu", "af", "al",
    "el", "bin", "dos",
];

/// Returns the forms that a player's name may have in the standard (section 8.1.1.5), the most likely first, without
/// its current form.
///
/// Empty for what is not a person's name: a name with digits, or an address.
pub(super) fn player_forms(name: &str) -> Vec<String> {
    if name.contains(|letter: char| letter.is_ascii_digit() || matches!(letter, '/' | '@' | '?')) {
        return Vec::new();
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    let mut forms = Vec::new();
    if name.contains(',') {
        forms.push(proper(&words.join(" ")));
    } else if let [_, _, ..] = words[..] {
        forms.push(family_first(&words));
        forms.push(proper(&format!("{}, {}", words[0], words[1..].join(" "))));
    }
    let mut forms: Vec<String> = forms.into_iter().map(|form| capitalised(&form)).collect();
    forms.retain(|form| form != name);
    forms.dedup();
    forms
}

/// Returns the value with single spaces and without spaces at its ends, if it differs.
pub(super) fn plain_forms(value: &str) -> Vec<String> {
    let plain = value.split_whitespace().collect::<Vec<_>>().join(" ");
    (plain != value && !plain.is_empty()).then_some(plain).into_iter().collect()
}

/// Puts the family name first: "Johan van der Wiel" becomes "van der Wiel, Johan".
fn family_first(words: &[&str]) -> String {
    let is_particle = |word: &&&str| PARTICLES.contains(&word.to_lowercase().as_str());
    let before = &words[1..words.len() - 1];
    let particles = before.iter().rev().take_while(is_particle).count();
    let (first, family) = words.split_at(words.len() - 1 - particles);
    proper(&format!("{}, {}", family.join(" "), first.join(" ")))
}

/// Capitalises each word of a name that is in capitals only or has none; returns any other name unchanged.
fn capitalised(name: &str) -> String {
    let has = |fits: fn(char) -> bool| name.contains(fits);
    let is_shouted = name.chars().filter(|letter| letter.is_alphabetic()).count() > 3 && !has(char::is_lowercase);
    if !is_shouted && has(char::is_uppercase) {
        return name.to_owned();
    }
    let mut after_letter = false;
    let mut written = String::with_capacity(name.len());
    for letter in name.chars() {
        match after_letter {
            true => written.extend(letter.to_lowercase()),
            false => written.extend(letter.to_uppercase()),
        }
        after_letter = letter.is_alphabetic();
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_forms() {
        let cases: &[(&str, &[&str])] = &[
            ("Paul Morphy", &["Morphy, Paul", "Paul, Morphy"]),
            ("Johan van der Wiel", &["van der Wiel, Johan", "Johan, van der Wiel"]),
            ("Mikhail N Tal", &["Tal, Mikhail N.", "Mikhail, N. Tal"]),
            ("So,W", &["So, W."]),
            ("MORPHY, PAUL", &["Morphy, Paul"]),
            ("paul morphy", &["Morphy, Paul", "Paul, Morphy"]),
            ("Морфи Пол", &["Пол, Морфи", "Морфи, Пол"]),
            ("Morphy, Paul", &[]),
            ("Stockfish 16", &[]),
            ("Morphy", &[]),
            ("?", &[]),
            ("", &[]),
        ];
        for (name, expected) in cases {
            assert_eq!(player_forms(name), *expected, "{name}");
        }
        assert_eq!(plain_forms(" Opera   box "), ["Opera box"]);
        assert!(plain_forms("Opera box").is_empty());
    }
}
