//! The piece letters of other languages (section 17) and figurines, for reading and repair.

use shakmaty::Role;

/// A language and its piece letters.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// The English name of the language.
    pub name: &'static str,
    /// Pawn, knight, bishop, rook, queen, king.
    pub letters: [char; 6],
}

/// Returns the standard's table: English first, then by name.
pub const fn languages() -> &'static [Language] {
    LANGUAGES
}

/// Returns the language of a locale such as `de-AT` or `pt_BR.UTF-8`; `None` if the table lacks it.
pub fn of_locale(locale: &str) -> Option<&'static Language> {
    let language = locale.split(['-', '_', '.', '@']).next()?.to_ascii_lowercase();
    let (_, name) = LOCALES.iter().find(|(code, _)| *code == language)?;
    LANGUAGES.iter().find(|language| language.name == *name)
}

/// The codes of the languages (ISO 639-1).
const LOCALES: &[(&str, &str)] = &[
    ("cs", "Czech"),
    ("da", "Danish"),
    ("de", "German"),
    ("en", "English"),
    ("es", "Spanish"),
    ("et", "Estonian"),
    ("fi", "Finnish"),
    ("fr", "French"),
    ("hu", "Hungarian"),
    ("is", "Icelandic"),
    ("it", "Italian"),
    ("nb", "Norwegian"),
    ("nl", "Dutch"),
    ("nn", "Norwegian"),
    ("no", "Norwegian"),
    ("pl", "Polish"),
    ("pt", "Portuguese"),
    ("ro", "Romanian"),
    ("sv", "Swedish"),
];

/// Returns the letters of SAN (section 8.2.3.2).
pub const fn english() -> &'static Language {
    &LANGUAGES[0]
}

/// Returns the English name of a piece: "knight".
pub const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

impl Language {
    /// Returns the piece of a letter in this language. The letter must be upper case, as in the table.
    pub fn role(&self, letter: char) -> Option<Role> {
        let index = self.letters.iter().position(|other| *other == letter)?;
        ROLES.get(index).copied()
    }

    /// Returns the letter of a piece in this language.
    pub const fn letter(&self, role: Role) -> char {
        self.letters[role as usize - Role::Pawn as usize]
    }

    /// Returns the letters as bits: bit 0 for A, bit 25 for Z.
    pub const fn mask(&self) -> u32 {
        let mut mask = 0;
        let mut index = 0;
        while index < self.letters.len() {
            mask |= letter_bit(self.letters[index]);
            index += 1;
        }
        mask
    }
}

/// Returns the bit of an upper-case letter in a mask of letters; 0 for any other character.
pub const fn letter_bit(letter: char) -> u32 {
    if letter.is_ascii_uppercase() { 1 << (letter as u32 - 'A' as u32) } else { 0 }
}

/// Returns the languages whose letters include all of `mask` (see [`letter_bit`]), English first, then by name.
///
/// Some languages share their letters: Danish, German, Norwegian and Swedish; Italian and Spanish. Callers leave the O
/// of castling out of the mask: it is a bishop in Estonian and a pawn in Dutch.
pub fn candidates(mask: u32) -> Vec<&'static Language> {
    LANGUAGES.iter().filter(|language| mask & !language.mask() == 0).collect()
}

/// Returns the piece at the start of `text` if it is a figurine of either colour, and its length in bytes including a
/// variation selector.
pub fn figurine(text: &str) -> Option<(Role, usize)> {
    let mut letters = text.chars();
    let piece = letters.next()?;
    let role = match piece {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    };
    let selector = letters.next().filter(|letter| matches!(letter, '\u{FE0E}' | '\u{FE0F}'));
    Some((role, piece.len_utf8() + selector.map_or(0, char::len_utf8)))
}

const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

const fn language(name: &'static str, letters: [char; 6]) -> Language {
    Language { name, letters }
}

const LANGUAGES: &[Language] = &[
    language("English", ['P', 'N', 'B', 'R', 'Q', 'K']),
    language("Czech", ['P', 'J', 'S', 'V', 'D', 'K']),
    language("Danish", ['B', 'S', 'L', 'T', 'D', 'K']),
    language("Dutch", ['O', 'P', 'L', 'T', 'D', 'K']),
    language("Estonian", ['P', 'R', 'O', 'V', 'L', 'K']),
    language("Finnish", ['P', 'R', 'L', 'T', 'D', 'K']),
    language("French", ['P', 'C', 'F', 'T', 'D', 'R']),
    language("German", ['B', 'S', 'L', 'T', 'D', 'K']),
    language("Hungarian", ['G', 'H', 'F', 'B', 'V', 'K']),
    language("Icelandic", ['P', 'R', 'B', 'H', 'D', 'K']),
    language("Italian", ['P', 'C', 'A', 'T', 'D', 'R']),
    language("Norwegian", ['B', 'S', 'L', 'T', 'D', 'K']),
    language("Polish", ['P', 'S', 'G', 'W', 'H', 'K']),
    language("Portuguese", ['P', 'C', 'B', 'T', 'D', 'R']),
    language("Romanian", ['P', 'C', 'N', 'T', 'D', 'R']),
    language("Spanish", ['P', 'C', 'A', 'T', 'D', 'R']),
    language("Swedish", ['B', 'S', 'L', 'T', 'D', 'K']),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_have_a_language() {
        let name = |locale| of_locale(locale).map(|language| language.name);
        assert_eq!(
            [name("de-AT"), name("pt_BR.UTF-8"), name("NB")],
            [Some("German"), Some("Portuguese"), Some("Norwegian")]
        );
        assert_eq!([name("ja"), name(""), name("c.utf-8")], [None; 3]);
        assert!(LANGUAGES.iter().all(|language| LOCALES.iter().any(|(code, _)| of_locale(code) == Some(language))));
    }

    #[test]
    fn letters_name_their_languages() {
        let cases = [
            ("", 17, "English"),
            ("NBRQK", 1, "English"),
            ("N", 2, "English"),
            ("STD", 4, "Danish"),
            ("LTDK", 6, "Danish"),
            ("CFTDR", 1, "French"),
            ("CATDR", 2, "Italian"),
            ("JSVDK", 1, "Czech"),
            ("SGWHK", 1, "Polish"),
        ];
        for (letters, count, first) in cases {
            let mask = letters.chars().map(letter_bit).fold(0, |mask, bit| mask | bit);
            let found = candidates(mask);
            assert_eq!((found.len(), found[0].name), (count, first), "{letters}");
        }
        assert!(candidates(letter_bit('X')).is_empty());
    }

    #[test]
    fn a_letter_is_a_piece_of_its_language() {
        let role = |name: &str, letter| languages().iter().find(|one| one.name == name).unwrap().role(letter);
        assert_eq!(role("German", 'S'), Some(Role::Knight));
        assert_eq!(role("German", 'B'), Some(Role::Pawn));
        assert_eq!(role("French", 'R'), Some(Role::King));
        assert_eq!(role("Spanish", 'A'), Some(Role::Bishop));
        assert_eq!(role("English", 'S'), None);
        assert_eq!(role("English", 'n'), None);
    }

    #[test]
    fn figurines_of_both_colours_are_pieces() {
        assert_eq!(figurine("♘f3"), Some((Role::Knight, 3)));
        assert_eq!(figurine("♞\u{FE0E}f6"), Some((Role::Knight, 6)));
        assert_eq!(figurine("♟\u{FE0F}"), Some((Role::Pawn, 6)));
        assert_eq!(figurine("♔"), Some((Role::King, 3)));
        assert_eq!(figurine("Nf3"), None);
        assert_eq!(figurine(""), None);
    }
}
