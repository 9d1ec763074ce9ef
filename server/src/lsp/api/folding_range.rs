//! `textDocument/foldingRange`: comments, variations, games and blocks of records.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use scoresheet_chess::placed_game::PlacedGame;
use scoresheet_grammar::Game;
use scoresheet_grammar::incremental::UnitPlace;
use scoresheet_ide::folding::{Fold, FoldKind, folds_of};
use tower_lsp::lsp_types::{FoldingRange, FoldingRangeKind, Position};

use crate::lsp::documents::observer::Step;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::text_version::TextVersion;
use crate::lsp::documents::unit_values::{UnitValues, usual_room};
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
    let of_game = |place: UnitPlace<'_, Game>| -> Arc<[Fold]> {
        snapshot.observer.observe(Step::Fold);
        let folds = file.read(place.index, |view| folds_of(PlacedGame { index: place.index, start: 0, view }));
        let mut folds = folds.unwrap_or_default();
        folds.sort_by_key(|fold| (fold.range.start, Reverse(fold.range.end)));
        folds.into()
    };
    let kept = games.kept::<UnitValues<Game, Arc<[Fold]>>>();
    let bytes = |folds: &Arc<[Fold]>| size_of_val(&**folds);
    let all = kept.update(file, |_, _| true, of_game, usual_room(file.text_length()), bytes);
    let (mut ranges, mut start) = (Vec::new(), Position::default());
    for (place, folds) in all.iter() {
        let text = place.unit.text();
        let places = Placed { places: UnitPlaces::new(text, snapshot.settings.encoding), start };
        let range = |fold: &Fold| {
            let folded = text.get(fold.range.clone())?.trim_end();
            lines(&places, &(fold.range.start..fold.range.start + folded.len()), fold.kind)
        };
        ranges.extend(folds.into_iter().flat_map(|folds| folds.iter()).filter_map(range));
        start = places.position(text.len());
    }
    ranges
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
