//! Findings in the protocol's terms.

use scoresheet_analysis::finding::{Finding, Fix, Level};
use serde_json::{Value, json};
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Url,
};

use super::edits;
use super::snapshot::Snapshot;

/// The page with all rules; each rule's name is an anchor in it.
pub const RULES_PAGE: &str = "https://github.com/scoresheet/scoresheet/blob/main/server/docs/rules.md";

/// A finding as a diagnostic. Its `data` holds the version it is about and the fixes, for clients that apply them
/// without asking again.
pub fn diagnostic(snapshot: &Snapshot, finding: &Finding) -> Diagnostic {
    let related = finding.related.iter().map(|related| DiagnosticRelatedInformation {
        location: Location::new(snapshot.uri.clone(), snapshot.range(&related.range)),
        message: related.message.clone(),
    });
    let fixes: Vec<_> = finding.fixes.iter().map(|fix| data(snapshot, fix)).collect();
    Diagnostic {
        range: snapshot.range(&finding.range),
        severity: Some(severity(finding.level)),
        code: Some(NumberOrString::String(finding.rule.name.to_owned())),
        code_description: page(finding.rule.name).map(|href| CodeDescription { href }),
        source: Some("scoresheet".to_owned()),
        message: finding.message.clone(),
        related_information: (!finding.related.is_empty()).then(|| related.collect()),
        tags: None,
        data: Some(json!({ "version": snapshot.version(), "fixes": fixes })),
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
            "{more} more findings, none of them more serious, are not shown; `scoresheet check` lists all"
        ),
        ..Diagnostic::default()
    }
}

fn data(snapshot: &Snapshot, fix: &Fix) -> Value {
    json!({
        "title": fix.title,
        "applicability": fix.applicability.name(),
        "edits": edits::text_edits(snapshot, &fix.edits),
    })
}

fn page(rule: &str) -> Option<Url> {
    Url::parse(&format!("{RULES_PAGE}#{rule}")).ok()
}

fn severity(level: Level) -> DiagnosticSeverity {
    match level {
        Level::Error => DiagnosticSeverity::ERROR,
        Level::Warning => DiagnosticSeverity::WARNING,
        Level::Info => DiagnosticSeverity::INFORMATION,
        Level::Hint => DiagnosticSeverity::HINT,
    }
}
