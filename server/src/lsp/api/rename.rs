//! `textDocument/prepareRename` and `textDocument/rename`: a player, an event, a site or a tag under another name in all of the
//! workspace.

use scoresheet_ide::rename::{RenameTarget, prepare_rename, rename};
use tower_lsp::lsp_types::{Position, PrepareRenameResponse, WorkspaceEdit};

use crate::lsp::api::workspace_edit::{with_files, workspace_edits};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;
use crate::lsp::tasks::reporter::Reporter;
use crate::lsp::workspace::WorkspaceIndex;
use crate::lsp::workspace::rename_files::{Renamed, renamed_files};

/// The name at `position`, if there is one to be renamed.
pub(crate) fn prepare(snapshot: &Snapshot, position: Position) -> Option<PrepareRenameResponse> {
    let (part, offset) = snapshot.games_around(position)?;
    let found = prepare_rename(&part.file, offset)?;
    let range = snapshot.range(&(found.range.start + part.start..found.range.end + part.start));
    Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: found.target.name })
}

/// The edits, and a warning about files that are left unchanged; or why nothing can be renamed.
type Outcome = Result<(WorkspaceEdit, Option<String>), String>;

/// The edits that rename what is at byte `offset` of the first document, in all open documents and in the files of the workspace.
pub(crate) fn renamed(
    index: &WorkspaceIndex,
    snapshots: &[Snapshot],
    offset: usize,
    new: &str,
    reporter: &Reporter,
) -> Option<Outcome> {
    let first = snapshots.first()?;
    let target = prepare_rename(first.games()?, offset)?.target;
    Some(renamed_target(index, first, snapshots, &target, new, reporter))
}

fn renamed_target(
    index: &WorkspaceIndex,
    first: &Snapshot,
    snapshots: &[Snapshot],
    target: &RenameTarget,
    new: &str,
    reporter: &Reporter,
) -> Outcome {
    let mut edited = Vec::new();
    for snapshot in snapshots {
        let Some(file) = snapshot.games() else { continue };
        let edits = rename(file, target, new).map_err(|reason| format!("{reason} ({})", snapshot.uri))?;
        if !edits.is_empty() {
            edited.push((snapshot, edits));
        }
    }
    let open = snapshots.iter().filter_map(|snapshot| snapshot.configured.path.clone()).collect();
    let Renamed { edits, left } = renamed_files(index, &first.settings, &open, (target, new), reporter)?;
    let edit = with_files(workspace_edits(&edited), first.settings.versioned_edits, edits);
    let warning = left.first().map(|path| {
        let (path, count) = (path.display(), left.len());
        let others = if count > 1 { format!(" and {} other files", count - 1) } else { String::new() };
        format!(
            "{path}{others} may keep the old name: such a file is beyond the limit workspaceIndex.megabytes, or written in an encoding \
             that an editor may take for another. Open it and rename again."
        )
    });
    Ok((edit, warning))
}
