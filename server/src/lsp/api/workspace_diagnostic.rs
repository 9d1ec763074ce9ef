//! `workspace/diagnostic`: the findings in all files of the workspace, file by file as they are known.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    Diagnostic, DiagnosticSeverity, DocumentDiagnosticReport, DocumentDiagnosticReportResult,
    FullDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Url, WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};

use crate::language::EXTENSIONS;
use crate::lsp::diagnostics::conversion;
use crate::lsp::diagnostics::pull;
use crate::lsp::documents::findings::Share;
use crate::lsp::session::indexing::open_paths;
use crate::lsp::session::state::State;
use crate::lsp::tasks::reporter::Reporter;
use crate::lsp::tasks::reporter::Wanted;
use crate::lsp::workspace::walk::{FoundFile, has_extension, is_in_place, walk, within};
use crate::text_file::TextFile;

/// A longer file is not checked unless it is open: it would be held whole, and takes some times its length in memory.
const LONGEST_BYTES: u64 = 64 << 20;

/// So many findings of a file that is not open are reported, the most serious; opening it shows all.
const MOST_FINDINGS: usize = 200;

/// The reports on all documents that are open and all files of the workspace that are not; where the client wants parts, these are sent as
/// soon as they are known and nothing is left. Stops if the client no longer waits.
pub(crate) async fn report(
    state: &Arc<State>,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let wanted = Wanted::default();
    let (work_done, parts) = (params.work_done_progress_params, params.partial_result_params);
    let reporter = state.report("Checking the games of the workspace", &wanted, work_done, parts);
    let mut previous: HashMap<Url, String> =
        params.previous_result_ids.into_iter().map(|previous| (previous.uri, previous.value)).collect();
    let mut reports = Reports { reporter: &reporter, items: Vec::new() };
    for snapshot in state.snapshots() {
        let (before, version) = (previous.remove(&snapshot.uri), snapshot.version());
        let uri = snapshot.uri.clone();
        let work = move |snapshots: &[_]| Some(pull::report(snapshots.first()?, before.as_deref()));
        // A text that changes meanwhile gets another report.
        if let Ok(Some(report)) = state.answer_of(vec![snapshot], work).await {
            reports.add(of_document(uri, version, report));
        }
    }
    let settings = state.settings();
    let is_wanted = wanted.flag();
    let pace = state.pace(move |_| is_wanted.load(Ordering::Relaxed));
    let folders = settings.folders.clone();
    let walked =
        state.background.run(move || walk(&folders, has_extension(&EXTENSIONS), &pace)).await.unwrap_or_default();
    let (mut files, _) = within(walked.files, settings.config.workspace_index.most_bytes());
    if !settings.pulls_diagnostics && !settings.offers_workspace_diagnostics() {
        // The user has changed the setting, and the client does not know yet.
        files.clear();
    }
    let count = files.len().max(1);
    for (number, file) in files.into_iter().enumerate() {
        reporter.reach((100 * number / count) as u32);
        if reporter.is_cancelled() {
            return Err(Error::request_cancelled());
        }
        let Ok(uri) = Url::from_file_path(&file.path) else { continue };
        if open_paths(state).contains(&file.path) {
            continue;
        }
        let (checking, is_wanted, before) = (state.clone(), wanted.flag(), previous.remove(&uri));
        let report = move || {
            let id = result_id(&checking, &uri, &file);
            if before.as_ref() == Some(&id) {
                return unchanged(uri, None, id);
            }
            let items = check(&checking, uri.clone(), &file, &is_wanted);
            full(uri, None, Some(id), items)
        };
        // Nothing where the check fails with a fault of ours: the other files are reported all the same.
        if let Some(report) = state.background.run(report).await {
            reports.add(report);
        }
    }
    // Files that are gone, or not wanted, have no findings.
    previous.into_keys().for_each(|uri| reports.add(full(uri, None, None, Vec::new())));
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items: reports.items }))
}

struct Reports<'a> {
    reporter: &'a Reporter,
    items: Vec<WorkspaceDocumentDiagnosticReport>,
}

impl Reports<'_> {
    fn add(&mut self, report: WorkspaceDocumentDiagnosticReport) {
        if !self.reporter.send_part(&json!({ "items": [report] })) {
            self.items.push(report);
        }
    }
}

/// Changes where the file does, or what is requested of it.
fn result_id(state: &State, uri: &Url, file: &FoundFile) -> String {
    let configured = state.configurations.of(uri, &state.settings());
    let mut hasher = DefaultHasher::new();
    format!("{:?} {:?}", file.stamp, configured.settings).hash(&mut hasher);
    format!("file {:016x}", hasher.finish())
}

/// The findings in a file that is not open.
fn check(state: &State, uri: Url, file: &FoundFile, is_wanted: &AtomicBool) -> Vec<Diagnostic> {
    let is_wanted = || is_wanted.load(Ordering::Relaxed);
    if !is_wanted() || !is_in_place(&file.path) {
        return Vec::new();
    }
    if file.length > LONGEST_BYTES {
        let most = LONGEST_BYTES >> 20;
        return vec![remark(format!(
            "A file of more than {most} MiB is checked where it is open; see scoresheet check"
        ))];
    }
    let text = match TextFile::read(&file.path, None) {
        Ok(file) => file.text,
        Err(error) => return vec![remark(format!("The file cannot be read: {error}"))],
    };
    let snapshot = state.snapshot_of_file(uri, &text);
    drop(text);
    let mut findings = snapshot.findings(Share { is_wanted: &is_wanted, ..Share::all() }).all();
    findings.sort_by_key(|finding| (Reverse(finding.level), finding.range.start));
    findings.truncate(MOST_FINDINGS);
    findings.sort_by_key(|finding| finding.range.start);
    findings.iter().map(|finding| conversion::diagnostic(&snapshot, finding)).collect()
}

fn remark(message: String) -> Diagnostic {
    let (severity, source) = (Some(DiagnosticSeverity::INFORMATION), Some("scoresheet".to_owned()));
    Diagnostic { severity, source, message, ..Diagnostic::default() }
}

fn of_document(uri: Url, version: i32, report: DocumentDiagnosticReportResult) -> WorkspaceDocumentDiagnosticReport {
    let version = Some(i64::from(version));
    match report {
        DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Unchanged(report)) => {
            unchanged(uri, version, report.unchanged_document_diagnostic_report.result_id)
        }
        DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Full(report)) => {
            let FullDocumentDiagnosticReport { result_id, items } = report.full_document_diagnostic_report;
            full(uri, version, result_id, items)
        }
        DocumentDiagnosticReportResult::Partial(_) => full(uri, version, None, Vec::new()),
    }
}

fn full(
    uri: Url,
    version: Option<i64>,
    result_id: Option<String>,
    items: Vec<Diagnostic>,
) -> WorkspaceDocumentDiagnosticReport {
    let full_document_diagnostic_report = FullDocumentDiagnosticReport { result_id, items };
    WorkspaceFullDocumentDiagnosticReport { uri, version, full_document_diagnostic_report }.into()
}

fn unchanged(uri: Url, version: Option<i64>, result_id: String) -> WorkspaceDocumentDiagnosticReport {
    let unchanged_document_diagnostic_report = UnchangedDocumentDiagnosticReport { result_id };
    WorkspaceUnchangedDocumentDiagnosticReport { uri, version, unchanged_document_diagnostic_report }.into()
}
