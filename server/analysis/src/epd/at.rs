//! The record at a place in a file, for what editors ask.

use std::ops::Range;

use scoresheet_grammar::epd::{EpdFile, Line};

use super::file::PlacedRecord;
use super::position::RecordKind;
use super::view::RecordView;

/// The record on the line that byte `offset` of the file belongs to, if there is one. Reads that line only.
pub fn record_at(file: &EpdFile, kind: RecordKind, offset: usize) -> Option<PlacedRecord<'_>> {
    let (start, line) = file.line(file.line_at(offset)?)?;
    let Line::Record(record) = Line::read(line) else { return None };
    Some(PlacedRecord { start, view: RecordView::new(line, record, kind) })
}

/// The index of the first of some ranges that `offset` is in or at the end of.
pub(super) fn place_of<'range>(ranges: impl IntoIterator<Item = &'range Range<usize>>, offset: usize) -> Option<usize> {
    ranges.into_iter().position(|range| range.start <= offset && offset <= range.end)
}
