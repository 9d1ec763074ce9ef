//! The list to which rules add findings: it keeps so many of each rule and level, and counts the rest.
//!
//! A broken text may have a finding at each of its characters. A finding takes about half a kilobyte, and the budget of "anything at all" is
//! 512 MB, so what is too much is dropped at once.

use std::ops::Range;

use crate::finding::{Finding, Level};
use crate::rule::Rule;
use crate::rule_id::RuleId;

/// How many findings of one rule and level are listed in a game. No game of people or engines has as many.
const MOST_IN_GAME: usize = 4096;

/// How many findings of one rule and level that rules about whole files have are listed. Nobody reads as many; a command sorts or cleans
/// such a file.
const MOST_ABOUT_FILE: usize = 1 << 14;

/// Findings in the order in which they are found.
#[derive(Debug)]
pub struct Findings {
    listed: Vec<Finding>,
    /// What they are findings in.
    place: &'static str,
    /// Empty until there are so many that one rule may have too many.
    crowd: Crowd<Range<usize>>,
}

impl Findings {
    /// Findings in one game.
    pub(crate) fn in_game() -> Findings {
        Findings { listed: Vec::new(), place: "this game", crowd: Crowd::new(MOST_IN_GAME) }
    }

    /// Findings in one record.
    pub(crate) fn in_record() -> Findings {
        Findings { place: "this record", ..Findings::in_game() }
    }

    /// Findings about a whole file.
    pub(crate) fn in_file() -> Findings {
        Findings { listed: Vec::new(), place: "this file", crowd: Crowd::new(MOST_ABOUT_FILE) }
    }

    /// Adds a finding, unless there are too many of its rule and level: then it is counted. Constant; linear in the number of rules once
    /// there are thousands of findings.
    #[inline]
    pub fn push(&mut self, finding: Finding) {
        if self.listed.len() < self.crowd.most {
            self.listed.push(finding);
        } else {
            self.push_in_crowd(finding);
        }
    }

    /// Whether a finding of a rule, at its own level, would only be counted; then it is. So rules that find something at every character need
    /// not say what. Constant while there are few findings.
    #[inline]
    pub(crate) fn only_counts(&mut self, rule: &Rule, range: &Range<usize>) -> bool {
        self.listed.len() >= self.crowd.most && self.only_counts_in_crowd(rule, range)
    }

    /// How many are listed.
    pub fn len(&self) -> usize {
        self.listed.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Those that were listed when there were `first`, and later.
    pub fn since(&mut self, first: usize) -> &mut [Finding] {
        self.listed.get_mut(first..).unwrap_or_default()
    }

    /// Removes the findings of a rule, those that are counted, too.
    pub(crate) fn remove_rule(&mut self, rule: RuleId) {
        self.listed.retain(|finding| finding.rule != rule);
        self.crowd.kinds.retain(|kind| kind.rule != rule);
    }

    /// Removes and returns those that are `meant`, if there are at least `fewest` of them and none was only counted.
    pub(crate) fn take(&mut self, fewest: usize, meant: impl Fn(&Finding) -> bool) -> Vec<Finding> {
        let count = self.listed.iter().filter(|finding| meant(finding)).count();
        if count < fewest || self.listed.len() >= self.crowd.most {
            return Vec::new();
        }
        self.listed.extract_if(.., |finding| meant(finding)).collect()
    }

    /// All that are listed, and one finding about the rest of each rule and level.
    pub(crate) fn into_vec(self) -> Vec<Finding> {
        let Findings { mut listed, place, crowd } = self;
        listed.extend(crowd.rest(place).map(|(range, finding)| Finding { range, ..finding }));
        listed
    }

    #[cold]
    fn only_counts_in_crowd(&mut self, rule: &Rule, range: &Range<usize>) -> bool {
        self.look_around();
        let most = self.crowd.most;
        let kind = self.crowd.kind(rule.id(), rule.level);
        let is_full = kind.count >= most;
        if is_full {
            kind.count += 1;
            kind.left_out.get_or_insert_with(|| range.clone());
        }
        is_full
    }

    /// Counts what is listed by now.
    fn look_around(&mut self) {
        if self.crowd.kinds.is_empty() {
            for finding in &self.listed {
                self.crowd.admits(finding, || finding.range.clone());
            }
        }
    }

    #[cold]
    fn push_in_crowd(&mut self, finding: Finding) {
        self.look_around();
        if self.crowd.admits(&finding, || finding.range.clone()) {
            self.listed.push(finding);
        }
    }
}

/// How many findings there are of each rule and level, and where those begin that are not listed.
#[derive(Debug)]
pub struct Crowd<Place> {
    /// How many of one rule and level are listed.
    most: usize,
    kinds: Vec<Kind<Place>>,
}

/// The findings of a rule and level.
#[derive(Debug)]
struct Kind<Place> {
    rule: RuleId,
    level: Level,
    count: usize,
    /// The place of the first one that is not listed.
    left_out: Option<Place>,
}

impl<Place> Crowd<Place> {
    /// None yet, of which `most` are listed of each rule and level.
    pub fn new(most: usize) -> Crowd<Place> {
        Crowd { most, kinds: Vec::new() }
    }

    /// Counts a finding. Returns whether it is listed. Linear in the number of rules that have findings.
    pub fn admits(&mut self, finding: &Finding, place: impl FnOnce() -> Place) -> bool {
        let most = self.most;
        let kind = self.kind(finding.rule, finding.level);
        kind.count += 1;
        let is_listed = kind.count <= most;
        if !is_listed {
            kind.left_out.get_or_insert_with(place);
        }
        is_listed
    }

    /// One finding about the rest of each rule and level, and the place of the first of them. `whole` is what they are findings in. The
    /// findings have no place yet.
    pub fn rest(self, whole: &'static str) -> impl Iterator<Item = (Place, Finding)> {
        let most = self.most;
        self.kinds.into_iter().filter_map(move |Kind { rule, level, count, left_out }| {
            let unlisted = count - most.min(count);
            let message = format!("{unlisted} more findings of this rule in {whole} are not listed");
            Some((left_out?, Finding { unlisted, ..Finding::new(rule, level, 0..0, message) }))
        })
    }

    fn kind(&mut self, rule: RuleId, level: Level) -> &mut Kind<Place> {
        let is_kind = |kind: &Kind<Place>| kind.level == level && kind.rule == rule;
        let place = self.kinds.iter().position(is_kind).unwrap_or_else(|| {
            self.kinds.push(Kind { rule, level, count: 0, left_out: None });
            self.kinds.len() - 1
        });
        &mut self.kinds[place]
    }
}

impl Extend<Finding> for Findings {
    fn extend<T: IntoIterator<Item = Finding>>(&mut self, findings: T) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::rule;
    use crate::testing;

    #[test]
    fn the_rest_is_counted_by_rule_and_nothing_is_hidden_behind_it() {
        let rest = 3 * MOST_IN_GAME;
        let glyphs = "$255 ".repeat(MOST_IN_GAME + rest);
        let text = format!("1. e4 {glyphs} Qh7 *");
        let rules = ["undefined-nag", "illegal-move"].map(|name| rule(name).unwrap());
        let findings = testing::all_findings(&rules, &text);
        let messages: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
        let of_nags = findings.iter().filter(|finding| finding.rule.name == "undefined-nag").count();
        assert_eq!(of_nags, MOST_IN_GAME + 1);
        let rest = format!("{rest} more findings of this rule in this game are not listed");
        assert!(messages.contains(&rest.as_str()), "{:?}", &messages[messages.len() - 3..]);
        assert_eq!(findings.iter().filter(|finding| finding.rule.name == "illegal-move").count(), 1);
    }

    #[test]
    fn levels_are_counted_apart_and_a_rule_can_be_taken_out() {
        let [one, other] = ["undefined-nag", "illegal-move"].map(|name| rule(name).unwrap().id());
        let mut findings = Findings::in_game();
        let found = |rule, level, place| Finding::new(rule, level, place..place + 1, "");
        findings.extend((0..MOST_IN_GAME + 2).map(|place| found(one, Level::Info, place)));
        findings.push(found(one, Level::Error, 0));
        findings.extend((0..MOST_IN_GAME + 1).map(|place| found(other, Level::Error, place)));
        assert_eq!(findings.len(), 2 * MOST_IN_GAME + 1);
        findings.remove_rule(other);
        let all = findings.into_vec();
        assert_eq!(all.len(), MOST_IN_GAME + 2);
        let rest = all.last().unwrap();
        assert_eq!((rest.range.start, rest.level, rest.unlisted), (MOST_IN_GAME, Level::Info, 2));
        assert!(rest.message.starts_with("2 more"));
    }
}
