//! Formatting all records of a file: of every run of lines is kept what is to change in it, so that an answer is put together from that.

use scoresheet_analysis::epd::{RecordKind, format_edits_of};
use scoresheet_grammar::epd::{EpdFile, Records};
use tower_lsp::lsp_types::Position;

use super::formatting::MOST_KEPT;
use crate::lsp::documents::per_chunk::{LastPerChunk, PerChunk};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::text_version::Derived;
use crate::lsp::proto::packed_json::Piece;
use crate::lsp::proto::position::Places;
use crate::lsp::proto::text_edit::text_edits;
use crate::lsp::proto::unit_position::{UnitPlaces, in_file};
use crate::lsp::transport::raw_answer::Answer;

/// What formatting does to a run of lines.
#[derive(Clone)]
pub struct ChunkFormat {
    kind: RecordKind,
    /// The edits in the brackets of a list, the last line's first, with positions relative to the run; nothing where there are none.
    edits: Option<Piece>,
    /// Where the run ends, relative to its start.
    end: Position,
}

/// The edits that format all records, those of the last line first: a client that applies them one by one gets the same text as one that
/// applies them at once.
pub fn document(snapshot: &Snapshot, records: &Derived<EpdFile>) -> Answer {
    let mut start = Position::default();
    let mut lists = Vec::new();
    for format in formats(snapshot, records).iter() {
        lists.extend(format.edits.clone().map(|edits| (start, edits)));
        start = in_file(start, format.end);
    }
    lists.reverse();
    Answer::streamed("[", Piece::elements(lists).and(b"]".to_vec()))
}

/// Works out what the next answer is put together from.
pub fn prepare(snapshot: &Snapshot, records: &Derived<EpdFile>) {
    formats(snapshot, records);
}

/// What formatting does to each run of lines, as it was worked out for the last answer where the lines are still there.
fn formats(snapshot: &Snapshot, records: &Derived<EpdFile>) -> PerChunk<ChunkFormat> {
    let kind = snapshot.record_kind();
    let is_valid = |_, known: &ChunkFormat| known.kind == kind;
    let work = |_, chunk: &Records| ChunkFormat::of(snapshot, chunk, kind);
    let bytes = |format: &ChunkFormat| format.edits.as_ref().map_or(0, Piece::len);
    records.kept::<LastPerChunk<ChunkFormat>>().of(records.file(), is_valid, work, MOST_KEPT, bytes)
}

impl ChunkFormat {
    fn of(snapshot: &Snapshot, chunk: &Records, kind: RecordKind) -> ChunkFormat {
        let places = UnitPlaces::new(chunk.text(), snapshot.settings.encoding);
        let edits = text_edits(&places, &format_edits_of(chunk, kind));
        let edits = if edits.is_empty() { None } else { Piece::of(&edits) };
        ChunkFormat { kind, edits, end: places.position(chunk.text().len()) }
    }
}
