//! `textDocument/diagnostic`: the findings for clients that ask for them.

use tower_lsp::lsp_types::{
    DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
};

use super::published::shown;
use crate::lsp::documents::findings::Share;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::to_proto;

/// The findings, or that they are those of the last report. Nothing for a client that is told of them without asking.
pub fn report(snapshot: &Snapshot, previous: Option<&str>) -> DocumentDiagnosticReportResult {
    if !snapshot.settings.pulls_diagnostics {
        return nothing();
    }
    let findings = snapshot.findings(Share::all());
    let shown = shown(snapshot, &findings);
    let more = findings.len() - shown.len();
    let state = snapshot.state();
    // Where not all are shown, the place that the user looks at tells which are.
    let id = if more > 0 { format!("{state} {}", snapshot.focus()) } else { state.to_string() };
    if previous == Some(id.as_str()) {
        let unchanged_document_diagnostic_report = UnchangedDocumentDiagnosticReport { result_id: id };
        let report =
            RelatedUnchangedDocumentDiagnosticReport { related_documents: None, unchanged_document_diagnostic_report };
        return DocumentDiagnosticReport::Unchanged(report).into();
    }
    let items = shown.into_iter().map(|finding| to_proto::diagnostic(snapshot, &finding.in_file()));
    full(Some(id), items.chain((more > 0).then(|| to_proto::more(snapshot, more))).collect())
}

/// The report on a document that is not open.
pub fn nothing() -> DocumentDiagnosticReportResult {
    full(None, Vec::new())
}

fn full(result_id: Option<String>, items: Vec<tower_lsp::lsp_types::Diagnostic>) -> DocumentDiagnosticReportResult {
    let full_document_diagnostic_report = FullDocumentDiagnosticReport { result_id, items };
    let report = RelatedFullDocumentDiagnosticReport { related_documents: None, full_document_diagnostic_report };
    DocumentDiagnosticReport::Full(report).into()
}
