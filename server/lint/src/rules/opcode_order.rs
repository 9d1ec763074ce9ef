use std::ops::Range;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Operations that are not in ASCII order.
    ///
    /// ## What it does
    /// Checks for records whose operations are not in ASCII order of their opcodes. Reported once per file.
    ///
    /// ## Why is this bad?
    /// The standard requires this order so that equal records are equal texts. Programs must read other orders as well.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - id "1"; bm e4;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "1";
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps all operations, and those with the same opcode keep their order.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "opcode-order", group: Style, level: Info, fix: Always, hooks: [Hook::RecordTrait(Traits::OPCODE_ORDER, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "Operations must be in the ASCII order of their opcodes";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Put the operations in order", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    let operations = &view.record.operations;
    let late = operations.windows(2).find(|pair| view.opcode(&pair[0]) > view.opcode(&pair[1]))?;
    Some(late[1].opcode.clone())
}

fn edits(view: &RecordView) -> Vec<Edit> {
    let places: Vec<Range<usize>> = view.record.operations.iter().map(|operation| view.body(operation)).collect();
    let mut sorted = view.record.operations.clone();
    sorted.sort_by_key(|operation| view.opcode(operation));
    let bodies = sorted.iter().map(|operation| view.text(view.body(operation)));
    let moved = places.into_iter().zip(bodies).filter(|(place, body)| view.text(place.clone()) != *body);
    moved.map(|(place, body)| Edit::replace(place, body)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn operations_are_sorted() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"1\"; c0 \"x\"; D1 6;
                                           ^^ Operations must be in the ASCII order of their opcodes
",
        );
        check_fix(
            &RULE,
            "4k3/8/8/8/8/8/4P3/4K3 w - - id \"1\"; c0 \"x\"; bm e4; bm e3",
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; bm e3; c0 \"x\"; id \"1\"",
        );
        // Behind three fields an opcode with a capital would be the fourth.
        let short = findings(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - bm e4; Private 1;");
        assert!(short.iter().all(|finding| finding.fixes.is_empty()), "{short:?}");
    }
}
