use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// A draw offer or claim without its move.
    ///
    /// ## What it does
    /// Checks for `draw_offer` and `draw_claim` in records without `sm`.
    ///
    /// ## Why is this bad?
    /// A draw is offered or claimed together with a move. Without it the other program cannot continue.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - draw_offer;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - draw_offer; sm e4;
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 16.2.5.9 and 16.2.5.10.
    name: "missing-supplied-move", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    for opcode in ["draw_claim", "draw_offer"] {
        if let Some(operation) = view.operation(opcode)
            && view.operation("sm").is_none()
        {
            let message = format!("{opcode} needs an operation sm with the move that is played");
            findings.push(RULE.finding(operation.opcode.clone(), message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn claims_and_offers_need_a_move() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - draw_claim;
                            ^^^^^^^^^^ draw_claim needs an operation sm with the move that is played
4k3/8/8/8/8/8/4P3/4K3 w - - draw_accept;
4k3/8/8/8/8/8/4P3/4K3 w - - draw_claim; sm e4;
",
        );
    }
}
