//! What a file is written in: games, or records one a line.

use std::ops::Range;
use std::path::Path;

use scoresheet_analysis::epd::{Notation, RecordKind};
use scoresheet_grammar::epd::split_lines;
use scoresheet_grammar::split;

use super::args::LanguageName;
use crate::text_file::{Cut, name, uncompressed};

/// What a file is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// Games in PGN.
    #[default]
    Pgn,
    /// Records in EPD or FEN.
    Records(RecordKind),
}

impl Language {
    /// As the extension of a path says it, that of an archive aside; the case does not matter.
    pub fn of_extension(path: &Path) -> Option<Language> {
        let path = uncompressed(path);
        let extension = path.extension()?;
        let is = |name: &str| extension.eq_ignore_ascii_case(name);
        match () {
            () if is("pgn") => Some(Language::Pgn),
            () if is("epd") || is("fen") => Some(Language::Records(RecordKind::of_name(name(&path)))),
            () => None,
        }
    }

    /// The one that is `asked` for, else the one of the extension, else PGN. The name of the file tells the variant in any case.
    pub fn of(path: &Path, asked: Option<LanguageName>) -> Language {
        let kind = |notation| RecordKind { notation, ..RecordKind::of_name(name(&uncompressed(path))) };
        match asked {
            Some(LanguageName::Pgn) => Language::Pgn,
            Some(LanguageName::Epd) => Language::Records(kind(Notation::Epd)),
            Some(LanguageName::Fen) => Language::Records(kind(Notation::Fen)),
            None => Language::of_extension(path).unwrap_or_default(),
        }
    }

    /// Pieces of a text that can be read apart, each about `target` bytes long or longer.
    pub fn split(self, text: &str, target: usize) -> Vec<Range<usize>> {
        match self {
            Language::Pgn => split(text, target),
            // An empty text is a piece, too: rules about files are asked about it.
            Language::Records(_) if text.is_empty() => vec![Range::default()],
            Language::Records(_) => split_lines(text, target),
        }
    }

    /// Between what its files may be cut.
    pub fn cut(self) -> Cut {
        match self {
            Language::Pgn => Cut::Games,
            Language::Records(_) => Cut::Lines,
        }
    }

    /// What one of the things is called that it is about.
    pub fn noun(self) -> &'static str {
        match self {
            Language::Pgn => "game",
            Language::Records(_) => "record",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_tells_the_language_unless_it_is_asked_for() {
        let of = |path: &str, asked| Language::of(Path::new(path), asked);
        let named = |name: &str| Language::Records(RecordKind::of_name(Some(name)));
        assert_eq!(of("a/b.PGN.zst", None), Language::Pgn);
        assert_eq!(of("a/b.EPD", None), named("b.epd"));
        assert_eq!(of("a/atomic-book.fen.gz", None), named("atomic-book.fen"));
        assert_eq!(of("a/b.txt", None), Language::Pgn);
        assert_eq!(of("atomic.txt", Some(LanguageName::Epd)), named("atomic.epd"));
        assert_eq!(of("a.epd", Some(LanguageName::Pgn)), Language::Pgn);
        assert_eq!(of("<stdin>", Some(LanguageName::Fen)), named("x.fen"));
    }
}
