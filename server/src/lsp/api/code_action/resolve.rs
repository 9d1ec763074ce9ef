//! `codeAction/resolve`: computes the edits of a code action when the user chooses it; at once for clients that cannot resolve.

use scoresheet_format::arrange::deletion;
use scoresheet_format::refactor::{DELETE_GAME, Refactoring, Site};
use scoresheet_ide::rename::{prepare_rename, rename};
use scoresheet_lint::finding::{Edit, Finding};
use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::{CodeAction, CodeActionKind, Url, WorkspaceEdit};

use crate::lsp::api::workspace_edit::workspace_edit;
use crate::lsp::documents::findings::Share;
use crate::lsp::documents::snapshot::Snapshot;
use crate::repair::repair;

/// What a client sends back of an action to have it resolved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Unresolved {
    /// The document.
    pub uri: Url,
    /// The number of its text; see `Document::state`.
    state: u64,
    work: Work,
}

/// What there is to compute.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Work {
    /// The refactoring of this name at a byte offset.
    Refactoring(String, usize),
    /// The safe fixes of all findings of the rule of this name.
    Rule(String),
    /// Renaming what is at a byte offset, in all of the workspace.
    Rename(usize, String),
}

impl Unresolved {
    /// The byte offset of what is to be renamed, and the new name, where that is to be done.
    pub(crate) fn renaming(&self) -> Option<(usize, String)> {
        match &self.work {
            Work::Rename(offset, new) => Some((*offset, new.clone())),
            _ => None,
        }
    }

    /// Whether the text is still the one that the action was offered for, of the first document.
    pub(crate) fn is_about(&self, snapshots: &[Snapshot]) -> bool {
        snapshots.first().is_some_and(|snapshot| snapshot.state() == self.state)
    }
}

/// The action that does `work`; nothing where the client wants the edits at once and there are none.
pub(crate) fn action(snapshot: &Snapshot, title: String, kind: CodeActionKind, work: Work) -> Option<CodeAction> {
    let action = CodeAction { title, kind: Some(kind), ..CodeAction::default() };
    // The text of a block cannot be named.
    if !snapshot.settings.resolves_edits || snapshot.is_block() {
        let edits = work.edits(snapshot).ok().filter(|edits| !edits.is_empty())?;
        return Some(CodeAction { edit: Some(workspace_edit(snapshot, &edits)), ..action });
    }
    let unresolved = Unresolved { uri: snapshot.uri.clone(), state: snapshot.state(), work };
    Some(CodeAction { data: Some(serde_json::to_value(unresolved).ok()?), ..action })
}

/// What is to be computed for an action, if anything is.
pub(crate) fn of_action(action: &CodeAction) -> Option<Unresolved> {
    serde_json::from_value(action.data.clone()?).ok()
}

/// The edits of an action, or why it cannot be done. Nothing where the text has changed since the action was offered.
pub(crate) fn resolve(snapshot: &Snapshot, unresolved: &Unresolved) -> Option<Result<WorkspaceEdit, String>> {
    if snapshot.state() != unresolved.state {
        return None;
    }
    Some(unresolved.work.edits(snapshot).map(|edits| workspace_edit(snapshot, &edits)))
}

impl Work {
    fn edits(&self, snapshot: &Snapshot) -> Result<Vec<Edit>, String> {
        match self {
            Work::Refactoring(name, offset) => refactored(snapshot, name, *offset),
            Work::Rule(name) => Ok(repaired(snapshot, name)),
            // For a client that wants the edits at once, in this file.
            Work::Rename(offset, new) => renamed(snapshot, *offset, new),
        }
    }
}

fn refactored(snapshot: &Snapshot, name: &str, offset: usize) -> Result<Vec<Edit>, String> {
    let (refactoring, file) = (Refactoring::of_name(name), snapshot.games());
    let (Some(refactoring), Some(file)) = (refactoring, file) else { return Ok(Vec::new()) };
    let Some((placed, site)) = Site::at(file, offset) else { return Ok(Vec::new()) };
    let site = Site { language: snapshot.settings.language, ..site };
    let edits = refactoring.edits(&site).map_err(|refusal| refusal.reason)?;
    if refactoring.name == DELETE_GAME && site.next.is_none() {
        // Only the whole file says which of the white space before its last game is between games.
        return deletion(&snapshot.text().to_string(), placed.index).map_err(|refusal| refusal.reason);
    }
    Ok(edits.into_iter().map(|edit| edit.shifted(placed.start)).collect())
}

fn renamed(snapshot: &Snapshot, offset: usize, new: &str) -> Result<Vec<Edit>, String> {
    let Some(file) = snapshot.games() else { return Ok(Vec::new()) };
    let Some(found) = prepare_rename(file, offset) else { return Ok(Vec::new()) };
    rename(file, &found.target, new)
}

/// Nothing where the repairs undo each other.
fn repaired(snapshot: &Snapshot, rule: &str) -> Vec<Edit> {
    let of_rule = |mut findings: Vec<Finding>| {
        findings.retain(|finding| finding.rule.name == rule);
        findings
    };
    let text = snapshot.text().to_string();
    let findings = of_rule(snapshot.findings(Share::all()).all());
    let repaired = repair(&text, findings, false, snapshot.guard(), |text| of_rule(snapshot.findings_in(text)));
    repaired.edits(&text)
}
