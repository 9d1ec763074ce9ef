//! Letters of other scripts that look like the Latin ones of a move: who writes with a Cyrillic keyboard does not see them.

use shakmaty::Role;

/// A script whose letters may be taken for Latin ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// As in `е4`.
    Cyrillic,
    /// As in `Κf3`.
    Greek,
}

impl Script {
    /// Its English name.
    pub const fn name(self) -> &'static str {
        match self {
            Script::Cyrillic => "Cyrillic",
            Script::Greek => "Greek",
        }
    }
}

/// The Latin letter that a letter of another script looks like, and that script.
pub fn latin(letter: char) -> Option<(char, Script)> {
    let place = |letters: &str| letters.chars().position(|other| other == letter);
    let at = |index: usize, letters: &str| letters.chars().nth(index);
    if let Some(index) = place(CYRILLIC.0) {
        return Some((at(index, CYRILLIC.1)?, Script::Cyrillic));
    }
    Some((at(place(GREEK.0)?, GREEK.1)?, Script::Greek))
}

/// A move written with Latin letters instead of those that look like them; nothing where it has none of these.
pub(crate) fn in_latin(text: &str) -> Option<String> {
    if text.is_ascii() || !text.contains(|letter| latin(letter).is_some()) {
        return None;
    }
    Some(text.chars().map(|letter| latin(letter).map_or(letter, |(latin, _)| latin)).collect())
}

/// The piece that a Cyrillic letter which looks like a Latin one stands for in Russian: not the one it looks like.
pub fn russian_piece(letter: char) -> Option<Role> {
    match letter {
        'К' => Some(Role::Knight),
        'С' => Some(Role::Bishop),
        _ => None,
    }
}

const CYRILLIC: (&str, &str) = ("ВКСԚОасеһԁоХх", "BKCQOacehdoXx");
const GREEK: (&str, &str) = ("ΒΚΝΟοχ", "BKNOox");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_letter_has_its_latin_one() {
        for (letters, latin) in [CYRILLIC, GREEK] {
            assert_eq!(letters.chars().count(), latin.len());
            assert!(latin.is_ascii() && letters.chars().all(|letter| !letter.is_ascii()));
        }
    }

    #[test]
    fn moves_are_written_in_latin() {
        assert_eq!(in_latin("Nхе5").as_deref(), Some("Nxe5"));
        assert_eq!(in_latin("О-О").as_deref(), Some("O-O"));
        assert_eq!(in_latin("Nxe5"), None);
        assert_eq!(in_latin("♘f3"), None);
    }
}
