//! Which findings are shown where there are too many.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::counts::Counts;
use super::file::{CheckedFile, CheckedPart};
use super::unit::CheckedUnit;
use crate::finding::Finding;

/// A finding that is shown.
#[derive(Clone, Debug)]
pub struct Shown<'file> {
    /// Ranges are relative to the unit.
    pub(super) finding: Cow<'file, Finding>,
    /// The byte offset in the file at which the unit begins; 0 for a finding about the file.
    start: usize,
}

/// A place whose findings are shown before others.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// The byte offset in the file.
    pub offset: usize,
    /// So many findings at most, however serious.
    pub most: usize,
}

/// The index of a unit, and the place of a finding among its findings.
type Place = (usize, usize);

impl<U: CheckedUnit> CheckedFile<U> {
    /// See [`FileFindings::shown`](super::FileFindings::shown).
    pub(super) fn most_important(&self, most: usize, near: Near) -> Vec<Shown<'_>> {
        let mut left = self.counts();
        let mut nearest = BTreeMap::new();
        if left.sum() > most {
            nearest = self.nearest(near);
            let mut of_nearest = Counts::default();
            nearest.values().for_each(|shown| of_nearest.add(shown.finding.level));
            left.take_all(of_nearest);
            left = left.up_to(most.saturating_sub(nearest.len()));
        }
        let of_file = self.of_file.known().filter(|finding| left.take(finding.level));
        let of_file = of_file.map(|finding| Shown { finding: self.of_file.placed(finding), start: 0 });
        let mut shown: Vec<Shown> = of_file.collect();
        shown.extend(nearest.values().cloned());
        for run in self.units.runs() {
            if left.sum() == 0 {
                break;
            }
            if !run.summary().has_any(left) {
                continue;
            }
            for (unit, part) in run.iter() {
                for (index, finding) in part.map_or(&[][..], CheckedPart::findings).iter().enumerate() {
                    if !nearest.contains_key(&(unit.index, index)) && left.take(finding.level) {
                        shown.push(Shown { finding: Cow::Borrowed(finding), start: unit.start });
                    }
                }
            }
        }
        shown.sort_by_key(Shown::place);
        shown
    }

    /// The findings around a place, unit by unit.
    fn nearest(&self, near: Near) -> BTreeMap<Place, Shown<'_>> {
        let runs = self.units.runs();
        let nearest = runs.partition_point(|run| run.bytes().start <= near.offset).saturating_sub(1);
        let starts = runs.get(nearest).into_iter().flat_map(|run| run.iter().map(|(unit, _)| unit));
        let unit_at = starts.take_while(|unit| unit.start <= near.offset).last().map_or(0, |unit| unit.index);
        let around = (0..runs.len()).flat_map(|far| [nearest.checked_add(far), nearest.checked_sub(far.max(1))]);
        let mut found = BTreeMap::new();
        for run in around.flatten().filter_map(|run| runs.get(run)).filter(|run| run.summary().sum() > 0) {
            let mut units: Vec<_> = run.iter().filter_map(|(unit, part)| Some((unit, part?.findings()))).collect();
            units.sort_by_key(|(unit, _)| unit.index.abs_diff(unit_at));
            for (unit, findings) in units {
                let mut places: Vec<usize> = (0..findings.len()).collect();
                places.sort_by_key(|index| (unit.start + findings[*index].range.start).abs_diff(near.offset));
                for index in places {
                    if found.len() >= near.most {
                        return found;
                    }
                    let finding = Cow::Borrowed(&findings[index]);
                    found.insert((unit.index, index), Shown { finding, start: unit.start });
                }
            }
        }
        found
    }
}

impl Shown<'_> {
    /// The finding with ranges in the file.
    pub fn in_file(self) -> Finding {
        self.finding.into_owned().shifted(self.start)
    }

    /// The half-open byte offsets in the file, to sort by.
    fn place(&self) -> (usize, usize) {
        (self.start + self.finding.range.start, self.start + self.finding.range.end)
    }
}
