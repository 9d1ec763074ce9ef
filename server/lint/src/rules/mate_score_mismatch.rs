use super::fixes::perhaps_write;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::epd::opcodes::{FIRST_MATE, MATE};

declare_rule! {
    /// An evaluation and a mate distance that contradict each other.
    ///
    /// ## What it does
    /// Checks `ce` against `dm`: a mate in N moves is an evaluation of 32767 less 2N - 1. Without `dm` it checks that the side
    /// to move mates in an odd number of plies and is mated in an even number.
    ///
    /// ## Why is this bad?
    /// One of the two is wrong, or was counted in another unit.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - ce 32758; dm 3;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - ce 32762; dm 3;
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: which of the two is right is a guess.
    ///
    /// ## References
    /// PGN standard, sections 16.2.5.6 and 16.2.5.7.
    name: "mate-score-mismatch", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    let number = |opcode: &str| view.value(opcode).and_then(|value| value.parse::<i64>().ok());
    let (Some(score), Some(operation)) = (number("ce"), view.operation("ce")) else { return };
    let Some(operand) = view.operands(operation).first() else { return };
    let report = |message: String| RULE.finding(operand.range.clone(), message);
    let moves = number("dm").filter(|moves| (1..=LONGEST).contains(moves));
    if let Some(moves) = moves {
        let expected = MATE - (2 * moves - 1);
        if score != expected {
            let fix = perhaps_write(operand.range.clone(), expected.to_string());
            findings.push(report(format!("dm is mate in {moves}, which is an evaluation of {expected}")).with_fix(fix));
        }
        return;
    }
    let plies = MATE - score.abs();
    if score.abs() >= FIRST_MATE && plies > 0 && (plies % 2 == 1) != (score > 0) {
        let (how, parity) = if score > 0 { ("mates", "odd") } else { ("is mated", "even") };
        findings.push(report(format!(
            "{score} means that the side to move {how} in {plies} plies, but that takes an {parity} number"
        )));
    }
}

/// The longest mate, in moves, that an evaluation can express.
const LONGEST: i64 = (MATE - FIRST_MATE) / 2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn mates_are_compared() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - ce 32758; dm 3;
                               ^^^^^ dm is mate in 3, which is an evaluation of 32762
4k3/8/8/8/8/8/4P3/4K3 w - - ce 32758; dm 5;
4k3/8/8/8/8/8/4P3/4K3 w - - ce 32765;
                               ^^^^^ 32765 means that the side to move mates in 2 plies, but that takes an odd number
4k3/8/8/8/8/8/4P3/4K3 w - - ce -32757;
4k3/8/8/8/8/8/4P3/4K3 w - - ce -32767;
4k3/8/8/8/8/8/4P3/4K3 w - - ce 150;
",
        );
        check_fix(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - - ce 5; dm 1;", "4k3/8/8/8/8/8/4P3/4K3 w - - ce 32766; dm 1;");
    }
}
