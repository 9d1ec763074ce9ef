//! `textDocument/foldingRange`.

use tower_lsp::lsp_types::{FoldingRange, FoldingRangeKind};

use super::engine::{Fold, FoldKind};
use super::snapshot::Snapshot;

/// What can be folded, outer folds before those inside, no more than the client can take.
pub fn folds(snapshot: &Snapshot) -> Option<Vec<FoldingRange>> {
    let mut folds = snapshot.engine.folds(snapshot.file());
    folds.sort_by_key(|fold| (fold.range.start, std::cmp::Reverse(fold.range.end)));
    let limit = snapshot.settings.fold_limit.map_or(usize::MAX, |limit| limit as usize);
    Some(folds.iter().filter_map(|fold| folding_range(snapshot, fold)).take(limit).collect())
}

/// Whole lines, as most editors fold. Nothing for what fits on one line.
fn folding_range(snapshot: &Snapshot, fold: &Fold) -> Option<FoldingRange> {
    let file = snapshot.file();
    let index = file.game_at(fold.range.start)?;
    let (game, game_start) = (file.game(index)?, file.start(index)?);
    let folded = game.view().text.get(fold.range.start - game_start..fold.range.end - game_start)?.trim_end();
    let start_line = snapshot.position(fold.range.start).line;
    let end_line = snapshot.position(fold.range.start + folded.len()).line;
    (start_line < end_line).then(|| FoldingRange {
        start_line,
        end_line,
        kind: kind(fold.kind),
        ..FoldingRange::default()
    })
}

fn kind(kind: FoldKind) -> Option<FoldingRangeKind> {
    match kind {
        FoldKind::Comment | FoldKind::EscapeLines => Some(FoldingRangeKind::Comment),
        FoldKind::Game => Some(FoldingRangeKind::Region),
        FoldKind::Tags | FoldKind::Variation | FoldKind::Opening => None,
    }
}
