//! The words of names without letter case, accents and punctuation.

use super::player::strip_rating;

/// The number of words of a name that are compared. Longer names are no names of persons.
pub(super) const MOST_WORDS: usize = 8;

/// How letters with two dots or a stroke are written without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marked {
    /// By the letter: ü is u.
    ByLetter,
    /// By two letters: ü is ue.
    ByTwo,
}

/// The words of a name in lower case, without accents, apostrophes and periods. Linear.
pub(super) fn words(text: &str, marked: Marked) -> Vec<String> {
    let words = text.split(|character: char| character.is_whitespace() || matches!(character, '.' | ',' | '-' | '_'));
    words
        .flat_map(with_initial)
        .map(|word| letters(word, marked))
        .filter(|word| !word.is_empty())
        .take(MOST_WORDS)
        .collect()
}

/// A word, or the two that a first name and an initial are without a space between them: `IgorV`.
fn with_initial(word: &str) -> impl Iterator<Item = &str> {
    let mut last = word.char_indices().rev();
    let at = match (last.next(), last.next()) {
        (Some((at, initial)), Some((_, before))) if initial.is_uppercase() && before.is_lowercase() => at,
        _ => word.len(),
    };
    [&word[..at], &word[at..]].into_iter()
}

/// The letters of a word in lower case, without accents and apostrophes.
fn letters(word: &str, marked: Marked) -> String {
    let mut plain = String::new();
    for character in word.chars().flat_map(char::to_lowercase).filter(|letter| !is_apostrophe(*letter)) {
        let spelt = if marked == Marked::ByTwo { by_two(character) } else { None };
        match spelt.or_else(|| without_accent(character)) {
            Some(letters) => plain += letters,
            // An accent on its own.
            None if ('\u{300}'..='\u{36F}').contains(&character) => {}
            None => plain.push(character),
        }
    }
    plain
}

/// A hash of 18 bits of the letters of a name in any order, without a and e: the same for all spellings of a name that differ in letter case, accents (ü is u or
/// ue), punctuation or the order of words. Linear.
pub fn hash_of_letters(name: &str) -> u32 {
    let sum = strip_rating(name.trim()).chars().fold(0, |sum: u64, letter| {
        sum.wrapping_add(OF_ASCII.get(letter as usize).copied().unwrap_or_else(|| hash_of_marked(letter)))
    });
    (sum >> 40) as u32 & ((1 << 18) - 1)
}

/// A word in which `ae`, `oe` and `ue` between consonants are one letter, as in `Mueller` and `Muller`.
pub(super) fn with_single_vowels(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let is_consonant = |at: Option<usize>| {
        at.and_then(|at| letters.get(at)).is_some_and(|letter| letter.is_alphabetic() && !"aeiouy".contains(*letter))
    };
    let is_second = |at: usize| {
        letters[at] == 'e'
            && at > 0
            && matches!(letters[at - 1], 'a' | 'o' | 'u')
            && is_consonant(Some(at + 1))
            && (at == 1 || is_consonant(at.checked_sub(2)))
    };
    (0..letters.len()).filter(|at| !is_second(*at)).map(|at| letters[at]).collect()
}

fn hash_of_marked(letter: char) -> u64 {
    let hash = |letter: char| match without_accent(letter) {
        Some(letters) => letters.chars().map(hash_of_letter).fold(0, u64::wrapping_add),
        None => hash_of_letter(letter),
    };
    letter.to_lowercase().map(hash).fold(0, u64::wrapping_add)
}

/// The hash of a small letter or a digit; 0 of signs, and of the letters that ä, ö, ü and å may have beside them. Sums of them say which letters there are.
fn hash_of_letter(letter: char) -> u64 {
    match OF_ASCII.get(letter as usize) {
        Some(hash) => *hash,
        None if letter.is_alphanumeric() => spread(letter as u64),
        None => 0,
    }
}

/// The hashes of ASCII characters: most names have no others.
const OF_ASCII: [u64; 128] = {
    let mut hashes = [0; 128];
    let mut code: u8 = 0;
    while code < 128 {
        if code.is_ascii_alphanumeric() && !matches!(code, b'a' | b'e' | b'A' | b'E') {
            hashes[code as usize] = spread(code.to_ascii_lowercase() as u64);
        }
        code += 1;
    }
    hashes
};

const fn spread(number: u64) -> u64 {
    let product = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (product ^ product >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’' | '`' | '´' | 'ʹ')
}

fn by_two(letter: char) -> Option<&'static str> {
    match letter {
        'ä' | 'æ' => Some("ae"),
        'ö' | 'ø' | 'œ' => Some("oe"),
        'ü' => Some("ue"),
        'å' => Some("aa"),
        _ => None,
    }
}

/// The letters that replace a small Latin letter with an accent.
fn without_accent(letter: char) -> Option<&'static str> {
    const LETTERS: [(&str, &str); 20] = [
        ("a", "àáâãäåāăąǎạæ"),
        ("c", "çćĉċč"),
        ("d", "ďđð"),
        ("e", "èéêëēĕėęěẽ"),
        ("g", "ĝğġģ"),
        ("h", "ĥħ"),
        ("i", "ìíîïĩīĭįı"),
        ("j", "ĵ"),
        ("k", "ķ"),
        ("l", "ĺļľŀł"),
        ("n", "ñńņňŋ"),
        ("o", "òóôõöøōŏőơœ"),
        ("r", "ŕŗř"),
        ("s", "śŝşšș"),
        ("t", "ţťŧț"),
        ("u", "ùúûüũūŭůűųư"),
        ("w", "ŵ"),
        ("y", "ýÿŷ"),
        ("z", "źżž"),
        ("ss", "ß"),
    ];
    match letter {
        letter if letter.is_ascii() => None,
        'þ' => Some("th"),
        _ => LETTERS.iter().find(|(_, accented)| accented.contains(letter)).map(|(plain, _)| *plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_have_the_same_letters() {
        let spellings = [
            "Hübner, Robert",
            "Robert Hubner",
            "HUEBNER, Robert (2600)",
            "Hu\u{308}bner,Robert",
            "robert-huebner (GER)",
            "Rob'ert Hübner",
        ];
        for spelling in spellings {
            assert_eq!(hash_of_letters(spelling), hash_of_letters(spellings[0]), "{spelling}");
        }
        for other in ["Hübner, Rober", "Hübner, Norbert", "Hübner, Robert 2", "Каспаров, Гарри", "Hübnner, Robert"]
        {
            assert_ne!(hash_of_letters(other), hash_of_letters(spellings[0]), "{other}");
        }
    }
}
