//! `textDocument/codeAction`: repairs of the findings at the cursor, ways to allow them, all safe repairs at once, and the
//! position at the cursor in a file of its own.

pub(super) mod allow;
pub(super) mod extract_position;
mod other_place;
pub(super) mod refactor;
pub(super) mod resolve;
pub(super) mod rewrite_name;

use std::ops::Range;

use scoresheet_lint::finding::{Applicability, Edit, Finding};
use tower_lsp::lsp_types::{
    self, CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionResponse,
    CodeActionTriggerKind, DocumentChanges, WorkspaceEdit,
};

use crate::embedded::{Block, rewrite};
use crate::lsp::api::workspace_edit::workspace_edit;
use crate::lsp::diagnostics::conversion;
use crate::lsp::documents::findings::Share;
use crate::lsp::documents::open_blocks::{OpenBlock, ReadBlocks};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::workspace::WorkspaceIndex;
use crate::repair::repair;
use crate::text_edits::text_edits;
use refactor::ORGANIZE_TAGS;
use resolve::Work;

/// The kind of the action that applies every safe fix. Its first part is the kind editors run on save.
pub(crate) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.scoresheet");

/// Editors request the fixes of whatever is selected, the whole text too; no user reads a longer list.
const MOST_QUICK_FIXES: usize = 100;

/// So many rules are offered to be fixed in the whole file.
const MOST_RULES: usize = 5;

/// So many games around the range are checked first, where that has not been done yet; in a file of no more, the rules about whole
/// files are asked, too.
const MOST_GAMES: usize = 512;

/// The actions for `range` of the kinds that `context` asks for; nothing for a client that takes commands only.
pub(crate) fn actions(
    index: &WorkspaceIndex,
    snapshot: &Snapshot,
    range: lsp_types::Range,
    context: &CodeActionContext,
) -> Option<CodeActionResponse> {
    if !snapshot.settings.action_literals {
        return None;
    }
    if let Some(read) = snapshot.read_blocks() {
        return Some(actions_in_blocks(index, snapshot, read, range, context));
    }
    let mut actions = Vec::new();
    let offsets = snapshot.offsets(range);
    if wants(context, &CodeActionKind::QUICKFIX) {
        actions.extend(quick_fixes(snapshot, &offsets));
    }
    // The editor sends the request at every move of the cursor; fixing the whole text or looking for the name of a new file is too much
    // work for that.
    let is_automatic = context.only.is_none() && context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC);
    if wants(context, &FIX_ALL) && !is_automatic {
        let text = snapshot.text().to_string();
        actions.extend(fix_all_action(snapshot, &text_edits(&text, &repaired(snapshot))));
    }
    if !is_automatic {
        if wants(context, &CodeActionKind::QUICKFIX) {
            actions.extend(fix_rule_actions(snapshot, &offsets));
        }
        if wants(context, &extract_position::KIND) {
            actions.extend(extract_position::action(snapshot, offsets.start));
        }
        if wants(context, &rewrite_name::KIND) {
            actions.extend(rewrite_name::actions(index, snapshot, range.start));
        }
        if wants(context, &ORGANIZE_TAGS) {
            actions.extend(refactor::organize_tags(snapshot));
        }
        actions.extend(refactor::actions(snapshot, offsets.start, |kind| wants(context, kind)));
    }
    Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect())
}

/// The actions in the blocks that `range` touches, and the one that fixes all blocks.
fn actions_in_blocks(
    index: &WorkspaceIndex,
    snapshot: &Snapshot,
    read: &ReadBlocks,
    range: lsp_types::Range,
    context: &CodeActionContext,
) -> CodeActionResponse {
    let offsets = snapshot.offsets(range);
    let is_touched =
        |open: &OpenBlock| open.block.extent().start <= offsets.end && offsets.start <= open.block.extent().end;
    let blocks = snapshot.blocks();
    let touched = blocks.iter().zip(&read.blocks).filter(|(_, open)| is_touched(open));
    let of_block = |(block, _): (&Snapshot, _)| actions(index, block, range, context).unwrap_or_default();
    let is_of_one = |action: &CodeActionOrCommand| match action {
        CodeActionOrCommand::CodeAction(action) => {
            action.kind.as_ref() != Some(&FIX_ALL) && !action.edit.as_ref().is_some_and(writes_nothing)
        }
        CodeActionOrCommand::Command(_) => false,
    };
    let mut found: CodeActionResponse = touched.flat_map(of_block).filter(is_of_one).take(MOST_QUICK_FIXES).collect();
    let is_automatic = context.only.is_none() && context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC);
    if wants(context, &FIX_ALL) && !is_automatic {
        let texts: Vec<String> = blocks.iter().map(repaired).collect();
        let old: Vec<Block> = read.blocks.iter().map(|open| open.block.clone()).collect();
        let edits = rewrite(read.kind, &read.text, &old, &texts);
        found.extend(fix_all_action(snapshot, &edits).map(CodeActionOrCommand::CodeAction));
    }
    found
}

/// Whether an edit changes nothing: it would write what the document cannot have there.
fn writes_nothing(edit: &WorkspaceEdit) -> bool {
    let in_changes = edit.changes.iter().flatten().any(|(_, edits)| !edits.is_empty());
    let in_documents = match &edit.document_changes {
        Some(DocumentChanges::Edits(edits)) => edits.iter().any(|document| !document.edits.is_empty()),
        Some(DocumentChanges::Operations(_)) => true,
        None => false,
    };
    !in_changes && !in_documents
}

/// Whether `kind` is requested. Kinds are trees: a client that requests `source` also wants `source.fixAll`.
fn wants(context: &CodeActionContext, kind: &CodeActionKind) -> bool {
    let Some(only) = &context.only else { return true };
    only.iter().any(|asked| {
        kind.as_str().strip_prefix(asked.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            || asked.as_str().is_empty()
    })
}

fn quick_fixes(snapshot: &Snapshot, range: &Range<usize>) -> Vec<CodeAction> {
    // A cursor directly after a move is still at that move.
    let share = Share { near: range.start, games: MOST_GAMES, games_of_file: MOST_GAMES, is_wanted: &|| true };
    let findings = snapshot.findings(share).touching(range);
    let fixes = findings.iter().flat_map(|finding| fixes(snapshot, finding));
    let jumps = findings.iter().filter_map(|finding| other_place::action(snapshot, finding));
    fixes.chain(jumps).chain(allow::actions(snapshot, findings.iter())).take(MOST_QUICK_FIXES).collect()
}

/// For each rule with a safe fix at the range: all of its safe fixes, where it has more than one finding near.
fn fix_rule_actions(snapshot: &Snapshot, range: &Range<usize>) -> Vec<CodeAction> {
    let share = Share { near: range.start, games: MOST_GAMES, games_of_file: MOST_GAMES, is_wanted: &|| true };
    let findings = snapshot.findings(share);
    let is_safe = |finding: &Finding| finding.fixes.iter().any(|fix| fix.applicability == Applicability::Safe);
    let here = findings.touching(range);
    let mut rules: Vec<&str> =
        here.iter().filter(|finding| is_safe(finding)).map(|finding| finding.rule.name).collect();
    rules.sort_unstable();
    rules.dedup();
    if rules.is_empty() {
        return Vec::new();
    }
    let all = findings.all();
    rules.retain(|rule| all.iter().filter(|finding| finding.rule.name == *rule && is_safe(finding)).nth(1).is_some());
    let action = |rule: &str| {
        let title = format!("Fix all {rule} in this file");
        resolve::action(snapshot, title, CodeActionKind::QUICKFIX, Work::Rule(rule.to_owned()))
    };
    rules.into_iter().take(MOST_RULES).filter_map(action).collect()
}

fn fixes(snapshot: &Snapshot, finding: &Finding) -> Vec<CodeAction> {
    let safe = finding.fixes.iter().position(|fix| fix.applicability == Applicability::Safe);
    // If there is only one repair, the user does not have to choose.
    let preferred = safe.or((finding.fixes.len() == 1).then_some(0));
    let action = |(index, fix): (usize, &scoresheet_lint::finding::Fix)| CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![conversion::diagnostic(snapshot, finding)]),
        edit: Some(workspace_edit(snapshot, &fix.edits)),
        is_preferred: Some(preferred == Some(index)),
        ..CodeAction::default()
    };
    finding.fixes.iter().enumerate().map(action).collect()
}

/// The text after all safe fixes; as it is if these undo each other.
fn repaired(snapshot: &Snapshot) -> String {
    let check = |text: &str| snapshot.findings_in(text);
    let text = snapshot.text().to_string();
    let repaired = repair(&text, snapshot.findings(Share::all()).all(), false, snapshot.guard(), check);
    if repaired.settled { repaired.text } else { text }
}

fn fix_all_action(snapshot: &Snapshot, edits: &[Edit]) -> Option<CodeAction> {
    (!edits.is_empty()).then(|| CodeAction {
        title: "Apply all safe fixes".to_owned(),
        kind: Some(FIX_ALL),
        edit: Some(workspace_edit(snapshot, edits)),
        ..CodeAction::default()
    })
}
