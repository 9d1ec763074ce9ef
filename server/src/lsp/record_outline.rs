//! The outline of a file of records: of every run of lines a piece of JSON is kept, so that an answer is put together from them.
//! And its folds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use scoresheet_analysis::epd::{folds, records_in, symbols_of};
use scoresheet_grammar::epd::{EpdChunk, EpdFile};

use super::folding::Lines;
use super::per_game::most_kept;
use super::piece::Piece;
use super::position::saturate;
use super::snapshot::Snapshot;
use super::symbols::Outline;

/// The outline that was asked for last.
#[derive(Default)]
pub struct LastOutline(Mutex<HashMap<usize, ChunkOutline>>);

/// The outline of a run of lines.
#[derive(Clone)]
struct ChunkOutline {
    /// It is kept, so that no other has its address.
    chunk: Arc<EpdChunk>,
    records: usize,
    outline: Outline,
}

/// The outlines of the runs of lines of a file, those from the last answer where the lines are still there.
pub fn outlines(snapshot: &Snapshot, file: &EpdFile, last: &LastOutline) -> Vec<Outline> {
    let known = last.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let chunks: Vec<&Arc<EpdChunk>> = file.chunks().map(|(_, chunk)| chunk).collect();
    let records =
        |chunk: &&Arc<EpdChunk>| known.get(&address(chunk)).map_or_else(|| records_in(chunk), |known| known.records);
    let records: Vec<usize> = chunks.par_iter().map(records).collect();
    let mut records_before = 0;
    let numbered: Vec<(usize, usize, &Arc<EpdChunk>)> = (records.into_iter().zip(chunks))
        .map(|(records, chunk)| {
            let before = records_before;
            records_before += records;
            (before, records, chunk)
        })
        .collect();
    let of_chunk = |(before, records, chunk): (usize, usize, &Arc<EpdChunk>)| {
        let known = known.get(&address(chunk)).filter(|known| known.outline.is_valid(before));
        let fresh = || {
            let outline = Outline::new(snapshot, chunk.text(), symbols_of(chunk, before), before);
            ChunkOutline { chunk: chunk.clone(), records, outline }
        };
        known.cloned().unwrap_or_else(fresh)
    };
    let all: Vec<ChunkOutline> = numbered.into_par_iter().map(of_chunk).collect();
    let outlines: Vec<Outline> = all.iter().map(|known| known.outline.clone()).collect();
    // What does not fit is worked out anew for the next answer.
    let mut room = most_kept(file.text_length());
    let fits = |known: &ChunkOutline| {
        let left = room.checked_sub(known.outline.symbols.as_ref().map_or(0, Piece::len));
        left.inspect(|left| room = *left).is_some()
    };
    let kept = all.into_iter().filter(fits).map(|known| (address(&known.chunk), known));
    *last.0.lock().unwrap_or_else(PoisonError::into_inner) = kept.collect();
    outlines
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

fn address(chunk: &Arc<EpdChunk>) -> usize {
    Arc::as_ptr(chunk) as usize
}
