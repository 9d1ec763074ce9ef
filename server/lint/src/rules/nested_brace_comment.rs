use super::stray_closing_brace::{Nested, nested_comment_before};
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::damaged_commands::{DamagedCommand, damaged_commands};
use scoresheet_grammar::FaultKind;
use std::ops::Range;

declare_rule! {
    /// A `{` inside a comment.
    ///
    /// ## What it does
    /// Checks for an opening brace in a comment in braces. Where it leaves a closing brace over, or moves are swallowed,
    /// another rule reports that.
    ///
    /// ## Why is this bad?
    /// Comments do not nest: the first `}` ends the comment. Either the previous comment lost its `}`, or this one ends sooner
    /// than the annotator thinks. tree-sitter-pgn counts the braces and looks for another `}`.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 { best by test { says Fischer } 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 { best by test (says Fischer) } 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the second brace. It is unsafe, because the previous comment may have lost its end instead.
    ///
    /// ## References
    /// PGN standard, section 5: brace comments do not nest.
    name: "nested-brace-comment", group: Suspicious, level: Warning, fix: Always,
    hooks: [Hook::BraceComment(Which::Unusual, check)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    // An unbalanced brace next to it is the actual slip, which another rule reports.
    if !walk.has_trouble() {
        return;
    }
    let ends_here = |nested: Nested| nested.end == range.end;
    let next = walk
        .faults_in(range.end..walk.game.text.len())
        .iter()
        .take(2)
        .find(|fault| fault.kind == FaultKind::StrayBrace);
    if next.and_then(|fault| nested_comment_before(fault, walk)).is_some_and(ends_here) {
        return;
    }
    let inside = &walk.game.text.as_bytes()[range.start + 1..range.end];
    let Some(offset) = memchr::memchr(b'{', inside) else { return };
    let place = range.start + 1 + offset;
    // A brace for the bracket of a command is reported by another rule.
    let is_of_command = |damaged: &DamagedCommand| damaged.range.start == place;
    let inside = range.start + 1..range.end - 1;
    if inside.end > inside.start && damaged_commands(walk.game.text, inside).iter().any(is_of_command) {
        return;
    }
    let message = "This { is inside a comment, but comments do not nest: the next } ends the comment";
    let finding = RULE.finding(place..place + 1, message);
    let fix = Fix::unsafe_("Delete this {", vec![Edit::delete(place..place + 1)]);
    findings.push(finding.with_related(range.start..range.start + 1, "the comment begins here").with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_second_brace_goes() {
        check_fix(&RULE, "1. e4 {{the Najdorf} e5 *", "1. e4 {the Najdorf} e5 *");
    }

    #[test]
    fn the_inner_brace_is_marked() {
        check(
            &RULE,
            "
1. e4 {a {b {c} e5 {d} ; { e
         ^ This { is inside a comment, but comments do not nest: the next } ends the comment
*
",
        );
    }
}
