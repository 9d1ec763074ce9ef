//! Text that is nearly a tag pair, for the rules about what is among the tags.

use std::ops::Range;

use scoresheet_chess::tag_docs::describe;
use scoresheet_grammar::ast;

use super::fixes::perhaps_write;
use crate::finding::Fix;
use crate::walk::Walk;

/// The fix that writes a tag pair in place of a line that is nearly one: `<Date "1858.??.??">`, `Date: "1858.??.??"`, `["Event" "E"]`. None if
/// the game has a tag of this name.
pub(super) fn as_tag_pair(range: Range<usize>, walk: &Walk) -> Option<Fix> {
    let (name, value) = near_tag_pair(walk.text(range.clone()))?;
    walk.tag(name)
        .is_none()
        .then(|| perhaps_write(range, format!("[{name} \"{}\"]", ast::escape(&ast::unescape(value)))))
}

/// The known name and the value in a line that is nearly a tag pair.
fn near_tag_pair(text: &str) -> Option<(&'static str, &str)> {
    if text.contains(['\n', '\r']) {
        return None;
    }
    let named = text.trim_start_matches(is_sign);
    let (name, rest) =
        named.split_at(named.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(named.len()));
    let name = describe(name)?.name;
    let is_between =
        |gap: &str| gap.chars().all(|sign| matches!(sign, ' ' | '\t' | ',' | ':' | ';' | '=' | '.' | '-' | ']'));
    // The name may be in quotes, too.
    let is_quoted = text[..text.len() - named.len()].ends_with('"');
    let rest = if is_quoted { rest.strip_prefix('"')? } else { rest };
    if let Some((gap, rest)) = rest.split_once('"') {
        let (value, end) = rest.rsplit_once('"')?;
        return (is_between(gap) && end.chars().all(is_sign)).then_some((name, value));
    }
    // In braces it is rather a comment.
    let value = rest.trim_start().strip_prefix([':', '='])?.trim();
    (!value.is_empty() && !text.starts_with('{')).then_some((name, value))
}

fn is_sign(letter: char) -> bool {
    letter.is_ascii_punctuation() || letter == ' '
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_signs_do_not_count() {
        for text in [
            "<Round \"-\">",
            "(Round \"-\")",
            "{Round \"-\"}",
            "[[Round \"-\"]]",
            "[/Round \"-\"]",
            "Round = \"-\"",
            "Round: -",
            "[\"Round\" \"-\"]",
        ] {
            assert_eq!(near_tag_pair(text), Some(("Round", "-")), "{text}");
        }
        for text in [
            "xxx",
            "Round 3",
            "Round",
            "White wins",
            "see \"Round\"",
            "Unknown \"1\"",
            "Round \"1\" was long",
            "{Round: a long one}",
            "Round \"1\"\nEvent \"E\"",
        ] {
            assert_eq!(near_tag_pair(text), None, "{text}");
        }
    }
}
