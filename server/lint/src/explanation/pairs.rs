//! Slips that are one: at both ends of a comment or variation, and in all numbers of a game.

use std::ops::Range;

use scoresheet_grammar::{TokenKind, token_at};

use super::slip::{Candidate, Slip};

/// Joins slips at both ends of a comment or variation of a game: the first of the two gets the edit of the second. `slips` are in text order
/// and apart from each other. Linear in the text for each pair.
pub(super) fn pair_up(text: &str, slips: &mut [Candidate]) {
    if slips.len() < 2 {
        return;
    }
    let (repaired, places) = with_edits(text, slips);
    for first in 0..slips.len() {
        let Some(last) = last_of(slips[first].slip) else { continue };
        let Some(second) = (first + 1..slips.len()).find(|second| slips[*second].slip == last) else { continue };
        let begin = delimiter(&repaired, &places[first], ['(', '{']);
        let end = delimiter(&repaired, &places[second], [')', '}']);
        if let (Some(begin), Some(end)) = (begin, end)
            && !slips[second].is_reported_before
            && end_of(&repaired, begin) == Some(end)
        {
            slips[first].rest = vec![slips[second].edit.clone()];
            slips[second].is_reported_before = true;
        }
    }
}

/// Joins move numbers that are written alike in a way that is none of PGN: in Roman numerals, or with the same sign for the period. The first gets the
/// edits of the others.
pub(super) fn join_numbers(text: &str, slips: &mut [Candidate]) {
    let style =
        |slip: &Candidate| (slip.slip == Slip::GarbledNumber).then(|| style(&text[slip.range.clone()])).flatten();
    let Some(first) = slips.iter().position(|slip| style(slip).is_some()) else { return };
    let wanted = style(&slips[first]);
    let mut rest = Vec::new();
    for slip in slips[first + 1..].iter_mut().filter(|slip| style(slip) == wanted) {
        slip.is_reported_before = true;
        rest.push(slip.edit.clone());
    }
    slips[first].rest = rest;
}

/// What is odd about a written number: the signs before and after its digits, `I` for a Roman numeral and `t` for an ordinal.
fn style(written: &str) -> Option<(Option<char>, Option<char>)> {
    let written = written.trim_end();
    // `l` is rather a garbled 1.
    let is_roman = written.bytes().all(|letter| b"IVXLCivxc".contains(&letter));
    let is_ordinal = ["st", "nd", "rd", "th"].iter().any(|end| written.ends_with(end));
    let sign = |sign: &char| !sign.is_alphanumeric();
    let before = written.chars().next().filter(sign);
    let after = if is_roman {
        Some('I')
    } else if is_ordinal {
        Some('t')
    } else {
        written.chars().next_back().filter(sign)
    };
    before.or(after).map(|_| (before, after))
}

/// What is at the end where this is at the beginning, so that both are one slip.
fn last_of(first: Slip) -> Option<Slip> {
    match first {
        Slip::MistypedBeginOfComment => Some(Slip::MistypedEndOfComment),
        Slip::MistypedBeginOfVariation => Some(Slip::MistypedEndOfVariation),
        Slip::MissingBeginOfComment => Some(Slip::MissingEndOfComment),
        Slip::MissingBeginOfVariation => Some(Slip::MissingEndOfVariation),
        _ => None,
    }
}

/// The text with the edits of all slips, and where each of them is in it.
fn with_edits(text: &str, slips: &[Candidate]) -> (String, Vec<Range<usize>>) {
    let (mut repaired, mut places, mut done) = (String::with_capacity(text.len()), Vec::new(), 0);
    for Candidate { edit, .. } in slips {
        repaired.push_str(&text[done..edit.range.start]);
        let start = repaired.len();
        repaired.push_str(&edit.text);
        places.push(start..repaired.len());
        done = edit.range.end;
    }
    repaired.push_str(&text[done..]);
    (repaired, places)
}

/// The place of a delimiter in a range.
fn delimiter(text: &str, range: &Range<usize>, delimiters: [char; 2]) -> Option<usize> {
    text[range.clone()].find(delimiters).map(|place| range.start + place)
}

/// Where the comment or variation ends that begins at byte `begin`.
fn end_of(text: &str, begin: usize) -> Option<usize> {
    let (mut at, mut depth) = (begin, 0_usize);
    loop {
        let (kind, range) = token_at(text, at)?;
        match kind {
            TokenKind::VariationOpen => depth += 1,
            TokenKind::VariationClose => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(range.end - 1);
        }
        at = range.end;
    }
}
