//! The outline of a file of records: of every run of lines a piece of JSON is kept, so that an answer is put together from them.
//! And its folds.

use scoresheet_analysis::epd::{folds, records_in, symbols_of};
use scoresheet_grammar::epd::{EpdFile, Records};

use super::document_symbol::Outline;
use super::folding_range::Lines;
use crate::lsp::documents::per_chunk::{LastPerChunk, PerChunk};
use crate::lsp::documents::per_game::most_kept;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::packed_json::Piece;
use crate::lsp::proto::position::saturate;

/// The outline that was asked for last.
#[derive(Default)]
pub struct LastOutline {
    /// How many records each run of lines has.
    records: LastPerChunk<usize>,
    outlines: LastPerChunk<Outline>,
}

/// The outlines of the runs of lines of a file, those from the last answer where the lines are still there.
pub fn outlines(snapshot: &Snapshot, file: &EpdFile, last: &LastOutline) -> PerChunk<Outline> {
    let mut records = 0;
    let count = |_, chunk: &Records| records_in(chunk);
    let records_before: Vec<usize> = (last.records.of(file, |_, _| true, count, usize::MAX, |_| 0).iter())
        .map(|of_chunk| {
            records += of_chunk;
            records - of_chunk
        })
        .collect();
    let is_valid = |index, outline: &Outline| outline.is_valid(records_before[index]);
    let outline = |index, chunk: &Records| {
        let before = records_before[index];
        Outline::new(snapshot, chunk.text(), symbols_of(chunk, before), before)
    };
    let bytes = |outline: &Outline| outline.symbols.as_ref().map_or(0, Piece::len);
    last.outlines.of(file, is_valid, outline, most_kept(file.text_length()), bytes)
}

/// The lines of what can be folded, in ascending order.
pub fn folded_lines(file: &EpdFile) -> Vec<Lines> {
    let line = |offset| file.line_at(offset).map_or(0, saturate);
    let lines = folds(file).into_iter().map(|fold| Lines {
        first: line(fold.range.start),
        last: line(fold.range.end),
        kind: fold.kind,
    });
    lines.collect()
}
