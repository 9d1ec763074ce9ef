//! `textDocument/references`: every place of the workspace that reaches the same position.

use scoresheet_chess::position_key::PositionKey;
use scoresheet_ide::position_index::Reach;
use tower_lsp::lsp_types::{Location, Position};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;
use crate::lsp::tasks::reporter::Reporter;
use crate::lsp::workspace::WorkspaceIndex;
use crate::lsp::workspace::locate::Locator;

/// Nobody looks through a longer list: every game reaches the position after the first moves.
const MOST_REFERENCES: usize = 10_000;

/// The moves that reach the position at `position` of the first document, the records that have it and the FEN tags of games that start
/// from it: first those of that document, then those of the other open ones, then those of the files of the workspace that are known.
pub(crate) fn references(
    index: &WorkspaceIndex,
    snapshots: &[Snapshot],
    position: Position,
    reporter: &Reporter,
) -> Option<Vec<Location>> {
    let snapshot = snapshots.first()?;
    let (key, in_game) = snapshot.position_key(snapshot.offset(position))?;
    let in_game = in_game.iter().map(|range| Location::new(snapshot.uri.clone(), snapshot.range(range)));
    let mut locator = Locator::new(index, snapshots, snapshot.settings.encoding);
    let mut reached = index.with_positions(|positions| positions.reached(key));
    if key == PositionKey::of_usual_start() {
        // Every game starts from it, and hardly any says so.
        reached.retain(|reach| reach.place.is_some());
    }
    let of_first = |locator: &Locator, reach: &Reach| locator.document_of(reach.game) == Some(0);
    let (here, mut elsewhere): (Vec<Reach>, Vec<Reach>) =
        reached.into_iter().partition(|reach| of_first(&locator, reach));
    let mut found: Vec<Location> = here.into_iter().filter_map(|reach| locator.location(reach)).collect();
    // The index has not all moves of a very long game; the game of the request is played through.
    found.extend(in_game);
    found.sort_by_key(|location| (location.range.start, location.range.end));
    found.dedup();
    // In the order of their numbers, files come in the order in which they were read.
    elsewhere.sort_by_cached_key(|reach| (locator.document_of(reach.game).unwrap_or(usize::MAX), *reach));
    elsewhere.truncate(MOST_REFERENCES.saturating_sub(found.len()));
    let here = found.into_iter().take(MOST_REFERENCES).map(Found::Here);
    let all = here.chain(elsewhere.into_iter().map(Found::Elsewhere)).collect();
    reporter.list(all, |found| match found {
        Found::Here(location) => Some(location),
        Found::Elsewhere(reach) => locator.location(reach),
    })
}

enum Found {
    Here(Location),
    Elsewhere(Reach),
}
