//! What is known of a file that is checked, whatever its units are.

use std::ops::Range;

use super::counts::Counts;
use super::file::{CheckedFile, CheckedPart};
use super::of_file::OfFile;
use super::shown::{Near, Shown};
use super::unit::CheckedUnit;
use crate::finding::Finding;

/// The findings of a file, as far as they are known.
pub trait FileFindings: Send + Sync {
    /// Whether all units are checked.
    fn has_all_units(&self) -> bool;

    /// Whether all units are checked, and the rules about whole files have seen this very text.
    fn is_complete(&self) -> bool;

    /// How many units are still to be checked.
    fn unchecked_units(&self) -> usize;

    /// How many findings there are. Linear in the number of chunks and of findings about the file.
    fn len(&self) -> usize;

    /// Whether there are no findings.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All findings, ordered by place, with ranges relative to the file. Linear in their number.
    fn all(&self) -> Vec<Finding>;

    /// The findings that have to do with the bytes `range`, its ends included, ordered by place. The work depends on the units that are
    /// touched, and on the number of chunks and of findings about the file.
    fn touching(&self, range: &Range<usize>) -> Vec<Finding>;

    /// No more than `most` findings, ordered by place: those of the units around a place, then the most serious; of equally serious ones
    /// those about the file, then the first. The work depends on what is given, and on the number of chunks.
    fn shown(&self, most: usize, near: Near) -> Vec<Shown<'_>>;

    /// What the rules about whole files found.
    fn of_file(&self) -> &OfFile;

    /// How many findings there are in each unit, those about the file with the unit that they begin in; `None` where a unit is still to be
    /// checked. Linear in the number of units, and of findings.
    fn counts_by_unit(&self) -> Vec<Option<Counts>>;
}

impl<U: CheckedUnit> FileFindings for CheckedFile<U> {
    fn has_all_units(&self) -> bool {
        self.units.is_complete()
    }

    fn is_complete(&self) -> bool {
        !self.of_file.is_outdated && self.has_all_units()
    }

    fn unchecked_units(&self) -> usize {
        self.units.unknown()
    }

    fn len(&self) -> usize {
        self.counts().sum()
    }

    fn all(&self) -> Vec<Finding> {
        self.with_those_of_file(self.in_units(0..usize::MAX).collect(), |_| true)
    }

    fn touching(&self, range: &Range<usize>) -> Vec<Finding> {
        let touched = |finding: &Finding| finding.range.start <= range.end && range.start <= finding.range.end;
        self.with_those_of_file(self.in_units(range.clone()).filter(touched).collect(), touched)
    }

    fn shown(&self, most: usize, near: Near) -> Vec<Shown<'_>> {
        self.most_important(most, near)
    }

    fn of_file(&self) -> &OfFile {
        &self.of_file
    }

    fn counts_by_unit(&self) -> Vec<Option<Counts>> {
        let count = |part: &CheckedPart<U>| {
            let mut counts = Counts::default();
            part.findings().iter().for_each(|finding| counts.add(finding.level));
            counts
        };
        let known = self.units.iter().map(|(place, part)| (place.start, part.map(count)));
        let (starts, mut counts): (Vec<usize>, Vec<Option<Counts>>) = known.unzip();
        for finding in self.of_file.known() {
            let start = self.of_file.placed(finding).range.start;
            let unit = starts.partition_point(|unit| *unit <= start).saturating_sub(1);
            counts.get_mut(unit).into_iter().flatten().for_each(|counts| counts.add(finding.level));
        }
        counts
    }
}

impl<U: CheckedUnit> CheckedFile<U> {
    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.of_file.known().for_each(|finding| counts.add(finding.level));
        self.units.runs().iter().for_each(|run| counts.add_all(*run.summary()));
        counts
    }

    /// The findings of the units that touch the bytes `range`, its ends included.
    fn in_units(&self, range: Range<usize>) -> impl Iterator<Item = Finding> {
        let Range { start, end } = range;
        let touches = move |bytes: Range<usize>| bytes.start <= end && start <= bytes.end;
        let units = self.units.runs().iter().filter(move |run| touches(run.bytes())).flat_map(|run| run.iter());
        let touched = units.filter(move |(place, _)| touches(place.start..place.start + place.unit.text().len()));
        touched.flat_map(|(place, part)| {
            let findings = part.map_or(&[][..], CheckedPart::findings);
            findings.iter().map(move |finding| finding.clone().shifted(place.start))
        })
    }

    fn with_those_of_file(&self, mut findings: Vec<Finding>, is_meant: impl Fn(&Finding) -> bool) -> Vec<Finding> {
        findings.extend(self.of_file.known().map(|it| self.of_file.placed(it).into_owned()).filter(is_meant));
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        findings
    }
}
