use scoresheet_grammar::{Fault, FaultKind};

use crate::finding::{Edit, Finding, Fix, Level};
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A percent sign that begins no escape line.
    ///
    /// ## What it does
    /// Reports `%` where it does not stand in the first column of a line, outside of comments.
    ///
    /// ## Why is this bad?
    /// Only in the first column does `%` hide the rest of a line. Anywhere else, even behind a single blank, other programs read
    /// the line as part of the game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4
    ///   % best by test
    /// 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4
    /// {best by test}
    /// 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix moves the sign to the first column, where it hides all that stands behind it: look first whether it should.
    ///
    /// ## References
    /// PGN standard, section 6.
    name: "escape-not-in-first-column", group: Correctness, level: Error, fix: Sometimes,
    hooks: [
        Hook::Fault(FaultKind::UnexpectedText, check),
        Hook::Fault(FaultKind::UnexpectedCharacter, check),
        Hook::Fault(FaultKind::TextBetweenGames, check),
    ],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Vec<Finding>) {
    if !is_misplaced_escape(fault, walk) {
        return;
    }
    let span = fault.span();
    let start = span.start;
    let message = "This is no escape line: only a % in the first column begins one";
    let mut finding = RULE.finding(span, message);
    if fault.kind == FaultKind::TextBetweenGames {
        finding.level = Level::Info;
    }
    let before = walk.text(0..start);
    let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
    let is_first = before[..start - indent].is_empty() || before[..start - indent].ends_with(['\n', '\r']);
    findings.push(match is_first {
        true => finding.with_fix(Fix::unsafe_("Make it an escape line", vec![Edit::delete(start - indent..start)])),
        false => finding,
    });
}

/// Whether a fault is about text that was to be hidden by `%`. Other rules then leave it alone.
pub(super) fn is_misplaced_escape(fault: &Fault, walk: &Walk) -> bool {
    walk.text(fault.span()).starts_with('%')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_sign_and_its_words_are_marked() {
        check(
            &RULE,
            "
 % before
 ^^^^^^^^ This is no escape line...
[Event \"x\"]

1. e4 % e5 old
      ^ This is no escape line: only a % in the first column begins one
% escaped
e5 2. Nf3 %x
          ^^ This is...
*
",
        );
    }

    #[test]
    fn the_sign_moves_to_the_first_column() {
        check_fix(&RULE, "1. e4\n \t% e5 old\ne5 *", "1. e4\n% e5 old\ne5 *");
    }
}
