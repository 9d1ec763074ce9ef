//! What the commands do with records, one a line.

use std::ops::Range;

use scoresheet_chess::epd::RecordKind;
use scoresheet_lint::explanation::Effort;
use scoresheet_lint::finding::Finding;
use scoresheet_lint::record_linter::RecordLinter;
use scoresheet_lint::records::{Piece, PieceText};

use super::checker::{CheckedPiece, Checker, FileText, Joined, Needed, PieceOfRecords, record_at, start_of_record};
use crate::cli::findings::{Hash, LocatedFinding};

/// The fields of a record that give its position.
const POSITION_FIELDS: usize = 4;

/// Asks the rules about records.
pub(super) struct RecordsChecker {
    linter: RecordLinter,
    kind: RecordKind,
}

impl RecordsChecker {
    /// The check of a file for which `linter` is.
    pub(super) fn new(linter: RecordLinter, kind: RecordKind) -> RecordsChecker {
        RecordsChecker { linter, kind }
    }
}

impl Checker for RecordsChecker {
    fn check_piece(&self, piece: &str, start: usize) -> CheckedPiece {
        let mut lines = self.linter.check_lines(piece, self.kind, &Effort::of_piece(piece.len()));
        lines.records.shrink_to_fit();
        let findings = std::mem::take(&mut lines.findings);
        // A record's line may be long and have many findings, so its end is searched once.
        let (mut number, mut end) = (0, 0);
        let located = |finding: Finding| {
            let offset = finding.range.start;
            let begun = record_at(&lines, offset);
            if begun != number {
                let line = start_of_record(&lines, begun);
                (number, end) = (begun, piece[line..].find(['\n', '\r']).map_or(piece.len(), |length| line + length));
            }
            // A remark belongs to the record below it.
            let game = if begun == 0 || offset > end { begun + 1 } else { begun };
            let game_start = lines.records.get(game - 1).map_or(piece.len(), |record| record.start as usize);
            let game_start = start + game_start;
            LocatedFinding::new(game, game_start, finding.shifted(start))
        };
        let findings = findings.into_iter().map(located).collect();
        let records = Some(PieceOfRecords { range: start..start + piece.len(), records_before: 0, lines });
        CheckedPiece { findings, records, ..CheckedPiece::default() }
    }

    fn needed(&self) -> Needed {
        Needed::Findings
    }

    fn check_file(&self, joined: &Joined, text: FileText) -> Vec<Finding> {
        let read = |range: Range<usize>| (text.read)(range).into_owned();
        let pieces = joined.records.iter().map(|piece| Piece {
            start: piece.range.start,
            text: PieceText::Anew { length: piece.range.len(), read: &read },
            checked: &piece.lines,
        });
        let pieces: Vec<Piece> = pieces.collect();
        self.linter.check_pieces(&pieces, self.kind)
    }
}

/// The lines of a text, with their line breaks.
pub(super) fn units(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split_inclusive(['\n', '\r']).scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some(start..*end)
    })
}

/// How a record is recognised: a hash of its position, and one of its whole line.
pub(super) fn identity(text: &str) -> (u64, u64) {
    let line = text.split(['\n', '\r']).next().unwrap_or("");
    let (mut position, mut all) = (Hash::default(), Hash::default());
    line.split_whitespace().take(POSITION_FIELDS).for_each(|field| position.add(field));
    line.split_whitespace().for_each(|word| all.add(word));
    (position.0, all.0)
}
