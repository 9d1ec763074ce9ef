//! The code actions that write a player, an event or a site in another form of the same name: the standard's, or one that other games of
//! the workspace have.

use scoresheet_ide::rename::{NameKind, prepare_rename, rename_suggestions};
use tower_lsp::lsp_types::{CodeAction, CodeActionKind, Position};

use super::resolve::{self, Work};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::workspace::WorkspaceIndex;
use crate::lsp::workspace::facts::Kind;

/// The kind of these actions.
pub(crate) const KIND: CodeActionKind = CodeActionKind::REFACTOR_REWRITE;

/// More forms than this of one name are no help.
const MOST_FORMS: usize = 4;

/// The other forms of the name at `position`, those that the workspace has before those it lacks. Each changes the name in all of the
/// workspace; for a client that cannot wait for the edits, in this file.
pub(crate) fn actions(index: &WorkspaceIndex, snapshot: &Snapshot, position: Position) -> Vec<CodeAction> {
    let Some((part, offset)) = snapshot.games_around(position) else { return Vec::new() };
    let Some(target) = prepare_rename(&part.file, offset).map(|found| found.target) else { return Vec::new() };
    let Some(noun) = noun(target.kind) else { return Vec::new() };
    let forms = index.with_names(Kind::Name(target.kind), |names| rename_suggestions(&target, names));
    let action = |form: String| {
        let title = format!("Write the {noun} as '{form}'");
        resolve::action(snapshot, title, KIND, Work::Rename(part.start + offset, form))
    };
    forms.into_iter().take(MOST_FORMS).filter_map(action).collect()
}

fn noun(kind: NameKind) -> Option<&'static str> {
    match kind {
        NameKind::Player => Some("player"),
        NameKind::Event => Some("event"),
        NameKind::Site => Some("site"),
        NameKind::Annotator => Some("annotator"),
        NameKind::Team => Some("team"),
        NameKind::Tag => None,
    }
}
