//! The files of a repertoire.

use scoresheet_chess::repertoire::{Place, Repertoire};
use scoresheet_grammar::{GameView, Parser, Tree};
use shakmaty::Color;

use crate::text_file::{Parts, TextFile};

/// The longest texts together. More is a collection of games, and no repertoire that a player learns.
pub(crate) const MOST_BYTES: usize = 64 << 20;

/// A file of a repertoire.
pub(crate) struct SourceFile {
    /// Its path as it is shown.
    pub(crate) shown: String,
    /// Its text.
    pub(crate) file: TextFile,
}

/// The files of a repertoire, and what they say.
pub(crate) struct RepertoireFiles {
    /// The files, in their order.
    pub(crate) files: Vec<SourceFile>,
    /// The repertoire. A place names its file by its index.
    pub(crate) repertoire: Repertoire,
}

/// A place as people and programs name it.
pub(super) struct Shown {
    /// From 1.
    pub(super) line: usize,
    /// In characters from 1.
    pub(super) column: usize,
    /// The byte offset on disk.
    pub(super) start: usize,
}

impl RepertoireFiles {
    /// Reads the games of the files, which are those of a side. Linear in the texts.
    pub(crate) fn read(files: Vec<SourceFile>, side: Color) -> RepertoireFiles {
        let mut repertoire = Repertoire::new(side);
        for (number, SourceFile { file, .. }) in files.iter().enumerate() {
            let (mut parser, mut tree) = (Parser::new(&file.text), Tree::default());
            for game in 0.. {
                let Some(range) = parser.next_game(&mut tree) else { break };
                let view = GameView { text: &file.text[range.clone()], tree: &tree };
                repertoire.add_game(view, number, game, range.start);
            }
        }
        RepertoireFiles { files, repertoire }
    }

    /// Where places are, which are in order.
    pub(super) fn locate(&self, places: &[&Place]) -> Vec<Shown> {
        let mut found = Vec::with_capacity(places.len());
        for of_file in places.chunk_by(|one, other| one.file == other.file) {
            let Some(SourceFile { file, .. }) = of_file.first().and_then(|place| self.files.get(place.file)) else {
                continue;
            };
            let parts = Parts::whole(file);
            found.extend(of_file.iter().map(|place| {
                let part = parts.at(place.start);
                let at = part.locate(place.start);
                Shown { line: at.line, column: at.column, start: part.disk_offset(place.start) }
            }));
        }
        found
    }
}
