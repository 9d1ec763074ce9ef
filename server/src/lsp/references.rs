//! `textDocument/references`: every move of the open documents that reaches the same position.

use rayon::prelude::*;
use scoresheet_analysis::navigation::{position_at, references_in_game};
use scoresheet_analysis::position_key::PositionKey;
use tower_lsp::lsp_types::{Location, Position};

use super::position::Places;
use super::snapshot::Snapshot;

/// Nobody looks through a longer list: every game reaches the position after the first moves.
const MOST_REFERENCES: usize = 10_000;

/// The moves that reach the position at `position` of the first document, first those of that document.
pub fn references(snapshots: &[Snapshot], position: Position) -> Option<Vec<Location>> {
    let (part, offset) = snapshots.first()?.games_around(position)?;
    let key = position_at(&part.file, offset)?.key;
    Some(snapshots.iter().flat_map(|snapshot| in_document(snapshot, key)).take(MOST_REFERENCES).collect())
}

fn in_document(snapshot: &Snapshot, key: PositionKey) -> Vec<Location> {
    let Some(file) = snapshot.games() else { return Vec::new() };
    let in_game = |index: usize| {
        let (start, game) = (file.start(index)?, file.game(index)?);
        Some((start, references_in_game(game.view(), key)))
    };
    let found: Vec<_> = (0..file.len()).into_par_iter().filter_map(in_game).collect();
    let ranges = found
        .into_iter()
        .flat_map(|(start, ranges)| ranges.into_iter().map(move |range| range.start + start..range.end + start));
    ranges.map(|range| Location::new(snapshot.uri.clone(), snapshot.range(&range))).take(MOST_REFERENCES).collect()
}
