use scoresheet_grammar::{Fault, FaultKind};

use super::text_among_tags::is_among_tags;
use crate::finding::{Edit, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A percent sign outside the first column.
    ///
    /// ## What it does
    /// Checks for `%` outside comments in any column but the first.
    ///
    /// ## Why is this bad?
    /// Only in the first column does `%` hide the rest of a line. Anywhere else, even after a single space, other programs read
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
    /// The fix moves the sign to the first column, where it hides the rest of the line. It is unsafe: check that this is what
    /// you want.
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

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    if !is_misplaced_escape(fault, walk) {
        return;
    }
    let span = fault.span();
    let start = span.start;
    let message = "A % outside the first column does not begin an escape line";
    let mut finding = RULE.finding(span, message);
    if fault.kind == FaultKind::TextBetweenGames && !is_among_tags(fault, walk) {
        finding.level = Level::Info;
    }
    let before = walk.text(0..start);
    let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
    let is_first = before[..start - indent].is_empty() || before[..start - indent].ends_with(['\n', '\r']);
    findings.push(match is_first {
        true => {
            finding.with_fix(Fix::unsafe_("Move the % to the first column", vec![Edit::delete(start - indent..start)]))
        }
        false => finding,
    });
}

/// Whether a fault is about text that a misplaced `%` was meant to hide. Other rules do not report it then.
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
 ^^^^^^^^ A % outside the first...
[Event \"x\"]

1. e4 % e5 old
      ^ A % outside the first column does not begin an escape line
% escaped
e5 2. Nf3 %x
          ^^ A % outside the...
*
",
        );
    }

    #[test]
    fn the_sign_moves_to_the_first_column() {
        check_fix(&RULE, "1. e4\n \t% e5 old\ne5 *", "1. e4\n% e5 old\ne5 *");
    }
}
