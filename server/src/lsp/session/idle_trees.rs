//! Evicts the trees of idle games, for the budget of 4 bytes of memory a byte: a tree takes about as much memory as the text, and reading a
//! game again takes some microseconds.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::spawn_blocking;
use tower_lsp::lsp_types::Url;

use super::state::State;
use crate::lsp::documents::snapshot::Snapshot;

/// A tree is evicted when it was not used for this long, or up to twice as long.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// The trees of smaller files stay until they are idle: requests about the whole file, which editors send once it is open, use them.
const LARGE_BYTES: usize = 16 << 20;

/// Evicts idle trees of all open documents as long as the session lasts. Does not wait.
pub(crate) fn begin(state: &Arc<State>) {
    let state = Arc::downgrade(state);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            let Some(state) = state.upgrade() else { return };
            for uri in state.documents.uris() {
                drop_idle(&state, uri).await;
            }
        }
    });
}

/// Evicts the trees of a large file once it is opened and checked.
pub(crate) async fn after_opening(state: &Arc<State>, snapshot: &Snapshot) {
    if snapshot.text().len_bytes() >= LARGE_BYTES {
        drop_idle(state, snapshot.uri.clone()).await;
    }
}

async fn drop_idle(state: &Arc<State>, uri: Url) {
    let state = state.clone();
    // Freeing a hundred thousand trees takes some milliseconds. If it panics, nothing is lost.
    let _ = spawn_blocking(move || state.documents.drop_idle_trees(&uri)).await;
}
