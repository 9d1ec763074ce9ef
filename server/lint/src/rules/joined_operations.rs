use std::ops::Range;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Two operations without a semicolon between them.
    ///
    /// ## What it does
    /// Checks for an opcode among the operands of another operation: `bm Rc8+ dm 26`. Words that can be moves (`c5`) are not
    /// treated as opcodes. Reported once per file.
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
    /// The fix is safe: it inserts only the semicolon.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "joined-operations", group: Portability, level: Warning, fix: Always, hooks: [Hook::RecordTrait(Traits::JOINED, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "Another operation begins here, but no semicolon ends the previous one";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Insert the semicolons", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    let before = view.joined().next()?.range.end;
    let next = view.record.operations.iter().find(|operation| operation.range.start > before)?;
    Some(next.opcode.clone())
}

fn edits(view: &RecordView) -> Vec<Edit> {
    view.joined().map(|operation| Edit::insert(operation.range.end, ";")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_second_opcode_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 dm 26
                                  ^^ Another operation begins here, but no semicolon ends the previous one
4k3/8/2p5/8/8/8/4P3/4K3 b - - bm c5; c0 bm dm; pv c5 e4 c4;
",
        );
        check_fix(
            &RULE,
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 dm 26 id \"1\";",
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; dm 26; id \"1\";",
        );
    }
}
