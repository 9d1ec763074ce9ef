//! Where a whole game is written in another way than PGN, that is one finding.

use crate::finding::{Applicability, Finding, Fix};
use crate::findings::Findings;
use crate::rule::Rule;
use crate::walk::Walk;

/// So many findings of a rule in a game, and more, are no slips but the way in which it was written.
const FEWEST: usize = 8;

/// Replaces many findings of a rule in a game by the first of them, which counts them and has the fixes of all. Those whose fix is unsafe stay
/// as they are.
pub(super) fn report_once(rule: &Rule, title: &str, walk: &Walk, findings: &mut Findings) {
    // Which fixes remain beside slips is decided fix by fix.
    if walk.is_repaired || findings.len() < FEWEST {
        return;
    }
    let is_safe = |finding: &Finding| {
        finding.rule == rule.id() && finding.fixes.first().is_some_and(|fix| fix.applicability == Applicability::Safe)
    };
    if let Some(first) = join(findings.take(FEWEST, is_safe), title) {
        findings.push(first);
    }
}

/// The first of several findings, which counts them and has the first fixes of all in one, as safe as that of the first; nothing where there are
/// none.
pub(super) fn join(found: Vec<Finding>, title: &str) -> Option<Finding> {
    let count = found.len();
    let mut all = found.into_iter();
    let mut first = all.next()?;
    let mut fix = first.fixes.drain(..).next();
    for other in all {
        match (&mut fix, other.fixes.into_iter().next()) {
            (Some(fix), Some(more)) => fix.edits.extend(more.edits),
            (fix, more) => *fix = fix.take().or(more),
        }
    }
    first.message.push_str(&format!(" (and so on: {count} places in this game)"));
    first.fixes.extend(fix.map(|fix| Fix { title: title.to_owned(), ..fix }));
    Some(first)
}
