use scoresheet_grammar::{Fault, FaultKind, TokenKind, token_at};

use crate::explanation::{Candidate, Slip};
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A `}` where no comment is open.
    ///
    /// ## What it does
    /// Checks for a `}` outside comments: the `{` is missing, or comments were nested and the inner one ended the outer one.
    ///
    /// ## Why is this bad?
    /// Comments do not nest: the first `}` ends a comment. What follows is read as moves.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 } e5 2. Nf3 Nc6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix opens a comment before the words that precede the `}`, turns the braces of a nested comment into parentheses, or
    /// deletes the `}`. It is unsafe, because it is a guess.
    ///
    /// ## References
    /// PGN standard, section 5.
    name: "stray-closing-brace", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Fault(FaultKind::StrayBrace, check), Hook::Slip(check_nested)],
}

const DOUBLED: &str = "The braces of this comment are doubled: comments do not nest, so this } ends no comment";
const NESTED: &str = "This } ends no comment: comments do not nest, so the previous } has ended it";

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let brace = fault.span();
    if findings.only_counts(&RULE, &brace) {
        return;
    }
    let words = words_before(fault, walk);
    if let Some(Nested { open, inner, end }) = nested_comment_before(fault, walk) {
        let is_doubled = walk.text(open + 1..inner).trim().is_empty() && words.is_none();
        let (message, fix) = if is_doubled {
            let edits = vec![Edit::delete(inner..inner + 1), delete(walk.game.text, brace.clone())];
            (DOUBLED, Fix::unsafe_("Delete the second braces", edits))
        } else {
            let edits = vec![Edit::replace(inner..inner + 1, "("), Edit::replace(end - 1..end, ")")];
            (NESTED, Fix::unsafe_("Turn the inner braces into parentheses", edits))
        };
        let finding =
            RULE.finding(brace, message).with_related(inner..inner + 1, "this { does not open another comment");
        return findings.push(finding.with_fix(fix));
    }
    let finding = RULE.finding(brace.clone(), "This } closes a comment that was never opened");
    findings.push(match words {
        Some(words) => {
            let edits = vec![Edit::insert(words.span().start, "{")];
            finding.with_fix(Fix::unsafe_("Open the comment before the words", edits))
        }
        None => {
            let delete = delete(walk.game.text, brace);
            finding.with_fix(Fix::unsafe_("Delete the brace", vec![delete]))
        }
    });
}

/// A comment in a comment.
fn check_nested(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::NestedComment {
        return;
    }
    let comment = candidate.edit.range.clone();
    let edits = braces_changed(&text[comment.clone()], &candidate.edit.text, comment.start);
    let Some(inner) = edits.first().map(|edit| edit.range.clone()) else { return };
    let inner_end = edits.last().map_or(comment.start, |edit| edit.range.end);
    if has_more_moves_than_words(text.get(inner_end..comment.end).unwrap_or_default()) {
        return;
    }
    let (message, title) = if edits.iter().all(|edit| edit.text.is_empty()) {
        (DOUBLED, "Delete the second braces")
    } else {
        (NESTED, "Turn the inner braces into parentheses")
    };
    let finding = RULE
        .finding(candidate.range.clone(), message)
        .with_related(inner, "this { does not open another comment")
        .with_related(comment.end - 1..comment.end, "the comment was probably meant to end here");
    findings.push(finding.with_fix(Fix::unsafe_(title, edits)));
}

/// Whether a text is movetext rather than a remark that names moves.
fn has_more_moves_than_words(text: &str) -> bool {
    let kinds = || text.split_whitespace().filter_map(|word| token_at(word, 0)).map(|(kind, _)| kind);
    let count = |wanted| kinds().filter(|kind| *kind == wanted).count();
    count(TokenKind::San) > count(TokenKind::Word)
}

/// The edits that make `new` of `text`, which begins at byte `start` of the game: braces that are deleted or become parentheses.
fn braces_changed(text: &str, new: &str, start: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut new = new.chars().peekable();
    for (at, character) in text.char_indices() {
        let range = start + at..start + at + character.len_utf8();
        match new.next_if(|next| *next == character || matches!((character, next), ('{', '(') | ('}', ')'))) {
            Some(next) if next == character => {}
            Some(next) => edits.push(Edit::replace(range, next.to_string())),
            None => edits.push(Edit::delete(range)),
        }
    }
    edits
}

/// Whether a fault is text before a `}` without a `{`, which this rule reports.
pub(super) fn is_before_brace(fault: &Fault, walk: &Walk) -> bool {
    matches!(fault.kind, FaultKind::UnexpectedText | FaultKind::UnexpectedCharacter)
        && walk.game.text[fault.span().end..].trim_start().starts_with('}')
}

/// A comment that contains another `{`, which a stray `}` was to end.
pub(super) struct Nested {
    /// The byte offset of the `{` that begins the comment.
    open: usize,
    /// That of the last `{` in it.
    inner: usize,
    /// Where the comment ends.
    pub(super) end: usize,
}

/// Returns the comment with `{` in it that ends before a stray `}`, or before the words that the brace follows.
pub(super) fn nested_comment_before(fault: &Fault, walk: &Walk) -> Option<Nested> {
    let start = words_before(fault, walk).map_or(fault.span().start, |words| words.span().start);
    let end = walk.game.text[..start].trim_end().len();
    let inside = walk.game.text[..end].strip_suffix('}')?;
    let from = inside.rfind('}').map_or(0, |brace| brace + 1);
    let (open, inner) = (inside[from..].find('{')?, inside[from..].rfind('{')?);
    (open < inner).then_some(Nested { open: from + open, inner: from + inner, end })
}

/// Returns the words right before a stray `}`.
fn words_before<'game>(fault: &Fault, walk: &Walk<'game>) -> Option<&'game Fault> {
    let brace = fault.span();
    // Nothing is cheaper to see.
    if walk.game.text[..brace.start].ends_with('}') {
        return None;
    }
    walk.fault_before(brace.start)
        .filter(|words| is_before_brace(words, walk) && walk.text(words.span().end..brace.start).trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, warnings};

    #[test]
    fn the_brace_is_marked() {
        check(
            &RULE,
            "
1. e4 } e5 *
      ^ This } closes a comment that was never opened
1. e4 a fine move } e5 *
                  ^ This } closes a comment that was never opened
1. e4 {a {nested} b} e5 *
                   ^ This } ends no comment: comments do not nest, so the previous } has ended it
",
        );
    }

    #[test]
    fn doubled_braces_are_one_finding() {
        for text in
            ["1. e4 {{hm}} e5 *", "1. e4 { {hm} } e5 *", "1. e4 e5 {{a b}}\n2. Nf3 *", "1. e4 ({{a}} 1. d4) e5 *"]
        {
            assert_eq!(warnings(text), ["stray-closing-brace"], "{text}");
        }
    }

    #[test]
    fn the_fix_depends_on_what_is_before() {
        check_fix(&RULE, "1. e4 } e5 *", "1. e4 e5 *");
        check_fix(&RULE, "1. e4 very good } e5 *", "1. e4 {very good } e5 *");
        check_fix(&RULE, "1. e4 {a {nested} b} e5 *", "1. e4 {a (nested) b} e5 *");
        check_fix(&RULE, "1. e4 {a {nested}} e5 *", "1. e4 {a (nested)} e5 *");
        check_fix(&RULE, "1. e4 {{hm}} e5 *", "1. e4 {hm} e5 *");
        check_fix(&RULE, "1. e4 { {hm} } e5 *", "1. e4 { hm } e5 *");
        check_fix(&RULE, "1. e4 {{}} e5 *", "1. e4 {} e5 *");
        check_fix(&RULE, "1. e4 {{{hm}}} e5 2. Nf3 *", "1. e4 {hm} e5 2. Nf3 *");
        check_fix(&RULE, "1. e4 {a {b {c}} d} e5 2. Nf3 *", "1. e4 {a (b (c)) d} e5 2. Nf3 *");
    }
}
