//! Characters that no form may take as they are, and scripts that are written from right to left.

/// Words with more characters may end a line within: half of a column has as many.
const LONGEST_UNBROKEN: usize = 24;

/// After these a line may end in an address.
const ADDRESS_SIGNS: &str = "/.-_?&=:,;+";

/// Text in one line, without control characters and what Unicode reserves for no character.
pub(super) fn one_line(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(|letter| match letter {
        '\t' | '\n' | '\r' => ' ',
        letter if letter.is_control() || is_no_character(letter) => char::REPLACEMENT_CHARACTER,
        letter => letter,
    })
}

/// Text in one line, each character with whether a line may end after it although no space follows: in addresses, and in words as wide as a
/// column, which the programs that set the text do not break, or only where they know the language.
pub(super) fn with_breaks(text: &str) -> impl Iterator<Item = (char, bool)> {
    let letters: Vec<char> = one_line(text).collect();
    let mut breaks = vec![false; letters.len()];
    let mut start = 0;
    for word in letters.split_inclusive(|letter| *letter == ' ').filter(|word| !word.is_empty()) {
        let mut run = 0;
        for (place, pair) in word.windows(2).enumerate().filter(|_| word.len() > LONGEST_UNBROKEN) {
            run += 1;
            let is_after_sign = ADDRESS_SIGNS.contains(pair[0]);
            let is_long = run >= LONGEST_UNBROKEN && pair[0].is_alphanumeric();
            if (is_after_sign || is_long) && pair[1].is_alphanumeric() {
                breaks[start + place] = true;
                run = 0;
            }
        }
        start += word.len();
    }
    letters.into_iter().zip(breaks)
}

/// Whether Unicode reserves this for no character.
pub(super) fn is_no_character(letter: char) -> bool {
    let code = letter as u32;
    code & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&code)
}

/// Isolates text that is written from right to left, so that the moves beside it keep their order.
pub(super) fn isolated(text: String) -> String {
    match text.chars().any(is_right_to_left) {
        true => format!("\u{2068}{text}\u{2069}"),
        false => text,
    }
}

/// Whether a character is of a script that is written from right to left: the blocks of Hebrew to Arabic and what Unicode reserves for others.
fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_long_words_can_be_broken() {
        let broken = |text: &str| -> String {
            with_breaks(text).flat_map(|(letter, breaks)| [Some(letter), breaks.then_some('|')]).flatten().collect()
        };
        for text in ["", "a b", "1.e4 (e.g. 2.d4)", "Donaudampfschifffahrt -", "short.org/a/b"] {
            assert_eq!(broken(text), text);
        }
        assert_eq!(broken("a https://example.org/a/b?c=d e"), "a https://|example.|org/|a/|b?|c=|d e");
        let long = "x".repeat(60);
        assert_eq!(broken(&format!("{long}, y")), format!("{0}|{0}|{1}, y", "x".repeat(24), "x".repeat(12)));
        let accents = "e\u{301}".repeat(40);
        assert!(!broken(&accents).contains("|\u{301}"));
    }
}
