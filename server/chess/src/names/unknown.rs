//! Values of tags that say that something is unknown, in other words than the standard's.

/// What a value means that names nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Unknown, in the standard's way or another.
    Unknown,
    /// Not appropriate: there is no such thing.
    NotAppropriate,
}

/// Words for something unknown, in lower case and without periods and spaces. They are no names anywhere.
const WORDS: [&str; 14] = [
    "unknown",
    "unkown",
    "noname",
    "nn",
    "n/n",
    "n/a",
    "na",
    "anonymous",
    "anonym",
    "anonymus",
    "unbekannt",
    "inconnu",
    "desconocido",
    "sconosciuto",
];

/// The longest value that is compared with the words, with periods and spaces. Bytes.
const LONGEST: usize = 24;

/// What a value of a tag means, if it names nothing. Linear.
///
/// ```
/// use scoresheet_chess::names::{Unknown, unknown};
///
/// assert_eq!(unknown("?, ?"), Some(Unknown::Unknown));
/// assert_eq!(unknown("N.N."), Some(Unknown::Unknown));
/// assert_eq!(unknown("-"), Some(Unknown::NotAppropriate));
/// assert_eq!(unknown("Unknown, Anna"), None);
/// ```
pub fn unknown(value: &str) -> Option<Unknown> {
    let value = value.trim();
    if !value.is_empty() && value.chars().all(|letter| letter == '-') {
        return Some(Unknown::NotAppropriate);
    }
    if value.chars().all(|letter| matches!(letter, '?' | '-' | '.' | ',' | ' ' | '*')) {
        return Some(Unknown::Unknown);
    }
    if value.len() > LONGEST {
        return None;
    }
    // Most values are real names: they are told by their first letter, and nothing is copied.
    let first = value.bytes().find(u8::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase());
    let mut words = WORDS.iter().filter(|word| word.as_bytes().first() == first.as_ref()).peekable();
    words.peek()?;
    let letters = || value.chars().filter(|letter| !matches!(letter, '.' | ',' | ' ' | '(' | ')' | '?'));
    if !words.any(|word| letters().flat_map(char::to_lowercase).eq(word.chars())) {
        return None;
    }
    // `Na` and `Nn` may be names; `NN` and `n/a` are none.
    let is_short = letters().count() <= 3 && letters().any(char::is_lowercase);
    let is_lower = !letters().any(char::is_uppercase);
    (!is_short || is_lower && letters().ne("na".chars())).then_some(Unknown::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_many_names() {
        for value in [
            "",
            "?",
            "??",
            "?, ?",
            "????.??.??",
            "*",
            "NN",
            "N.N.",
            "N. N.",
            "n.n.",
            "N/A",
            "unknown",
            "Unknown ",
            "(unknown)",
        ] {
            assert_eq!(unknown(value), Some(Unknown::Unknown), "{value}");
        }
        for value in ["-", "--"] {
            assert_eq!(unknown(value), Some(Unknown::NotAppropriate), "{value}");
        }
        for value in ["Na", "Na, Li", "Nn, A.", "na", "Unknown Master", "Woittequand, ?.", "Tal", "1"] {
            assert_eq!(unknown(value), None, "{value}");
        }
    }
}
