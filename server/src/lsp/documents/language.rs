//! The language of a document, and what is computed from its text in that language.

use std::path::Path;
use std::sync::Arc;

use ropey::Rope;
use scoresheet_chess::epd::Notation;
use scoresheet_grammar::Game;
use scoresheet_grammar::epd::Records;
use tower_lsp::lsp_types::Url;

use super::text_version::{TextChange, TextVersion};

/// What files of games and records are called.
pub(crate) const EXTENSIONS: [&str; 3] = ["pgn", "epd", "fen"];

/// The language of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// PGN.
    Games,
    /// EPD, or a list of FEN records.
    Records(Notation),
}

/// What is known of one text. Cheap to clone.
#[derive(Clone)]
pub(crate) enum Content {
    /// Of games.
    Games(Arc<TextVersion<Game>>),
    /// Of records in this notation.
    Records(Arc<TextVersion<Records>>, Notation),
}

impl Language {
    /// What the editor calls it, or else what the name of the file says. PGN where neither says anything.
    pub(crate) fn of(language_id: &str, uri: &Url) -> Language {
        named(language_id).unwrap_or_else(|| Language::of_path(Path::new(uri.path())))
    }

    /// What the name of the file says. PGN where it says nothing.
    pub(crate) fn of_path(path: &Path) -> Language {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.and_then(named).unwrap_or(Language::Games)
    }
}

fn named(name: &str) -> Option<Language> {
    match name.to_ascii_lowercase().as_str() {
        "pgn" => Some(Language::Games),
        "epd" => Some(Language::Records(Notation::Epd)),
        "fen" => Some(Language::Records(Notation::Fen)),
        _ => None,
    }
}

impl Content {
    /// Of a text of which nothing is known.
    pub(crate) fn of_text(language: Language, rope: Rope) -> Content {
        match language {
            Language::Games => Content::Games(Arc::new(TextVersion::of_text(rope))),
            Language::Records(notation) => Content::Records(Arc::new(TextVersion::of_text(rope)), notation),
        }
    }

    /// Of `rope`, the text that `changes` make of this one's.
    pub(crate) fn edited(&self, rope: Rope, changes: Vec<TextChange>) -> Content {
        match self {
            Content::Games(games) => Content::Games(Arc::new(games.edited(rope, changes))),
            Content::Records(records, notation) => Content::Records(Arc::new(records.edited(rope, changes)), *notation),
        }
    }

    /// The same without the trees of games that nobody has asked about lately; see [`TextVersion::without_idle_trees`].
    pub(crate) fn without_idle_trees(&self) -> Option<Content> {
        match self {
            Content::Games(games) => Some(Content::Games(Arc::new(games.without_idle_trees()?))),
            Content::Records(records, notation) => {
                Some(Content::Records(Arc::new(records.without_idle_trees()?), *notation))
            }
        }
    }

    /// The language of the text.
    pub(crate) fn language(&self) -> Language {
        match self {
            Content::Games(_) => Language::Games,
            Content::Records(_, notation) => Language::Records(*notation),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(language_id: &str, uri: &str, expected: Language) {
        assert_eq!(Language::of(language_id, &Url::parse(uri).unwrap()), expected);
    }

    #[test]
    fn the_editor_or_the_name_tells_the_language() {
        check("pgn", "file:///a.epd", Language::Games);
        check("epd", "file:///a.txt", Language::Records(Notation::Epd));
        check("fen", "untitled:Untitled-1", Language::Records(Notation::Fen));
        check("plaintext", "file:///a%20b/wac.EPD", Language::Records(Notation::Epd));
        check("", "file:///list.fen", Language::Records(Notation::Fen));
        check("plaintext", "file:///games.txt", Language::Games);
        check("plaintext", "untitled:Untitled-1", Language::Games);
    }
}
