//! Characters that no form may take as they are, and scripts that are written from right to left.

/// Text in one line, without control characters and what Unicode reserves for no character.
pub(super) fn one_line(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(|letter| match letter {
        '\t' | '\n' | '\r' => ' ',
        letter if letter.is_control() || is_no_character(letter) => char::REPLACEMENT_CHARACTER,
        letter => letter,
    })
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
