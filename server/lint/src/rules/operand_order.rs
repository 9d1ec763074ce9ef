use std::ops::Range;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::opcodes::Operands;
use scoresheet_chess::epd::{MoveOperand, RecordView};

declare_rule! {
    /// Moves that are not in ASCII order.
    ///
    /// ## What it does
    /// Checks for `bm` and `am` operations whose moves are not in ASCII order. Reported once per file.
    ///
    /// ## Why is this bad?
    /// The standard requires ASCII order where order has no meaning, so that equal records are equal texts.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kf2;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2 e4;
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: the order of these moves has no meaning.
    ///
    /// ## References
    /// PGN standard, sections 16.2.4.1, 16.2.5.3 and 16.2.5.4.
    name: "operand-order", group: Style, level: Info, fix: Always, hooks: [Hook::RecordTrait(Traits::MOVE_ORDER, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "The moves of bm and am must be in ASCII order: capitals first";
    let mut finding = seen.report(&RULE, place, message);
    finding.fixes.extend(seen.fix("Put the moves in order", edits));
    findings.push(finding);
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    let unordered = (0..view.record.operations.len()).find(|index| edits_of(view, *index).next().is_some())?;
    let moves = view.moves_of(unordered);
    Some(moves.first()?.range.start..moves.last()?.range.end)
}

fn edits(view: &RecordView) -> Vec<Edit> {
    (0..view.record.operations.len()).flat_map(|index| edits_of(view, index)).collect()
}

/// The edits that sort the moves of an operation; none for a line of moves.
fn edits_of(view: &RecordView, operation: usize) -> impl Iterator<Item = Edit> {
    let known = view.record.operations.get(operation).and_then(|operation| view.known(operation));
    let is_set = known.is_some_and(|known| known.operands == Operands::Moves);
    let moves = view.moves_of(operation);
    let moves = if is_set && moves.iter().all(MoveOperand::can_be_moved) { moves } else { &[] };
    let mut sorted: Vec<&MoveOperand> = moves.iter().collect();
    sorted.sort_by_key(|operand| operand.text.as_str());
    let moved = moves.iter().zip(sorted).filter(|(here, there)| here.text != there.text);
    moved.map(|(here, there)| Edit::replace(here.range.clone(), view.text(there.range.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn moves_are_sorted_but_for_lines() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - am e3 e4; bm e4 Kd1 Kf2; pv e4 Kd7;
                                         ^^^^^^^^^^ The moves of bm and am must be in ASCII order: capitals first
",
        );
        check(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - - sm e4 Kd1;\n");
        check_fix(
            &RULE,
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd1 Kf2; pv e4 Kd7;",
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1 Kf2 e4; pv e4 Kd7;",
        );
    }
}
