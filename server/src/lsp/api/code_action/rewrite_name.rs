//! The code actions that write a player, an event or a site in another form of the same name: the standard's, or one that other games of
//! the workspace have.

use scoresheet_ide::rename::{Named, prepare_rename, rename_suggestions};
use tower_lsp::lsp_types::{CodeAction, CodeActionKind, Position};

use super::resolve::{self, Work};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::workspace::WorkspaceIndex;
use crate::lsp::workspace::facts::Kind;

/// The kind of these actions.
pub const KIND: CodeActionKind = CodeActionKind::REFACTOR_REWRITE;

/// More forms than this of one name are no help.
const MOST_FORMS: usize = 4;

/// The other forms of the name at `position`, those that the workspace has before those it lacks. Each changes the name in all of the
/// workspace; for a client that cannot wait for the edits, in this file.
pub fn actions(index: &WorkspaceIndex, snapshot: &Snapshot, position: Position) -> Vec<CodeAction> {
    let Some((part, offset)) = snapshot.games_around(position) else { return Vec::new() };
    let Some(target) = prepare_rename(&part.file, offset).map(|found| found.target) else { return Vec::new() };
    let Some(noun) = noun(target.named) else { return Vec::new() };
    let forms = index.with_names(Kind::Name(target.named), |names| rename_suggestions(&target, names));
    let action = |form: String| {
        let title = format!("Write the {noun} as '{form}'");
        resolve::action(snapshot, title, KIND, Work::Rename(part.start + offset, form))
    };
    forms.into_iter().take(MOST_FORMS).filter_map(action).collect()
}

fn noun(named: Named) -> Option<&'static str> {
    match named {
        Named::Player => Some("player"),
        Named::Event => Some("event"),
        Named::Site => Some("site"),
        Named::Annotator => Some("annotator"),
        Named::Team => Some("team"),
        Named::Tag => None,
    }
}
