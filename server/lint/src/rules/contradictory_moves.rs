use crate::finding::Finding;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// A move that is both best and to be avoided.
    ///
    /// ## What it does
    /// Finds moves that stand in `bm` and in `am` of the same record, however they are written.
    ///
    /// ## Why is this bad?
    /// A test suite that says both can be neither solved nor failed.
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

fn check(view: &RecordView, findings: &mut Vec<Finding>) {
    let (avoided, best) = (view.moves_named("am"), view.moves_named("bm"));
    for operand in avoided {
        let same = best.iter().find(|other| operand.action().is_some() && other.action() == operand.action());
        if let Some(other) = same {
            let message = format!("{} is to be avoided here, and is a best move", operand.text);
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
                                  ^^ e4 is to be avoided here, and is a best move
4k3/8/8/8/8/8/4P3/4K3 w - - am e3; bm e4;
",
        );
    }
}
