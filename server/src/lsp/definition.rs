//! `textDocument/definition` and `textDocument/typeDefinition`: from a move to where it comes from.

use scoresheet_analysis::navigation::{self, Jump};
use scoresheet_grammar::Database;
use tower_lsp::lsp_types::{GotoDefinitionResponse, Location, Position};

use super::position::Places;
use super::snapshot::Snapshot;

/// The move before, or the one that a variation replaces; the Result tag and the termination marker lead to each other.
pub fn definition(snapshot: &Snapshot, position: Position) -> Option<GotoDefinitionResponse> {
    target(snapshot, position, navigation::definition)
}

/// The move that the variation around the place replaces.
pub fn type_definition(snapshot: &Snapshot, position: Position) -> Option<GotoDefinitionResponse> {
    target(snapshot, position, navigation::type_definition)
}

fn target(
    snapshot: &Snapshot,
    position: Position,
    jump: fn(&Database, usize) -> Option<Jump>,
) -> Option<GotoDefinitionResponse> {
    let (part, offset) = snapshot.games_around(position)?;
    let target = jump(&part.file, offset)?.target;
    let range = snapshot.range(&(target.start + part.start..target.end + part.start));
    Some(Location::new(snapshot.uri.clone(), range).into())
}
