//! `textDocument/onTypeFormatting`: the numbers of the moves that are typed.

use scoresheet_ide::on_type::TRIGGERS;
use tower_lsp::lsp_types::{DocumentOnTypeFormattingOptions, Position, TextEdit};

use crate::lsp::documents::snapshot::Snapshot;

/// The characters that are listened to.
pub(crate) fn options() -> DocumentOnTypeFormattingOptions {
    let [first, more @ ..] = TRIGGERS.map(String::from);
    DocumentOnTypeFormattingOptions { first_trigger_character: first, more_trigger_character: Some(more.to_vec()) }
}

/// The edits once `typed` has been typed just before `position`.
pub(crate) fn edits(snapshot: &Snapshot, position: Position, typed: &str) -> Option<Vec<TextEdit>> {
    let edits = snapshot.typed(snapshot.offset(position), typed.chars().next()?);
    (!edits.is_empty()).then(|| snapshot.text_edits(&edits))
}
