//! `textDocument/prepareRename` and `textDocument/rename`: a player, an event, a site or a tag under another name in all open
//! documents.

use scoresheet_analysis::rename::{prepare_rename, rename};
use tower_lsp::lsp_types::{Position, PrepareRenameResponse, WorkspaceEdit};

use super::edits::workspace_edits;
use super::position::Places;
use super::snapshot::Snapshot;

/// The name at `position`, if there is one to be renamed.
pub fn prepare(snapshot: &Snapshot, position: Position) -> Option<PrepareRenameResponse> {
    let (part, offset) = snapshot.games_around(position)?;
    let found = prepare_rename(&part.file, offset)?;
    let range = snapshot.range(&(found.range.start + part.start..found.range.end + part.start));
    Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: found.target.name })
}

/// The edits that rename what is at `position` of the first document, or why that cannot be.
pub fn renamed(snapshots: &[Snapshot], position: Position, new: &str) -> Option<Result<WorkspaceEdit, String>> {
    let (part, offset) = snapshots.first()?.games_around(position)?;
    let target = prepare_rename(&part.file, offset)?.target;
    let mut edited = Vec::new();
    for snapshot in snapshots {
        let Some(file) = snapshot.games() else { continue };
        match rename(file, &target, new) {
            Ok(edits) if edits.is_empty() => {}
            Ok(edits) => edited.push((snapshot, edits)),
            Err(reason) => return Some(Err(format!("{reason} ({})", snapshot.uri))),
        }
    }
    Some(Ok(workspace_edits(&edited)))
}
