use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Operations of a game by mail that contradict each other.
    ///
    /// ## What it does
    /// Checks for records in which a draw is both accepted and rejected, or in which the side to move resigns and also offers, claims or accepts a
    /// draw.
    ///
    /// ## Why is this bad?
    /// The program that receives the record does one of the two, and it is open which.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - draw_accept; draw_reject;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - draw_reject;
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 16.2.5.8 to 16.2.5.11 and 16.2.5.21.
    name: "contradictory-operations", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Record(check)],
}

/// Operations of which a record has one at most, and why.
const CONTRADICTIONS: [(&str, &str, &str); 4] = [
    ("draw_accept", "draw_reject", "the draw is either accepted or rejected"),
    ("draw_accept", "resign", "the game is either drawn or lost"),
    ("draw_claim", "resign", "the game is either drawn or lost"),
    ("draw_offer", "resign", "a player who resigns offers no draw"),
];

fn check(view: &RecordView, findings: &mut Findings) {
    if view.record.operations.len() < 2 {
        return;
    }
    for (one, other, reason) in CONTRADICTIONS {
        let (Some(first), Some(second)) = (view.operation(one), view.operation(other)) else { continue };
        let (first, second) = if first.range.start < second.range.start { (first, second) } else { (second, first) };
        let message = format!("{} contradicts {} before it: {reason}", view.opcode(second), view.opcode(first));
        let finding = RULE.finding(second.opcode.clone(), message);
        findings.push(finding.with_related(first.range.clone(), "the other operation"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_later_one_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - draw_reject; draw_accept;
                                         ^^^^^^^^^^^ draw_accept contradicts draw_reject before it: the draw is either accepted or rejected
4k3/8/8/8/8/8/4P3/4K3 w - - draw_offer; resign; sm e4;
                                        ^^^^^^ resign contradicts draw_offer before it: a player who resigns offers no draw
4k3/8/8/8/8/8/4P3/4K3 w - - draw_reject; resign;
4k3/8/8/8/8/8/4P3/4K3 w - - draw_offer; draw_reject; sm e4;
",
        );
    }
}
