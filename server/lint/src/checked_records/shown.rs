//! Which findings are shown where there are too many.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::{CheckedChunk, CheckedRecords};
use crate::checked_file::Near;
use crate::checked_file::counts::Counts;
use crate::finding::Finding;

/// A finding, and the chunk it is in.
#[derive(Clone, Debug)]
pub struct ShownRecord<'file> {
    /// Ranges are relative to the chunk; to the file where there is none.
    pub finding: Cow<'file, Finding>,
    /// Nothing for what is said about the file.
    pub chunk: Option<ShownChunk<'file>>,
    /// The place among the findings of the chunk.
    pub index: usize,
}

/// A chunk that was checked.
#[derive(Clone, Copy, Debug)]
pub struct ShownChunk<'file> {
    /// The byte offset in the file at which it begins.
    pub start: usize,
    /// Its lines.
    pub text: &'file str,
    /// What was found in it; another one when the chunk is checked again.
    pub checked: &'file Arc<CheckedChunk>,
}

/// The places of a chunk and of a finding in it.
type Place = (usize, usize);

impl CheckedRecords {
    /// No more than `most` findings, ordered by place: those of the records around a place, then the most serious; of equally
    /// serious ones those about the file, then the first. The work depends on what is given, and on the number of chunks.
    pub fn shown(&self, most: usize, near: Near) -> Vec<ShownRecord<'_>> {
        let mut left = self.counts();
        let mut nearest = BTreeSet::new();
        if left.sum() > most {
            nearest = self.near(near);
            let mut of_near = Counts::default();
            nearest.iter().filter_map(|place| self.at(*place)).for_each(|it| of_near.add(it.finding.level));
            left.take_all(of_near);
            left = left.up_to(most.saturating_sub(nearest.len()));
        }
        let of_file = self.of_file.known().filter(|finding| left.take(finding.level));
        let of_file = of_file.map(|finding| self.of_file.placed(finding));
        let mut shown: Vec<ShownRecord> =
            of_file.map(|finding| ShownRecord { finding, chunk: None, index: 0 }).collect();
        shown.extend(nearest.iter().filter_map(|place| self.at(*place)));
        for (chunk, placed) in self.chunks.iter().enumerate() {
            if left.sum() == 0 {
                break;
            }
            let Some(checked) = placed.checked.as_ref().filter(|checked| checked.levels.has_any(left)) else {
                continue;
            };
            for (index, finding) in checked.findings().iter().enumerate() {
                if !nearest.contains(&(chunk, index)) && left.take(finding.level) {
                    shown.extend(self.at((chunk, index)));
                }
            }
        }
        shown.sort_by_key(ShownRecord::place);
        shown
    }

    /// The findings around a place.
    fn near(&self, near: Near) -> BTreeSet<Place> {
        let nearest = self.chunk_at(near.offset);
        let around = (0..self.chunks.len()).flat_map(|far| [nearest.checked_add(far), nearest.checked_sub(far.max(1))]);
        let mut found = BTreeSet::new();
        for chunk in around.flatten() {
            let Some(placed) = self.chunks.get(chunk) else { continue };
            let findings = placed.checked.iter().flat_map(|checked| checked.findings());
            let far = |finding: &Finding| (placed.start + finding.range.start).abs_diff(near.offset);
            let mut places: Vec<(usize, usize)> =
                findings.map(far).enumerate().map(|(index, far)| (far, index)).collect();
            places.sort_unstable();
            for (_, index) in places {
                if found.len() >= near.most {
                    return found;
                }
                found.insert((chunk, index));
            }
        }
        found
    }

    fn at(&self, (chunk, index): Place) -> Option<ShownRecord<'_>> {
        let placed = self.chunks.get(chunk)?;
        let checked = placed.checked.as_ref()?;
        let finding = Cow::Borrowed(checked.findings().get(index)?);
        let chunk = ShownChunk { start: placed.start, text: placed.chunk.text(), checked };
        Some(ShownRecord { finding, chunk: Some(chunk), index })
    }
}

impl ShownRecord<'_> {
    /// The half-open byte offsets in the file, to sort by.
    fn place(&self) -> (usize, usize) {
        let start = self.chunk.map_or(0, |chunk| chunk.start);
        (start + self.finding.range.start, start + self.finding.range.end)
    }
}
