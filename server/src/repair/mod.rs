//! Applying fixes until nothing more can be fixed: the loop of `check --fix` and `source.fixAll`.

mod edits;
mod guard;
mod work;

use std::borrow::BorrowMut;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use scoresheet_lint::finding::{Applicability, Edit, Finding, Fix};

pub(crate) use edits::apply;
use edits::{Edits, add};
pub use guard::Guard;
use work::Work;
pub(crate) use work::{cost_of, most_of_findings};

use crate::text_edits::text_edits;

/// Fixes enable others (a restored brace, then the moves after it); real files need two or three rounds. After this
/// many rounds the rest is left for the next run.
const MOST_ROUNDS: usize = 100;

/// How many rounds of unsafe fixes may leave no fewer findings than there were before. A restored delimiter uncovers others; but where
/// fixes go on uncovering, the text is none that can be repaired, and they only add to it.
const MOST_UNCOVERING: usize = 8;

/// A text after all fixes.
#[derive(Debug)]
pub struct Repaired<F> {
    /// The new text; not to be used if the fixes undo each other.
    pub text: String,
    /// The number of fixed findings.
    pub count: usize,
    /// The findings of the new text.
    pub remaining: Vec<F>,
    /// The number of findings whose fix was left out, although it was requested: fewer moves could be read after it.
    pub left_out: usize,
    /// False if fixes undo each other, so that the loop would not end.
    pub settled: bool,
    /// Whether there is more to repair than is read for one repair.
    pub is_cut: bool,
}

/// What became of the fixes of a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct FixCount {
    /// The number of fixed findings.
    pub applied: usize,
    /// The number of findings whose fix was left out.
    pub left_out: usize,
}

impl<F> Repaired<F> {
    /// How many fixes were applied and left out.
    pub fn fixes(&self) -> FixCount {
        FixCount { applied: self.count, left_out: self.left_out }
    }

    /// The edits that turn `text`, which was fixed, into the new text; none if the fixes undo each other.
    pub fn edits(&self, text: &str) -> Vec<Edit> {
        if self.settled { text_edits(text, &self.text) } else { Vec::new() }
    }
}

/// Fixes `text`, whose findings are `findings`, as far as possible; `check` returns the findings of another text.
///
/// Each round applies the first usable fix of every finding, unless an earlier fix touches the same place; the next
/// round checks the new text. The loop ends when nothing is left to fix, or after [`MOST_ROUNDS`], or when enough was read, or where unsafe
/// fixes uncover as much as they mend. Unsafe fixes wait for a round in which no safe one is left: they may start from what safe ones write, such as the numbers that are to be renumbered.
///
/// Safe fixes are skipped if they would change what the text says, or leave more faults in it, according to `guard`;
/// in the remaining findings they are unsafe. If unsafe fixes are requested, those are skipped after which fewer moves can be read; the
/// remaining findings have none.
pub fn repair<F: BorrowMut<Finding> + Send>(
    text: &str,
    findings: Vec<F>,
    unsafe_fixes: bool,
    guard: Guard,
    check: impl Fn(&str) -> Vec<F> + Sync,
) -> Repaired<F> {
    let mut repaired =
        Repaired { text: text.to_owned(), count: 0, remaining: findings, left_out: 0, settled: true, is_cut: false };
    let hasher = RandomState::new();
    let mut seen = HashSet::from([hasher.hash_one(text)]);
    let guard = if unsafe_fixes { guard.of_unsafe_fixes() } else { guard };
    let work = Work::on(text.len());
    let mut uncovering = 0;
    for _ in 0..MOST_ROUNDS {
        work.begin_round();
        let apply = |with_unsafe: bool| {
            let chosen = choose_fixes(&repaired.text, &repaired.remaining, with_unsafe);
            let fixes: Vec<&Fix> = chosen.iter().map(|(_, fix)| *fix).collect();
            let (text, remaining) = (&repaired.text, &repaired.remaining);
            let is_affordable = fixes.is_empty() || work.affords_check(text.len(), remaining);
            is_affordable.then(|| guard.apply(text, &fixes, remaining, &check, &work)).flatten()
        };
        let safe = apply(false);
        let is_safe = safe.is_some();
        let Some(round) = safe.or_else(|| unsafe_fixes.then(|| apply(true)).flatten()) else {
            if !work.is_short() {
                leave_out(&mut repaired, unsafe_fixes);
            }
            break;
        };
        repaired.text = round.text;
        if !seen.insert(hasher.hash_one(&repaired.text)) {
            repaired.settled = false;
            break;
        }
        uncovering += usize::from(!is_safe && round.remaining.len() >= repaired.remaining.len());
        repaired.count += round.count;
        repaired.remaining = round.remaining;
        if uncovering >= MOST_UNCOVERING {
            break;
        }
    }
    repaired.is_cut = work.is_short();
    repaired
}

/// Notes in the findings that their fixes were not applied.
fn leave_out<F: BorrowMut<Finding>>(repaired: &mut Repaired<F>, unsafe_fixes: bool) {
    let chosen = choose_fixes(&repaired.text, &repaired.remaining, unsafe_fixes);
    let left_out: Vec<usize> = chosen.iter().map(|(finding, _)| *finding).collect();
    if unsafe_fixes {
        repaired.left_out = left_out.len();
        left_out.into_iter().for_each(|finding| repaired.remaining[finding].borrow_mut().fixes.clear());
    } else {
        left_out.into_iter().for_each(|finding| make_unsafe(repaired.remaining[finding].borrow_mut()));
    }
}

fn make_unsafe(finding: &mut Finding) {
    let safe = finding.fixes.iter_mut().filter(|fix| fix.applicability == Applicability::Safe);
    safe.for_each(|fix| fix.applicability = Applicability::Unsafe);
}

/// The first fix of `finding` that may be applied.
pub fn usable_fix(finding: &Finding, unsafe_fixes: bool) -> Option<&Fix> {
    finding.fixes.iter().find(|fix| unsafe_fixes || fix.applicability == Applicability::Safe)
}

/// The fixes of one round, each with the index of its finding.
fn choose_fixes<'a, F: BorrowMut<Finding>>(text: &str, findings: &'a [F], unsafe_fixes: bool) -> Vec<(usize, &'a Fix)> {
    let mut edits = Edits::new();
    let mut fixes = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        let Some(fix) = usable_fix(finding.borrow(), unsafe_fixes) else { continue };
        let changes = fix.edits.iter().any(|edit| text.get(edit.range.clone()).is_some_and(|old| old != edit.text));
        let fits = fix.edits.iter().all(|edit| text.get(edit.range.clone()).is_some() && is_free(&edits, edit));
        if changes && fits {
            fix.edits.iter().for_each(|edit| add(&mut edits, edit));
            fixes.push((index, fix));
        }
    }
    fixes
}

/// Whether unchanged text lies between `edit` and each chosen edit. What is right at a seam depends on both sides: two
/// adjacent deletions may each rely on the space that the other deletes.
fn is_free(chosen: &Edits<'_>, edit: &Edit) -> bool {
    let start = edit.range.start;
    let before = chosen.range(..=(start, usize::MAX)).next_back();
    let after = chosen.range((start, 0)..).next();
    before.is_none_or(|(_, other)| other.range.end < start)
        && after.is_none_or(|(&(other_start, _), _)| edit.range.end < other_start)
}

#[cfg(test)]
mod tests {
    use scoresheet_lint::finding::Level;

    use super::edits::apply;
    use super::*;
    use crate::cli::testing::{BAD_WORD, RULES, check_words};

    fn repair_words(text: &str, unsafe_fixes: bool) -> Repaired<crate::cli::testing::LocatedFinding> {
        repair(text, check_words(text), unsafe_fixes, Guard::NONE, check_words)
    }

    #[test]
    fn safe_fixes_go_to_a_fixed_point() {
        let fixed = repair_words("bad baad odd bad", false);
        assert_eq!((fixed.text.as_str(), fixed.count, fixed.settled), ("good good odd good", 4, true));
        assert_eq!(fixed.remaining.len(), 1);
        assert_eq!(repair_words("odd", true).text, "even");
    }

    #[test]
    fn fixes_that_touch_wait_for_the_next_round() {
        let finding = |edits| BAD_WORD.finding(0..1, "").with_fix(Fix::safe("", edits));
        let findings = [
            finding(vec![Edit::replace(2..4, "x"), Edit::insert(8, "y")]),
            finding(vec![Edit::replace(0..3, "overlaps")]),
            finding(vec![Edit::insert(8, "same place")]),
            finding(vec![Edit::replace(4..6, "z")]),
            finding(vec![Edit::replace(7..99, "outside")]),
        ];
        let text = "0123456789";
        let fixes: Vec<&Fix> = choose_fixes(text, &findings, false).into_iter().map(|(_, fix)| fix).collect();
        assert_eq!((apply(text, &fixes).as_str(), fixes.len()), ("01x4567y89", 1));
    }

    #[test]
    fn unsafe_fixes_start_from_what_safe_ones_write() {
        // The safe fix writes the number that the unsafe one counts up.
        let count_up = |text: &str| {
            let unsafe_ = text.ends_with('1').then(|| Fix::unsafe_("", vec![Edit::replace(0..text.len(), "2 2")]));
            let safe = (text == "1").then(|| Fix::safe("", vec![Edit::insert(1, " 1")]));
            let fixes = unsafe_.into_iter().chain(safe);
            fixes.map(|fix| BAD_WORD.finding(0..1, "").with_fix(fix)).collect::<Vec<_>>()
        };
        let repaired = repair("1", count_up("1"), true, Guard::NONE, count_up);
        assert_eq!((repaired.text.as_str(), repaired.count), ("2 2", 2));
    }

    #[test]
    fn many_rounds_are_no_quarrel() {
        // Each round leaves one letter less to fix.
        let shorten = |text: &str| {
            let fix = Fix::safe("Shorten", vec![Edit::delete(0..text.len().min(1))]);
            vec![BAD_WORD.finding(0..1, "").with_fix(fix)]
        };
        let repaired = |length: usize| {
            let text = "a".repeat(length);
            let repaired = repair(&text, shorten(&text), false, Guard::NONE, shorten);
            (repaired.text.len(), repaired.count, repaired.settled)
        };
        assert_eq!(repaired(MOST_ROUNDS - 1), (0, MOST_ROUNDS - 1, true));
        assert_eq!(repaired(MOST_ROUNDS + 7), (7, MOST_ROUNDS, true));
    }

    #[test]
    fn unsafe_fixes_that_uncover_others_again_and_again_are_stopped() {
        let lengthen = |text: &str| {
            let fix = Fix::unsafe_("Lengthen", vec![Edit::insert(text.len(), "a")]);
            vec![BAD_WORD.finding(0..1, "").with_fix(fix)]
        };
        let repaired = repair("a", lengthen("a"), true, Guard::NONE, lengthen);
        assert_eq!((repaired.text.len(), repaired.settled), (1 + MOST_UNCOVERING, true));
    }

    #[test]
    fn what_takes_too_long_is_left_for_the_next_run() {
        // So many errors that the text is checked twice only.
        let shorten = |text: &str| {
            let fix = Fix::safe("Shorten", vec![Edit::delete(0..text.len().min(1))]);
            let error = Finding { level: Level::Error, ..BAD_WORD.finding(0..1, "") };
            let mut findings = vec![error; 50_000];
            findings[0] = findings[0].clone().with_fix(fix);
            findings
        };
        let repaired = repair("aaa", shorten("aaa"), false, Guard::NONE, shorten);
        assert_eq!((repaired.text.as_str(), repaired.is_cut), ("aa", true));
        assert!(usable_fix(&repaired.remaining[0], false).is_some());
        assert!(!repair_words("bad", false).is_cut);
    }

    #[test]
    fn rules_that_undo_each_other_are_stopped() {
        let flip = |text: &str| {
            let other = if text == "a" { "b" } else { "a" };
            let fix = Fix::safe("Flip", vec![Edit::replace(0..1, other)]);
            vec![BAD_WORD.finding(0..1, "").with_fix(fix)]
        };
        let repaired = repair("a", flip("a"), false, Guard::NONE, flip);
        assert!(!repaired.settled && repaired.edits("a").is_empty());
    }

    #[test]
    fn fixes_that_change_what_is_said_are_left_out() {
        // A move would become a comment.
        let bracket = |text: &str| {
            let fix = |at| Fix::safe("Bracket it", vec![Edit::replace(at..at + 2, "{e4}")]);
            let places = text.match_indices(" e4").map(|(at, _)| at + 1);
            places.map(|at| BAD_WORD.finding(at..at + 2, "").with_fix(fix(at))).collect::<Vec<_>>()
        };
        let text = "1. e4 c5 *";
        let repaired = repair(text, bracket(text), false, Guard::of_games(RULES), bracket);
        assert_eq!((repaired.text.as_str(), repaired.count, repaired.settled), (text, 0, true));
        assert!(repaired.remaining.iter().all(|finding| usable_fix(finding, false).is_none()));
        let repaired = repair(text, bracket(text), true, Guard::of_games(RULES), bracket);
        assert_eq!((repaired.text.as_str(), repaired.count, repaired.left_out), (text, 0, 1));
        assert!(repaired.remaining.iter().all(|finding| finding.fixes.is_empty()));
        assert_ne!(repair(text, bracket(text), true, Guard::NONE, bracket).text, text);
    }
}
