use std::ops::Range;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::{MoveOperand, Reading, RecordView};

declare_rule! {
    /// Moves in coordinate notation.
    ///
    /// ## What it does
    /// Checks for moves written as origin and target square (`g6g4`), the notation of the UCI protocol. Reported once per file.
    ///
    /// ## Why is this bad?
    /// EPD requires SAN. Other programs may not read another notation, and test runners may compare moves as text.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
    /// ```
    ///
    /// ## Fix safety
    /// The fix rewrites the moves in SAN.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "coordinate-move", group: Portability, level: Info, fix: Always, hooks: [Hook::RecordTrait(Traits::COORDINATES, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "Moves in coordinate notation; EPD requires SAN";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Write SAN", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    Some(view.moves.iter().find(|operand| is_coordinates(operand))?.range.clone())
}

fn edits(view: &RecordView) -> Vec<Edit> {
    let moves = view.moves.iter().filter(|operand| is_coordinates(operand));
    moves.filter_map(|operand| Some(Edit::replace(operand.range.clone(), operand.san()?))).collect()
}

fn is_coordinates(operand: &MoveOperand) -> bool {
    matches!(operand.reading, Reading::Coordinates(..))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn engines_moves_become_san() {
        check(
            &RULE,
            "
4k3/P7/8/8/8/8/4P3/4K3 w - - bm a7a8q e2e4; pv e4 e8d7;
                                ^^^^^ Moves in coordinate notation; EPD requires SAN
",
        );
        check_fix(
            &RULE,
            "4k3/P7/8/8/8/8/4P3/R3K3 w Q - am e1c1; bm a7a8q; pv e4 e8d7;",
            "4k3/P7/8/8/8/8/4P3/R3K3 w Q - am O-O-O; bm a8=Q+; pv e4 Kd7;",
        );
    }
}
