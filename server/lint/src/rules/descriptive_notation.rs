use scoresheet_grammar::{Fault, FaultKind};

use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A game in descriptive notation.
    ///
    /// ## What it does
    /// Checks for games whose first move is in descriptive notation: `1. P-K4`. Their moves are not checked, and neither a fix nor
    /// `scoresheet format` changes them.
    ///
    /// ## Why is this bad?
    /// PGN has moves in algebraic notation only, and no other program reads these.
    ///
    /// ## Example
    /// ```pgn
    /// 1. P-K4 P-K4 2. N-KB3 N-QB3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 8.2.3.
    name: "descriptive-notation", group: Correctness, level: Error, fix: None,
    hooks: [Hook::Fault(FaultKind::DescriptiveNotation, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let text = walk.text(fault.span());
    let message = format!("{text} is in descriptive notation: PGN has moves in algebraic notation only, such as e4");
    findings.push(RULE.finding(fault.span(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Level;
    use crate::testing::all_findings;

    #[test]
    fn it_is_one_finding() {
        for text in ["1. P-K4 P-K4 2. N-KB3 *", "1. P-Q4 N-KB3 2. P-QB4 O-O 3. PxP ch {so} KtxP! *"] {
            let found = all_findings(crate::rules::RULES, text);
            let found = found.iter().filter(|one| one.level >= Level::Warning);
            assert_eq!(found.map(|one| one.rule.name).collect::<Vec<_>>(), [RULE.name], "{text}");
        }
    }
}
