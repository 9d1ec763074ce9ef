use std::collections::HashMap;

use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// An opcode that occurs twice in a record.
    ///
    /// ## What it does
    /// Checks for operations whose opcode an earlier operation of the record has.
    ///
    /// ## Why is this bad?
    /// An opcode occurs at most once in a record. Some programs use the first operation, some the last.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; bm e4;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4;
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "duplicate-opcode", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    if view.record.operations.len() < 2 {
        return;
    }
    let mut first = HashMap::new();
    for operation in &view.record.operations {
        let opcode = view.opcode(operation);
        let before = first.entry(opcode).or_insert_with(|| operation.range.clone()).clone();
        if before != operation.range {
            let message = format!("The record has {opcode} already; an opcode occurs at most once");
            let finding = RULE.finding(operation.opcode.clone(), message);
            findings.push(finding.with_related(before, "the first occurrence"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn every_further_one_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"1\"; bm e3; c0 \"\"; c1 \"\"; bm Kd1;
                                           ^^ The record has bm already; an opcode occurs at most once
                                                                ^^ The record has bm already; an opcode occurs at most once
",
        );
    }
}
