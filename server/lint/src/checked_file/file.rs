//! A file that is checked again and again while it is edited: findings are kept as long as their unit is in the file, and what is not known
//! yet is computed part by part, on the caller's threads.

use std::ops::Range;
use std::sync::Arc;

use scoresheet_grammar::incremental::{Computed, Memo, Missing, Summary, UnitFile};

use super::change::Change;
use super::counts::Counts;
use super::of_file::OfFile;
use super::unit::CheckedUnit;
use crate::explanation::{Effort, Share};
use crate::finding::Finding;

/// As much work as so many games is done between two looks at whether it is still wanted.
const GAMES_IN_PART: usize = 128;

/// About so many findings in games and records are kept of a file: a finding takes some hundred bytes, and the budget of "anything at all" is
/// 512 MB.
const MOST_KEPT: usize = 1 << 18;

/// So many are kept of what an edit touches, whatever else there is.
const MOST_KEPT_OF_EDIT: usize = 1 << 12;

/// The findings of a file, unit by unit, as far as they are known. Cheap to clone: linear in the number of chunks.
pub struct CheckedFile<U: CheckedUnit> {
    pub(super) units: Units<U>,
    pub(super) of_file: OfFile,
    pub(super) origin: Arc<U::Origin>,
    checked_units: usize,
    /// What may be read to explain what does not read. As it is shared among the parts before they are checked, what is found does not
    /// depend on which is checked first.
    effort: Effort,
    /// How many findings may still be kept; of units that are checked later only the most serious one is.
    room: usize,
}

/// What is known of the units of a file, with the numbers of findings of each chunk.
pub(super) type Units<U> = Memo<U, CheckedPart<U>, Counts>;

/// What was found in a part.
pub struct ComputedPart<U: CheckedUnit> {
    computed: Computed<CheckedPart<U>>,
    /// How many tokens were read for explanations.
    spent: usize,
    /// How many findings are kept.
    kept: usize,
}

/// What is known of a unit.
pub(super) struct CheckedPart<U: CheckedUnit> {
    /// Nothing where there are none, as in most units. Ordered by place, with ranges relative to the unit.
    findings: Option<Arc<[Finding]>>,
    pub(super) digest: U::Digest,
    /// Whether it was checked as the first unit of a file, whose top may allow something in all of it.
    is_first: bool,
}

impl<U: CheckedUnit> CheckedFile<U> {
    /// All findings of a file. Units that are in the file `before`, too, are not checked again; only the rules about whole files look at
    /// all units, at what was kept of each.
    pub fn complete(
        linter: &U::Linter,
        file: &UnitFile<U>,
        facts: U::Facts<'_>,
        before: Option<&CheckedFile<U>>,
    ) -> CheckedFile<U> {
        let mut checked = CheckedFile::carried(linter, file, facts, before);
        let missing = checked.missing(0, usize::MAX);
        let share = checked.effort.share(missing.len());
        for missing in missing {
            let part = checked.check(linter, file, &missing, share);
            checked.put(part);
        }
        checked.check_whole(linter, file, facts);
        checked
    }

    /// What is known of a file from a text `before` it. Nothing is checked. What the rules about whole files found in that text stays
    /// where its places still exist. Linear in the number of chunks, and in the units of those that differ.
    pub fn carried(
        linter: &U::Linter,
        file: &UnitFile<U>,
        facts: U::Facts<'_>,
        before: Option<&CheckedFile<U>>,
    ) -> CheckedFile<U> {
        let origin = U::origin(linter, file, facts);
        match before.filter(|before| *before.origin == origin && !file.is_empty()) {
            Some(before) => {
                let mut carried = before.carried_to(file);
                carried.of_file.is_outdated |= carried.of_file.generation != U::generation(facts);
                carried
            }
            None => CheckedFile {
                units: Memo::default().carried_to(file),
                of_file: OfFile { is_outdated: !file.is_empty(), ..OfFile::default() },
                origin: Arc::new(origin),
                checked_units: 0,
                effort: Effort::of_job(file.text_length()),
                room: MOST_KEPT,
            },
        }
    }

    /// The units that are still to be checked, in parts, those around byte `near` first. It is as much work as `most_games` games to check
    /// them, unless they are all in one part. Linear in the number of chunks, and in the units that are given.
    pub fn missing(&self, near: usize, most_games: usize) -> Vec<Missing<U>> {
        let parts = self.units.missing_near(near, GAMES_IN_PART / U::GAMES);
        let mut games = 0;
        let fits = |part: &Missing<U>| {
            let is_first = games == 0;
            games += part.len() * U::GAMES;
            is_first || games <= most_games
        };
        parts.take_while(fits).collect()
    }

    /// Checks units that are still to be checked. This is what is known of `file`.
    /// No more than `share` is spent on explanations; see [`CheckedFile::share`].
    pub fn check(&self, linter: &U::Linter, file: &UnitFile<U>, missing: &Missing<U>, share: Share) -> ComputedPart<U> {
        let effort = share.effort();
        let mut room = self.room;
        let computed = missing.compute(|place| {
            let is_first = place.index == 0;
            let (findings, digest) = U::check(linter, file, place, &self.origin, &effort);
            let findings = if findings.len() <= room { findings } else { most_serious(findings) };
            room = room.saturating_sub(findings.len());
            CheckedPart::new(findings, digest, is_first)
        });
        ComputedPart { computed, spent: share.spent(&effort), kept: self.room - room }
    }

    /// What may be spent on each of so many parts.
    pub fn share(&self, parts: usize) -> Share {
        self.effort.share(parts)
    }

    /// Takes in what [`CheckedFile::check`] found.
    ///
    /// # Panics
    /// If the units are not in this file.
    pub fn put(&mut self, part: ComputedPart<U>) {
        let ComputedPart { computed, spent, kept } = part;
        self.effort.spend(spent);
        self.room = self.room.saturating_sub(kept);
        let unknown = self.units.unknown();
        self.units.put(computed);
        self.checked_units += unknown - self.units.unknown();
    }

    /// Runs the rules about whole files, once all units are checked. Before that, and where they have seen this text, nothing is done.
    /// Linear in the number of units.
    pub fn check_whole(&mut self, linter: &U::Linter, file: &UnitFile<U>, facts: U::Facts<'_>) {
        if self.of_file.is_outdated && self.units.is_complete() {
            let findings = Arc::new(U::check_whole(linter, self, file, facts));
            self.of_file = OfFile { findings, since: None, is_outdated: false, generation: U::generation(facts) };
        }
    }

    /// How many units had to be checked for this, as nothing was known of them.
    pub fn checked_units(&self) -> usize {
        self.checked_units
    }

    fn carried_to(&self, file: &UnitFile<U>) -> CheckedFile<U> {
        let mut units = self.units.carried_to(file);
        let (removed, inserted) = units.difference(&self.units);
        if removed.start == 0 {
            // The one that is first now, and the one that was.
            units.retain(0..inserted.end + 1, |index, part| part.is_first == (index == 0));
        }
        // A large file is checked step by step: only what is new is granted more.
        let (effort, room) = match inserted.is_empty() {
            true => (self.effort.copy(), self.room),
            false => (self.effort.of_edit(), self.room.max(MOST_KEPT_OF_EDIT)),
        };
        let of_file = self.of_file.after(change((&self.units, removed), (&units, inserted)));
        CheckedFile { units, of_file, origin: self.origin.clone(), checked_units: 0, effort, room }
    }
}

#[cfg(test)]
impl<U: CheckedUnit> CheckedFile<U> {
    pub(super) fn spend_all(&self) {
        self.effort.spend(usize::MAX);
    }

    pub(super) fn has_spent_all(&self) -> bool {
        self.effort.of_game(1) == 0
    }
}

impl<U: CheckedUnit> Clone for CheckedFile<U> {
    fn clone(&self) -> CheckedFile<U> {
        let CheckedFile { units, of_file, origin, effort, room, checked_units } = self;
        let (units, of_file, origin) = (units.clone(), of_file.clone(), origin.clone());
        CheckedFile { units, of_file, origin, checked_units: *checked_units, effort: effort.copy(), room: *room }
    }
}

/// The first of the most serious findings of a unit, and one that counts the others.
fn most_serious(findings: Vec<Finding>) -> Vec<Finding> {
    let others = findings.len() - 1;
    // The first of equals.
    let Some(first) = findings.into_iter().rev().max_by_key(|finding| finding.level) else { return Vec::new() };
    let message = format!("{others} more findings here are not listed, as the file has too many");
    let rest = (others > 0).then(|| Finding::new(first.rule, first.level, first.range.clone(), message));
    std::iter::once(first).chain(rest).collect()
}

impl<U: CheckedUnit> CheckedPart<U> {
    fn new(mut findings: Vec<Finding>, digest: U::Digest, is_first: bool) -> CheckedPart<U> {
        // They are kept for long, and lists that grow one by one have room for more.
        for finding in &mut findings {
            finding.related.shrink_to_fit();
            finding.fixes.shrink_to_fit();
        }
        CheckedPart { findings: (!findings.is_empty()).then(|| findings.into()), digest, is_first }
    }

    /// Ordered by place, with ranges relative to the unit.
    pub(super) fn findings(&self) -> &[Finding] {
        self.findings.as_deref().unwrap_or_default()
    }
}

impl<U: CheckedUnit> Clone for CheckedPart<U> {
    fn clone(&self) -> CheckedPart<U> {
        CheckedPart { findings: self.findings.clone(), digest: self.digest.clone(), ..*self }
    }
}

impl<U: CheckedUnit> Summary<CheckedPart<U>> for Counts {
    fn add(&mut self, part: &CheckedPart<U>) {
        part.findings().iter().for_each(|finding| self.add(finding.level));
    }
}

/// How the text differs between two files, given the indices of the units that are gone from the first and of those in their place in the
/// second; nothing where it does not.
fn change<U: CheckedUnit>(
    (before, removed): (&Units<U>, Range<usize>),
    (after, inserted): (&Units<U>, Range<usize>),
) -> Option<Change> {
    if removed.is_empty() && inserted.is_empty() {
        return None;
    }
    let old = || before.range(removed.clone()).map(|(place, _)| place.unit.text());
    let new = || after.range(inserted.clone()).map(|(place, _)| place.unit.text());
    let length = |units: &Units<U>| units.runs().last().map_or(0, |run| run.bytes().end);
    let start = |index: usize| before.range(index..index + 1).next().map_or(length(before), |(place, _)| place.start);
    let (old_length, new_length) = (length(before), length(after));
    let shared = (start(removed.start), old_length - start(removed.end));
    Some(Change::between(old, new, shared, (old_length, new_length)))
}
