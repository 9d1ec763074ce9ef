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

/// Returns the character of a move that one of another script, with an accent, or above or below the line resembles: a letter or digit.
pub fn resembles(character: char) -> Option<char> {
    match character {
        'З' | 'з' => Some('3'),
        'б' => Some('6'),
        '¹' => Some('1'),
        '²' => Some('2'),
        '³' => Some('3'),
        '⁴'..='⁸' => char::from_u32(u32::from('4') + u32::from(character) - u32::from('⁴')),
        '₁'..='₈' => char::from_u32(u32::from('1') + u32::from(character) - u32::from('₁')),
        _ => latin(character).map(|(latin, _)| latin).or_else(|| without_accent(character)),
    }
}

/// Returns the digit for which a scanner reads this letter, or the digit itself.
pub fn digit_of(letter: char) -> Option<char> {
    match letter {
        '0'..='9' => Some(letter),
        'O' | 'o' | 'Q' => Some('0'),
        'l' | 'I' | '|' | 'i' => Some('1'),
        'Z' | 'z' => Some('2'),
        'S' | 's' => Some('5'),
        'b' | 'G' => Some('6'),
        'B' => Some('8'),
        'g' => Some('9'),
        _ => None,
    }
}

/// Returns the ASCII character of one in the full width of East Asian scripts: `Ｎ`.
pub fn in_ascii_width(character: char) -> Option<char> {
    ('！'..='～').contains(&character).then(|| char::from_u32(u32::from(character) - FULL_WIDTH)).flatten()
}

/// Returns the Latin letter of a move that is on the same key as a Cyrillic or Greek one, as a Russian or Greek keyboard types it: `у` or `ε`
/// for `e`.
pub fn on_same_key(letter: char) -> Option<char> {
    [RUSSIAN_KEYS, GREEK_KEYS].iter().find_map(|(letters, keys)| {
        let place = letters.chars().position(|other| other == letter)?;
        keys.chars().nth(place)
    })
}

fn without_accent(letter: char) -> Option<char> {
    ACCENTS.iter().find(|(_, accented)| accented.contains(letter)).map(|(latin, _)| *latin)
}

/// How far the characters in full width are from those of ASCII.
const FULL_WIDTH: u32 = '！' as u32 - '!' as u32;

/// Letters of moves with accents, and ligatures that scanners see in them.
const ACCENTS: [(char, &str); 12] = [
    ('a', "àáâãäåāăą"),
    ('b', "ḃḅ"),
    ('c', "çćĉċč"),
    ('d', "ďđḋḍ"),
    ('e', "èéêëēĕėęě"),
    ('f', "ƒḟſﬀﬁﬂﬃﬄ"),
    ('g', "ĝğġģǵ"),
    ('h', "ĥħḥ"),
    ('N', "ÑŃŅŇ"),
    ('R', "ŔŖŘ"),
    ('K', "ĶḰ"),
    ('O', "ÒÓÔÕÖØ"),
];

/// The keys of a Russian keyboard with the letters of a move on them, and those of an English one.
const RUSSIAN_KEYS: (&str, &str) = ("фисвуапрТИКЙЛЩчщ", "abcdefghNBRQKOxo");

/// The same of a Greek keyboard, on which Q is no letter.
const GREEK_KEYS: (&str, &str) = ("αβψδεφγηΝΒΡΚΟχο", "abcdefghNBRKOxo");

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
    fn characters_are_those_of_moves() {
        for (characters, of, moves) in [
            ("éçÑ³⁴⁸₁₈", resembles as fn(char) -> Option<char>, "ecN34818"),
            ("Ｎｆ３＝", in_ascii_width, "Nf3="),
            ("ТауΝφψ", on_same_key, "NfeNfc"),
        ] {
            assert_eq!(characters.chars().filter_map(of).collect::<String>(), moves);
        }
        assert_eq!([resembles('n'), in_ascii_width('N'), in_ascii_width('、'), on_same_key('N')], [None; 4]);
        for (letters, keys) in [RUSSIAN_KEYS, GREEK_KEYS] {
            assert_eq!(letters.chars().count(), keys.len());
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
