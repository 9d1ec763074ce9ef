//! The check of one file of any length: block by block, then as a whole. Budget: 1 GB within 64 MB of memory.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use scoresheet_lint::explanation::Effort;
use scoresheet_lint::file_view::{DigestedGame, FileFacts, GameDigest, OtherFiles};
use scoresheet_lint::finding::Finding;
use scoresheet_lint::findings::Crowd;

use super::baseline::Tally;
use super::filter::Filter;
use super::report::Report;
use super::reread::Reread;
pub(super) use crate::cli::findings::retain_requested;
use crate::cli::findings::{self, LocatedFinding, MOST_IN_FILE};
use crate::cli::language::{CheckedPiece, Checker, FileText, Joined, Language, Needed};
use crate::cli::render::{Rendered, Renderer, Statistics};
use crate::cli::shard::{FileShare, UnitRun, unit_runs};
use crate::configuration::FileSettings;
use crate::linters::Linters;
use crate::repair::FixCount;
use crate::text_file::{
    Block, CHANGED, Encoding, Origin, Part, Parts, Place, ReadError, count_breaks, folder, in_blocks_by_stages,
    is_utf8_byte_order_mark, name,
};

/// About how many bytes are read again for a finding about the file. One thread does this after all others have
/// finished. Small in tests, so that their texts have several parts.
const PART: usize = if cfg!(test) { 300 } else { 16 << 10 };

/// Where findings come more often than once in so many bytes, they take more memory than the text.
const BYTES_PER_FINDING: usize = 256;

/// About how many bytes of such a text are held at a time.
const OF_MANY: usize = 512 << 10;

/// About how many bytes are held at a time where an engine is asked, which takes minutes for as much.
pub(super) const OF_ENGINE: usize = 64 << 10;

/// How many findings of one rule and level are listed in a unit of a file, which most files are.
const MOST_IN_UNIT: usize = MOST_IN_FILE;

/// How a file is checked.
pub(super) struct BlockCheck<'a> {
    /// The rules that the configuration of the file turns on.
    pub(super) linters: &'a Linters,
    /// The language of the file.
    pub(super) language: Language,
    /// The configuration of the file.
    pub(super) settings: &'a FileSettings,
    /// How findings are printed; none if they are only counted.
    pub(super) renderer: Option<Renderer>,
    /// Creates the filter of the file's findings, each time reading starts at the beginning.
    pub(super) filter: &'a (dyn Fn() -> Filter<'a> + Sync),
    /// Whether unsafe fixes count as fixes.
    pub(super) unsafe_fixes: bool,
    /// The requested encoding.
    pub(super) encoding: Option<Encoding>,
    /// What other files have that is in the file.
    pub(super) elsewhere: OtherFiles<'a>,
    /// What is checked of the file, if not all. The part with the first games reports what rules about whole files find, so it takes the digests of
    /// all games.
    pub(super) share: Option<FileShare>,
    /// About how many bytes are held at a time.
    pub(super) block: usize,
}

/// The result of checking a file.
#[derive(Debug, Default)]
pub(super) struct CheckedFile {
    /// The printed findings.
    pub(super) report: Report,
    /// Their counts.
    pub(super) statistics: Statistics,
    /// Whether a finding makes the exit code 1.
    pub(super) counts: bool,
    /// The result of comparing it with the baseline.
    pub(super) tally: Tally,
    /// Whether there was too much to explain.
    pub(super) is_cut: bool,
    /// Why the file was not checked to its end.
    pub(super) error: Option<String>,
}

impl<'a> BlockCheck<'a> {
    /// Checks what `origin` holds. `path` is printed; rules about the file's name see that of `named`.
    ///
    /// # Errors
    ///
    /// If nothing can be read.
    pub(super) fn check(&self, path: &Path, named: &Path, origin: &mut Origin) -> Result<CheckedFile, ReadError> {
        let start = || Known::new((self.filter)());
        let mut checker = None;
        let effort = Effort::default();
        // Until the first block is checked, none that is read meanwhile is large.
        let are_many = AtomicBool::new(true);
        let mut unit = None;
        let prepare = |block: &Block| {
            if block.start == 0 {
                unit = None;
                let has_byte_order_mark = is_utf8_byte_order_mark(block.bom);
                let facts = FileFacts {
                    name: name(named),
                    folder: folder(named),
                    has_byte_order_mark,
                    elsewhere: self.elsewhere,
                };
                checker = Some(self.language.checker(&block.text, facts, self.linters, &effort));
            }
            let begin_unit = |next: u64| {
                if unit.replace(next) != Some(next) {
                    effort.renew();
                }
            };
            let checked = checker.as_deref();
            let checked = checked.map_or_else(Vec::new, |checker| self.check_pieces(block, checker, begin_unit));
            let findings: usize = checked.iter().map(|checked| checked.piece.findings.len()).sum();
            are_many.store(findings > block.text.len() / BYTES_PER_FINDING, Ordering::Relaxed);
            checked
        };
        let finish = |known: &mut Known, block: &Block, checked| self.add_block(path, block, checked, known);
        let size = || if are_many.load(Ordering::Relaxed) { self.block.min(OF_MANY) } else { self.block };
        let finished = in_blocks_by_stages(origin, self.encoding, self.language.cut(), size, start, prepare, finish)?;
        let mut known = finished.state;
        match (finished.broken_off, checker) {
            // Rules about the whole file need its end.
            (Some(error), _) => known.fail(&error),
            (None, Some(checker)) => self.add_file(path, origin, checker.as_ref(), &mut known),
            (None, None) => {}
        }
        if known.checked.error.is_none() && origin.has_changed() {
            known.fail(&CHANGED);
        }
        let Known { checked, filter, .. } = known;
        let statistics = checked.statistics.in_one_file();
        Ok(CheckedFile { statistics, tally: filter.end(), is_cut: effort.is_cut(), ..checked })
    }

    /// Whether what rules about whole files find is reported.
    fn has_findings_of_file(&self) -> bool {
        self.share.is_none_or(|share| share.has_unit(0))
    }

    /// Checks a block. Calls `begin_unit` before the games of each unit.
    fn check_pieces(&self, block: &Block, checker: &dyn Checker, mut begin_unit: impl FnMut(u64)) -> Vec<CheckedRange> {
        let check = |run: UnitRun| {
            begin_unit(run.unit);
            self.check_run(block, run, checker)
        };
        unit_runs(self.language, block).into_iter().flat_map(check).collect()
    }

    /// Checks the games of a unit.
    fn check_run(
        &self,
        block: &Block,
        UnitRun { unit, range: run }: UnitRun,
        checker: &dyn Checker,
    ) -> Vec<CheckedRange> {
        let is_own = self.share.is_none_or(|share| share.has_unit(unit));
        let needed = if self.has_findings_of_file() { checker.needed() } else { Needed::Places };
        let (text, start) = (&block.text[run.clone()], block.start + run.start);
        let checked = match needed {
            _ if is_own => self.language.check_pieces(text, start, checker),
            Needed::Findings => self.language.check_pieces(text, start, checker),
            Needed::Digests => self.language.digest_pieces(text, start, checker),
            Needed::Places => return self.skip_run(block, unit, run),
        };
        let of_piece = |(range, mut piece): (Range<usize>, CheckedPiece)| {
            if is_own {
                self.retain(&mut piece.findings);
            } else {
                piece.findings = Vec::new();
            }
            let range = run.start + range.start..run.start + range.end;
            let parts = self.parts(&block.text[range.clone()], block.encoding);
            CheckedRange { unit, range, piece, parts }
        };
        checked.into_par_iter().map(of_piece).collect()
    }

    /// Counts games of another shard, so that the next ones have their lines and numbers.
    fn skip_run(&self, block: &Block, unit: u64, run: Range<usize>) -> Vec<CheckedRange> {
        let text = &block.text[run.clone()];
        self.language.map_pieces(text, |piece| {
            let games = self.language.units(&text[piece.clone()]);
            let digest = |game: Range<usize>| DigestedGame {
                start: block.start + run.start + piece.start + game.start,
                digest: GameDigest::default(),
            };
            CheckedRange {
                unit,
                range: run.start + piece.start..run.start + piece.end,
                piece: CheckedPiece { digests: games.map(digest).collect(), ..CheckedPiece::default() },
                parts: self.parts(&text[piece], block.encoding),
            }
        })
    }

    /// The parts of a piece that can be read independently: a game certainly begins between two parts, so that none is
    /// in both.
    fn parts(&self, piece: &str, encoding: Encoding) -> Vec<PartOfPiece> {
        let part = |range: Range<usize>| {
            let text = &piece[range];
            PartOfPiece { length: text.len(), line_breaks: count_breaks(text), disk_length: encoding.encoded_len(text) }
        };
        self.language.parts(piece, PART).into_iter().map(part).collect()
    }

    fn add_block(&self, path: &Path, block: &Block, checked: Vec<CheckedRange>, known: &mut Known) {
        let mut of_pieces = Vec::with_capacity(checked.len());
        let mut disk_start = block.disk_start;
        for CheckedRange { unit, range, piece, parts } in checked {
            known.begin_unit(unit);
            let place_of = |start, disk_start, line_breaks| Place {
                start,
                disk_start,
                first_line: line_breaks + 1,
                encoding: block.encoding,
            };
            let (text, mut start) = (&block.text[range.clone()], block.start + range.start);
            let place = place_of(start, disk_start, known.line_breaks);
            for PartOfPiece { length, line_breaks, disk_length } in parts {
                known.places.push(place_of(start, disk_start, known.line_breaks));
                known.line_breaks += line_breaks;
                start += length;
                disk_start += disk_length;
            }
            (known.length, known.disk_length) = (start, disk_start);
            let mut findings = known.joined.add(piece);
            if !findings.is_empty() {
                known.filter.retain(&Parts::one(Part::new(text, place)), &mut findings);
            }
            self.count(&findings, &mut known.checked);
            findings.retain(|located| known.crowd.admits(&located.finding, || located.place()));
            if !findings.is_empty() {
                of_pieces.push((text, place, findings));
            }
        }
        let Some(renderer) = self.renderer else { return };
        let render = |(text, place, findings): (&str, Place, Vec<LocatedFinding>)| {
            renderer.findings(path, &Parts::one(Part::new(text, place)), &findings)
        };
        let rendered: Vec<Vec<Rendered>> = of_pieces.into_par_iter().map(render).collect();
        let added = rendered.iter().flatten().try_for_each(|finding| known.checked.report.add(finding));
        if let Err(error) = added {
            known.fail(&format!("no space for the findings: {error}"));
        }
    }

    fn add_file(&self, path: &Path, origin: &mut Origin, checker: &dyn Checker, known: &mut Known<'a>) {
        known.end_unit();
        let Known { places, joined, length, disk_length, checked, filter, rest, .. } = known;
        let end = Place { start: *length, disk_start: *disk_length, first_line: 1, encoding: Encoding::UTF_8 };
        let reread = Reread::new(origin, places, end);
        let read = |range: Range<usize>| reread.text(range);
        let findings = match self.has_findings_of_file() {
            true => checker.check_file(joined, FileText { length: *length, read: &read }),
            false => Vec::new(),
        };
        let mut findings: Vec<LocatedFinding> =
            findings.into_iter().map(|finding: Finding| joined.locate(finding)).collect();
        self.retain(&mut findings);
        findings.sort_by_key(|located| located.finding.range.start);
        let read = |offset: usize| reread.part(offset);
        filter.retain(&Parts::read_by(&read), &mut findings);
        self.count(&findings, checked);
        findings.append(rest);
        findings.sort_by_key(|located| located.finding.range.start);
        if let Some(renderer) = self.renderer {
            checked.report.add_of_file(renderer.findings(path, &Parts::read_by(&read), &findings));
        }
        if let Some(error) = reread.failure() {
            known.fail(&error);
        }
    }

    fn retain(&self, findings: &mut Vec<LocatedFinding>) {
        retain_requested(findings, self.settings);
    }

    fn count(&self, findings: &[LocatedFinding], checked: &mut CheckedFile) {
        checked.counts |= counts(findings, self.settings);
        let findings = findings.iter().map(|located| &located.finding);
        checked.statistics.add(Statistics::of_file(findings, FixCount::default(), self.unsafe_fixes));
    }
}

/// Whether a finding makes the exit code 1.
pub(super) fn counts(findings: &[LocatedFinding], settings: &FileSettings) -> bool {
    findings.iter().any(|located| located.finding.level >= settings.exit_level)
}

/// The result of checking a piece of a block.
struct CheckedRange {
    /// The number of its unit.
    unit: u64,
    /// Half-open byte offsets in the block.
    range: Range<usize>,
    piece: CheckedPiece,
    /// All parts of the piece, in order.
    parts: Vec<PartOfPiece>,
}

/// A part of a piece.
struct PartOfPiece {
    /// In bytes of the text.
    length: usize,
    line_breaks: usize,
    /// In bytes on the disk.
    disk_length: usize,
}

/// The result of the blocks so far.
struct Known<'a> {
    checked: CheckedFile,
    filter: Filter<'a>,
    joined: Joined,
    /// The number of the unit that is read.
    unit: u64,
    /// The findings in the games of the unit.
    crowd: Crowd<findings::Place>,
    /// Findings about what is not listed of the units before it.
    rest: Vec<LocatedFinding>,
    /// Where the parts of the pieces begin.
    places: Vec<Place>,
    line_breaks: usize,
    length: usize,
    disk_length: usize,
}

impl<'a> Known<'a> {
    fn new(filter: Filter<'a>) -> Known<'a> {
        let (checked, joined) = (CheckedFile::default(), Joined::default());
        Known {
            checked,
            filter,
            joined,
            unit: 0,
            crowd: Crowd::new(MOST_IN_UNIT),
            rest: Vec::new(),
            places: Vec::new(),
            line_breaks: 0,
            length: 0,
            disk_length: 0,
        }
    }

    /// Begins to count anew what is listed, if another unit begins: what is listed of a unit depends on that unit alone.
    fn begin_unit(&mut self, unit: u64) {
        if unit != self.unit {
            self.end_unit_as("this part of the file");
            self.unit = unit;
        }
    }

    /// Ends the last unit.
    fn end_unit(&mut self) {
        self.end_unit_as(if self.unit == 0 { "this file" } else { "this part of the file" });
    }

    fn end_unit_as(&mut self, whole: &'static str) {
        let crowd = std::mem::replace(&mut self.crowd, Crowd::new(MOST_IN_UNIT));
        self.rest.extend(crowd.rest(whole).map(|(place, rest)| place.of(rest)));
    }

    /// Keeps the first error.
    fn fail(&mut self, error: &dyn std::fmt::Display) {
        self.checked.error.get_or_insert_with(|| error.to_string());
    }
}

#[cfg(test)]
mod tests;
