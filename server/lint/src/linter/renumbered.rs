//! Moves that are there twice, with numbers that count them: the numbers after them are a part of the same slip.

use crate::explanation::{Candidate, Slip};
use crate::finding::{Finding, Related};

/// Makes one finding of moves that are written twice and of the wrong number right after them, from which the numbers go on: without the moves,
/// they are too high. `text` is the game as it is, like the ranges of the findings.
pub(super) fn join_numbers(text: &str, slips: &[Candidate], findings: &mut Vec<Finding>) {
    for slip in slips.iter().filter(|slip| slip.slip == Slip::Repeated) {
        let is_number = |finding: &Finding| {
            let gap = text.get(slip.edit.range.end..finding.range.start);
            finding.rule.name == "wrong-move-number" && gap.is_some_and(|gap| gap.trim().is_empty())
        };
        let is_repeated = |finding: &Finding| finding.rule.name == "repeated-move" && finding.range == slip.range;
        let Some(number) = findings.iter().position(is_number) else { continue };
        let edits = findings[number].fixes.iter().map(|fix| &fix.edits).find(|edits| edits.len() > 1).cloned();
        let (Some(edits), true) = (edits, findings.iter().any(is_repeated)) else { continue };
        let (start, end) = edits
            .iter()
            .fold((usize::MAX, 0), |(start, end), edit| (edit.range.start.min(start), edit.range.end.max(end)));
        findings.remove(number);
        for finding in findings.iter_mut().filter(|finding| is_repeated(finding)) {
            finding
                .related
                .push(Related { range: start..end, message: "the numbers from here on count it".to_owned() });
            for fix in &mut finding.fixes {
                fix.title.push_str(" and renumber the moves that follow");
                fix.edits.extend(edits.iter().cloned());
            }
        }
    }
}
