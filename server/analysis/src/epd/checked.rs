//! A file of records that is checked again and again while it is edited: what is known of chunks that are still the same is
//! kept.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use scoresheet_grammar::epd::{EpdChunk, EpdFile};

use super::duplicates::Duplicates;
use super::file::{Piece, PieceText, RecordFile};
use super::lint::{CheckedLines, RecordLinter};
use super::position::RecordKind;
use crate::finding::{Finding, Level};

/// The findings of a file, chunk by chunk.
#[derive(Debug, Default)]
pub struct CheckedRecords {
    chunks: Vec<Placed>,
    /// Ordered by place; ranges are relative to the file.
    of_file: Vec<Finding>,
    origin: Origin,
    duplicates: Duplicates,
    checked_chunks: usize,
}

/// What, besides its text, the findings of a chunk depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) asked: BTreeSet<&'static str>,
    pub(super) levels: BTreeMap<&'static str, Level>,
    pub(super) lowest: Option<Level>,
    pub(super) kind: RecordKind,
}

#[derive(Clone, Debug)]
struct Placed {
    start: usize,
    checked: Arc<CheckedChunk>,
}

#[derive(Debug)]
struct CheckedChunk {
    chunk: Arc<EpdChunk>,
    lines: CheckedLines,
}

impl RecordLinter {
    /// What the rules say of all records of a file and of the file. Chunks that stand in `kept`, too, are not checked again; the
    /// rules about whole files are asked anew, by what was kept of each record.
    pub fn check_again(&self, file: &EpdFile, kind: RecordKind, kept: Option<&CheckedRecords>) -> CheckedRecords {
        let origin = self.origin(kind);
        let known: HashMap<*const EpdChunk, &Arc<CheckedChunk>> = (kept.filter(|kept| kept.origin == origin).iter())
            .flat_map(|kept| kept.chunks.iter().map(|placed| (Arc::as_ptr(&placed.checked.chunk), &placed.checked)))
            .collect();
        let mut checked_chunks = 0;
        let check = |(start, chunk): (usize, &Arc<EpdChunk>)| {
            let known = known.get(&Arc::as_ptr(chunk)).map(|known| Arc::clone(known));
            let checked = known.unwrap_or_else(|| {
                checked_chunks += 1;
                Arc::new(CheckedChunk { chunk: chunk.clone(), lines: self.check_lines(chunk.text(), kind) })
            });
            Placed { start, checked }
        };
        let chunks: Vec<Placed> = file.chunks().map(check).collect();
        let pieces: Vec<Piece> = chunks.iter().map(Placed::piece).collect();
        let duplicates = match kept.filter(|kept| kept.origin == origin) {
            Some(kept) => {
                kept.duplicates.clone().again(kept.chunks.iter().map(|placed| &*placed.checked.lines.records), &pieces)
            }
            None => Duplicates::of(&pieces),
        };
        let of_file = self.check_file(RecordFile { pieces: &pieces, kind, duplicates: &duplicates });
        CheckedRecords { of_file, origin, checked_chunks, chunks, duplicates }
    }
}

impl CheckedRecords {
    /// All findings, ordered by place. Linear in their number.
    pub fn all(&self) -> Vec<Finding> {
        sorted(self.chunks.iter().flat_map(Placed::findings).chain(self.of_file.iter().cloned()).collect())
    }

    /// The findings that have to do with the bytes `range`, its ends included, ordered by place. The work depends on the chunks
    /// that are touched, on the number of all, and on the findings about the file.
    pub fn touching(&self, range: &Range<usize>) -> Vec<Finding> {
        let touched = |finding: &Finding| finding.range.start <= range.end && range.start <= finding.range.end;
        let end = self.chunks.partition_point(|placed| placed.start <= range.end);
        let first = self.chunks[..end].partition_point(|placed| placed.start < range.start).saturating_sub(1);
        let of_records = self.chunks[first..end].iter().flat_map(Placed::findings).filter(touched);
        let of_file = self.of_file.iter().filter(|finding| touched(finding)).cloned();
        sorted(of_records.chain(of_file).collect())
    }

    /// The most serious findings, no more than `most`; of equally serious ones those about the file, then the first. Ordered by
    /// place. Linear in the findings.
    pub fn most_serious(&self, most: usize) -> Vec<Finding> {
        let mut left = most;
        let mut places = HashMap::new();
        for level in Level::ALL {
            let count = self.levels().filter(|other| *other == level).count().min(left);
            places.insert(level, count);
            left -= count;
        }
        let mut take = |finding: &Finding| {
            let count = places.entry(finding.level).or_default();
            let is_taken = *count > 0;
            *count -= usize::from(is_taken);
            is_taken
        };
        let of_file: Vec<Finding> = self.of_file.iter().filter(|finding| take(finding)).cloned().collect();
        let of_records: Vec<Finding> = self
            .chunks
            .iter()
            .flat_map(|placed| {
                let start = placed.start;
                let taken = placed.checked.lines.findings.iter().filter(|finding| take(finding));
                taken.map(|finding| finding.clone().shifted(start)).collect::<Vec<_>>()
            })
            .collect();
        sorted([of_records, of_file].concat())
    }

    /// How many findings there are.
    pub fn len(&self) -> usize {
        self.levels().count()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.levels().next().is_none()
    }

    /// How many chunks had to be checked for this, as nothing was known of them.
    pub fn checked_chunks(&self) -> usize {
        self.checked_chunks
    }

    fn levels(&self) -> impl Iterator<Item = Level> {
        let of_records = self.chunks.iter().flat_map(|placed| &placed.checked.lines.findings);
        of_records.chain(&self.of_file).map(|finding| finding.level)
    }
}

impl Placed {
    fn piece(&self) -> Piece<'_> {
        Piece { start: self.start, text: PieceText::Held(self.checked.chunk.text()), checked: &self.checked.lines }
    }

    fn findings(&self) -> impl Iterator<Item = Finding> {
        self.checked.lines.findings.iter().map(|finding| finding.clone().shifted(self.start))
    }
}

fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::Configuration;

    fn file(records: usize) -> String {
        let line = |number: usize| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e{}; id \"{number}\";\n", number % 4 + 3);
        (0..records).map(line).collect()
    }

    fn shown(findings: &[Finding]) -> Vec<String> {
        findings.iter().map(|finding| format!("{:?} {}", finding.range, finding.message)).collect()
    }

    #[test]
    fn only_what_is_touched_is_checked_again() {
        let linter = RecordLinter::configured(&Configuration::new(Level::Warning));
        let text = file(2000);
        let before = EpdFile::parse(&text);
        let kind = RecordKind::default();
        let checked = linter.check_again(&before, kind, None);
        assert_eq!(checked.checked_chunks(), before.chunks().len());
        let at = text.find("\"1000\"").unwrap();
        let (after, _) = before.edit(at..at + 1, "");
        let again = linter.check_again(&after, kind, Some(&checked));
        assert!(again.checked_chunks() <= 2);
        let mut edited = text.clone();
        edited.remove(at);
        let fresh = linter.check_text(&edited, kind);
        assert_eq!(shown(&again.all()), shown(&fresh));
        assert_eq!(again.len(), fresh.len());
        let place = at..at + 1;
        let touching: Vec<Finding> =
            fresh.iter().filter(|one| one.range.start <= place.end && place.start <= one.range.end).cloned().collect();
        assert_eq!(shown(&again.touching(&place)), shown(&touching));
        assert_eq!(again.most_serious(5).len(), 5);
        let lowest = again.most_serious(fresh.len() - 1);
        assert!(lowest.iter().filter(|one| one.level == Level::Error).count() > 900);
    }
}
