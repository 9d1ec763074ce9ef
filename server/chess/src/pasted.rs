//! Text as it is pasted from web pages, word processors and books: with markup, entities, quotes, and characters in another width or type.

use crate::look_alikes::in_ascii_width;
use crate::nag::entity_character;
use crate::results;

/// The longest tag of a web page that is taken for one. Bytes.
const LONGEST_TAG: usize = 60;

/// The longest result in asterisks. Bytes.
const LONGEST_RESULT: usize = 24;

/// The longest name or number of an entity. Bytes.
const LONGEST_ENTITY: usize = 8;

/// Returns what a text says without its markup: without the tags of HTML, quotes, and the signs of Markdown around words; entities and the codes of
/// addresses as the characters that they name; no backslash before a sign; letters, digits and hyphens in ASCII; figurines as letters. Linear in the
/// text.
///
/// ```
/// use scoresheet_chess::pasted::without_markup;
///
/// assert_eq!(without_markup("<b>e4</b>"), "e4");
/// assert_eq!(without_markup("&#9816;f3"), "Nf3");
/// assert_eq!(without_markup("O&ndash;O"), "O-O");
/// ```
pub fn without_markup(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some(length) = tag_length(rest) {
            at += length;
        } else if rest.starts_with('\\') && !rest[1..].starts_with(char::is_alphanumeric) {
            at += 1;
        } else if let Some((character, length)) = entity(rest).or_else(|| code_of_address(rest)) {
            plain.extend(plain_character(character));
            at += length;
        } else {
            plain.extend(plain_character(character));
            at += character.len_utf8();
        }
    }
    plain
}

/// Returns the length of the tag of HTML at the start of a text, in bytes: `<b>`, `</span>`, `<br/>`.
pub fn tag_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('<')?;
    let name = inside.strip_prefix('/').unwrap_or(inside);
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    let end = inside.bytes().take(LONGEST_TAG).position(|byte| matches!(byte, b'>' | b'<' | b'\n' | b'\r'))?;
    inside[end..].starts_with('>').then_some(end + 2)
}

/// Whether a text begins with a result in the asterisks of Markdown, the first of which is no termination marker then: `**1-0**`.
///
/// ```
/// assert!(scoresheet_chess::pasted::is_emphasised_result("**1-0** "));
/// assert!(!scoresheet_chess::pasted::is_emphasised_result("* 1-0"));
/// ```
pub fn is_emphasised_result(text: &str) -> bool {
    if !text.starts_with('*') || !text[1..].starts_with(|next: char| next == '*' || next.is_ascii_digit()) {
        return false;
    }
    let near = &text[..text.floor_char_boundary(LONGEST_RESULT)];
    let word = near.split(char::is_whitespace).next().unwrap_or_default();
    word.ends_with('*') && results::canonical(&without_markup(word)).is_some()
}

/// The character that the entity at the start of a text names, and the length of the entity.
fn entity(text: &str) -> Option<(char, usize)> {
    let name = text.strip_prefix('&')?;
    let end = name.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';')?;
    Some((entity_character(&name[..end])?, end + 2))
}

/// The sign, or white space, that the code at the start of a text means in an address: `%2B`, `%20`. Also the length of the code.
fn code_of_address(text: &str) -> Option<(char, usize)> {
    let digits = text.strip_prefix('%')?.get(..2)?;
    let code = u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
    let character = char::from(code);
    (character.is_ascii_punctuation() || character.is_ascii_whitespace()).then_some((character, 3))
}

/// The white space that begins a text in the writing of another format, as [`white_space`] reads it, and quotes: how long they are.
pub fn carried(text: &str) -> Option<usize> {
    let length = white_space(text);
    if length > 0 {
        return Some(length);
    }
    let quotes = ["\\\"", "\"", "&quot;", "&#34;", "%22"];
    quotes.iter().find(|quote| text.starts_with(**quote)).map(|quote| quote.len())
}

/// Whether a text begins with white space in the writing of another format.
pub fn is_white_space_elsewhere(text: &str) -> bool {
    white_space(text) > 0
}

/// The length of the white space that begins a text in the writing of another format: the escapes of programs, the codes of addresses, and a no-break
/// space in UTF-8 that was read as Latin 1. Linear in it.
fn white_space(text: &str) -> usize {
    let mut length = 0;
    while let Some(found) = WHITE_SPACE.iter().find(|sign| text[length..].starts_with(**sign)) {
        length += found.len();
    }
    length
}

/// White space in other formats.
const WHITE_SPACE: [&str; 14] = [
    "\\r",
    "\\n",
    "\\t",
    "%20",
    "%0A",
    "%0D",
    "%09",
    "\\u0020",
    "\\u00c2",
    "\\u00a0",
    "\\xa0",
    "\u{C2}\u{A0}",
    "\u{C2} ",
    // Where what is after it was trimmed.
    "\u{C2}",
];

/// The plain character; nothing for quotes, marks of emphasis, and what nobody sees.
fn plain_character(character: char) -> Option<char> {
    match character {
        '*' | '_' | '`' | '"' | '\'' | '“' | '”' | '„' | '‟' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '›' => {
            None
        }
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FE0E}' | '\u{FE0F}' | '\u{FEFF}' => None,
        '–' | '—' | '−' | '‐' | '‑' | '‒' => Some('-'),
        '×' => Some('x'),
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        '♙' | '♟' => None,
        // The letters and digits of formulas, in thirteen and five types.
        '\u{1D400}'..='\u{1D6A3}' => of_alphabet(u32::from(character) - 0x1D400),
        '\u{1D7CE}'..='\u{1D7FF}' => char::from_digit((u32::from(character) - 0x1D7CE) % 10, 10),
        space if space.is_whitespace() => Some(' '),
        other => Some(in_ascii_width(other).unwrap_or(other)),
    }
}

/// The letter at a place of alphabets of capitals and small letters, one after the other.
fn of_alphabet(place: u32) -> Option<char> {
    let letter = u8::try_from(place % 52).ok()?;
    Some(char::from(if letter < 26 { b'A' + letter } else { b'a' + letter - 26 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_of_other_formats() {
        for (text, length) in [
            ("\\r\\n2. Nf3", Some(4)),
            ("%20Nc6", Some(3)),
            ("\u{C2}\u{A0}e4", Some(4)),
            ("\\\"Nf3", Some(2)),
            ("&quot;", Some(6)),
            ("\\Nf3", None),
            ("Nf3", None),
        ] {
            assert_eq!(carried(text), length, "{text}");
        }
    }

    #[test]
    fn what_is_said_is_left() {
        for (text, plain) in [
            ("e4", "e4"),
            ("<span class=\"move\">Nf3</span>", "Nf3"),
            ("**1-0**", "1-0"),
            ("“Nf3”", "Nf3"),
            ("&frac12;&#45;½", "½-½"),
            ("&#x265E;c6", "Nc6"),
            ("♟\u{FE0E}e5", "e5"),
            ("Ｎｆ３", "Nf3"),
            ("𝐞𝟒", "e4"),
            ("𝗡𝗳𝟯", "Nf3"),
            ("N\u{AD}f3", "Nf3"),
            ("a<b", "a<b"),
            ("<1>", "<1>"),
            ("&x;", "&x;"),
            ("Nf6%2B", "Nf6+"),
            ("e8%3DQ", "e8=Q"),
            ("%x", "%x"),
            ("1\\/2-1\\/2", "1/2-1/2"),
            ("e5\\ne6", "e5\\ne6"),
        ] {
            assert_eq!(without_markup(text), plain, "{text}");
        }
    }
}
