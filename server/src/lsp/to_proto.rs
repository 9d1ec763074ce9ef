//! Findings in the protocol's terms.

use scoresheet_analysis::finding::{Finding, Fix, Level};
use serde_json::{Value, json};
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Url,
};

use super::edits;
use super::position::Places;
use super::snapshot::Snapshot;
use crate::rules_page::address;

/// A fix with more edits is not sent with its finding, but when it is asked for.
const MOST_EDITS: usize = 100;

/// A finding as a diagnostic. Its `data` holds the version it is about and the fixes, for clients that apply them
/// without asking again.
pub fn diagnostic(snapshot: &Snapshot, finding: &Finding) -> Diagnostic {
    diagnostic_in(snapshot, &snapshot.uri, snapshot.version(), finding)
}

/// The same of a finding in the text that `places` are in, which is (a part of) version `version` of the document at `uri`.
pub fn diagnostic_in(places: &impl Places, uri: &Url, version: i32, finding: &Finding) -> Diagnostic {
    let related = finding.related.iter().map(|related| DiagnosticRelatedInformation {
        location: Location::new(uri.clone(), places.range(&related.range)),
        message: related.message.clone(),
    });
    let fixes = finding.fixes.iter().filter(|fix| fix.edits.len() <= MOST_EDITS);
    let fixes: Vec<_> = fixes.map(|fix| data(places, fix)).collect();
    Diagnostic {
        range: places.range(&finding.range),
        severity: Some(severity(finding.level)),
        code: Some(NumberOrString::String(finding.rule.name.to_owned())),
        code_description: page(finding.rule.name).map(|href| CodeDescription { href }),
        source: Some("scoresheet".to_owned()),
        message: finding.message.clone(),
        related_information: (!finding.related.is_empty()).then(|| related.collect()),
        tags: None,
        data: Some(json!({ "version": version, "fixes": fixes })),
    }
}

/// What says at the end of the text that there are `more` findings than those shown.
pub fn more(snapshot: &Snapshot, more: usize) -> Diagnostic {
    let end = snapshot.text().len_bytes();
    Diagnostic {
        range: snapshot.range(&(end..end)),
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some("scoresheet".to_owned()),
        message: format!(
            "{more} more findings are not shown, none of them more serious but for those around the cursor; \
             `scoresheet check` lists all"
        ),
        ..Diagnostic::default()
    }
}

fn data(places: &impl Places, fix: &Fix) -> Value {
    json!({
        "title": fix.title,
        "applicability": fix.applicability.name(),
        "edits": edits::text_edits(places, &fix.edits),
    })
}

fn page(rule: &str) -> Option<Url> {
    Url::parse(&address(rule)).ok()
}

fn severity(level: Level) -> DiagnosticSeverity {
    match level {
        Level::Error => DiagnosticSeverity::ERROR,
        Level::Warning => DiagnosticSeverity::WARNING,
        Level::Info => DiagnosticSeverity::INFORMATION,
        Level::Hint => DiagnosticSeverity::HINT,
    }
}
