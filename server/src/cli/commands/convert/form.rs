//! The forms between which is converted: languages, and the binary form of games.

use std::path::Path;

use clap::ValueEnum;

use crate::cli::language::{Language, LanguageName};
use crate::text_file::uncompressed;

/// A form as options name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Games
    Pgn,
    /// Records of four fields and operations
    Epd,
    /// Records of six fields
    Fen,
    /// Games in the binary form of section 20 of the standard
    Pgc,
}

impl Form {
    /// The form that the extension of a path names; the extension of a compressed file is ignored.
    pub(super) fn of_extension(path: &Path) -> Option<Form> {
        Form::from_str(uncompressed(path).extension()?.to_str()?, true).ok()
    }

    /// The name of the language; none of the binary form.
    pub(super) fn language_name(self) -> Option<LanguageName> {
        match self {
            Form::Pgn => Some(LanguageName::Pgn),
            Form::Epd => Some(LanguageName::Epd),
            Form::Fen => Some(LanguageName::Fen),
            Form::Pgc => None,
        }
    }

    /// The language of a file in this form; none of the binary form.
    pub(super) fn language(self, path: &Path) -> Option<Language> {
        self.language_name().map(|name| Language::of(path, Some(name)))
    }

    /// As people write it.
    pub(super) fn display(self) -> &'static str {
        self.language_name().map_or("PGC", LanguageName::display)
    }

    /// What a unit of it is called.
    pub(super) fn noun(self) -> &'static str {
        if matches!(self, Form::Pgn | Form::Pgc) { "game" } else { "record" }
    }
}
