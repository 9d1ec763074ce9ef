//! Formatting all records of a file: of every run of lines is kept what is to change in it, so that an answer is put together from that.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use scoresheet_analysis::epd::{RecordKind, format_edits_of};
use scoresheet_grammar::epd::{EpdChunk, EpdFile};
use tower_lsp::lsp_types::Position;

use super::aside::Answer;
use super::derived::Derived;
use super::edits::text_edits;
use super::formatting::MOST_KEPT;
use super::game_places::{GamePlaces, in_file};
use super::piece::Piece;
use super::position::Places;
use super::snapshot::Snapshot;

/// What was worked out last for a document.
#[derive(Default)]
pub struct LastRecordFormats(Mutex<Arc<[ChunkFormat]>>);

/// What formatting does to a run of lines.
#[derive(Clone)]
struct ChunkFormat {
    /// It is kept, so that no other has its address.
    chunk: Arc<EpdChunk>,
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
    for format in &*formats(snapshot, records) {
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
fn formats(snapshot: &Snapshot, records: &Derived<EpdFile>) -> Arc<[ChunkFormat]> {
    let kind = snapshot.record_kind();
    let LastRecordFormats(last) = &records.kept().features.formats;
    let old = last.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let valid = old.iter().filter(|known| known.kind == kind);
    let known: HashMap<_, _> = valid.map(|known| (Arc::as_ptr(&known.chunk), known)).collect();
    let chunks: Vec<&Arc<EpdChunk>> = records.file().chunks().map(|(_, chunk)| chunk).collect();
    let of_last: Vec<_> = chunks.iter().map(|chunk| known.get(&Arc::as_ptr(chunk)).copied()).collect();
    let of_chunk = |(chunk, known): (&Arc<EpdChunk>, Option<&ChunkFormat>)| {
        known.cloned().unwrap_or_else(|| ChunkFormat::of(snapshot, chunk, kind))
    };
    let formats: Arc<[ChunkFormat]> = chunks.into_par_iter().zip(of_last).map(of_chunk).collect::<Vec<_>>().into();
    let mut room = MOST_KEPT;
    let fits = |format: &&ChunkFormat| {
        let left = room.checked_sub(format.edits.as_ref().map_or(0, Piece::len));
        left.inspect(|left| room = *left).is_some()
    };
    let kept = formats.iter().filter(fits).cloned().collect();
    *last.lock().unwrap_or_else(PoisonError::into_inner) = kept;
    formats
}

impl ChunkFormat {
    fn of(snapshot: &Snapshot, chunk: &Arc<EpdChunk>, kind: RecordKind) -> ChunkFormat {
        let places = GamePlaces::new(chunk.text(), snapshot.settings.encoding);
        let edits = text_edits(&places, &format_edits_of(chunk, kind));
        let edits = if edits.is_empty() { None } else { Piece::of(&edits) };
        ChunkFormat { chunk: chunk.clone(), kind, edits, end: places.position(chunk.text().len()) }
    }
}
