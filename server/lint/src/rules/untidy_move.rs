use std::ops::Range;

use crate::finding::{Edit, Finding};
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Moves with marks that do not belong to them.
    ///
    /// ## What it does
    /// Finds commas and suffixes behind moves (`dxe5,` and `Qxf7!`), a check mark or a promotion that stands apart (`Qd1 +`),
    /// and move numbers. Told once a file.
    ///
    /// ## Why is this bad?
    /// Operands are separated by blanks: a program takes `+` for a move of its own, and `Qxf7!` for none.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4!;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4;
    /// ```
    ///
    /// ## Fix safety
    /// The fix keeps the moves.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "untidy-move", group: Portability, level: Warning, fix: Always, hooks: [Hook::RecordTrait(Traits::UNTIDY_MOVES, check)],
}

fn check(seen: &Seen, findings: &mut Vec<Finding>) {
    let message = "What stands here is more than a move: operands are moves in SAN, with blanks between them";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Write the moves alone", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    Some(view.moves.iter().find(|operand| view.text(operand.range.clone()) != operand.text)?.range.clone())
}

fn edits(view: &RecordView) -> Vec<Edit> {
    let untidy = view.moves.iter().filter(|operand| view.text(operand.range.clone()) != operand.text);
    untidy.map(|operand| Edit::replace(operand.range.clone(), operand.san().unwrap_or(&operand.text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn moves_stand_alone() {
        check(
            &RULE,
            "
3k4/8/8/8/8/8/4P3/3QK3 w - - bm Qd7 + ; id \"1\";
                                ^^^^^ What stands here is more than a move...
",
        );
        check_fix(
            &RULE,
            "4k3/P7/8/8/8/8/4P3/4K3 w - - am e4, e3?; bm a8 = Q + a8 = R; pv 1.e4 Kd7 2. e5;",
            "4k3/P7/8/8/8/8/4P3/4K3 w - - am e4 e3; bm a8=Q+ a8=R+; pv e4 Kd7 e5;",
        );
    }
}
