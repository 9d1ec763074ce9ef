//! `textDocument/publishDiagnostics`: the findings of a document as diagnostics.

use scoresheet_lint::checked_file::{Near, Shown};
use serde::Serialize;
use tower_lsp::lsp_types::notification::{Notification, PublishDiagnostics};
use tower_lsp::lsp_types::{Diagnostic, PublishDiagnosticsParams, Url};

use super::conversion;
use crate::lsp::documents::findings::{Findings, Share};
use crate::lsp::documents::snapshot::Snapshot;

/// More than anybody reads, and as many as VS Code shows of a file. All of them are sent after every keystroke.
const MAX_DIAGNOSTICS: usize = 1000;

/// So many of them are around the place that the user looks at; the others are the most serious of the file.
const MOST_NEAR: usize = MAX_DIAGNOSTICS / 4;

/// The message of a notification.
#[derive(Serialize)]
pub(crate) struct Message {
    jsonrpc: &'static str,
    method: &'static str,
    params: PublishDiagnosticsParams,
}

/// The diagnostics of a snapshot's document, no more than a client shows, and how many are left out. If any are, the last diagnostic gives
/// that number.
pub(crate) fn diagnostics(snapshot: &Snapshot, findings: &Findings) -> (Vec<Diagnostic>, usize) {
    let shown = findings.shown(MAX_DIAGNOSTICS, Near { offset: snapshot.focus(), most: MOST_NEAR });
    let more = findings.len() - shown.len();
    let diagnostics = shown.into_iter().map(Shown::in_file);
    let diagnostics = diagnostics.map(|finding| conversion::diagnostic(snapshot, &finding));
    (diagnostics.chain((more > 0).then(|| conversion::more(snapshot, more))).collect(), more)
}

/// The notification that publishes what was found, as far as it is known.
pub(crate) fn of_findings(snapshot: &Snapshot, findings: &Findings) -> Message {
    of_diagnostics(snapshot.uri.clone(), diagnostics(snapshot, findings).0, Some(snapshot.version()))
}

/// The diagnostics of all blocks of a document, no more than a client shows.
pub(crate) fn diagnostics_of_blocks(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let of_block = |block: &Snapshot| {
        let findings = block.findings(Share::all()).all();
        findings.iter().filter(|it| block.has(it)).map(|it| conversion::diagnostic(block, it)).collect::<Vec<_>>()
    };
    snapshot.blocks().iter().flat_map(of_block).take(MAX_DIAGNOSTICS).collect()
}

/// The notification that publishes what was found in the blocks of a document.
pub(crate) fn of_blocks(snapshot: &Snapshot) -> Message {
    of_diagnostics(snapshot.uri.clone(), diagnostics_of_blocks(snapshot), Some(snapshot.version()))
}

/// The notification that publishes these diagnostics of a document.
pub(crate) fn of_diagnostics(uri: Url, diagnostics: Vec<Diagnostic>, version: Option<i32>) -> Message {
    let params = PublishDiagnosticsParams { uri, diagnostics, version };
    Message { jsonrpc: "2.0", method: PublishDiagnostics::METHOD, params }
}
