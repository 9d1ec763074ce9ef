//! The language of a document, and what is computed from its text in that language.

use std::path::PathBuf;
use std::sync::Arc;

use ropey::Rope;
use scoresheet_chess::epd::RecordKind;
use scoresheet_grammar::Game;
use scoresheet_grammar::epd::Records;
use tower_lsp::lsp_types::Url;

use super::text_version::{TextChange, TextVersion};
use crate::embedded::{DocumentKind, kind_of_path};
use crate::language::Language;

/// What is known of one text. Cheap to clone.
#[derive(Clone)]
pub(crate) enum Content {
    /// Of games.
    Games(Arc<TextVersion<Game>>),
    /// Of records of this kind.
    Records(Arc<TextVersion<Records>>, RecordKind),
}

/// The kind of a document that holds chess among other text: what the editor calls its language, or else what the name of the file says.
pub(super) fn document_kind_of(language_id: &str, uri: &Url) -> Option<DocumentKind> {
    let path = path_of(uri);
    let is_of_games = || Language::named(language_id, &path).or_else(|| Language::of_extension(&path)).is_some();
    DocumentKind::of_language_id(language_id).or_else(|| kind_of_path(&path).filter(|_| !is_of_games()))
}

fn path_of(uri: &Url) -> PathBuf {
    uri.to_file_path().unwrap_or_else(|()| PathBuf::from(uri.path()))
}

/// What the editor calls the language of a document, or else what the name of the file says. PGN where neither says anything.
pub(super) fn language_of(language_id: &str, uri: &Url) -> Language {
    let path = path_of(uri);
    Language::named(language_id, &path).or_else(|| Language::of_extension(&path)).unwrap_or_default()
}

impl Content {
    /// Of a text of which nothing is known.
    pub(crate) fn of_text(language: Language, rope: Rope) -> Content {
        match language {
            Language::Pgn => Content::Games(Arc::new(TextVersion::of_text(rope))),
            Language::Records(kind) => Content::Records(Arc::new(TextVersion::of_text(rope)), kind),
        }
    }

    /// Of `rope`, the text that `changes` make of this one's.
    pub(crate) fn edited(&self, rope: Rope, changes: Vec<TextChange>) -> Content {
        match self {
            Content::Games(games) => Content::Games(Arc::new(games.edited(rope, changes))),
            Content::Records(records, kind) => Content::Records(Arc::new(records.edited(rope, changes)), *kind),
        }
    }

    /// The same without the trees of games that were not used lately; see [`TextVersion::without_idle_trees`].
    pub(crate) fn without_idle_trees(&self) -> Option<Content> {
        match self {
            Content::Games(games) => Some(Content::Games(Arc::new(games.without_idle_trees()?))),
            Content::Records(records, kind) => Some(Content::Records(Arc::new(records.without_idle_trees()?), *kind)),
        }
    }

    /// The language of the text.
    pub(crate) fn language(&self) -> Language {
        match self {
            Content::Games(_) => Language::Pgn,
            Content::Records(_, kind) => Language::Records(*kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(language_id: &str, uri: &str, expected: Language) {
        assert_eq!(language_of(language_id, &Url::parse(uri).unwrap()), expected);
    }

    #[test]
    fn documents_with_blocks_are_told_apart() {
        let kind = |language_id, uri| document_kind_of(language_id, &Url::parse(uri).unwrap());
        assert_eq!(kind("markdown", "file:///a.txt"), Some(DocumentKind::Markdown));
        assert_eq!(kind("", "file:///a.md"), Some(DocumentKind::Markdown));
        assert_eq!(kind("plaintext", "untitled:a"), None);
        assert_eq!([kind("pgn", "file:///a.md"), kind("", "file:///a.pgn")], [None, None]);
    }

    #[test]
    fn the_editor_or_the_name_tells_the_language() {
        let records = |name| Language::Records(RecordKind::of_name(Some(name)));
        check("pgn", "file:///a.epd", Language::Pgn);
        check("epd", "file:///a.txt", records("a.epd"));
        check("fen", "untitled:Untitled-1", records("a.fen"));
        check("plaintext", "file:///a%20b/wac.EPD", records("wac.epd"));
        check("epd", "file:///atomic%20book.txt", records("atomic.epd"));
        check("", "file:///list.fen", records("list.fen"));
        check("plaintext", "file:///games.txt", Language::Pgn);
        check("plaintext", "untitled:Untitled-1", Language::Pgn);
    }
}
