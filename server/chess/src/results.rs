//! The results of a game (sections 8.1.1.7 and 8.2.6) in the spellings of real files.

use std::ops::Range;

use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position};

use crate::replay::has_legal_move;

/// The four results as the standard writes them.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Returns the result that `text` means in the standard's spelling: `1-0` for `1–0`, `1/2-1/2` for `½-½`, `1/2` and
/// `0.5-0.5`. `None` if it is ambiguous.
pub fn canonical(text: &str) -> Option<&'static str> {
    if let Some(result) = RESULTS.into_iter().find(|result| *result == text) {
        return Some(result);
    }
    let plain: String = text.chars().filter(|character| !character.is_whitespace()).map(plain_character).collect();
    let plain = plain.replace('½', "1/2");
    match plain.as_str() {
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "1/2" | "0.5-0.5" | "0,5-0,5" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}

/// Whether `text` has a letter in place of a digit: `1-O`.
pub fn has_letters(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// Whether a termination marker at `range` of a text runs into what may be one garbled word with it: `1/20-0-0`, `1-0'`, `1/2-1/2>e5`. Half-open byte
/// offsets.
pub fn is_part_of_word(text: &str, range: &Range<usize>) -> bool {
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let is_odd = |beside: char| !beside.is_whitespace() && !"{}();[]\"!?*$%".contains(beside);
    &text[range.clone()] != "*"
        && (before.ends_with(char::is_alphanumeric) || after.trim_start_matches('.').starts_with(is_odd))
}

/// Returns the result of a game that `winner` won.
pub const fn won_by(winner: Color) -> &'static str {
    match winner {
        Color::White => "1-0",
        Color::Black => "0-1",
    }
}

/// Returns the result that a position decides: mate, stalemate, or the end under the rules of a variant.
pub fn on_board(position: &VariantPosition, in_check: bool) -> Option<&'static str> {
    match position {
        VariantPosition::Chess(_) if has_legal_move(position, in_check) => None,
        VariantPosition::Chess(chess) if in_check => Some(won_by(!chess.turn())),
        VariantPosition::Chess(_) => Some("1/2-1/2"),
        other => other.outcome().winner().map(won_by),
    }
}

/// Replaces dashes and letters that look like the intended character.
fn plain_character(character: char) -> char {
    match character {
        '–' | '—' | '−' | '‐' | '‑' | ':' => '-',
        'O' | 'o' | 'О' | 'о' => '0',
        'l' | 'I' => '1',
        '⁄' => '/',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_mean_one_of_four() {
        let cases = [
            ("1-0", Some("1-0")),
            ("1–0", Some("1-0")),
            ("0 - 1", Some("0-1")),
            ("O-1", Some("0-1")),
            ("½-½", Some("1/2-1/2")),
            ("½", Some("1/2-1/2")),
            ("1/2", Some("1/2-1/2")),
            ("1:0", Some("1-0")),
            ("1-O", Some("1-0")),
            ("l-0", Some("1-0")),
            ("I-0", Some("1-0")),
            ("0-l", Some("0-1")),
            ("О-1", Some("0-1")),
            ("1/2 - 1/2", Some("1/2-1/2")),
            ("1/2–1/2", Some("1/2-1/2")),
            ("0.5-0.5", Some("1/2-1/2")),
            ("*", Some("*")),
            ("?", None),
            ("", None),
            ("1", None),
            ("White", None),
        ];
        for (text, expected) in cases {
            assert_eq!(canonical(text), expected, "{text:?}");
        }
    }
}
