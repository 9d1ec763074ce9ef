//! Possible meanings of an unreadable move symbol: a letter of another language, one character too many, two swapped
//! characters, a rank or file that the board lacks, castling in words.

use super::written::{Written, names_target, read_tolerant};
use crate::piece_letters::{self, Language};

/// The length in bytes of the longest symbol that counts as a mistyped move.
const LONGEST: usize = 10;

/// Returns the possible meanings of `text`: its `readings`, if it has any, or else the readings of all symbols that it
/// resembles. Empty if it resembles no move.
pub(super) fn possible_readings(text: &str, readings: &[Written], languages: &[&'static Language]) -> Vec<Written> {
    let mut possible = readings.to_vec();
    if !possible.is_empty() || text.len() > LONGEST || !text.is_ascii() {
        return possible;
    }
    if names_target(text) {
        let all: Vec<&Language> = piece_letters::languages().iter().collect();
        possible = read_tolerant(text, &all);
    }
    if possible.is_empty() {
        for_each_one_slip_away(text, |other| add(read_tolerant(other, languages), &mut possible));
    }
    possible
}

fn add(more: Vec<Written>, readings: &mut Vec<Written>) {
    for reading in more {
        if !readings.contains(&reading) {
            readings.push(reading);
        }
    }
}

/// Hands over `text` without one of its characters, with two neighbours swapped, and with other ranks for a digit that is
/// not a rank.
fn for_each_one_slip_away(text: &str, mut hand_over: impl FnMut(&str)) {
    if text.to_ascii_lowercase().starts_with("castle") || is_overlong_castling(text) {
        hand_over("O-O");
        hand_over("O-O-O");
    }
    let mut whole = String::with_capacity(text.len());
    let mut join = |parts: [&str; 4]| {
        whole.clear();
        whole.extend(parts);
        hand_over(&whole);
    };
    for place in 0..text.len() {
        let (before, after) = text.split_at(place);
        join([before, &after[1..], "", ""]);
        if let Some((one, rest)) = after.split_at_checked(1)
            && let Some((other, rest)) = rest.split_at_checked(1)
        {
            join([before, other, one, rest]);
        }
        if let Some(rest) = after.strip_prefix(['i', 'j']) {
            join([before, "h", rest, ""]);
        }
        if let Some(rest) = after.strip_prefix(['0', '9']) {
            ["1", "2", "3", "4", "5", "6", "7", "8"].into_iter().for_each(|rank| join([before, rank, rest, ""]));
        }
    }
}

/// Whether `text` is castling with a character too many: `0-0-0-0`.
fn is_overlong_castling(text: &str) -> bool {
    let signs = text.split('-').filter(|sign| matches!(*sign, "O" | "o" | "0"));
    signs.count() > 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_resembles_a_move_is_read_as_it() {
        let cases = [
            ("Nf33", "Nf3"),
            ("N3f", "Nf3"),
            ("Qh9", "Qh8"),
            ("Sf3", "Nf3"),
            ("Nff", ""),
            ("hello", ""),
            ("j3", "h3"),
            ("3h", "h3"),
            ("castles", "O-O"),
            ("0-0-0-0", "O-O-O"),
            ("N e5", "e5"),
        ];
        for (text, meant) in cases {
            let readings = possible_readings(text, &[], &[piece_letters::english()]);
            let expected = read_tolerant(meant, &[piece_letters::english()]);
            let has_meant = readings.iter().any(|reading| expected.iter().any(|meant| meant.action == reading.action));
            assert_eq!(has_meant, !meant.is_empty(), "{text}: {readings:?}");
        }
    }
}
