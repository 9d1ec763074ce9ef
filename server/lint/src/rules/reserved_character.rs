use std::ops::Range;

use scoresheet_grammar::{Fault, FaultKind};

use super::fixes::perhaps_delete;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::pasted::tag_length;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// `<` or `>` among the moves.
    ///
    /// ## What it does
    /// Checks for `<` and `>` in the movetext, outside comments. Most often they are left over from a web page: `<br>`.
    ///
    /// ## Why is this bad?
    /// The standard reserves them for the future. chess.js, kokopu, mliebelt's and kludwig's parsers reject the game; other
    /// programs skip them.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 <br> 2. Nf3 Nc6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the two and the text between them. It is unsafe, because the text may be meant for readers.
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "reserved-character", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Fault(FaultKind::ReservedCharacter, check)],
}

/// In bytes: longer text between `<` and `>` is not markup.
const LONGEST_MARKUP: usize = 60;

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let markup = markup_around(fault.span().start, walk);
    // The signs of a quoted mail are one slip: `>>`, `> >`.
    let quotes = quotes_at_start_of_line(walk.game.text, fault.span().start);
    if quotes.as_ref().is_some_and(|quotes| quotes.start < fault.span().start) {
        return;
    }
    let (span, message) = match markup {
        Some(markup) if markup.start < fault.span().start => return,
        Some(markup) => {
            let message =
                format!("{} is HTML markup, which does not belong in the movetext", walk.text(markup.clone()));
            (markup, message)
        }
        None => {
            let span = quotes.unwrap_or(fault.span());
            let message = format!("{} is reserved by the standard and has no meaning here", walk.text(span.clone()));
            (span, message)
        }
    };
    if is_end_of_pair(walk.game.text, &span) {
        return;
    }
    let finding = RULE.finding(span.clone(), message);
    let Some(end) = end_of_pair(walk.game.text, &span) else {
        return findings.push(finding.with_fix(perhaps_delete(walk, span)));
    };
    let title = format!("Delete {} and {}", walk.text(span.clone()), walk.text(end.clone()));
    let edits = vec![without(walk.game.text, span), without(walk.game.text, end.clone())];
    findings.push(finding.with_related(end, "the end of the markup").with_fix(Fix::unsafe_(title, edits)));
}

/// So many bytes of a line are looked at for the signs of a quoted mail.
const MOST_QUOTES: usize = 64;

/// The `>` and spaces around byte `place`, which is one of them, if a line begins with them; without spaces at the end.
fn quotes_at_start_of_line(text: &str, place: usize) -> Option<Range<usize>> {
    let is_quote = |sign: char| matches!(sign, '>' | ' ');
    let near = text.ceil_char_boundary(place.saturating_sub(MOST_QUOTES));
    let before = near + text[near..place].trim_end_matches(is_quote).len();
    let is_at_start = before == 0 || text[..before].ends_with(['\n', '\r']);
    if !is_at_start || !text[place..].starts_with('>') {
        return None;
    }
    let rest = &text[before..text.floor_char_boundary(before + 2 * MOST_QUOTES)];
    let start = before + (rest.len() - rest.trim_start().len());
    let signs = rest.trim_start();
    let signs = &signs[..signs.len() - signs.trim_start_matches(is_quote).len()];
    Some(start..start + signs.trim_end().len())
}

/// How far an end of markup is looked for. Bytes.
const LONGEST_PAIR: usize = 400;

/// The `</b>` that ends the `<b>` at `start`, if it is not far.
fn end_of_pair(text: &str, start: &Range<usize>) -> Option<Range<usize>> {
    let end = format!("</{}>", name_of(&text[start.clone()]).filter(|_| !text[start.start..].starts_with("</"))?);
    let near = &text[start.end..text.floor_char_boundary(start.end + LONGEST_PAIR)];
    let place = start.end + near.find(&end)?;
    Some(place..place + end.len())
}

/// Whether markup is the end of a pair, which is reported at its beginning.
fn is_end_of_pair(text: &str, end: &Range<usize>) -> bool {
    let Some(name) = name_of(&text[end.clone()]).filter(|_| text[end.start..].starts_with("</")) else { return false };
    let near = text.ceil_char_boundary(end.start.saturating_sub(LONGEST_PAIR));
    // Another end between the two is that of the pair.
    let begins = |(place, _): (usize, &str)| {
        let start = near + place;
        tag_length(&text[start..]).is_some_and(|length| {
            let start = start..start + length;
            name_of(&text[start.clone()]) == Some(name) && end_of_pair(text, &start) == Some(end.clone())
        })
    };
    text[near..end.start].match_indices('<').any(begins)
}

/// The name of an element of HTML, as `b` of `<b>` and `</b>`.
fn name_of(markup: &str) -> Option<&str> {
    let name = markup.trim_start_matches(['<', '/']);
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric())?;
    (end > 0).then_some(&name[..end])
}

/// The edit that deletes markup: a word of its own with the space before it, and no space where it touches a word.
fn without(text: &str, span: Range<usize>) -> Edit {
    let touches = |beside: Option<char>| beside.is_some_and(|beside| !beside.is_whitespace());
    let before = text[..span.start].chars().next_back();
    let after = text[span.end..].chars().next();
    // White space on one side is enough.
    if touches(before) != touches(after) { Edit::delete(span) } else { delete(text, span) }
}

/// Whether a fault is inside `<...>`, which this rule reports.
pub(super) fn is_inside_markup(fault: &Fault, walk: &Walk) -> bool {
    let span = fault.span();
    markup_around(span.start, walk).is_some_and(|markup| markup.start < span.start && span.end < markup.end)
}

/// The `<...>` that byte `offset` is part of, on one line and not too long.
fn markup_around(offset: usize, walk: &Walk) -> Option<Range<usize>> {
    let bytes = walk.game.text.as_bytes();
    let reserved = |offset: usize| {
        let here = walk.faults_in(offset..offset + 1);
        here.iter().any(|fault| fault.kind == FaultKind::ReservedCharacter)
    };
    let earliest = offset.saturating_sub(LONGEST_MARKUP);
    let start = earliest + bytes[earliest..=offset].iter().rposition(|byte| *byte == b'<')?;
    let near = &bytes[start..bytes.len().min(start + LONGEST_MARKUP)];
    let end = start + near.iter().position(|byte| *byte == b'>')? + 1;
    let on_one_line = !bytes[start..end].iter().any(|byte| matches!(byte, b'\n' | b'\r'));
    (offset < end && on_one_line && reserved(start) && reserved(end - 1)).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn markup_is_one_slip() {
        check(
            &RULE,
            "
1. e4 <br> e5 <b>2. Nf3</b> *
      ^^^^ <br> is HTML markup, which does not belong in the movetext
              ^^^
",
        );
        check(
            &RULE,
            "
1. e4 > e5 2. Nf3 < *
      ^ > is reserved by the standard and has no meaning here
                  ^ < is reserved by the standard and has no meaning here
",
        );
    }

    #[test]
    fn the_signs_of_a_quoted_mail_are_one_slip() {
        for signs in [">", ">>", "> >"] {
            let text = format!("1. e4 e5\n{signs} 2. Nf3 Nc6 *");
            assert_eq!(findings(&RULE, &text).len(), 1, "{signs}");
            check_fix(&RULE, &text, "1. e4 e5\n2. Nf3 Nc6 *");
        }
    }

    #[test]
    fn it_goes() {
        check_fix(&RULE, "1. e4 <br> e5 *", "1. e4 e5 *");
        check_fix(&RULE, "1. e4 e5 <b>2. Nf3</b> Nc6 *", "1. e4 e5 2. Nf3 Nc6 *");
        check_fix(&RULE, "<p class=x>1. e4 e5 *</p>", "1. e4 e5 *");
    }
}
