//! Conversion of findings to diagnostics.

use std::sync::LazyLock;

use scoresheet_lint::finding::{Elsewhere, Finding, Level};
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position,
    Range, Url,
};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;
use crate::rules_page::RULES_PAGE;

/// A finding as a diagnostic. It has no fixes: all findings are sent after every keystroke, and code actions are requested.
pub(crate) fn diagnostic(snapshot: &Snapshot, finding: &Finding) -> Diagnostic {
    let mut diagnostic = diagnostic_in(snapshot, &snapshot.uri, finding);
    if let Some(elsewhere) = &finding.elsewhere
        && let Some(location) = other_file(snapshot, elsewhere)
    {
        let information = DiagnosticRelatedInformation { location, message: elsewhere.message.to_owned() };
        diagnostic.related_information.get_or_insert_default().push(information);
    }
    diagnostic
}

/// Where the other place of a finding about a repertoire is.
pub(crate) fn other_file(snapshot: &Snapshot, place: &Elsewhere) -> Option<Location> {
    let path = snapshot.repertoire.as_ref()?.folder().join(&place.file);
    let number = |number: usize| u32::try_from(number.saturating_sub(1)).unwrap_or(u32::MAX);
    let start = Position::new(number(place.line), number(place.column));
    Some(Location::new(Url::from_file_path(path).ok()?, Range::new(start, start)))
}

/// The same of a finding in the text that `places` are in, which is (a part of) the document at `uri`.
pub(crate) fn diagnostic_in(places: &impl Places, uri: &Url, finding: &Finding) -> Diagnostic {
    let related = finding.related.iter().map(|related| DiagnosticRelatedInformation {
        location: Location::new(uri.clone(), places.range(&related.range)),
        message: related.message.clone(),
    });
    Diagnostic {
        range: places.range(&finding.range),
        severity: Some(severity(finding.level)),
        code: Some(NumberOrString::String(finding.rule.name.to_owned())),
        code_description: page(finding.rule.name).map(|href| CodeDescription { href }),
        source: Some("scoresheet".to_owned()),
        message: finding.message.clone(),
        related_information: (!finding.related.is_empty()).then(|| related.collect()),
        ..Diagnostic::default()
    }
}

/// A diagnostic at the end of the text: there are `more` findings than those shown.
pub(crate) fn more(snapshot: &Snapshot, more: usize) -> Diagnostic {
    let end = snapshot.text().len_bytes();
    let (findings, are) = if more == 1 { ("finding", "is") } else { ("findings", "are") };
    Diagnostic {
        range: snapshot.range(&(end..end)),
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some("scoresheet".to_owned()),
        message: format!(
            "{more} more {findings} {are} not shown; those around the cursor come first, then the most serious. \
             `scoresheet check` lists all"
        ),
        ..Diagnostic::default()
    }
}

/// Where a rule is described. The address of the page is parsed once, as up to a thousand diagnostics are sent after every keystroke.
fn page(rule: &str) -> Option<Url> {
    static PAGE: LazyLock<Option<Url>> = LazyLock::new(|| Url::parse(RULES_PAGE).ok());
    let mut page = PAGE.clone()?;
    page.set_fragment(Some(rule));
    Some(page)
}

fn severity(level: Level) -> DiagnosticSeverity {
    match level {
        Level::Error => DiagnosticSeverity::ERROR,
        Level::Warning => DiagnosticSeverity::WARNING,
        Level::Info => DiagnosticSeverity::INFORMATION,
        Level::Hint => DiagnosticSeverity::HINT,
    }
}
