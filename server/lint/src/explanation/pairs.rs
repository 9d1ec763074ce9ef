//! Slips that are one: at both ends of a comment or variation, in all numbers of a game, and wherever another format shows.

use std::ops::Range;

use scoresheet_grammar::{TokenKind, token_at};

use super::slip::{Candidate, Slip};
use crate::finding::Edit;

/// The most moves between the place where a `)` belongs and the place where it is.
const MOST_MOVES_BETWEEN: usize = 6;

/// The most tokens between them.
const MOST_TOKENS_OF_VARIATION: usize = 300;

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

/// Joins a missing `)` with the next surplus one: the writer put it too far on. Linear in the text and in the tokens between the two.
pub(super) fn join_shifted_ends(text: &str, slips: &mut Vec<Candidate>) {
    let is_missing = |slip: &Candidate| {
        slip.slip == Slip::MissingEndOfVariation && slip.edit.range.is_empty() && slip.rest.is_empty()
    };
    if !slips.iter().any(is_missing) {
        return;
    }
    let mut depths = depths(text, slips);
    let mut first = 0;
    while first < slips.len() {
        let (slip, start) = (&slips[first], slips[first].edit.range.start);
        let close = is_missing(slip).then(|| next_end(text, start)).flatten();
        let next = slips.get(first + 1);
        let is_next = |close: &Range<usize>| next.is_none_or(|next| next.edit.range.start >= close.start);
        if let Some(close) = close.filter(is_next) {
            let is_typed = next.is_some_and(|next| next.edit.range == close);
            let is_doubled = next.is_some_and(|next| next.slip == Slip::DoubledEndOfVariation);
            if is_typed && is_doubled || !is_typed && depths[first] == 1 {
                let edit = Edit::delete(close.clone());
                if !is_typed {
                    slips.insert(first + 1, Candidate::new(edit.clone(), close, Slip::DoubledEndOfVariation));
                    depths.insert(first + 1, 0);
                }
                slips[first].rest = vec![edit];
                slips[first + 1].is_reported_before = true;
            }
        }
        first += 1;
    }
}

/// How many variations are open before each slip, where all slips are undone.
fn depths(text: &str, slips: &[Candidate]) -> Vec<usize> {
    let (repaired, places) = with_edits(text, slips);
    let (mut depths, mut depth, mut at) = (Vec::with_capacity(places.len()), 0_usize, 0);
    for place in places {
        while at < place.start
            && let Some((kind, range)) = token_at(&repaired, at)
        {
            match kind {
                TokenKind::VariationOpen => depth += 1,
                TokenKind::VariationClose => depth = depth.saturating_sub(1),
                _ => {}
            }
            at = range.end;
        }
        depths.push(depth);
    }
    depths
}

/// The `)` that closes the variation around byte `at`, if only a few moves or one variation come before it.
fn next_end(text: &str, at: usize) -> Option<Range<usize>> {
    let (mut place, mut depth, mut moves, mut variations) = (at, 0_usize, 0, 0);
    for _ in 0..MOST_TOKENS_OF_VARIATION {
        let (kind, range) = token_at(text, place)?;
        match kind {
            TokenKind::VariationOpen => depth += 1,
            TokenKind::VariationClose if depth == 0 => return Some(range),
            TokenKind::VariationClose => {
                depth -= 1;
                variations += usize::from(depth == 0);
            }
            TokenKind::San if depth == 0 => moves += 1,
            _ => {}
        }
        if moves > MOST_MOVES_BETWEEN || variations > 1 || variations > 0 && moves > 0 {
            return None;
        }
        place = range.end;
    }
    None
}

/// Joins move numbers that are written alike in a way that is none of PGN: in Roman numerals, or with the same sign for the period. The first gets the
/// edits of the others.
pub(super) fn join_numbers(text: &str, slips: &mut [Candidate]) {
    let style =
        |slip: &Candidate| (slip.slip == Slip::GarbledNumber).then(|| style(&text[slip.range.clone()])).flatten();
    if let Some(first) = slips.iter().position(|slip| style(slip).is_some()) {
        join_to(first, slips, style);
    }
}

/// Joins what the format has left that carried the game, if it begins with the same sign, as `\n` and `\t` do.
pub(super) fn join_carried(text: &str, slips: &mut [Candidate]) {
    let sign = |slip: &Candidate| text[slip.range.clone()].chars().next().filter(|_| slip.slip == Slip::Carried);
    for first in 0..slips.len() {
        if sign(&slips[first]).is_some() && !slips[first].is_reported_before {
            join_to(first, slips, sign);
            let written = &text[slips[first].range.clone()];
            let end = text.trim_end();
            // The last one may be after the result.
            let last = end.len() - written.len().min(end.len());
            let is_alone = slips[first].rest.is_empty() && slips[first].edit.range.end <= last;
            if is_alone && written.ends_with('"') && end.ends_with(written) {
                slips[first].rest = vec![Edit::delete(last..end.len())];
            }
        }
    }
}

/// Joins the slips after one to it that are alike.
fn join_to<Kind: PartialEq>(first: usize, slips: &mut [Candidate], kind: impl Fn(&Candidate) -> Kind) {
    let wanted = kind(&slips[first]);
    let mut rest = Vec::new();
    for slip in slips[first + 1..].iter_mut().filter(|slip| kind(slip) == wanted) {
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
