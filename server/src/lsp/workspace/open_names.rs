//! The names in the open documents, cached as long as their games exist.

use std::sync::Arc;

use rayon::prelude::*;
use scoresheet_grammar::{Database, Game};
use tower_lsp::lsp_types::Url;

use super::facts::{self, NameInGame};
use super::{BATCH_GAMES, Games, WorkspaceIndex};
use crate::lsp::documents::snapshot::Snapshot;

impl WorkspaceIndex {
    /// Updates the names of open documents, unless another thread has started with a later text. Linear in the changed games.
    pub(crate) fn update_names(&self, snapshots: &[Snapshot]) {
        self.lock().forget_files_of(snapshots);
        for snapshot in snapshots {
            let Some(games) = snapshot.games() else { continue };
            let text = Text { uri: &snapshot.uri, state: snapshot.state(), games };
            let unknown = self.lock().unknown_names(&text);
            for batch in unknown.chunks(BATCH_GAMES) {
                let read: Vec<_> = batch.par_iter().map(|game| (game, game.read(facts::names))).collect();
                if !self.lock().add_names(&text, read) {
                    break;
                }
            }
        }
    }
}

/// A version of an open document.
struct Text<'a> {
    uri: &'a Url,
    /// See [`Document::state`](crate::lsp::documents::open_documents::Document::state): later ones are larger.
    state: u64,
    games: &'a Database,
}

impl Games {
    /// Returns the games whose names are not in the index, and evicts those that are no longer in the document. Returns `None` if a later
    /// text has been requested.
    fn unknown_names(&mut self, text: &Text) -> Vec<Arc<Game>> {
        let document = self.document(text.uri);
        if document.names_of > Some(text.state) {
            return Vec::new();
        }
        document.names_of = Some(text.state);
        let forgotten = document.names.forget_others(text.games);
        let unknown = document.names.unknown(text.games, usize::MAX);
        forgotten.into_iter().flatten().for_each(|name| self.names.remove(name, 1));
        unknown
    }

    /// Adds the names of some games. Returns `false` if the document was closed, or if another text of it has been requested.
    fn add_names(&mut self, text: &Text, read: Vec<(&Arc<Game>, Vec<NameInGame>)>) -> bool {
        let Games { names, open, .. } = self;
        let document = open.get_mut(text.uri).filter(|document| document.names_of == Some(text.state));
        let Some(document) = document else { return false };
        let mut numbers =
            |found: Vec<NameInGame>| found.iter().filter_map(|(kind, name, _)| names.add(*kind, name)).collect();
        // Another thread may have added it.
        let is_new = |(game, _): &(&Arc<Game>, _)| document.names.of(game).is_none();
        let new = read.into_iter().filter(is_new).map(|(game, found)| (game.clone(), numbers(found)));
        let new: Vec<_> = new.collect();
        document.names.insert(text.games, new);
        true
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_ide::rename::NameKind;

    use super::super::facts::Kind;
    use super::*;

    /// A number of games that fills more than one chunk.
    const GAMES: usize = 1000;

    fn players_when_updated(games: &mut Games, text: &Text) -> usize {
        let unknown = games.unknown_names(text);
        games.add_names(text, unknown.iter().map(|game| (game, game.read(facts::names))).collect());
        players(games)
    }

    fn players(games: &Games) -> usize {
        games.names.of_kind(Kind::Name(NameKind::Player)).count()
    }

    #[test]
    fn a_text_that_is_read_while_it_is_edited_takes_no_names_from_the_next() {
        let text: String = (0..GAMES).map(|number| format!("[White \"{number}\"]\n\n1. e4 *\n\n")).collect();
        let uri = Url::parse("file:///a.pgn").unwrap();
        let before = Database::parse(&text);
        let (after, _) = Database::edit(&before, 8..9, "x");
        let (last, _) = Database::edit(&after, 8..9, "y");
        let text = |state, games| Text { uri: &uri, state, games };
        let (before, after, last) = (text(0, &before), text(1, &after), text(2, &last));

        let mut games = Games::default();
        let unknown = games.unknown_names(&before);
        let read = |games: &[Arc<Game>]| games.iter().map(|game| game.read(facts::names)).collect::<Vec<_>>();
        let (first, rest) = unknown.split_at(GAMES / 2);
        assert!(games.add_names(&before, first.iter().zip(read(first)).collect()));
        assert_eq!(players_when_updated(&mut games, &after), GAMES);
        assert!(!games.add_names(&before, rest.iter().zip(read(rest)).collect()));
        assert!(games.unknown_names(&before).is_empty());
        assert_eq!(players_when_updated(&mut games, &after), GAMES);
        assert_eq!(players_when_updated(&mut games, &last), GAMES);

        games.close_others(&[]);
        assert!(!games.add_names(&last, rest.iter().zip(read(rest)).collect()));
        assert_eq!(players(&games), 0);
    }
}
