//! The languages of files, games or records one a line, and what is only a matter of words between them.

use std::path::Path;

use scoresheet_chess::epd::{Notation, RecordKind};
use scoresheet_lint::rule::KnownRules;

use crate::repair::Guard;
use crate::text_file::{name, uncompressed};

/// The extensions of the names of files.
pub(crate) const EXTENSIONS: [&str; 3] = ["pgn", "epd", "fen"];

/// The language of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    /// Games in PGN.
    #[default]
    Pgn,
    /// Records in EPD or FEN.
    Records(RecordKind),
}

impl Language {
    /// The language of the file at `path` that an extension or an editor calls this, in any case. The variant always comes from the
    /// file's name.
    pub(crate) fn named(language: &str, path: &Path) -> Option<Language> {
        let records = |notation| {
            Some(Language::Records(RecordKind { notation, ..RecordKind::of_name(name(&uncompressed(path))) }))
        };
        match language.to_ascii_lowercase().as_str() {
            "pgn" => Some(Language::Pgn),
            "epd" => records(Notation::Epd),
            "fen" => records(Notation::Fen),
            _ => None,
        }
    }

    /// The language that the extension of a path names; the extension of a compressed file is ignored.
    pub(crate) fn of_extension(path: &Path) -> Option<Language> {
        Language::named(uncompressed(path).extension()?.to_str()?, path)
    }

    /// The notation and the rules of its records; nothing for games.
    pub(crate) fn record_kind(self) -> Option<RecordKind> {
        match self {
            Language::Pgn => None,
            Language::Records(kind) => Some(kind),
        }
    }

    /// What a unit of its files is called.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Language::Pgn => "game",
            Language::Records(_) => "record",
        }
    }

    /// What begins a line that programs which read moves skip.
    pub(crate) fn escape(self) -> char {
        match self {
            Language::Pgn => '%',
            Language::Records(_) => '#',
        }
    }

    /// What safe fixes of the findings of `rules` must not change.
    pub(crate) fn guard(self, rules: KnownRules) -> Guard {
        match self {
            Language::Pgn => Guard::of_games(rules),
            Language::Records(_) => Guard::NONE,
        }
    }
}
