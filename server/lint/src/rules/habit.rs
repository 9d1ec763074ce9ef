//! What the rules about move numbers share: where a whole game departs from export format in one way, that is one finding.

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
    let found = findings.take(FEWEST, is_safe);
    let count = found.len();
    let mut edits = Vec::new();
    let mut first = None;
    for mut finding in found {
        edits.extend(finding.fixes.drain(..1).flat_map(|fix| fix.edits));
        first.get_or_insert(finding);
    }
    let Some(mut first) = first else { return };
    first.message.push_str(&format!(" (and so on: {count} places in this game)"));
    findings.push(first.with_fix(Fix::safe(title, edits)));
}
