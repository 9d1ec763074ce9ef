//! Applying repairs to a text until nothing more can be repaired.

use std::collections::BTreeMap;

use scoresheet_analysis::finding::{Applicability, Edit, Finding, Fix};

use super::engine::LocatedFinding;

/// After this many rounds two rules are undoing each other's work. Real files need two or three.
const MOST_ROUNDS: usize = 20;

/// A repaired text.
#[derive(Debug)]
pub struct Fixed {
    /// The new text.
    pub text: String,
    /// How many findings were repaired.
    pub count: usize,
    /// What is left to say about the new text.
    pub remaining: Vec<LocatedFinding>,
    /// False where the rounds did not come to an end.
    pub settled: bool,
}

/// Repairs `text`, whose findings `check` gives, as far as it goes.
///
/// Each round applies the first usable fix of every finding, unless an earlier one touches the same place; the next
/// round looks at the new text.
pub fn fix_all(text: &str, unsafe_fixes: bool, check: impl Fn(&str) -> Vec<LocatedFinding>) -> Fixed {
    let mut fixed = Fixed { text: text.to_owned(), count: 0, remaining: check(text), settled: false };
    for _ in 0..MOST_ROUNDS {
        let (edits, count) = choose_edits(&fixed.text, &fixed.remaining, unsafe_fixes);
        if count == 0 {
            fixed.settled = true;
            return fixed;
        }
        fixed.text = apply(&fixed.text, &edits);
        fixed.count += count;
        fixed.remaining = check(&fixed.text);
    }
    fixed.settled = choose_edits(&fixed.text, &fixed.remaining, unsafe_fixes).1 == 0;
    fixed
}

/// The first fix of `finding` that may be applied.
pub fn usable_fix(finding: &Finding, unsafe_fixes: bool) -> Option<&Fix> {
    finding.fixes.iter().find(|fix| unsafe_fixes || fix.applicability == Applicability::Safe)
}

/// Edits by their start, and by the order in which they were chosen.
type Edits<'a> = BTreeMap<(usize, usize), &'a Edit>;

/// What to do in one round, and how many fixes that makes.
fn choose_edits<'a>(text: &str, findings: &'a [LocatedFinding], unsafe_fixes: bool) -> (Edits<'a>, usize) {
    let mut chosen = Edits::new();
    let mut count = 0;
    for fix in findings.iter().filter_map(|located| usable_fix(&located.finding, unsafe_fixes)) {
        let changes = fix.edits.iter().any(|edit| text.get(edit.range.clone()).is_some_and(|old| old != edit.text));
        let fits = fix.edits.iter().all(|edit| text.get(edit.range.clone()).is_some() && is_free(&chosen, edit));
        if changes && fits {
            for edit in &fix.edits {
                chosen.insert((edit.range.start, chosen.len()), edit);
            }
            count += 1;
        }
    }
    (chosen, count)
}

/// Whether `edit` neither overlaps a chosen one nor starts at the same byte, where their order would be arbitrary.
fn is_free(chosen: &Edits<'_>, edit: &Edit) -> bool {
    let start = edit.range.start;
    let before = chosen.range(..=(start, usize::MAX)).next_back();
    let after = chosen.range((start, 0)..).next();
    before.is_none_or(|(&(other_start, _), other)| other_start < start && other.range.end <= start)
        && after.is_none_or(|(&(other_start, _), _)| edit.range.end <= other_start)
}

fn apply(text: &str, edits: &Edits<'_>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits.values() {
        out.push_str(&text[done..edit.range.start]);
        out.push_str(&edit.text);
        done = edit.range.end;
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::{BAD_WORD, check_words};

    #[test]
    fn safe_fixes_go_to_a_fixed_point() {
        let fixed = fix_all("bad baad odd bad", false, check_words);
        assert_eq!((fixed.text.as_str(), fixed.count, fixed.settled), ("good good odd good", 4, true));
        assert_eq!(fixed.remaining.len(), 1);
        assert_eq!(fix_all("odd", true, check_words).text, "even");
    }

    #[test]
    fn fixes_that_touch_wait_for_the_next_round() {
        let finding = |edits| LocatedFinding {
            game: 1,
            finding: Finding::new(&BAD_WORD, 0..1, "").with_fix(Fix::safe("", edits)),
        };
        let findings = [
            finding(vec![Edit::replace(2..4, "x"), Edit::insert(8, "y")]),
            finding(vec![Edit::replace(0..3, "overlaps")]),
            finding(vec![Edit::insert(8, "same place")]),
            finding(vec![Edit::replace(4..6, "z")]),
            finding(vec![Edit::replace(7..99, "outside")]),
        ];
        let text = "0123456789";
        let (edits, count) = choose_edits(text, &findings, false);
        assert_eq!((apply(text, &edits).as_str(), count), ("01xz67y89", 2));
    }

    #[test]
    fn rules_that_undo_each_other_are_stopped() {
        let flip = |text: &str| {
            let other = if text == "a" { "b" } else { "a" };
            let fix = Fix::safe("Flip", vec![Edit::replace(0..1, other)]);
            vec![LocatedFinding { game: 1, finding: Finding::new(&BAD_WORD, 0..1, "").with_fix(fix) }]
        };
        assert!(!fix_all("a", false, flip).settled);
    }
}
