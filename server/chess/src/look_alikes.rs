//! Letters of other scripts that look like the Latin letters of a move, as a Cyrillic keyboard types them.

use shakmaty::Role;

/// A script with letters that look Latin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// As in `е4`.
    Cyrillic,
    /// As in `Κf3`.
    Greek,
}

impl Script {
    /// Returns the English name.
    pub const fn name(self) -> &'static str {
        match self {
            Script::Cyrillic => "Cyrillic",
            Script::Greek => "Greek",
        }
    }
}

/// Returns the Latin letter that a letter of another script looks like, and that script.
pub fn latin(letter: char) -> Option<(char, Script)> {
    let place = |letters: &str| letters.chars().position(|other| other == letter);
    let at = |index: usize, letters: &str| letters.chars().nth(index);
    if let Some(index) = place(CYRILLIC.0) {
        return Some((at(index, CYRILLIC.1)?, Script::Cyrillic));
    }
    Some((at(place(GREEK.0)?, GREEK.1)?, Script::Greek))
}

/// Returns the character of a move that one of another script resembles, letter or digit.
pub fn resembles(character: char) -> Option<char> {
    match character {
        'З' | 'з' => Some('3'),
        'б' => Some('6'),
        _ => latin(character).map(|(latin, _)| latin),
    }
}

/// Returns a move with Latin letters for those that look like them; `None` if it has no such letters.
pub(crate) fn in_latin(text: &str) -> Option<String> {
    if text.is_ascii() || !text.contains(|letter| latin(letter).is_some()) {
        return None;
    }
    Some(text.chars().map(|letter| latin(letter).map_or(letter, |(latin, _)| latin)).collect())
}

/// Returns the piece that a Cyrillic letter means in Russian, which is not the piece of the Latin letter it looks like.
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
