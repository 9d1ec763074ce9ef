//! Numeric annotation glyphs: their meaning (section 10) and their signs in print.

mod glyphs;
mod table;

pub use glyphs::{entity_character, from_entity, from_glyph, is_space};
use scoresheet_grammar::{TokenKind, ast};
use std::ops::Range;

/// Returns the number of a token that annotates a move; `None` for a sign without a meaning, and for another token. `white_moved` decides the
/// side of a sign that names none, as in [`from_glyph`].
pub fn of_token(kind: TokenKind, text: &str, white_moved: bool) -> Option<u16> {
    match kind {
        TokenKind::Nag => u16::try_from(ast::nag_number(text)).ok(),
        TokenKind::Entity => from_entity(text, white_moved).map(u16::from),
        TokenKind::Suffix | TokenKind::Glyph => from_glyph(text, white_moved).map(u16::from),
        _ => None,
    }
}

/// Whether an entity is neither a sign that annotates a move nor a space.
pub fn is_unknown_entity(entity: &str) -> bool {
    !is_space(entity) && from_entity(entity, true).is_none()
}

/// Whether a sign at `range` of a game runs into what belongs to neither a move nor a comment: a character (`=--`, `<=e4`), a number (`4+/- e5`) or the
/// period of one (`2 N. Nf3`), or whether `+-` joins two words, as a check mark and a dash might (`Bd7+-Qd7`). Then it may be a part of
/// another word. Half-open byte offsets.
pub fn is_part_of_word(game: &str, range: &Range<usize>) -> bool {
    let (before, after) = (&game[..range.start], &game[range.end..]);
    let is_odd = |beside: char, usual: &str| {
        !beside.is_alphanumeric()
            && !beside.is_whitespace()
            && !"(){};$!?*&".contains(beside)
            && !usual.contains(beside)
    };
    // In `-+=` the plus is no check mark.
    let without_marks = before.trim_end_matches(['+', '#']);
    let is_after_sign = without_marks.len() < before.len()
        && !without_marks.ends_with(|last: char| last.is_alphanumeric() || last == ')');
    let word = &before[before.trim_end_matches(char::is_alphanumeric).len()..];
    let is_after_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_between_words = || {
        matches!(&game[range.clone()], "+-" | "+–" | "+—")
            && !word.is_empty()
            && after.starts_with(|next: char| next.is_alphanumeric())
    };
    is_after_number
        || is_after_sign
        || is_between_words()
        || before.ends_with(|last| is_odd(last, ".…+#"))
        || after.starts_with(|next| is_odd(next, if after.starts_with("...") { "." } else { "…" }))
}

/// Returns the meaning of `$n` in words; `None` if neither the standard nor common programs define the number.
///
/// The standard misprints 94 to 97, the placing of the rooks, as 84 to 87.
pub fn meaning(n: u16) -> Option<&'static str> {
    row(n).map(|(_, _, meaning)| *meaning)
}

/// Returns the printed sign of `$n`, if one is in use.
pub fn glyph(n: u16) -> Option<&'static str> {
    row(n).map(|(_, glyph, _)| *glyph).filter(|glyph| !glyph.is_empty())
}

/// Returns every number with a meaning, ascending.
pub fn known() -> impl Iterator<Item = u16> {
    table::TABLE.iter().map(|(n, _, _)| *n)
}

/// Returns the NAG of one of the six suffixes of a move (section 8.2.3.8).
pub fn from_suffix(suffix: &str) -> Option<u8> {
    match suffix {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}

fn row(n: u16) -> Option<&'static (u16, &'static str, &'static str)> {
    let index = table::TABLE.binary_search_by_key(&n, |(number, _, _)| *number).ok()?;
    table::TABLE.get(index)
}

/// Whether a NAG marks a move as a mistake: `?`, `??` and `?!`.
pub const fn is_mistake(nag: u16) -> bool {
    matches!(nag, 2 | 4 | 6)
}

/// Whether two NAGs cannot both be true.
pub fn are_contradictory(one: u32, other: u32) -> bool {
    let is_about_move = |number| matches!(number, 1..=4);
    if is_about_move(one) && is_about_move(other) {
        return one % 2 != other % 2;
    }
    match (advantage(one), advantage(other)) {
        (Some(one), Some(other)) => one * other < 0 || (one * other == 0 && (one - other).abs() > 1),
        _ => false,
    }
}

/// White's advantage according to a NAG, from 0 (drawish) to 4 (crushing); negative for Black's.
fn advantage(number: u32) -> Option<i32> {
    match number {
        10 | 11 => Some(0),
        14..=21 => {
            let degree = (number as i32 - 12) / 2;
            Some(if number.is_multiple_of(2) { degree } else { -degree })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_meaning_and_glyph() {
        let cases = [
            (1, "a good move", Some("!")),
            (14, "White is slightly better", Some("⩲")),
            (17, "Black is clearly better", Some("∓")),
            (20, "White has a crushing advantage: Black could resign", Some("+−−")),
            (23, "Black is in zugzwang", Some("⨀")),
            (84, "White's pawn structure is very strong", None),
            (94, "White's rooks are badly placed", None),
            (97, "Black's rooks are well placed", None),
            (139, "Black is in severe time trouble", Some("⊕")),
            (146, "a novelty", Some("N")),
            (241, "the centre", Some("⊞")),
        ];
        for (n, expected, sign) in cases {
            assert_eq!((meaning(n), glyph(n)), (Some(expected), sign), "${n}");
        }
        for n in [155, 200, 256, 999] {
            assert_eq!((meaning(n), glyph(n)), (None, None), "${n}");
        }
    }

    #[test]
    fn the_standards_numbers_are_complete_and_all_are_in_order() {
        let numbers: Vec<u16> = known().collect();
        assert!(numbers.is_sorted_by(|a, b| a < b));
        assert_eq!(numbers[..140], (0..140).collect::<Vec<u16>>());
        assert!(numbers.iter().all(|n| *n < 256));
    }

    #[test]
    fn suffixes_are_the_first_six() {
        for n in 1..=6u8 {
            assert_eq!(glyph(n.into()).and_then(from_suffix), Some(n));
        }
        assert_eq!(from_suffix("!!!"), None);
    }
}
