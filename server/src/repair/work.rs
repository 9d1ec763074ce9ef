//! How much is read for the repair of a text. It depends on the text alone, so that a repair always ends at the same place.

use std::borrow::Borrow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use scoresheet_lint::finding::{Finding, Level};

/// How much is read in any case, in bytes that are checked. The budget of "anything at all" is 2.5 s of CPU, and a check takes up to 100 ns a
/// byte.
const LEAST: usize = 8 << 20;

/// How often a large text is read, and one whose findings cannot all be listed: each reading finds no more to repair than is listed. The budget of
/// "anything at all" is 500 ns of CPU a byte; the first check takes a part of that.
const READINGS: usize = 3;

/// An error costs as much as so many bytes: most are moves that cannot be played, in whose place others are tried.
const BYTES_PER_ERROR: usize = 128;

/// The same of any other finding: it is made, looked at and thrown away.
const BYTES_PER_FINDING: usize = 16;

/// Reading the moves of a text costs as much as checking one byte of so many.
const READ_PER_CHECKED: usize = 8;

/// The same where the moves of most games are known from the try before.
const REREAD_PER_CHECKED: usize = 16;

/// No more than one part of so many of what is left is spent on one search for bad fixes.
const SHARE: usize = 2;

/// How many combinations of fixes are tried in a part of a text: enough to find one bad fix among thousands, or some among dozens. The fixes
/// that are untried by then are left out.
const MOST_TRIES: usize = 60;

/// What the findings of a text may cost for all of it to be repaired at once: about as many as can be looked at, and 50 MB of them. Of any
/// other text only the beginning is repaired.
const LEAST_OF_FINDINGS: usize = LEAST / 2;

/// Of a large text they may cost as much as one of so many of its bytes.
const BYTES_PER_BYTE_OF_FINDINGS: usize = 2;

/// What findings cost, as so many bytes that are checked.
pub(crate) fn cost_of<F: Borrow<Finding>>(findings: &[F]) -> usize {
    let cost = |finding: &F| if finding.borrow().level == Level::Error { BYTES_PER_ERROR } else { BYTES_PER_FINDING };
    findings.iter().map(cost).sum()
}

/// What the findings of a text of so many bytes may cost for all of it to be repaired at once.
pub(crate) fn most_of_findings(length: usize) -> usize {
    LEAST_OF_FINDINGS.max(length / BYTES_PER_BYTE_OF_FINDINGS)
}

/// What accepts or rejects fixes.
#[derive(Clone, Copy)]
pub(super) enum Judge {
    /// It reads the text.
    Reader,
    /// It reads the text, most games of which were read before.
    Rereader,
    /// It checks the text.
    Checker,
}

impl Judge {
    /// The judge of larger parts than were judged before.
    pub(super) fn of_larger_parts(self) -> Judge {
        if matches!(self, Judge::Reader) { Judge::Rereader } else { self }
    }
}

/// How much may still be read for the repair of a text.
pub(super) struct Work {
    granted: usize,
    left: AtomicUsize,
    is_short: AtomicBool,
}

impl Work {
    /// The work on a text of so many bytes.
    pub(super) fn on(length: usize) -> Work {
        let granted = LEAST.max(READINGS.saturating_mul(length));
        Work { granted, left: AtomicUsize::new(granted), is_short: AtomicBool::default() }
    }

    /// Begins a round of fixes: what was left out in the rounds before is tried again.
    pub(super) fn begin_round(&self) {
        self.is_short.store(false, Ordering::Relaxed);
    }

    /// Whether a text of so many bytes with these findings may be checked once more.
    pub(super) fn affords_check<F: Borrow<Finding>>(&self, length: usize, findings: &[F]) -> bool {
        let is_enough = self.left.load(Ordering::Relaxed) >= length.saturating_add(cost_of(findings));
        self.is_short.fetch_or(!is_enough, Ordering::Relaxed);
        is_enough
    }

    /// Spends what a check cost that returned these findings.
    pub(super) fn spend_on_check<F: Borrow<Finding>>(&self, length: usize, findings: &[F]) {
        let are_listed = findings.iter().all(|finding| finding.borrow().unlisted == 0);
        let least = if are_listed { 0 } else { self.granted.div_ceil(READINGS) };
        self.spend(length.saturating_add(cost_of(findings)).max(least));
    }

    /// How many combinations of fixes may be tried in each of several parts of a text, given their bytes: at least one.
    pub(super) fn tries(&self, judge: Judge, length: usize) -> usize {
        let cost = cost_of_try(judge, length).max(1);
        (self.left.load(Ordering::Relaxed) / SHARE / cost).clamp(1, MOST_TRIES)
    }

    /// Spends what it costs to try fixes in a part of so many bytes.
    pub(super) fn spend_on_try(&self, judge: Judge, length: usize) {
        self.spend(cost_of_try(judge, length));
    }

    /// Notes that a part had no more than so many tries, and would have needed more.
    pub(super) fn had_tries(&self, most: usize) {
        self.is_short.fetch_or(most < MOST_TRIES, Ordering::Relaxed);
    }

    /// Whether there was more to do in this round than is granted.
    pub(super) fn is_short(&self) -> bool {
        self.is_short.load(Ordering::Relaxed)
    }

    fn spend(&self, cost: usize) {
        let less = |left: usize| Some(left.saturating_sub(cost));
        // The closure never declines.
        let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
}

fn cost_of_try(judge: Judge, length: usize) -> usize {
    match judge {
        Judge::Reader => length / READ_PER_CHECKED,
        Judge::Rereader => length / REREAD_PER_CHECKED,
        Judge::Checker => length,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::BAD_WORD;

    #[test]
    fn small_texts_have_all_tries_and_large_ones_few() {
        for (length, tries) in [(10, MOST_TRIES), (3 << 20, 12), (100 << 20, 12)] {
            assert_eq!(Work::on(length).tries(Judge::Reader, length), tries, "{length}");
        }
        assert_eq!(Work::on(3 << 20).tries(Judge::Reader.of_larger_parts(), 3 << 20), 24);
        assert_eq!(Work::on(100 << 20).tries(Judge::Checker, 100 << 20), 1);
    }

    #[test]
    fn work_ends() {
        let findings = |count: usize| vec![BAD_WORD.finding(0..1, ""); count];
        for (length, findings) in [(1, findings(1)), (1 << 20, findings(20_000)), (1 << 30, findings(1))] {
            let work = Work::on(length);
            let mut checks = 0;
            while work.affords_check(length, &findings) {
                work.spend_on_check(length, &findings);
                checks += 1;
            }
            assert!(work.is_short());
            let cost = length + cost_of(&findings);
            assert!(checks >= 1 && checks * cost <= LEAST.max(READINGS * length), "{length}: {checks}");
            work.begin_round();
            assert!(!work.is_short());
        }
    }

    #[test]
    fn a_text_whose_findings_cannot_be_listed_is_read_as_often_as_a_large_one() {
        let rest = Finding { unlisted: 1, ..BAD_WORD.finding(0..1, "") };
        let work = Work::on(1000);
        let readings = (0..100)
            .take_while(|_| work.affords_check(1000, std::slice::from_ref(&rest)))
            .map(|_| work.spend_on_check(1000, std::slice::from_ref(&rest)));
        assert_eq!((readings.count(), work.is_short()), (READINGS, true));
    }

    /// At the limit of what is repaired at once there is still one round.
    #[test]
    fn one_check_is_always_granted() {
        for length in [1, LEAST / 4, LEAST, 10 * LEAST] {
            assert!(length / 2 + most_of_findings(length) <= LEAST.max(READINGS * length), "{length}");
        }
    }
}
