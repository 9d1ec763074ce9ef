//! Computes the answers that an editor requests first, before it requests them.

use std::sync::Arc;

use tower_lsp::lsp_types::Url;

use super::{formatting, repertoires, semantic_tokens};
use crate::lsp::diagnostics::publish;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::indexing;
use crate::lsp::session::state::State;

/// Publishes the findings of a document that was opened or got new settings, then prepares the answers about the whole document.
/// Does not wait.
pub(super) fn publish_and_prepare(state: &Arc<State>, uri: &Url) {
    publish::schedule(state, uri, prepare);
}

/// Follows the open documents, of which one has changed. Does not wait.
pub(super) fn documents_changed(state: &Arc<State>) {
    indexing::documents_changed(state);
    repertoires::schedule(state);
}

/// Looks through the workspace folders again, in which a file has changed. Does not wait.
pub(super) fn files_changed(state: &Arc<State>) {
    indexing::rescan(state);
    repertoires::schedule(state);
}

fn prepare(snapshot: &Snapshot) {
    semantic_tokens::prepare(snapshot);
    formatting::prepare(snapshot);
}
