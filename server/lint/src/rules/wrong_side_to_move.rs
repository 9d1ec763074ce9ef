use crate::explanation::{Candidate, Slip};
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A FEN tag with the wrong side to move.
    ///
    /// ## What it does
    /// Checks, where the first move after a FEN tag is illegal, whether it and the following moves are legal with the other
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
    /// The fix is unsafe: that the game is legal afterwards makes it likely, not certain.
    ///
    /// ## References
    /// PGN standard, section 16.1.3.2.
    name: "wrong-side-to-move", group: Correctness, level: Error, fix: Always, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::WrongSideToMove {
        return;
    }
    let (stated, meant) = if candidate.edit.text == "w" { ("Black", "White") } else { ("White", "Black") };
    let is_field = candidate.edit.text.len() == 1;
    let (stated, meant) = if is_field { (stated, meant) } else { ("no side", "Black") };
    let written = &text[candidate.range.clone()];
    let message = if is_field && candidate.edit.range == candidate.range && !matches!(written, "w" | "b") {
        format!("The side to move is w or b, not {written:?}: the first move is {meant}'s")
    } else {
        format!("The FEN tag has {stated} to move, but the first move is {meant}'s")
    };
    let fix = Fix::unsafe_(format!("Change the side to move to {meant}"), vec![candidate.edit.clone()]);
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
                            ^ The FEN tag has Black to move, but the first move is White's

1. Kd2 Kd4 2. e3+ Ke4 *
"#,
        );
    }
}
