//! `textDocument/definition` and `textDocument/typeDefinition`: from a move to where it comes from.

use scoresheet_ide::navigation::{self, Jump};
use tower_lsp::lsp_types::{GotoDefinitionResponse, Location, LocationLink, Position};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;

/// The move before, or the one that a variation replaces, or the fields of a record; the Result tag and the termination marker lead to
/// each other.
pub(crate) fn definition(snapshot: &Snapshot, position: Position) -> Option<GotoDefinitionResponse> {
    let jump = snapshot.definition(snapshot.offset(position))?;
    Some(response(snapshot, jump, snapshot.settings.definition_links))
}

/// The move that the variation around the place replaces. Records have no variations.
pub(crate) fn type_definition(snapshot: &Snapshot, position: Position) -> Option<GotoDefinitionResponse> {
    let (part, offset) = snapshot.games_around(position)?;
    let jump = navigation::type_definition(&part.file, offset)?.shifted(part.start);
    Some(response(snapshot, jump, snapshot.settings.type_definition_links))
}

/// A link says what of the text it is about, for clients that mark it.
fn response(snapshot: &Snapshot, jump: Jump, are_links_known: bool) -> GotoDefinitionResponse {
    let target = snapshot.range(&jump.target);
    if !are_links_known {
        return Location::new(snapshot.uri.clone(), target).into();
    }
    let link = LocationLink {
        origin_selection_range: Some(snapshot.range(&jump.origin)),
        target_uri: snapshot.uri.clone(),
        target_range: target,
        target_selection_range: target,
    };
    vec![link].into()
}
