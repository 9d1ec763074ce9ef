use crate::finding::{Finding, Fix};
use crate::root_cause::{Candidate, Slip};
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A variation that stands one move before or behind its place.
    ///
    /// ## What it does
    /// Where a variation does not fit from its first move on, looks whether it fits before the move it stands behind, or behind
    /// the next move.
    ///
    /// ## Why is this bad?
    /// A variation replaces the move before it. In another place its moves are illegal.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 (2. f4 exf4 3. Nf3 g5) 3. Bb5 a6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 g5) 2... Nc6 3. Bb5 a6 *
    /// ```
    ///
    /// ## Fix safety
    /// That the game reads afterwards makes the fix likely, not certain, so it is never applied unasked.
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "misplaced-variation", group: Correctness, level: Error, fix: Always, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, _: &str, findings: &mut Vec<Finding>) {
    if candidate.slip != Slip::MisplacedVariation {
        return;
    }
    let (place, title) = if candidate.edit.range.start < candidate.range.start {
        ("before the move that it stands behind", "Put it before that move")
    } else {
        ("behind the next move", "Put it behind the next move")
    };
    let message = format!("This variation belongs {place}");
    let fix = Fix::unsafe_(title, vec![candidate.edit.clone()]);
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn its_beginning_is_marked() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 Nc6 (2. f4 exf4 3. Nf3 g5) 3. Bb5 a6 *
                    ^ This variation belongs before the move that it stands behind
",
        );
        check_fix(
            &RULE,
            "1. e4 e5 (2. f4 exf4 3. Nf3 g5) 2. Nf3 Nc6 3. Bb5 a6 *",
            "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 g5) Nc6 3. Bb5 a6 *",
        );
    }
}
