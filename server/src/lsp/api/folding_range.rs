//! `textDocument/foldingRange`: comments, variations, games and blocks of records.

use std::cmp::Reverse;
use std::ops::Range;

use rayon::prelude::*;
use scoresheet_chess::game_name::numbered_label;
use scoresheet_chess::placed_game::PlacedGame;
use scoresheet_grammar::incremental::{Memo, Missing, UnitPlace};
use scoresheet_grammar::{Database, Game};
use scoresheet_ide::folding::{Fold, FoldKind, folds_of};
use tower_lsp::lsp_types::{FoldingRange, FoldingRangeKind};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::text_version::TextVersion;
use crate::lsp::proto::position::Places;
use crate::lsp::proto::unit_position::{Placed, UnitPlaces};
use crate::lsp::transport::raw_answer::RawAnswer;

/// About how long a fold is in JSON.
const USUAL_BYTES: usize = 56;

/// What can be folded, outer folds before those inside, no more than the client can take.
pub(crate) fn folds(snapshot: &Snapshot) -> Option<RawAnswer> {
    let mut ranges = match snapshot.text_of_games() {
        Some(games) => of_games(snapshot, games),
        None => snapshot.record_folds().iter().filter_map(|fold| lines(snapshot, &fold.range, fold.kind)).collect(),
    };
    ranges.truncate(snapshot.settings.fold_limit.map_or(usize::MAX, |limit| limit as usize));
    RawAnswer::of(&ranges, ranges.len() * USUAL_BYTES)
}

fn of_games(snapshot: &Snapshot, games: &TextVersion<Game>) -> Vec<FoldingRange> {
    let file = games.file();
    let chunks = Memo::<Game, ()>::of(file).missing();
    let of_chunk =
        |chunk: &Missing<Game>| chunk.units().flat_map(|place| of_game(snapshot, file, place)).collect::<Vec<_>>();
    chunks.par_iter().flat_map_iter(of_chunk).collect()
}

fn of_game(snapshot: &Snapshot, file: &Database, place: UnitPlace<'_, Game>) -> Vec<FoldingRange> {
    let read = file.read(place.index, |view| {
        let folds = folds_of(PlacedGame { index: place.index, start: 0, view });
        let is_named = snapshot.settings.fold_texts && folds.iter().any(|fold| fold.kind == FoldKind::Game);
        (folds, is_named.then(|| numbered_label(place.index, &view.tags())))
    });
    let (mut folds, name) = read.unwrap_or_default();
    folds.sort_by_key(|fold| (fold.range.start, Reverse(fold.range.end)));
    let text = place.unit.text();
    let places = UnitPlaces::new(text, snapshot.settings.encoding);
    let places = Placed { places, start: snapshot.position(place.start) };
    let range = |fold: &Fold| {
        let folded = text.get(fold.range.clone())?.trim_end();
        let range = lines(&places, &(fold.range.start..fold.range.start + folded.len()), fold.kind)?;
        // Other folds say by their first lines what they are.
        Some(FoldingRange { collapsed_text: name.clone().filter(|_| fold.kind == FoldKind::Game), ..range })
    };
    folds.iter().filter_map(range).collect()
}

/// Whole lines, as most editors fold. Nothing for what fits on one line.
fn lines(places: &impl Places, range: &Range<usize>, kind: FoldKind) -> Option<FoldingRange> {
    let (start_line, end_line) = (places.position(range.start).line, places.position(range.end).line);
    let kind = self::kind(kind);
    (start_line < end_line).then(|| FoldingRange { start_line, end_line, kind, ..FoldingRange::default() })
}

fn kind(kind: FoldKind) -> Option<FoldingRangeKind> {
    match kind {
        FoldKind::Comment | FoldKind::EscapeLines => Some(FoldingRangeKind::Comment),
        FoldKind::Game => Some(FoldingRangeKind::Region),
        FoldKind::Tags | FoldKind::Variation | FoldKind::Opening => None,
    }
}
