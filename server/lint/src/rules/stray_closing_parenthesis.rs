use scoresheet_grammar::{Fault, FaultKind};

use super::text_among_tags::is_among_tags;
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A `)` where no variation is open.
    ///
    /// ## What it does
    /// Checks for a `)` that closes no variation: one too many, after the end of the game, or the `(` is missing.
    ///
    /// ## Why is this bad?
    /// If the `(` is missing, the moves of the variation are read as moves of the game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 (1... c5)) 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 (1... c5) 2. Nf3 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the `)`. It is unsafe, because the `(` may be missing instead.
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "stray-closing-parenthesis", group: Correctness, level: Error, fix: Always,
    hooks: [
        Hook::Fault(FaultKind::StrayParenthesis, check),
        Hook::Fault(FaultKind::TextBetweenGames, check_after_game),
    ],
}

/// Whether text outside of games is nothing but parentheses that close a variation.
pub(super) fn is_stray(text: &str) -> bool {
    text.contains(')') && text.chars().all(|letter| letter == ')' || letter.is_whitespace())
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let message = "This ) closes a variation that was never opened";
    let delete = delete(walk.game.text, fault.span());
    let finding = RULE.finding(fault.span(), message);
    findings.push(finding.with_fix(Fix::unsafe_("Delete the parenthesis", vec![delete])));
}

fn check_after_game(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    if is_stray(walk.text(fault.span())) && !is_among_tags(fault, walk) {
        check(fault, walk, findings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_parenthesis_is_marked() {
        check(
            &RULE,
            "
1. e4 ) e5 2. Nf3 *
      ^ This ) closes a variation that was never opened
",
        );
    }

    #[test]
    fn one_after_the_end_of_the_game_is_no_text() {
        check(
            &RULE,
            "
1. e4 e5 * )
           ^ This ) closes a variation that was never opened
",
        );
        check_fix(&RULE, "1. e4 (1. d4) *\n)\n\n1. d4 *\n", "1. e4 (1. d4) *\n\n1. d4 *\n");
        check(&RULE, "1. e4 e5 * (sic)\n");
    }

    #[test]
    fn deleting_it_is_a_guess() {
        check_fix(&RULE, "1. e4 ) e5 *", "1. e4 e5 *");
        check_fix(&RULE, "1. e4 (1. d4)) e5 *", "1. e4 (1. d4) e5 *");
        check_applicability(&RULE, "1. e4 ) e5 *", Applicability::Unsafe);
    }
}
