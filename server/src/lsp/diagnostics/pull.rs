//! `textDocument/diagnostic`: the findings for clients that pull them.

use tower_lsp::lsp_types::{
    DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
};

use super::notification::{diagnostics, diagnostics_of_blocks};
use crate::lsp::documents::findings::Share;
use crate::lsp::documents::snapshot::Snapshot;

/// The findings, or that they are those of the last report. Nothing for a client to which they are published.
pub(crate) fn report(snapshot: &Snapshot, previous: Option<&str>) -> DocumentDiagnosticReportResult {
    if !snapshot.settings.pulls_diagnostics {
        return nothing();
    }
    let (items, more) = match snapshot.has_blocks() {
        true => (diagnostics_of_blocks(snapshot), 0),
        false => diagnostics(snapshot, &snapshot.findings(Share::all())),
    };
    let state = snapshot.state();
    // Where not all are shown, the place that the user looks at tells which are.
    let id = if more > 0 { format!("{state} {}", snapshot.focus()) } else { state.to_string() };
    if previous == Some(id.as_str()) {
        let unchanged_document_diagnostic_report = UnchangedDocumentDiagnosticReport { result_id: id };
        let report =
            RelatedUnchangedDocumentDiagnosticReport { related_documents: None, unchanged_document_diagnostic_report };
        return DocumentDiagnosticReport::Unchanged(report).into();
    }
    full(Some(id), items)
}

/// The report on a document that is not open.
pub(crate) fn nothing() -> DocumentDiagnosticReportResult {
    full(None, Vec::new())
}

fn full(result_id: Option<String>, items: Vec<tower_lsp::lsp_types::Diagnostic>) -> DocumentDiagnosticReportResult {
    let full_document_diagnostic_report = FullDocumentDiagnosticReport { result_id, items };
    let report = RelatedFullDocumentDiagnosticReport { related_documents: None, full_document_diagnostic_report };
    DocumentDiagnosticReport::Full(report).into()
}
