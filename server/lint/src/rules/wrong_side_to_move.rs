use crate::finding::{Finding, Fix};
use crate::root_cause::{Candidate, Slip};
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A FEN tag that gives the move to the other side than the moves do.
    ///
    /// ## What it does
    /// Where the first move of a game from a FEN tag cannot be played, looks whether it and what follows can be with the other
    /// side to move.
    ///
    /// ## Why is this bad?
    /// Other programs stop at the first move.
    ///
    /// ## Example
    /// ```pgn
    /// [FEN "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. Kd2 Kd4 2. e3+ Ke4 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. Kd2 Kd4 2. e3+ Ke4 *
    /// ```
    ///
    /// ## Fix safety
    /// That the game reads afterwards makes the fix likely, not certain, so it is never applied unasked.
    ///
    /// ## References
    /// PGN standard, section 16.1.3.2.
    name: "wrong-side-to-move", group: Correctness, level: Error, fix: Always, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, _: &str, findings: &mut Vec<Finding>) {
    if candidate.slip != Slip::WrongSideToMove {
        return;
    }
    let (stated, meant) = if candidate.edit.text == "w" { ("Black", "White") } else { ("White", "Black") };
    let message = format!("The FEN tag says that {stated} is to move, but the moves begin with {meant}'s");
    let fix = Fix::unsafe_(format!("Give {meant} the move"), vec![candidate.edit.clone()]);
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_field_is_marked() {
        check(
            &RULE,
            r#"
[SetUp "1"]
[FEN "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"]
                            ^ The FEN tag says that Black is to move, but the moves begin with White's

1. Kd2 Kd4 2. e3+ Ke4 *
"#,
        );
    }
}
