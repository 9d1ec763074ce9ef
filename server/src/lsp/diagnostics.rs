//! Publishing findings: after every change, the newest text's only, in order.

use std::sync::Arc;

use tokio::task::spawn_blocking;
use tower_lsp::lsp_types::{Diagnostic, MessageType, Url};

use super::snapshot::Snapshot;
use super::state::{State, failure};
use super::to_proto;

/// More than anybody reads, and as many as VS Code shows of a file. The most serious are kept. All of them are sent after every
/// keystroke, so in a large file with many findings this decides how long an editor waits.
const MAX_DIAGNOSTICS: usize = 1000;

/// Publishes the findings on the document as it is now, unless it changes before they are known. Does not wait.
pub fn schedule(state: &Arc<State>, uri: &Url) {
    let Some(snapshot) = state.snapshot(uri) else { return };
    tokio::spawn(publish(state.clone(), snapshot));
}

/// Takes back what was published on a document that has been closed. Does not wait.
pub fn clear(state: &Arc<State>, uri: Url) {
    let state = state.clone();
    tokio::spawn(async move {
        let publishing = state.publishing(&uri);
        let _turn = publishing.acquire().await;
        if !state.documents.is_open(&uri) {
            state.client.publish_diagnostics(uri, Vec::new(), None).await;
        }
    });
}

/// Tells of configuration files that cannot be used, and takes that back for those that can again. For one caller at a
/// time, so that news go out in the order in which they came.
pub async fn publish_configuration_faults(state: &Arc<State>) {
    for (uri, diagnostics) in state.configurations.news(state.settings().encoding) {
        state.client.publish_diagnostics(uri, diagnostics, None).await;
    }
}

async fn publish(state: Arc<State>, snapshot: Snapshot) {
    let publishing = state.publishing(&snapshot.uri);
    let _turn = publishing.acquire().await;
    if !state.is_current(&snapshot) {
        return;
    }
    let worked = snapshot.clone();
    let diagnostics = match spawn_blocking(move || diagnostics(&worked)).await {
        Ok(diagnostics) => diagnostics,
        Err(error) => return state.log(MessageType::ERROR, format!("{}: {}", snapshot.uri, failure(error))),
    };
    if state.is_current(&snapshot) {
        let version = snapshot.version();
        state.client.publish_diagnostics(snapshot.uri, diagnostics, Some(version)).await;
    }
}

fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let findings = snapshot.findings();
    let shown = findings.most_serious(MAX_DIAGNOSTICS);
    let more = findings.len() - shown.len();
    let diagnostics = shown.iter().map(|finding| to_proto::diagnostic(snapshot, finding));
    diagnostics.chain((more > 0).then(|| to_proto::more(snapshot, more))).collect()
}
