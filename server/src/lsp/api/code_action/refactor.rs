//! The code actions that restructure a game, and the one that sorts the tags of all games.

use scoresheet_chess::placed_game::games;
use scoresheet_format::refactor::{Refactoring, Site, refactorings_at};
use tower_lsp::lsp_types::{CodeAction, CodeActionKind};

use super::resolve::{self, Work};
use crate::lsp::api::workspace_edit::workspace_edit;
use crate::lsp::documents::snapshot::Snapshot;

/// The kind of the action that sorts the tags.
pub(crate) const ORGANIZE_TAGS: CodeActionKind = CodeActionKind::new("source.organizeTags");

/// The refactorings that can be done at byte `offset`, of the kinds that are wanted.
pub(crate) fn actions(snapshot: &Snapshot, offset: usize, wants: impl Fn(&CodeActionKind) -> bool) -> Vec<CodeAction> {
    let Some((_, site)) = snapshot.games().and_then(|file| Site::at(file, offset)) else { return Vec::new() };
    let site = Site { language: snapshot.settings.language, ..site };
    let action = |refactoring: &Refactoring, title: &str| {
        let kind = CodeActionKind::from(refactoring.kind.to_owned());
        let work = Work::Refactoring(refactoring.name.to_owned(), offset);
        wants(&kind).then(|| resolve::action(snapshot, title.to_owned(), kind, work)).flatten()
    };
    let offered = refactorings_at(site).into_iter();
    offered.filter_map(|offered| action(offered.refactoring, &offered.title)).collect()
}

/// The action that sorts the tags of every game; nothing where they are sorted. Games in which that cannot be done stay as they are.
pub(crate) fn organize_tags(snapshot: &Snapshot) -> Option<CodeAction> {
    let sort = Refactoring::of_name("sort-tags")?;
    let sites = games(snapshot.games()?).map(|game| (game.start, Site::of_game(game.view)));
    let edits: Vec<_> = sites
        .flat_map(|(start, site)| {
            sort.edits(&site).unwrap_or_default().into_iter().map(move |edit| edit.shifted(start))
        })
        .collect();
    (!edits.is_empty()).then(|| CodeAction {
        title: "Sort the tags of all games".to_owned(),
        kind: Some(ORGANIZE_TAGS),
        edit: Some(workspace_edit(snapshot, &edits)),
        ..CodeAction::default()
    })
}
