//! Findings of a game beyond those that are listed: a broken text may have one at each of its characters.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::finding::{Finding, Level};
use crate::rule_id::RuleId;

/// How many findings of one rule and level are listed in a game. No game of people or engines has as many; the rest is counted. A finding
/// takes about a kilobyte, and the budget of "anything at all" is 512 MB.
const MOST_OF_A_RULE: usize = 4096;

/// So many more findings may pile up before it is looked which of them are too many.
const BETWEEN_LOOKS: usize = 2 * MOST_OF_A_RULE;

/// The findings of a walk that are not listed.
#[derive(Debug)]
pub(crate) struct Crowd {
    /// How many findings the list may have until it is looked at again.
    next_look: usize,
    left_out: BTreeMap<(RuleId, Level), LeftOut>,
}

#[derive(Debug)]
struct LeftOut {
    /// The place of the first one.
    first: Range<usize>,
    count: usize,
}

impl Default for Crowd {
    fn default() -> Crowd {
        Crowd { next_look: BETWEEN_LOOKS, left_out: BTreeMap::new() }
    }
}

impl Crowd {
    /// Takes what is too much out of the findings so far. Costs nothing while they are few; linear in all that were ever added.
    #[inline]
    pub(crate) fn thin_out(&mut self, findings: &mut Vec<Finding>) {
        if findings.len() >= self.next_look {
            self.leave_out(findings);
            self.next_look = findings.len() + BETWEEN_LOOKS;
        }
    }

    /// Takes what is too much out of all findings, and adds one for the rest of each rule and level.
    pub(crate) fn settle(mut self, findings: &mut Vec<Finding>) {
        if findings.len() > MOST_OF_A_RULE {
            self.leave_out(findings);
        }
        findings.extend(self.left_out.into_iter().map(|((rule, level), LeftOut { first, count })| {
            let message = format!("{count} more findings of this rule in this game are not listed");
            Finding::new(rule, level, first, message)
        }));
    }

    #[cold]
    fn leave_out(&mut self, findings: &mut Vec<Finding>) {
        let mut listed: BTreeMap<(RuleId, Level), usize> = BTreeMap::new();
        findings.retain(|finding| {
            let kind = (finding.rule, finding.level);
            let listed = listed.entry(kind).or_default();
            *listed += 1;
            let fits = *listed <= MOST_OF_A_RULE;
            if !fits {
                let left_out = self.left_out.entry(kind);
                left_out.or_insert_with(|| LeftOut { first: finding.range.clone(), count: 0 }).count += 1;
            }
            fits
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::rule;
    use crate::testing;

    #[test]
    fn the_rest_is_counted_by_rule_and_nothing_is_hidden_behind_it() {
        let glyphs = "$255 ".repeat(MOST_OF_A_RULE + 3 * BETWEEN_LOOKS);
        let text = format!("1. e4 {glyphs} Qh7 *");
        let rules = ["undefined-nag", "illegal-move"].map(|name| rule(name).unwrap());
        let findings = testing::all_findings(&rules, &text);
        let messages: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
        let of_nags = findings.iter().filter(|finding| finding.rule.name == "undefined-nag").count();
        assert_eq!(of_nags, MOST_OF_A_RULE + 1);
        let rest = format!("{} more findings of this rule in this game are not listed", 3 * BETWEEN_LOOKS);
        assert!(messages.contains(&rest.as_str()), "{:?}", &messages[messages.len() - 3..]);
        assert_eq!(findings.iter().filter(|finding| finding.rule.name == "illegal-move").count(), 1);
    }
}
