use std::ops::Range;

use scoresheet_grammar::{Fault, FaultKind};

use super::dressed_tag::dress_of;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A tag pair without its closing bracket.
    ///
    /// ## What it does
    /// Checks for tag pairs without the `]` after their value.
    ///
    /// ## Why is this bad?
    /// Other programs read the next lines as part of the tag pair, or drop the game.
    ///
    /// ## Example
    /// ```pgn
    /// [White "Anderssen, Adolf"
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [White "Anderssen, Adolf"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: the bracket belongs directly after the value.
    ///
    /// ## References
    /// PGN standard, section 8.1.
    name: "unclosed-tag", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Fault(FaultKind::UnclosedTag, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    // Where the value is broken as well, the rule that reports it inserts the bracket.
    let is_value_broken = walk.tag_at(span.start).is_some_and(|tag| {
        walk.faults_in(tag.range.clone()).iter().any(|other| {
            matches!(other.kind, FaultKind::MissingTagValue | FaultKind::UnquotedTagValue | FaultKind::UnopenedTagValue)
        })
    });
    if is_value_broken || walk.tag_at(span.start).is_some_and(|tag| dress_of(tag, walk).is_some()) {
        return;
    }
    if let Some(other) = other_bracket(walk, span.end) {
        let message = format!("A tag pair must end with ], not {}", walk.text(other.clone()));
        let replace = Edit::replace(other.clone(), "]");
        let finding = RULE.finding(other, message);
        return findings.push(finding.with_fix(Fix::safe("Write ]", vec![replace])));
    }
    let insert = Edit::insert(span.end, "]");
    let finding = RULE.finding(span, "The ] is missing after this tag pair");
    findings.push(finding.with_fix(Fix::safe("Insert ]", vec![insert])));
}

/// Another closing bracket that ends the line in which a value ends at byte `end`.
fn other_bracket(walk: &Walk, end: usize) -> Option<Range<usize>> {
    let rest = walk.game.text[end..].trim_start_matches([' ', '\t']);
    let after = rest.strip_prefix([')', '}', '>'])?.trim_start_matches([' ', '\t']);
    let start = walk.game.text.len() - rest.len();
    (after.is_empty() || after.starts_with(['\n', '\r'])).then_some(start..start + 1)
}

/// Whether the tag pair whose broken value ends at byte `end` lacks its `]`.
pub(super) fn is_unclosed_at(walk: &Walk, end: usize) -> bool {
    let at_end = walk.faults_in(end.saturating_sub(1)..end);
    at_end.iter().any(|fault| fault.kind == FaultKind::UnclosedTag)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_end_of_the_pair_is_marked() {
        check(
            &RULE,
            r#"
[Event "E"
         ^ The ] is missing after this tag pair
[Site "S"]

1. e4 *
"#,
        );
    }

    #[test]
    fn another_bracket_is_replaced() {
        check(
            &RULE,
            r#"
[Event "E")
          ^ A tag pair must end with ], not )
[Site "S"]

1. e4 *
"#,
        );
        for bracket in [")", "}", ">", " )"] {
            let broken = format!("[Event \"E\"{bracket}\n[Site \"S\"]\n\n1. e4 *");
            let fixed = format!("[Event \"E\"{}]\n[Site \"S\"]\n\n1. e4 *", &bracket[..bracket.len() - 1]);
            check_fix(&RULE, &broken, &fixed);
        }
    }

    #[test]
    fn the_bracket_is_certain() {
        check_fix(&RULE, "[Event \"E\"\n[Site \"S\"]\n\n1. e4 *", "[Event \"E\"]\n[Site \"S\"]\n\n1. e4 *");
        check_applicability(&RULE, "[Event \"E\"\n[Site \"S\"]\n\n1. e4 *", Applicability::Safe);
    }
}
