//! `textDocument/foldingRange`: comments, variations, games and blocks of records.

use std::cmp::Reverse;
use std::sync::Arc;

use scoresheet_grammar::incremental::UnitPlace;
use scoresheet_ide::folding::{Fold, FoldKind};
use tower_lsp::lsp_types::{FoldingRange, FoldingRangeKind, Position};

use crate::lsp::documents::observer::Step;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::text_version::{TextVersion, UnitWork};
use crate::lsp::documents::unit::LanguageUnit;
use crate::lsp::documents::unit_values::{UnitValues, usual_room};
use crate::lsp::proto::position::Places;
use crate::lsp::proto::unit_position::{Placed, UnitPlaces};
use crate::lsp::transport::raw_answer::RawAnswer;

/// About how long a fold is in JSON.
const USUAL_BYTES: usize = 56;

/// What can be folded, outer folds before those inside, no more than the client can take.
pub(crate) fn folds(snapshot: &Snapshot) -> Option<RawAnswer> {
    let mut ranges = snapshot.in_units(Folds(snapshot));
    ranges.truncate(snapshot.settings.fold_limit.map_or(usize::MAX, |limit| limit as usize));
    RawAnswer::of(&ranges, ranges.len() * USUAL_BYTES)
}

struct Folds<'a>(&'a Snapshot);

impl UnitWork for Folds<'_> {
    type Answer = Vec<FoldingRange>;

    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) -> Vec<FoldingRange> {
        let Folds(snapshot) = self;
        let file = version.file();
        let folds = |place: UnitPlace<'_, U>| -> Arc<[Fold]> {
            snapshot.observer.observe(Step::Fold);
            let mut folds = U::folds(file, place);
            folds.sort_by_key(|fold| (fold.range.start, Reverse(fold.range.end)));
            folds.into()
        };
        let kept = version.kept::<UnitValues<U, Arc<[Fold]>>>();
        let bytes = |folds: &Arc<[Fold]>| size_of_val(&**folds);
        let all = kept.update(file, |_, _| true, folds, usual_room(file.text_length()), bytes);
        let (mut ranges, mut start) = (Vec::new(), Position::default());
        for (place, folds) in all.iter() {
            let text = place.unit.text();
            let places = Placed { places: UnitPlaces::new(text, snapshot.settings.encoding), start };
            ranges
                .extend(folds.into_iter().flat_map(|folds| folds.iter()).filter_map(|fold| lines(text, &places, fold)));
            start = places.position(text.len());
        }
        let across = U::folds_across(file);
        if !across.is_empty() {
            let text = snapshot.text().to_string();
            ranges.extend(across.iter().filter_map(|fold| lines(&text, snapshot, fold)));
        }
        ranges
    }
}

/// Whole lines, as most editors fold. Nothing for what fits on one line.
fn lines(text: &str, places: &impl Places, fold: &Fold) -> Option<FoldingRange> {
    let folded = text.get(fold.range.clone())?.trim_end();
    let start_line = places.position(fold.range.start).line;
    let end_line = places.position(fold.range.start + folded.len()).line;
    let kind = kind(fold.kind);
    (start_line < end_line).then(|| FoldingRange { start_line, end_line, kind, ..FoldingRange::default() })
}

fn kind(kind: FoldKind) -> Option<FoldingRangeKind> {
    match kind {
        FoldKind::Comment | FoldKind::EscapeLines => Some(FoldingRangeKind::Comment),
        FoldKind::Game => Some(FoldingRangeKind::Region),
        FoldKind::Tags | FoldKind::Variation | FoldKind::Opening => None,
    }
}
