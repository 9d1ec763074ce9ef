//! Dropping the trees of games that nobody has asked about lately. They take about as much memory as the text, and reading a game
//! again, when somebody asks about it, takes some microseconds.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::spawn_blocking;
use tower_lsp::lsp_types::Url;

use super::state::State;
use crate::lsp::documents::snapshot::Snapshot;

/// How often is looked: trees go when nobody has asked for so long, or up to twice as long.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// The trees of smaller files are left until nobody has asked for a while: features that look through a whole file, which editors
/// ask for once it is open, take them as they are, and are answered sooner.
const LARGE_BYTES: usize = 16 << 20;

/// Looks at all open documents again and again as long as the session lasts. Does not wait.
pub fn begin(state: &Arc<State>) {
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

/// Drops the trees of a large file once it is opened and checked.
pub async fn after_opening(state: &Arc<State>, snapshot: &Snapshot) {
    if snapshot.text().len_bytes() >= LARGE_BYTES {
        drop_idle(state, snapshot.uri.clone()).await;
    }
}

async fn drop_idle(state: &Arc<State>, uri: Url) {
    let state = state.clone();
    // Giving back the memory of a hundred thousand trees takes some milliseconds. Where it panics, nothing is lost.
    let _ = spawn_blocking(move || state.documents.drop_idle_trees(&uri)).await;
}
