//! The record at an offset in a file, for editor requests.

use std::ops::Range;

use scoresheet_grammar::epd::{EpdFile, Line};

use super::position::RecordKind;
use super::view::RecordView;

/// A record and its position in the file.
pub struct PlacedRecord<'file> {
    /// The byte offset in the file where the record's line begins.
    pub start: usize,
    /// The record.
    pub view: RecordView<'file>,
}

/// Returns the record on the line at byte `offset` of the file, if there is one. Reads that line only.
pub fn record_at(file: &EpdFile, kind: RecordKind, offset: usize) -> Option<PlacedRecord<'_>> {
    let (start, line) = file.line_around(offset)?;
    PlacedRecord::read(start, line, kind)
}

/// Returns the index of the first range that contains `offset` or ends there.
pub fn place_of<'range>(ranges: impl IntoIterator<Item = &'range Range<usize>>, offset: usize) -> Option<usize> {
    ranges.into_iter().position(|range| range.start <= offset && offset <= range.end)
}

impl PlacedRecord<'_> {
    /// Converts a range of the line to a range of the file.
    pub fn in_file(&self, range: Range<usize>) -> Range<usize> {
        range.start + self.start..range.end + self.start
    }
}

impl<'line> PlacedRecord<'line> {
    /// Reads the record in a line that begins at byte `start` of the file. Returns `None` if the line holds no record.
    pub fn read(start: usize, line: &'line str, kind: RecordKind) -> Option<PlacedRecord<'line>> {
        let Line::Record(record) = Line::read(line) else { return None };
        Some(PlacedRecord { start, view: RecordView::new(line, record, kind) })
    }
}
