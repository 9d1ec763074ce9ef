//! Edits beside other tokens: a fix that replaces tokens puts a space where its text would become one token with a neighbour.

use scoresheet_grammar::token_at;

use crate::finding::{Edit, Fix};

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
