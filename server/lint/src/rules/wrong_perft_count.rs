use crate::findings::Findings;
use crate::records::nodes_up_to;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// A count in a perft suite that is wrong.
    ///
    /// ## What it does
    /// Checks every `DN` of a record by counting the sequences of N legal moves. Numbers above a million are not checked.
    ///
    /// ## Why is this bad?
    /// Perft suites test move generators. The counting takes time, so the rule is off by default.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - D1 6; D2 31;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - D1 6; D2 30;
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.4.2, on private opcodes.
    name: "wrong-perft-count", group: Pedantic, level: Warning, fix: None, hooks: [Hook::Record(check)],
}

/// Larger numbers are not checked.
const MOST_NODES: u64 = 1_000_000;

/// The greatest depth of any suite.
const DEEPEST: u32 = 20;

fn check(view: &RecordView, findings: &mut Findings) {
    let Some(position) = view.position() else { return };
    for operation in &view.record.operations {
        let depth = view.opcode(operation).strip_prefix('D').and_then(|depth| depth.parse::<u32>().ok());
        let Some(depth) = depth.filter(|depth| *depth <= DEEPEST) else { continue };
        let Some(operand) = view.operands(operation).first() else { continue };
        let claimed = view.text(operand.range.clone()).parse::<u64>().ok();
        let Some(claimed) = claimed.filter(|claimed| *claimed <= MOST_NODES) else { continue };
        let message = match nodes_up_to(position, depth, claimed) {
            Some(nodes) if nodes == claimed => continue,
            Some(nodes) => format!("There are {nodes} sequences of {depth} moves, not {claimed}"),
            None => format!("There are more than {claimed} sequences of {depth} moves"),
        };
        findings.push(RULE.finding(operand.range.clone(), message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn numbers_are_counted() {
        check(
            &RULE,
            "
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401 ;D3 8901 ;D6 119060324
                                                                    ^^^ There are 400 sequences of 2 moves, not 401
                                                                            ^^^^ There are more than 8901 sequences of 3 moves
",
        );
    }
}
