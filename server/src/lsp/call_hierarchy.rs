//! `textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`: the tree of openings in the
//! open documents. Outgoing calls are the moves played next, incoming ones the ways by which the position was reached.

use scoresheet_analysis::call_hierarchy::{PositionItem, PositionStep, incoming, move_at, outgoing, position_item};
use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, Position, Range, SymbolKind,
};

use super::position::Places;
use super::positions::Positions;
use super::snapshot::Snapshot;

/// What a client hands back of an item.
#[derive(Serialize, Deserialize)]
struct Data {
    fen: String,
    variant: String,
}

/// The position after the move at `position`.
pub fn prepare(snapshot: &Snapshot, position: Position) -> Option<Vec<CallHierarchyItem>> {
    let (part, offset) = snapshot.games_around(position)?;
    let (item, range) = position_item(&part.file, offset)?;
    let range = snapshot.range(&(range.start + part.start..range.end + part.start));
    Some(vec![written(snapshot, range, item)])
}

/// The moves played next, the commonest first.
pub fn outgoing_calls(
    positions: &Positions,
    snapshots: &[Snapshot],
    item: &CallHierarchyItem,
) -> Option<Vec<CallHierarchyOutgoingCall>> {
    let steps = outgoing(&positions.index, &read(item)?).into_iter();
    let call = |step| {
        let to = placed(positions, snapshots, step)?;
        Some(CallHierarchyOutgoingCall { to, from_ranges: vec![item.selection_range] })
    };
    Some(steps.filter_map(call).collect())
}

/// The positions from which this one was reached, the commonest first.
pub fn incoming_calls(
    positions: &Positions,
    snapshots: &[Snapshot],
    item: &CallHierarchyItem,
) -> Option<Vec<CallHierarchyIncomingCall>> {
    let game = |id| positions.place(id).map(|place| place.game.clone());
    let steps = incoming(&positions.index, &read(item)?, game).into_iter();
    let call = |step| {
        let from = placed(positions, snapshots, step)?;
        Some(CallHierarchyIncomingCall { from_ranges: vec![from.selection_range], from })
    };
    Some(steps.filter_map(call).collect())
}

/// The step at one of the places that reach its position: at the move, or at the start of a game that starts with it.
fn placed(positions: &Positions, snapshots: &[Snapshot], step: PositionStep) -> Option<CallHierarchyItem> {
    let reach = step.place?;
    let place = positions.place(reach.game)?;
    let snapshot = snapshots.get(place.document)?;
    let range = reach.place.and_then(|start| move_at(place.game.view(), start)).unwrap_or(0..0);
    let range = snapshot.range(&(range.start + place.start..range.end + place.start));
    let detail = format!("{}: {}", step.counts, step.item.detail);
    Some(written(snapshot, range, PositionItem { detail, ..step.item }))
}

fn written(snapshot: &Snapshot, range: Range, item: PositionItem) -> CallHierarchyItem {
    CallHierarchyItem {
        name: item.name,
        kind: SymbolKind::EVENT,
        tags: None,
        detail: Some(item.detail),
        uri: snapshot.uri.clone(),
        range,
        selection_range: range,
        data: serde_json::to_value(Data { fen: item.fen, variant: item.variant }).ok(),
    }
}

fn read(item: &CallHierarchyItem) -> Option<PositionItem> {
    let Data { fen, variant } = serde_json::from_value(item.data.clone()?).ok()?;
    Some(PositionItem { name: item.name.clone(), detail: String::new(), fen, variant })
}
