use std::ops::Range;

use scoresheet_grammar::epd::Operation;

use crate::epd::{RecordView, Seen, Traits};
use crate::finding::{Edit, Finding};
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// Two operations with no semicolon between them.
    ///
    /// ## What it does
    /// Finds an opcode among the operands of another operation: `bm Rc8+ dm 26`. Words that can be a move (`c5`) are not
    /// taken for opcodes. Told once a file.
    ///
    /// ## Why is this bad?
    /// Programs read the second opcode and its operands as operands of the first: here as two more best moves.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 dm 26;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; dm 26;
    /// ```
    ///
    /// ## Fix safety
    /// The fix adds the semicolon and nothing else.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    static JOINED_OPERATIONS = {
        name: "joined-operations", group: Portability, level: Warning, fix: Always, hooks: [Hook::RecordTrait(Traits::JOINED, check)],
    }
}

fn check(seen: &Seen, findings: &mut Vec<Finding>) {
    let message = "Another operation begins here, and no semicolon ends the one before it";
    let mut finding = seen.report(&JOINED_OPERATIONS, place, message);
    finding.fixes.extend(seen.fix("Add the semicolons", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    let operation = view.record.operations.iter().find(|operation| view.joined(operation).is_some())?;
    let operands = view.record.operands(operation);
    Some(operands.get(view.joined(operation)?)?.range.clone())
}

fn edits(view: &RecordView) -> Vec<Edit> {
    let edits = |operation: &Operation| {
        let operands = view.record.operands(operation);
        let before = |joint: usize| joint.checked_sub(1).map_or(operation.opcode.end, |last| operands[last].range.end);
        view.joints(operation).into_iter().map(|joint| Edit::insert(before(joint), ";")).collect::<Vec<_>>()
    };
    view.record.operations.iter().flat_map(edits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_second_opcode_is_marked() {
        check(
            &JOINED_OPERATIONS,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 dm 26
                                  ^^ Another operation begins here, and no semicolon ends the one before it
4k3/8/2p5/8/8/8/4P3/4K3 b - - bm c5; c0 bm dm; pv c5 e4 c4;
",
        );
        check_fix(
            &JOINED_OPERATIONS,
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 dm 26 id \"1\";",
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; dm 26; id \"1\";",
        );
    }
}
