//! `textDocument/linkedEditingRange`: the Result tag and the termination marker are edited together.

use tower_lsp::lsp_types::{LinkedEditingRanges, Position};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;

/// What a result is written with while it is edited: anything but what ends it.
const WORD: &str = r#"[^\s"]*"#;

/// The places that are edited together with the one at `position`.
pub(crate) fn linked(snapshot: &Snapshot, position: Position) -> Option<LinkedEditingRanges> {
    let places = snapshot.linked(snapshot.offset(position));
    let ranges = places.iter().map(|range| snapshot.range(range)).collect();
    (!places.is_empty()).then(|| LinkedEditingRanges { ranges, word_pattern: Some(WORD.to_owned()) })
}
