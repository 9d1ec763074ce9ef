//! Publishing findings: after every change, the newest text's only, in order.

use std::cmp::Reverse;
use std::sync::Arc;

use tokio::task::spawn_blocking;
use tower_lsp::lsp_types::{Diagnostic, MessageType, Url};

use super::snapshot::Snapshot;
use super::state::{State, failure};
use super::to_proto;

/// More than anybody reads, and about what editors show without stalling. The most serious are kept.
const MAX_DIAGNOSTICS: usize = 10_000;

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
    let mut findings: Vec<_> = snapshot.findings().iter().collect();
    if findings.len() > MAX_DIAGNOSTICS {
        findings.sort_by_key(|finding| Reverse(finding.level));
        findings.truncate(MAX_DIAGNOSTICS);
        findings.sort_by_key(|finding| finding.range.start);
    }
    findings.into_iter().map(|finding| to_proto::diagnostic(snapshot, finding)).collect()
}
