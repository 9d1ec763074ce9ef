use std::ops::Range;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Moves with characters that do not belong to them.
    ///
    /// ## What it does
    /// Checks for commas and suffixes after moves (`dxe5,` and `Qxf7!`), check marks or promotions set apart (`Qd1 +`), and
    /// move numbers. Reported once per file.
    ///
    /// ## Why is this bad?
    /// Operands are separated by spaces: a program reads `+` as a separate move, and `Qxf7!` as no move at all.
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
    /// The fix is safe: it keeps the moves.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "untidy-move", group: Portability, level: Warning, fix: Always, hooks: [Hook::RecordTrait(Traits::UNTIDY_MOVES, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "More than a move: operands must be moves in SAN separated by spaces";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Write only the moves", edits));
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
                                ^^^^^ More than a move: operands must be moves...
",
        );
        check_fix(
            &RULE,
            "4k3/P7/8/8/8/8/4P3/4K3 w - - am e4, e3?; bm a8 = Q + a8 = R; pv 1.e4 Kd7 2. e5;",
            "4k3/P7/8/8/8/8/4P3/4K3 w - - am e4 e3; bm a8=Q+ a8=R+; pv e4 Kd7 e5;",
        );
    }
}
