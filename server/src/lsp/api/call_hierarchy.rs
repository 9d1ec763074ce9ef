//! `textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`: the tree of openings in the
//! workspace. Outgoing calls are the moves played next, incoming ones the ways by which the position was reached.

use std::collections::HashMap;

use scoresheet_chess::game_name::label;
use scoresheet_chess::position_key::PositionKey;
use scoresheet_ide::call_hierarchy::{MOST_WAYS, PositionItem, PositionStep, incoming, outgoing};
use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, Location, Position, Range, SymbolKind, Url,
};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;
use crate::lsp::tasks::reporter::Reporter;
use crate::lsp::workspace::WorkspaceIndex;
use crate::lsp::workspace::locate::Locator;

/// What a client hands back of an item.
#[derive(Serialize, Deserialize)]
struct Data {
    fen: String,
    variant: String,
}

/// The position after the move at `position`, or that of the record there.
pub(crate) fn prepare(snapshot: &Snapshot, position: Position) -> Option<Vec<CallHierarchyItem>> {
    let (item, range) = snapshot.position_item(snapshot.offset(position))?;
    Some(vec![written(snapshot.uri.clone(), snapshot.range(&range), item)])
}

/// The moves played next, the commonest first.
pub(crate) fn outgoing_calls(
    index: &WorkspaceIndex,
    snapshots: &[Snapshot],
    item: &CallHierarchyItem,
    reporter: &Reporter,
) -> Option<Vec<CallHierarchyOutgoingCall>> {
    let position = read(item)?;
    let steps = index.with_positions(|positions| outgoing(positions, &position));
    let mut locator = locator(index, snapshots)?;
    let call = |step| {
        let to = placed(&mut locator, step)?;
        Some(CallHierarchyOutgoingCall { to, from_ranges: vec![item.selection_range] })
    };
    reporter.list(steps, call)
}

/// The positions from which this one was reached, the commonest first.
pub(crate) fn incoming_calls(
    index: &WorkspaceIndex,
    snapshots: &[Snapshot],
    item: &CallHierarchyItem,
    reporter: &Reporter,
) -> Option<Vec<CallHierarchyIncomingCall>> {
    let position = read(item)?;
    let key = PositionKey::of(&position.position()?);
    let mut locator = locator(index, snapshots)?;
    // Games on disk are read before the index is queried again, which must not wait for a disk.
    let ways = index.with_positions(|positions| positions.ways_to(key)).into_iter().take(MOST_WAYS);
    let games: HashMap<_, _> =
        ways.filter_map(|way| Some((way.example.game, locator.game(way.example.game)?))).collect();
    let steps = index.with_positions(|positions| incoming(positions, &position, |id| games.get(&id).cloned()));
    let call = |step| {
        let from = placed(&mut locator, step)?;
        Some(CallHierarchyIncomingCall { from_ranges: vec![from.selection_range], from })
    };
    reporter.list(steps, call)
}

fn locator<'a>(index: &'a WorkspaceIndex, snapshots: &'a [Snapshot]) -> Option<Locator<'a>> {
    Some(Locator::new(index, snapshots, snapshots.first()?.settings.encoding))
}

/// The step at one of the places that reach its position: at the move, or at the start of a game that starts with it.
fn placed(locator: &mut Locator, step: PositionStep) -> Option<CallHierarchyItem> {
    let place = step.place?;
    let Location { uri, range } = locator.location(place)?;
    let game = locator.game(place.game).and_then(|game| game.read(|game| label(&game.tags())));
    let label = game.map_or_else(String::new, |label| format!("; here {label}"));
    // In the name, as some editors show nothing else of an item.
    let name = format!("{}, {}", step.item.name, step.counts);
    let detail = format!("{}{label}", step.item.detail);
    Some(written(uri, range, PositionItem { name, detail, ..step.item }))
}

fn written(uri: Url, range: Range, item: PositionItem) -> CallHierarchyItem {
    CallHierarchyItem {
        name: item.name,
        kind: SymbolKind::EVENT,
        tags: None,
        detail: Some(item.detail),
        uri,
        range,
        selection_range: range,
        data: serde_json::to_value(Data { fen: item.fen, variant: item.variant }).ok(),
    }
}

fn read(item: &CallHierarchyItem) -> Option<PositionItem> {
    let Data { fen, variant } = serde_json::from_value(item.data.clone()?).ok()?;
    Some(PositionItem { name: item.name.clone(), detail: String::new(), fen, variant })
}
