//! A file of records that is checked again and again while it is edited: what is known of chunks that are still the same is
//! kept, and what is not known yet is worked out chunk by chunk, by whoever has a thread for it.

mod shown;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use scoresheet_grammar::epd::{EpdFile, Records};

use crate::checked_file::change::Change;
use crate::checked_file::counts::Counts;
use crate::checked_file::of_file::OfFile;
use crate::finding::{Finding, Level};
use crate::record_linter::RecordLinter;
use crate::records::{CheckedLines, Duplicates, Piece, PieceText, RecordFile};
use crate::selector::Selector;
use scoresheet_chess::epd::position::RecordKind;

pub use shown::{ShownChunk, ShownRecord};

/// The findings of a file, chunk by chunk, as far as they are known. Cheap to clone: linear in the number of chunks.
#[derive(Clone, Debug, Default)]
pub struct CheckedRecords {
    chunks: Vec<Placed>,
    of_file: OfFile,
    asked_of: Arc<AskedOf>,
    origin: Arc<Origin>,
    checked_chunks: usize,
}

/// What the rules about whole files were asked of last.
#[derive(Debug, Default)]
struct AskedOf {
    chunks: Vec<Arc<CheckedChunk>>,
    duplicates: Duplicates,
}

/// What, besides its text, the findings of a chunk depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Origin {
    asked: BTreeSet<&'static str>,
    levels: BTreeMap<&'static str, Level>,
    lowest: Option<Level>,
    allowed: BTreeSet<Selector>,
    kind: RecordKind,
}

#[derive(Clone, Debug)]
struct Placed {
    start: usize,
    chunk: Arc<Records>,
    /// Nothing as long as it is not checked.
    checked: Option<Arc<CheckedChunk>>,
}

/// What was found in the records of a chunk.
#[derive(Debug)]
pub struct CheckedChunk {
    lines: CheckedLines,
    levels: Counts,
}

impl RecordLinter {
    /// What the rules say of all records of a file and of the file. Chunks that stand in `kept`, too, are not checked again; only
    /// the rules about whole files are asked of all records, by what was kept of each.
    pub fn check_again(&self, file: &EpdFile, kind: RecordKind, kept: Option<&CheckedRecords>) -> CheckedRecords {
        let mut checked = self.take_over(file, kind, kept);
        for index in checked.unchecked(0, usize::MAX) {
            let chunk = self.check_chunk(&checked, index);
            checked.put(index, chunk);
        }
        self.check_whole(&mut checked);
        checked
    }

    /// What is known of a file from `kept`, what was found in a text before it. Nothing is checked. What the rules about whole
    /// files have said of that text stays where its places still are. Linear in the number of chunks.
    pub fn take_over(&self, file: &EpdFile, kind: RecordKind, kept: Option<&CheckedRecords>) -> CheckedRecords {
        let origin = self.origin(kind);
        match kept.filter(|kept| *kept.origin == origin) {
            Some(before) => before.taken_over(file),
            None => {
                let chunks =
                    file.units().map(|(start, chunk)| Placed { start, chunk: chunk.clone(), checked: None }).collect();
                let of_file = OfFile { is_outdated: true, ..OfFile::default() };
                CheckedRecords { chunks, of_file, origin: Arc::new(origin), ..CheckedRecords::default() }
            }
        }
    }

    /// What the rules say of the records of the chunk at a place in a file; see [`CheckedRecords::unchecked`].
    ///
    /// # Panics
    /// If there is no such place.
    pub fn check_chunk(&self, file: &CheckedRecords, index: usize) -> CheckedChunk {
        let lines = self.check_lines(file.chunks[index].chunk.text(), file.origin.kind);
        let mut levels = Counts::default();
        lines.findings.iter().for_each(|finding| levels.add(finding.level));
        CheckedChunk { lines, levels }
    }

    /// Ask the rules about whole files, once all chunks are checked. Nothing is done before.
    pub fn check_whole(&self, checked: &mut CheckedRecords) {
        if !checked.has_all_records() {
            return;
        }
        let pieces: Vec<Piece> = checked.chunks.iter().filter_map(Placed::piece).collect();
        let before = &checked.asked_of;
        let duplicates = match before.chunks.is_empty() {
            true => Duplicates::of(&pieces),
            false => {
                let old = before.chunks.iter().map(|chunk| chunk.lines.records.as_slice());
                before.duplicates.clone().again(old, &pieces)
            }
        };
        let file = RecordFile { pieces: &pieces, kind: checked.origin.kind, duplicates: &duplicates };
        let findings = Arc::new(self.check_file(file));
        let chunks = checked.chunks.iter().filter_map(|placed| placed.checked.clone()).collect();
        checked.asked_of = Arc::new(AskedOf { chunks, duplicates });
        checked.of_file = OfFile { findings, since: None, is_outdated: false };
    }

    fn origin(&self, kind: RecordKind) -> Origin {
        Origin {
            asked: self.asked.clone(),
            levels: self.levels.clone(),
            lowest: Some(self.lowest),
            allowed: self.allowed.clone(),
            kind,
        }
    }
}

impl CheckedRecords {
    /// Whether all records are checked.
    pub fn has_all_records(&self) -> bool {
        self.chunks.iter().all(|placed| placed.checked.is_some())
    }

    /// Whether all records are checked, and the rules about whole files were asked of this very text.
    pub fn is_complete(&self) -> bool {
        !self.of_file.is_outdated && self.has_all_records()
    }

    /// How many lines are in chunks that are still to be checked.
    pub fn unchecked_lines(&self) -> usize {
        self.chunks.iter().map(Placed::unchecked).sum()
    }

    /// The places of the chunks that are still to be checked, the nearest to byte `near` first. No more than so many lines are in
    /// them, unless all are in one.
    pub fn unchecked(&self, near: usize, most_lines: usize) -> Vec<usize> {
        let nearest = self.chunk_at(near);
        let mut places: Vec<usize> =
            (0..self.chunks.len()).filter(|index| self.chunks[*index].checked.is_none()).collect();
        places.sort_by_key(|index| index.abs_diff(nearest));
        let mut lines = 0;
        let is_too_much = |index: &usize| {
            lines += self.chunks[*index].unchecked();
            lines > most_lines
        };
        let fitting = places.iter().position(is_too_much).unwrap_or(places.len());
        places.truncate(fitting.max(1));
        places
    }

    /// Put in what was found in the chunk at a place in the file.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn put(&mut self, index: usize, chunk: CheckedChunk) {
        self.checked_chunks += 1;
        self.chunks[index].checked = Some(Arc::new(chunk));
    }

    /// All findings, ordered by place. Linear in their number.
    pub fn all(&self) -> Vec<Finding> {
        self.with_those_of_file(self.chunks.iter().flat_map(Placed::findings).collect(), |_| true)
    }

    /// The findings that have to do with the bytes `range`, its ends included, ordered by place. The work depends on the chunks
    /// that are touched, on the number of all, and on the findings about the file.
    pub fn touching(&self, range: &Range<usize>) -> Vec<Finding> {
        let touched = |finding: &Finding| finding.range.start <= range.end && range.start <= finding.range.end;
        let end = self.chunks.partition_point(|placed| placed.start <= range.end);
        let first = self.chunks[..end].partition_point(|placed| placed.start < range.start).saturating_sub(1);
        let of_records = self.chunks[first..end].iter().flat_map(Placed::findings).filter(touched);
        self.with_those_of_file(of_records.collect(), touched)
    }

    /// How many findings there are. Linear in the number of chunks and of findings about the file.
    pub fn len(&self) -> usize {
        self.counts().sum()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the rules about whole files say the same as in another file.
    pub fn says_of_file_what(&self, other: &CheckedRecords) -> bool {
        self.of_file.says_what(&other.of_file)
    }

    /// How many chunks had to be checked for this, as nothing was known of them.
    pub fn checked_chunks(&self) -> usize {
        self.checked_chunks
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.of_file.known().for_each(|finding| counts.add(finding.level));
        self.chunks.iter().filter_map(|placed| placed.checked.as_ref()).for_each(|it| counts.add_all(it.levels));
        counts
    }

    /// The place of the chunk that byte `offset` of the file belongs to.
    fn chunk_at(&self, offset: usize) -> usize {
        self.chunks.partition_point(|placed| placed.start <= offset).saturating_sub(1)
    }

    fn with_those_of_file(&self, mut findings: Vec<Finding>, is_meant: impl Fn(&Finding) -> bool) -> Vec<Finding> {
        findings.extend(self.of_file.known().map(|it| self.of_file.placed(it).into_owned()).filter(is_meant));
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        findings
    }

    /// What is known of `file` from this.
    fn taken_over(&self, file: &EpdFile) -> CheckedRecords {
        let is_shared = |(old, (_, new)): &(&Placed, (usize, &Arc<Records>))| Arc::ptr_eq(&old.chunk, new);
        let first = self.chunks.iter().zip(file.units()).take_while(is_shared).count();
        let most = self.chunks.len().min(file.len()) - first;
        let last = self.chunks.iter().rev().zip(file.units().rev()).take(most).take_while(is_shared).count();
        let (old_end, new_end) = (self.chunks.len() - last, file.len() - last);
        let gone = &self.chunks[first..old_end];
        let known: HashMap<*const Records, &Placed> =
            gone.iter().map(|placed| (Arc::as_ptr(&placed.chunk), placed)).collect();
        let place = |(index, (start, chunk)): (usize, (usize, &Arc<Records>))| {
            let old = match index {
                _ if index < first => self.chunks.get(index),
                _ if index >= new_end => self.chunks.get(index - new_end + old_end),
                _ => known.get(&Arc::as_ptr(chunk)).copied(),
            };
            Placed { start, chunk: chunk.clone(), checked: old.and_then(|old| old.checked.clone()) }
        };
        let chunks = file.units().enumerate().map(place).collect();
        let change = (first < old_end || first < new_end).then(|| {
            let text = |placed: &'_ Placed| placed.chunk.text().len();
            let shared = |chunks: &[Placed]| chunks.iter().map(text).sum::<usize>();
            let old_length = self.chunks.last().map_or(0, |last| last.start + text(last));
            let old = || gone.iter().map(|placed| placed.chunk.text());
            let new = || (first..new_end).filter_map(|index| file.unit(index)).map(|chunk| chunk.text());
            let shared = (shared(&self.chunks[..first]), shared(&self.chunks[old_end..]));
            Change::between(old, new, shared, (old_length, file.text_length()))
        });
        let (asked_of, origin) = (self.asked_of.clone(), self.origin.clone());
        CheckedRecords { chunks, of_file: self.of_file.after(change), asked_of, origin, checked_chunks: 0 }
    }
}

impl Placed {
    fn piece(&self) -> Option<Piece<'_>> {
        let checked = &self.checked.as_ref()?.lines;
        Some(Piece { start: self.start, text: PieceText::Held(self.chunk.text()), checked })
    }

    fn findings(&self) -> impl Iterator<Item = Finding> {
        let findings = self.checked.iter().flat_map(|checked| checked.findings());
        findings.map(|finding| finding.clone().shifted(self.start))
    }

    /// How many lines are still to be checked.
    fn unchecked(&self) -> usize {
        if self.checked.is_some() { 0 } else { self.chunk.len() }
    }
}

impl CheckedChunk {
    /// Ordered by place; ranges are relative to the chunk.
    pub fn findings(&self) -> &[Finding] {
        &self.lines.findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checked_file::Near;
    use crate::configuration::Configuration;
    use crate::rules::RULES;

    fn file(records: usize) -> String {
        let line = |number: usize| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e{}; id \"{number}\";\n", number % 4 + 3);
        (0..records).map(line).collect()
    }

    fn shown(findings: &[Finding]) -> Vec<String> {
        findings.iter().map(|finding| format!("{:?} {}", finding.range, finding.message)).collect()
    }

    #[test]
    fn only_what_is_touched_is_checked_again() {
        let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Warning));
        let text = file(2000);
        let before = EpdFile::parse(&text);
        let kind = RecordKind::default();
        let checked = linter.check_again(&before, kind, None);
        assert_eq!(checked.checked_chunks(), before.len());
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
    }

    #[test]
    fn what_is_said_of_the_file_stays_until_it_is_asked_again() {
        let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Warning));
        let text = file(1000).replace("id \"900\"", "id \"7\"");
        let before = EpdFile::parse(&text);
        let checked = linter.check_again(&before, RecordKind::default(), None);
        let at = text.find("\"500\"").unwrap();
        let (after, _) = before.edit(at..at, " ");
        let taken_over = linter.take_over(&after, RecordKind::default(), Some(&checked));
        assert!(!taken_over.has_all_records() && !taken_over.is_complete());
        let of_file = |file: &CheckedRecords| -> Vec<usize> {
            let behind = file.of_file.known().map(|it| file.of_file.placed(it).range.start).filter(|start| *start > at);
            behind.collect()
        };
        let moved: Vec<usize> = of_file(&checked).iter().map(|start| start + 1).collect();
        assert!(!moved.is_empty());
        assert_eq!(of_file(&taken_over), moved);
    }

    #[test]
    fn the_nearest_and_the_most_serious_are_shown() {
        let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Warning));
        let text = file(1000);
        let checked = linter.check_again(&EpdFile::parse(&text), RecordKind::default(), None);
        let near = Near { offset: text.find("\"500\"").unwrap(), most: 20 };
        assert_eq!(checked.shown(usize::MAX, near).len(), checked.len());
        let shown = checked.shown(100, near);
        assert_eq!(shown.len(), 100);
        let place = |one: &ShownRecord| one.chunk.map_or(0, |chunk| chunk.start) + one.finding.range.start;
        assert!(shown.is_sorted_by_key(place));
        let is_near = |one: &&ShownRecord| place(one).abs_diff(near.offset) < 2000;
        assert_eq!(shown.iter().filter(is_near).count(), 20);
        assert!(shown.iter().filter(|one| !is_near(one)).all(|one| one.finding.level == Level::Error));
    }
}
