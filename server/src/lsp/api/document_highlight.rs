//! `textDocument/documentHighlight`: what belongs to the thing at the cursor, such as the moves to the same position.

use tower_lsp::lsp_types::{DocumentHighlight, DocumentHighlightKind, Position};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;

/// The places of the game that belong to the one at `position`.
pub(crate) fn highlights(snapshot: &Snapshot, position: Position) -> Option<Vec<DocumentHighlight>> {
    let places = snapshot.highlights(snapshot.offset(position));
    let highlight = |range| DocumentHighlight { range: snapshot.range(range), kind: Some(DocumentHighlightKind::READ) };
    (!places.is_empty()).then(|| places.iter().map(highlight).collect())
}
