use scoresheet_grammar::{Fault, FaultKind};

use crate::finding::{Edit, Finding, Fix};
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
    hooks: [Hook::Fault(FaultKind::StrayBrace, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Vec<Finding>) {
    let brace = fault.span();
    let words = walk
        .fault_before(brace.start)
        .filter(|words| is_before_brace(words, walk) && walk.text(words.span().end..brace.start).trim().is_empty());
    let start = words.map_or(brace.start, |words| words.span().start);
    if let Some((inner, end)) = nested_comment_before(walk, start) {
        let message = "This } ends no comment: comments do not nest, so the previous } has ended it";
        let edits = vec![Edit::replace(inner..inner + 1, "("), Edit::replace(end - 1..end, ")")];
        let finding = RULE
            .finding(brace, message)
            .with_related(inner..inner + 1, "this { does not open another comment")
            .with_fix(Fix::unsafe_("Turn the inner braces into parentheses", edits));
        return findings.push(finding);
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

/// Whether a fault is text before a `}` without a `{`, which this rule reports.
pub(super) fn is_before_brace(fault: &Fault, walk: &Walk) -> bool {
    matches!(fault.kind, FaultKind::UnexpectedText | FaultKind::UnexpectedCharacter)
        && walk.game.text[fault.span().end..].trim_start().starts_with('}')
}

/// Where the inner `{` is, and the end of the comment, if right before byte `offset` a comment ends that has a `{` inside.
fn nested_comment_before(walk: &Walk, offset: usize) -> Option<(usize, usize)> {
    let end = walk.game.text[..offset].trim_end().len();
    let inside = walk.game.text[..end].strip_suffix('}')?;
    let from = inside.rfind('}').map_or(0, |brace| brace + 1);
    let (open, inner) = (inside[from..].find('{')?, inside[from..].rfind('{')?);
    (open < inner).then_some((from + inner, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

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
    fn the_fix_depends_on_what_is_before() {
        check_fix(&RULE, "1. e4 } e5 *", "1. e4 e5 *");
        check_fix(&RULE, "1. e4 very good } e5 *", "1. e4 {very good } e5 *");
        check_fix(&RULE, "1. e4 {a {nested} b} e5 *", "1. e4 {a (nested) b} e5 *");
        check_fix(&RULE, "1. e4 {a {nested}} e5 *", "1. e4 {a (nested)} e5 *");
    }
}
