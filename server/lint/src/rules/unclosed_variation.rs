use scoresheet_grammar::{Fault, FaultKind};

use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A variation that is opened with `(` and never closed.
    ///
    /// ## What it does
    /// Checks for a `(` without its `)` before the end of the game. Of several, only the outermost is reported.
    ///
    /// ## Why is this bad?
    /// The moves of the game that follow the variation are read as part of it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 (1. d4 (1. c4 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 (1. d4) (1. c4) *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "unclosed-variation", group: Correctness, level: Error, fix: None,
    hooks: [Hook::Fault(FaultKind::UnclosedVariation, check)],
}

fn check(fault: &Fault, _: &Walk, findings: &mut Findings) {
    let message = "This variation is never closed, so the rest of the game is read as part of it";
    findings.push(RULE.finding(fault.span(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_parenthesis_is_marked() {
        check(
            &RULE,
            "
1. e4 (1. d4 (1. c4) e5 2. Nf3 *
      ^ This variation is never closed, so the rest of the game is read as part of it
",
        );
        check(&RULE, "1. e4 (1. d4 (1. c4)) e5 *");
    }
}
