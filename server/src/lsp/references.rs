//! `textDocument/references`: every move of the workspace that reaches the same position.

use scoresheet_analysis::navigation::{position_at, references_in_game};
use scoresheet_analysis::placed_game::game_at;
use tower_lsp::lsp_types::{Location, Position};

use super::position::Places;
use super::snapshot::Snapshot;
use super::workspace_index::{Locator, WorkspaceIndex};

/// Nobody looks through a longer list: every game reaches the position after the first moves.
const MOST_REFERENCES: usize = 10_000;

/// The moves that reach the position at `position` of the first document: first those of that document, then those of the other open
/// ones, then those of the files of the workspace that are known.
pub fn references(index: &WorkspaceIndex, snapshots: &[Snapshot], position: Position) -> Option<Vec<Location>> {
    let snapshot = snapshots.first()?;
    let (part, offset) = snapshot.games_around(position)?;
    let key = position_at(&part.file, offset)?.key;
    let mut locator = Locator::new(index, snapshots, snapshot.settings.encoding);
    let mut reached = index.with_positions(|positions| positions.reached(key));
    reached.retain(|reach| reach.place.is_some());
    // In the order of their numbers, files come in the order in which they were read.
    reached.sort_by_cached_key(|reach| (locator.document_of(reach.game).unwrap_or(usize::MAX), *reach));
    let mut found: Vec<Location> =
        reached.into_iter().filter_map(|reach| locator.location(reach)).take(MOST_REFERENCES).collect();
    // The index has not all moves of a very long game; that in which the question is asked is played through.
    let game = game_at(&part.file, offset)?;
    let start = part.start + game.start;
    let here = references_in_game(game.view, key).into_iter().map(|range| range.start + start..range.end + start);
    let here: Vec<Location> = here.map(|range| Location::new(snapshot.uri.clone(), snapshot.range(&range))).collect();
    let missing: Vec<Location> = here.into_iter().filter(|location| !found.contains(location)).collect();
    if !missing.is_empty() {
        found.extend(missing);
        found.sort_by_key(|location| (location.uri != snapshot.uri, location.uri.clone(), location.range.start));
    }
    Some(found)
}
