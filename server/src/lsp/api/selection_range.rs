//! `textDocument/selectionRange`: what is around a place, step by step.

use tower_lsp::lsp_types::{Position, SelectionRange};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;

/// What is around each of the `positions`, the innermost first.
pub(crate) fn selections(snapshot: &Snapshot, positions: &[Position]) -> Option<Vec<SelectionRange>> {
    positions.iter().map(|position| selection(snapshot, *position)).collect()
}

fn selection(snapshot: &Snapshot, position: Position) -> Option<SelectionRange> {
    let steps = snapshot.selection(snapshot.offset(position));
    let around = |parent: Option<SelectionRange>, step| {
        Some(SelectionRange { range: snapshot.range(step), parent: parent.map(Box::new) })
    };
    steps.iter().rev().fold(None, around)
}
