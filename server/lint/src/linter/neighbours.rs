//! Edits beside other tokens: a fix that replaces tokens puts a space where its text would become one token with a neighbour, and a fix beside
//! text that cannot be read is a guess.

use std::ops::Range;

use scoresheet_grammar::{FaultKind, GameView, token_at};

use crate::finding::{Applicability, Edit, Finding, Fix};

/// The longest distance at which text that cannot be read makes an edit doubtful. Bytes.
const BESIDE: usize = 64;

/// The longest token that an edit is kept apart from. Bytes.
const LONGEST: usize = 64;

/// Keeps the edits of a fix apart from the tokens beside them in `text`.
pub(super) fn keep_apart(text: &str, fix: &mut Fix) {
    for edit in &mut fix.edits {
        // An insertion is meant to be next to what it is next to.
        if edit.range.is_empty() || edit.text.is_empty() {
            continue;
        }
        if edit.text.starts_with(is_of_own_token)
            && let Some(start) = neighbour_before(text, edit.range.start)
            && ends_token(text, start, edit.range.start)
            && !ends_token(&format!("{}{}", &text[start..edit.range.start], edit.text), 0, edit.range.start - start)
        {
            edit.text.insert(0, ' ');
        }
        if edit.text.ends_with(is_of_own_token) && is_glued_after(text, edit) {
            edit.text.push(' ');
        }
    }
}

/// Makes those fixes unsafe that change something right beside text that cannot be read, without a letter between: both may be one garbled
/// word, as in `1/2,1/2`. So are all where a merge left a conflict: what is around it may be of two versions. Takes logarithmic time for each edit.
pub(super) fn doubt_fixes_beside_unreadable(game: GameView, findings: &mut [Finding]) {
    let is_safe = |fix: &Fix| fix.applicability == Applicability::Safe;
    // A broken text has a fault at each of its characters.
    if !findings.iter().flat_map(|finding| &finding.fixes).any(is_safe) {
        return;
    }
    if game.tree.faults().iter().any(|fault| fault.kind == FaultKind::MergeConflict) {
        let fixes = findings.iter_mut().flat_map(|finding| &mut finding.fixes);
        return fixes.for_each(|fix| fix.applicability = Applicability::Unsafe);
    }
    let is_unreadable = |kind: FaultKind| {
        use FaultKind::{StrayBrace, StrayParenthesis, UnexpectedCharacter, UnexpectedText};
        matches!(kind, StrayBrace | StrayParenthesis | UnexpectedCharacter | UnexpectedText)
    };
    let faults = game.tree.faults().iter().filter(|fault| is_unreadable(fault.kind));
    let mut unreadable: Vec<Range<usize>> = faults.map(|fault| fault.span()).collect();
    if unreadable.is_empty() {
        return;
    }
    unreadable.sort_by_key(|range| (range.start, range.end));
    let is_near = |gap: Range<usize>| {
        gap.len() <= BESIDE && game.text.get(gap).is_some_and(|gap| !gap.contains(char::is_alphabetic))
    };
    let is_doubtful = |edit: &Edit, found: &Range<usize>| {
        let place = unreadable.partition_point(|range| range.start < edit.range.end);
        let before = place.checked_sub(1).map(|place| &unreadable[place]);
        let is_of_fault = |range: &&Range<usize>| range.start < found.end && found.start < range.end;
        before
            .filter(|range| !is_of_fault(range))
            .is_some_and(|range| is_near(range.end..edit.range.start.max(range.end)))
            || unreadable
                .get(place)
                .filter(|range| !is_of_fault(range))
                .is_some_and(|range| is_near(edit.range.end..range.start))
    };
    for finding in findings {
        for fix in finding.fixes.iter_mut().filter(|fix| fix.applicability == Applicability::Safe) {
            // What cannot be seen is no part of a word.
            let is_seen = |text: &str| !text.chars().all(|letter| letter.is_whitespace() || letter.is_control());
            let changes = |edit: &&Edit| is_seen(&edit.text) || is_seen(&game.text[edit.range.clone()]);
            if fix.edits.iter().filter(changes).any(|edit| is_doubtful(edit, &finding.range)) {
                fix.applicability = Applicability::Unsafe;
            }
        }
    }
}

/// Makes the fixes unsafe that replace one of two words without a space between them, such as `0-0` in `0-07`: both may be one garbled word.
/// A move right after its number is not. Nor is text safe that parts a letter and a hyphen: `N--c6`.
pub(super) fn doubt_fixes_of_parts_of_words(game: GameView, findings: &mut [Finding]) {
    let beside = |place: usize| {
        let (before, after) = game.text.split_at_checked(place)?;
        Some((before.chars().next_back()?, after.chars().next()?))
    };
    let at = |place: usize| beside(place).filter(|(before, after)| before.is_alphanumeric() && after.is_alphanumeric());
    let parts_word = |edit: &Edit| {
        edit.range.is_empty()
            && edit.text.contains(char::is_alphanumeric)
            && beside(edit.range.start).is_some_and(|(before, after)| before.is_alphanumeric() && after == '-')
    };
    let is_part = |edit: &Edit| {
        let is_after_number = |(before, after): &(char, char)| before.is_ascii_digit() && after.is_alphabetic();
        !edit.range.is_empty()
            && !edit.text.is_empty()
            && (at(edit.range.start).is_some_and(|seam| !is_after_number(&seam)) || at(edit.range.end).is_some())
    };
    for fix in findings.iter_mut().flat_map(|finding| &mut finding.fixes) {
        if fix.applicability == Applicability::Safe && fix.edits.iter().any(|edit| is_part(edit) || parts_word(edit)) {
            fix.applicability = Applicability::Unsafe;
        }
    }
}

/// The beginning of the symbols right before byte `end`.
fn neighbour_before(text: &str, end: usize) -> Option<usize> {
    let symbols = text[..end].char_indices().rev().take_while(|(_, character)| is_symbol(*character));
    symbols.take(LONGEST).last().map(|(start, _)| start)
}

/// Whether a character may be in a token with its neighbours.
fn is_symbol(character: char) -> bool {
    character.is_alphanumeric() || "+#=-:/.!?$*_".contains(character)
}

/// Whether a token of its own begins or ends with this character, and no part of a token beside it is meant.
fn is_of_own_token(character: char) -> bool {
    character.is_alphanumeric() || character == '*'
}

/// Whether a token ends at byte `end` of `text` if one begins at `start`.
fn ends_token(text: &str, start: usize, end: usize) -> bool {
    let mut at = start;
    while at < end {
        let Some((_, range)) = token_at(text, at) else { return false };
        at = range.end;
    }
    at == end
}

/// Whether the text of an edit becomes one token with what follows, where what it replaces did not.
fn is_glued_after(text: &str, edit: &Edit) -> bool {
    let rest = &text[edit.range.end..];
    if !rest.starts_with(|next: char| next.is_alphanumeric() || next == '*')
        || !ends_token(text, edit.range.start, edit.range.end)
    {
        return false;
    }
    let near = &rest[..rest.floor_char_boundary(LONGEST)];
    !ends_token(&format!("{}{near}", edit.text), 0, edit.text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_tokens_stay_two() {
        for (text, edit, expected) in [
            ("1. e4 e5*", Edit::replace(8..9, "1-0"), " 1-0"),
            ("1. e4 e5 *", Edit::replace(9..10, "1-0"), "1-0"),
            ("aa10. d4", Edit::replace(0..2, "{aa}"), "{aa}"),
            ("1. e4 bd5e6", Edit::replace(8..9, "6"), "6"),
            ("{a}e4", Edit::replace(3..5, "d4"), "d4"),
            ("1. e4 (good} e5", Edit::replace(6..7, "{"), "{"),
            ("1. e4 e5 2. Nf3*Nc6", Edit::replace(15..16, "1-0"), " 1-0"),
            ("1. e4 e5 2, Nf3", Edit::replace(10..11, "."), "."),
        ] {
            let mut fix = Fix::unsafe_("Write", vec![edit]);
            keep_apart(text, &mut fix);
            assert_eq!(fix.edits[0].text, expected, "{text}");
        }
    }
}
