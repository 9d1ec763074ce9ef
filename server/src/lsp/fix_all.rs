//! Applying every safe fix, until none is left.

use std::collections::BTreeMap;
use std::ops::Range;

use scoresheet_analysis::finding::{Applicability, Edit, Finding};
use similar::{DiffOp, TextDiff};

use super::engine::Engine;

/// Fixes make room for others (a lost brace found, then the moves behind it), but not this often; beyond it two rules
/// must be undoing each other's work.
const MAX_ROUNDS: usize = 32;

/// The edits that apply the safe fixes of `findings`, the findings on `text`, and those of what is found after them.
/// Empty if there is nothing to fix. In ascending order.
pub fn fix_all(engine: &dyn Engine, text: &str, findings: &[Finding]) -> Vec<Edit> {
    let first = compatible(findings);
    if first.is_empty() {
        return first;
    }
    let mut fixed = apply(text, &first);
    for round in 1..MAX_ROUNDS {
        let next = compatible(&engine.findings(&fixed));
        if next.is_empty() {
            return if round == 1 { first } else { line_edits(text, &fixed) };
        }
        fixed = apply(&fixed, &next);
    }
    line_edits(text, &fixed)
}

/// Edits by start, end and the order in which they were taken.
type Taken<'a> = BTreeMap<(usize, usize, usize), &'a Edit>;

/// The first safe fix of each finding, without those that touch one taken before. In ascending order.
fn compatible(findings: &[Finding]) -> Vec<Edit> {
    let mut taken = Taken::new();
    for finding in findings {
        let safe = finding.fixes.iter().find(|fix| fix.applicability == Applicability::Safe);
        let Some(fix) = safe else { continue };
        if !fix.edits.iter().any(|edit| touches(&taken, &edit.range)) {
            for edit in &fix.edits {
                taken.insert((edit.range.start, edit.range.end, taken.len()), edit);
            }
        }
    }
    taken.into_values().cloned().collect()
}

/// Whether an edit of `range` and one already taken could not both be applied, or only in a certain order.
fn touches(taken: &Taken, range: &Range<usize>) -> bool {
    taken
        .range(..=(range.end, usize::MAX, usize::MAX))
        .next_back()
        .is_some_and(|(_, edit)| edit.range.end >= range.start)
}

fn apply(text: &str, edits: &[Edit]) -> String {
    let mut applied = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        applied.push_str(text.get(at..edit.range.start).unwrap_or_default());
        applied.push_str(&edit.text);
        at = edit.range.end;
    }
    applied.push_str(text.get(at..).unwrap_or_default());
    applied
}

/// The edits that make `old` into `new`, line by line.
fn line_edits(old: &str, new: &str) -> Vec<Edit> {
    let diff = TextDiff::from_lines(old, new);
    let old_starts = starts(diff.iter_old_slices());
    let new_starts = starts(diff.iter_new_slices());
    let changed = diff.ops().iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. }));
    changed
        .map(|operation| {
            let (from, to) = (operation.old_range(), operation.new_range());
            let text = new.get(new_starts[to.start]..new_starts[to.end]).unwrap_or_default();
            Edit::replace(old_starts[from.start]..old_starts[from.end], text)
        })
        .collect()
}

/// The byte offset at which each line starts, and that at which the last one ends.
fn starts<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let mut starts = vec![0];
    starts.extend(lines.scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    }));
    starts
}

#[cfg(test)]
mod tests {
    use scoresheet_analysis::finding::{Fix, Level};
    use scoresheet_analysis::rule::{FixAvailability, Group, Rule};

    use super::*;

    static RULE: Rule = Rule {
        name: "test-rule",
        group: Group::Style,
        level: Level::Info,
        fix: FixAvailability::Always,
        docs: "",
        hooks: &[],
    };

    fn finding(range: Range<usize>, text: &str) -> Finding {
        Finding::new(&RULE, range.clone(), "").with_fix(Fix::safe("", vec![Edit::replace(range, text)]))
    }

    #[test]
    fn takes_what_does_not_touch() {
        let findings =
            [finding(4..6, "a"), finding(0..2, "b"), finding(5..9, "c"), finding(6..6, "d"), finding(9..9, "e")];
        let expected = [Edit::replace(0..2, "b"), Edit::replace(4..6, "a"), Edit::insert(9, "e")];
        assert_eq!(compatible(&findings), expected);
    }

    #[test]
    fn unsafe_fixes_are_left_alone() {
        let fix = Fix::unsafe_("", vec![Edit::delete(0..1)]);
        assert!(compatible(&[Finding::new(&RULE, 0..1, "").with_fix(fix)]).is_empty());
    }

    #[test]
    fn line_edits_make_the_new_text() {
        for (old, new) in
            [("", "a"), ("a\r\nb\rc\nd", "a\r\nx\rc\n"), ("a\nb\n", ""), ("♘\n♗\n", "♘\n♗♗\nz"), ("a", "a")]
        {
            assert_eq!(apply(old, &line_edits(old, new)), new);
        }
        assert_eq!(line_edits("a\nb\nc\n", "a\nx\nc\n"), [Edit::replace(2..4, "x\n")]);
    }
}
