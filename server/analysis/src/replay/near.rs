//! What a move symbol that cannot be read may have been: a letter of another language, one character too many, two that
//! changed places, a rank that the board does not have.

use super::written::{Written, read_tolerant};
use crate::piece_letters::{self, Language};

/// A symbol longer than this is no mistyped move. Bytes.
const LONGEST: usize = 10;

/// The readings of all symbols that `text` may have been meant as. Empty for a text that resembles no move.
pub(super) fn near_readings(text: &str, languages: &[&'static Language]) -> Vec<Written> {
    if text.len() > LONGEST || !text.is_ascii() {
        return Vec::new();
    }
    let mut readings = Vec::new();
    for language in piece_letters::languages() {
        add(read_tolerant(text, &[language]), &mut readings);
    }
    if readings.is_empty() {
        for other in one_slip_away(text) {
            add(read_tolerant(&other, languages), &mut readings);
        }
    }
    readings
}

fn add(more: Vec<Written>, readings: &mut Vec<Written>) {
    for reading in more {
        if !readings.contains(&reading) {
            readings.push(reading);
        }
    }
}

/// `text` without one of its characters, with two neighbours swapped, with another rank for a digit that is none.
fn one_slip_away(text: &str) -> Vec<String> {
    let mut others = Vec::new();
    for place in 0..text.len() {
        let (before, after) = text.split_at(place);
        others.push(format!("{before}{}", &after[1..]));
        if let Some((one, rest)) = after.split_at_checked(1)
            && let Some((other, rest)) = rest.split_at_checked(1)
        {
            others.push(format!("{before}{other}{one}{rest}"));
        }
        if let Some(rest) = after.strip_prefix(['0', '9']) {
            others.extend((1..=8).map(|rank| format!("{before}{rank}{rest}")));
        }
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_resembles_a_move_is_read_as_it() {
        let cases = [("Nf33", "Nf3"), ("N3f", "Nf3"), ("Qh9", "Qh8"), ("Sf3", "Nf3"), ("Nff", ""), ("hello", "")];
        for (text, meant) in cases {
            let readings = near_readings(text, &[piece_letters::english()]);
            let expected = read_tolerant(meant, &[piece_letters::english()]);
            let has_meant = readings.iter().any(|reading| expected.iter().any(|meant| meant.action == reading.action));
            assert_eq!(has_meant, !meant.is_empty(), "{text}: {readings:?}");
        }
    }
}
