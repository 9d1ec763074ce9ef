//! The action that goes to the other place of a finding about a repertoire, for clients that show a document on request.

use scoresheet_lint::finding::Finding;
use scoresheet_lint::rule_id::Group;
use serde_json::json;
use tower_lsp::lsp_types::{CodeAction, CodeActionKind, Command, Location};

use crate::lsp::api::execute_command::SHOW_PLACE;
use crate::lsp::diagnostics::conversion::{self, other_file};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;

/// The action; nothing where there is no other place.
pub(super) fn action(snapshot: &Snapshot, finding: &Finding) -> Option<CodeAction> {
    if !snapshot.settings.shows_documents || finding.rule.group != Group::Repertoire {
        return None;
    }
    let (message, location) = match (&finding.elsewhere, finding.related.first()) {
        (Some(place), _) => (place.message, other_file(snapshot, place)?),
        (None, Some(related)) => {
            (related.message.as_str(), Location::new(snapshot.uri.clone(), snapshot.range(&related.range)))
        }
        (None, None) => return None,
    };
    let title = format!("Go to {message}");
    let command = Command::new(title.clone(), SHOW_PLACE.to_owned(), Some(vec![json!(location)]));
    Some(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![conversion::diagnostic(snapshot, finding)]),
        command: Some(command),
        ..CodeAction::default()
    })
}
