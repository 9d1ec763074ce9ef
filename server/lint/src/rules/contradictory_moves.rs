use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// A move that is listed both as best and as to be avoided.
    ///
    /// ## What it does
    /// Checks for moves that are operands of both `bm` and `am` in the same record, in whatever notation.
    ///
    /// ## Why is this bad?
    /// A test suite with such a record can be neither solved nor failed.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - am e4; bm e4;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - am e3; bm e4;
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 16.2.5.3 and 16.2.5.4.
    name: "contradictory-moves", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    let (avoided, best) = (view.moves_named("am"), view.moves_named("bm"));
    for operand in avoided {
        let same = best.iter().find(|other| operand.action().is_some() && other.action() == operand.action());
        if let Some(other) = same {
            let message = format!("{} is listed both as a best move (bm) and as a move to avoid (am)", operand.text);
            let finding = RULE.finding(operand.range.clone(), message);
            findings.push(finding.with_related(other.range.clone(), "the best move"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_same_move_is_not_in_both() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - am e3 e4; bm Kd1 e2e4;
                                  ^^ e4 is listed both as a best move (bm) and as a move to avoid (am)
4k3/8/8/8/8/8/4P3/4K3 w - - am e3; bm e4;
",
        );
    }
}
