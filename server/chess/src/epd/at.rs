//! The record at a place in a file, for what editors ask.

use std::ops::Range;

use scoresheet_grammar::epd::{EpdFile, Line};

use super::position::RecordKind;
use super::view::RecordView;

/// A record and its place in the file.
pub struct PlacedRecord<'file> {
    /// The byte offset in the file at which its line begins.
    pub start: usize,
    /// The record.
    pub view: RecordView<'file>,
}

/// The record on the line that byte `offset` of the file belongs to, if there is one. Reads that line only.
pub fn record_at(file: &EpdFile, kind: RecordKind, offset: usize) -> Option<PlacedRecord<'_>> {
    let (start, line) = file.line(file.line_at(offset)?)?;
    let Line::Record(record) = Line::read(line) else { return None };
    Some(PlacedRecord { start, view: RecordView::new(line, record, kind) })
}

/// The index of the first of some ranges that `offset` is in or at the end of.
pub fn place_of<'range>(ranges: impl IntoIterator<Item = &'range Range<usize>>, offset: usize) -> Option<usize> {
    ranges.into_iter().position(|range| range.start <= offset && offset <= range.end)
}

impl PlacedRecord<'_> {
    /// A range of the line as a range of the file.
    pub fn in_file(&self, range: Range<usize>) -> Range<usize> {
        range.start + self.start..range.end + self.start
    }
}

impl<'line> PlacedRecord<'line> {
    /// The record in a line that begins at byte `start` of the file; nothing where there is none.
    pub fn read(start: usize, line: &'line str, kind: RecordKind) -> Option<PlacedRecord<'line>> {
        let Line::Record(record) = Line::read(line) else { return None };
        Some(PlacedRecord { start, view: RecordView::new(line, record, kind) })
    }
}
