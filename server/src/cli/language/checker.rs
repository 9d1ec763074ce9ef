//! The check of one file: piece by piece, then as a whole.

use std::borrow::Cow;
use std::ops::Range;

use scoresheet_lint::file_view::DigestedGame;
use scoresheet_lint::finding::Finding;
use scoresheet_lint::linter::Unexplained;
use scoresheet_lint::records::CheckedLines;
use scoresheet_lint::suppression::UsedAllowances;

use crate::cli::findings::LocatedFinding;

/// The check of one file: of its pieces, in parallel, then of the file as a whole.
pub(crate) trait Checker: Send + Sync {
    /// The findings in the games or records of a piece that begins at byte `start` of the file's text.
    fn check_piece(&self, piece: &str, start: usize) -> CheckedPiece;

    /// Explains the games in the pieces of a text, which begins at byte `start` of the file's text, that do not read: in their order.
    fn explain(&self, _text: &str, _start: usize, _pieces: &mut [(Range<usize>, CheckedPiece)]) {}

    /// What rules about whole files need of a piece in which nothing is to be found.
    fn digest_piece(&self, piece: &str, start: usize) -> CheckedPiece {
        self.check_piece(piece, start)
    }

    /// What findings about the file depend on.
    fn needed(&self) -> Needed;

    /// The findings about the file after all pieces were `joined`, ordered by start; ranges are byte offsets in the
    /// text.
    fn check_file(&self, joined: &Joined, text: FileText) -> Vec<Finding>;
}

/// What findings about a file need of each of its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needed {
    /// Where games are; there are no such findings.
    Places,
    /// The digests of games.
    Digests,
    /// All that is found.
    Findings,
}

/// Access to the text of a file that is no longer held.
#[derive(Clone, Copy)]
pub(crate) struct FileText<'file> {
    /// Length in bytes.
    pub(crate) length: usize,
    /// Reads half-open byte offsets of it, at most a piece; text that can no longer be read is empty.
    pub(crate) read: &'file dyn Fn(Range<usize>) -> Cow<'file, str>,
}

/// The result of checking a piece of a text.
#[derive(Debug, Default)]
pub(crate) struct CheckedPiece {
    /// Games and records are counted from 1 in the piece; ranges are byte offsets in the text of the file.
    pub(crate) findings: Vec<LocatedFinding>,
    /// The allowances of the whole file that were used.
    pub(crate) used: UsedAllowances,
    /// For each game what rules about whole files need.
    pub(crate) digests: Vec<DigestedGame>,
    /// The games that do not read, counted from 0; [`Checker::explain`] adds what is found in them.
    pub(crate) unexplained: Vec<(usize, Unexplained)>,
    /// The same as `digests` for records.
    pub(crate) records: Option<PieceOfRecords>,
}

/// What rules about whole files need of a piece with records.
#[derive(Debug)]
pub(crate) struct PieceOfRecords {
    /// Byte offsets in the text of the file.
    pub(crate) range: Range<usize>,
    /// The number of records before it.
    pub(crate) records_before: usize,
    /// The records; their findings were moved out.
    pub(crate) lines: CheckedLines,
}

/// The result of checking all pieces so far. This is all that grows with the text: 32 bytes a game, 24 bytes a record.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    /// The allowances of the whole file that were used.
    pub(crate) used: UsedAllowances,
    /// One per game.
    pub(crate) digests: Vec<DigestedGame>,
    /// The pieces of a file of records.
    pub(crate) records: Vec<PieceOfRecords>,
    record_count: usize,
}

impl Joined {
    /// Adds the next piece. Returns its findings, with their games or records counted in the file.
    pub(crate) fn add(&mut self, piece: CheckedPiece) -> Vec<LocatedFinding> {
        let before = self.digests.len() + self.record_count;
        self.used = self.used | piece.used;
        self.digests.extend(piece.digests);
        if let Some(records) = piece.records {
            self.record_count += records.lines.records.len();
            self.records.push(PieceOfRecords { records_before: before, ..records });
        }
        let mut findings = piece.findings;
        findings.iter_mut().for_each(|located| located.game += before);
        findings
    }

    /// A finding about the file, with the game or record in which it starts.
    pub(crate) fn locate(&self, finding: Finding) -> LocatedFinding {
        let start = finding.range.start;
        let piece = self.records.partition_point(|piece| piece.range.start <= start);
        let (game, game_start) = match piece.checked_sub(1).map(|piece| &self.records[piece]) {
            Some(piece) => {
                let record = record_at(&piece.lines, start - piece.range.start);
                (piece.records_before + record, piece.range.start + start_of_record(&piece.lines, record))
            }
            None => {
                let game = self.digests.partition_point(|game| game.start <= start);
                (game, game.checked_sub(1).map_or(0, |index| self.digests[index].start))
            }
        };
        LocatedFinding::new(game.max(1), game_start, finding)
    }

    /// The byte offsets of a game in the text, which is `length` bytes long.
    pub(crate) fn game(&self, index: usize, length: usize) -> Range<usize> {
        let start = |index: usize| self.digests.get(index).map_or(length, |game| game.start);
        start(index)..start(index + 1)
    }
}

/// How many of these records begin at or before byte `offset` of their piece.
pub(super) fn record_at(lines: &CheckedLines, offset: usize) -> usize {
    lines.records.partition_point(|record| record.start as usize <= offset)
}

/// The byte offset in its piece at which the record with this number, counted from 1, begins.
pub(super) fn start_of_record(lines: &CheckedLines, number: usize) -> usize {
    number.checked_sub(1).and_then(|index| lines.records.get(index)).map_or(0, |record| record.start as usize)
}
