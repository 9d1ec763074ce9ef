use scoresheet_chess::epd::opcodes::Operands;
use scoresheet_chess::epd::{MoveOperand, RecordView};

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A move that an operation lists twice.
    ///
    /// ## What it does
    /// Checks for moves that occur twice in `bm` or `am`, in whatever notation.
    ///
    /// ## Why is this bad?
    /// The second one adds nothing; perhaps another move was meant.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e4;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the second one. It is unsafe: perhaps another move was meant.
    ///
    /// ## References
    /// PGN standard, sections 16.2.5.3 and 16.2.5.4.
    name: "duplicate-move", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    for (index, operation) in view.record.operations.iter().enumerate() {
        if !view.known(operation).is_some_and(|known| known.operands == Operands::Moves) {
            continue;
        }
        let moves = view.moves_of(index);
        for (place, operand) in moves.iter().enumerate().skip(1) {
            let is_same = |other: &&MoveOperand| is_same_move(other, operand);
            let Some(first) = moves[..place].iter().find(is_same) else { continue };
            let message = format!("{} occurs twice in {}", operand.text, view.opcode(operation));
            let edits = vec![Edit::delete(moves[place - 1].range.end..operand.range.end)];
            let finding =
                RULE.finding(operand.range.clone(), message).with_related(first.range.clone(), "the first one");
            findings.push(finding.with_fix(Fix::unsafe_("Delete the second one", edits)));
        }
    }
}

fn is_same_move(one: &MoveOperand, other: &MoveOperand) -> bool {
    one.action().is_some() && one.action() == other.action()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_second_one_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - am Kd1 Kd1; bm e4 e3 e2e4;
                                   ^^^ Kd1 occurs twice in am
                                                 ^^^^ e2e4 occurs twice in bm
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; pv Kd1 Kd8 Ke1 Ke8 Kd1;
",
        );
        check_fix(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e4;", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;");
    }
}
