//! A finding and the game or record it is in.

use std::borrow::{Borrow, BorrowMut};
use std::ops::Range;

use scoresheet_lint::finding::Finding;
use scoresheet_lint::findings::Crowd;

use super::identity::Identity;

/// A finding and the game or record it is in.
#[derive(Clone, Debug)]
pub(crate) struct LocatedFinding {
    /// The game or record, counted from 1 in the file.
    pub(crate) game: usize,
    /// The byte offset in the decoded text of the file at which the game or record begins.
    pub(crate) game_start: usize,
    /// How it is recognised later; the default where it is not needed.
    pub(crate) identity: Identity,
    /// Its ranges are byte offsets in the decoded text of the file.
    pub(crate) finding: Finding,
}

impl LocatedFinding {
    /// A finding in this game or record, not yet identified.
    pub(crate) fn new(game: usize, game_start: usize, finding: Finding) -> LocatedFinding {
        LocatedFinding { game, game_start, identity: Identity::default(), finding }
    }
}

/// How many findings of one rule and level are listed in a file; the rest is counted. Nobody reads as many, and no game of people or engines
/// has them.
pub(crate) const MOST_IN_FILE: usize = 1 << 14;

/// Leaves as many in a list, ordered by start, as are listed in a file, and adds findings about the rest.
pub(crate) fn limit(findings: &mut Vec<LocatedFinding>) {
    if findings.len() > MOST_IN_FILE {
        let mut crowd = Crowd::new(MOST_IN_FILE);
        findings.retain(|located| crowd.admits(&located.finding, || located.place()));
        findings.extend(crowd.rest("this file").map(|(place, rest)| place.of(rest)));
        findings.sort_by_key(|located| located.finding.range.start);
    }
}

/// The place of a finding.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    game: usize,
    game_start: usize,
    range: Range<usize>,
}

impl Place {
    /// A finding without a place, at this one.
    pub(crate) fn of(self, finding: Finding) -> LocatedFinding {
        LocatedFinding::new(self.game, self.game_start, Finding { range: self.range, ..finding })
    }
}

impl LocatedFinding {
    /// Its place.
    pub(crate) fn place(&self) -> Place {
        Place { game: self.game, game_start: self.game_start, range: self.finding.range.clone() }
    }
}

impl Borrow<Finding> for LocatedFinding {
    fn borrow(&self) -> &Finding {
        &self.finding
    }
}

impl BorrowMut<Finding> for LocatedFinding {
    fn borrow_mut(&mut self) -> &mut Finding {
        &mut self.finding
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_lint::finding::Level;
    use scoresheet_lint::rule_id::{Group, RuleId};

    use super::*;

    #[test]
    fn the_rest_of_each_rule_and_level_is_counted_at_its_first_place() {
        let rule = RuleId { name: "a", group: Group::Style };
        let at = |place: usize, level| {
            LocatedFinding::new(place + 1, place, Finding::new(rule, level, place..place + 1, "one"))
        };
        let mut findings: Vec<LocatedFinding> = (0..MOST_IN_FILE + 3).map(|place| at(place, Level::Info)).collect();
        findings.push(at(MOST_IN_FILE + 3, Level::Error));
        limit(&mut findings);
        assert_eq!(findings.len(), MOST_IN_FILE + 2);
        let rest = &findings[MOST_IN_FILE];
        assert_eq!(rest.finding.message, "3 more findings of this rule in this file are not listed");
        assert_eq!(
            (rest.game, rest.finding.range.start, rest.finding.level),
            (MOST_IN_FILE + 1, MOST_IN_FILE, Level::Info)
        );
        assert_eq!(findings.last().map(|last| last.finding.level), Some(Level::Error));
    }
}
