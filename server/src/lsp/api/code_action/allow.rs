//! The code actions that allow what a finding is about: in the game or record, in the file, or in `scoresheet.toml`.

use std::collections::HashSet;

use scoresheet_lint::finding::{Edit, Finding};
use tower_lsp::lsp_types::{CodeAction, CodeActionKind, Url, WorkspaceEdit};

use crate::configuration::{FILE_NAME, Finder, with_rule_off};
use crate::lsp::api::workspace_edit::{file_edit, new_file_edit, workspace_edit};
use crate::lsp::diagnostics::conversion;
use crate::lsp::documents::snapshot::Snapshot;

/// The actions for each rule of `findings`, game by game or record by record, in their order.
pub(crate) fn actions<'a>(
    snapshot: &'a Snapshot,
    findings: impl Iterator<Item = &'a Finding>,
) -> impl Iterator<Item = CodeAction> {
    let mut seen = HashSet::new();
    let is_new = move |finding: &&Finding| seen.insert((snapshot.part_start(finding.range.start), finding.rule.name));
    findings.filter(is_new).flat_map(|finding| of_finding(snapshot, finding))
}

fn of_finding(snapshot: &Snapshot, finding: &Finding) -> Vec<CodeAction> {
    let name = finding.rule.name;
    let Some(allowances) = snapshot.allow(finding) else { return Vec::new() };
    let (unit, letter) = (snapshot.language().noun(), snapshot.language().escape());
    // Some readers stop at such lines; a configuration file is nothing to them.
    let caveat = format!("with a {letter} line, which some programs cannot read");
    let escape_line = |place: &str, edit: &Edit| {
        (format!("Allow {name} for this {place} ({caveat})"), workspace_edit(snapshot, std::slice::from_ref(edit)))
    };
    let in_game = allowances.in_unit.iter().map(|edit| escape_line(unit, edit));
    let in_file = [escape_line("file", &allowances.in_file)];
    let in_configuration =
        configuration_edit(snapshot, finding).map(|edit| (format!("Allow {name} in {FILE_NAME}"), edit));
    let all = in_game.chain(in_file).chain(in_configuration);
    all.map(|(title, edit)| CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![conversion::diagnostic(snapshot, finding)]),
        edit: Some(edit),
        is_preferred: Some(false),
        ..CodeAction::default()
    })
    .collect()
}

/// The edit that turns the finding's rule off in the nearest configuration, or in a new one in the workspace folder.
/// Nothing for a document that is no file, a configuration that cannot be read, or a client that cannot create files.
fn configuration_edit(snapshot: &Snapshot, finding: &Finding) -> Option<WorkspaceEdit> {
    let path = snapshot.configured.path.as_deref()?;
    // It may have been written since it was last read; what the edit is made for must be what is there.
    if let Some(source) = Finder::default().locate(path).source {
        source.parsed.as_ref().ok()?;
        // Editors do not count a byte order mark among the characters of a text, and write it again.
        let text = source.text.strip_prefix('\u{FEFF}').unwrap_or(&source.text);
        let new = with_rule_off(text, finding.rule, source.folder(), path)?;
        return file_edit(snapshot, Url::from_file_path(&source.path).ok()?, text, &new);
    }
    let folder = snapshot.settings.folder_of(path).or(path.parent())?;
    let new = with_rule_off("", finding.rule, folder, path)?;
    new_file_edit(snapshot, Url::from_file_path(folder.join(FILE_NAME)).ok()?, &new)
}
