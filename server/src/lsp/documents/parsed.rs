//! What a text is read as: the games of a PGN file, or the lines of an EPD or FEN file.

use std::ops::Range;

use rayon::prelude::*;
use scoresheet_analysis::epd::CheckedRecords;
use scoresheet_analysis::lint::CheckedFile;
use scoresheet_grammar::epd::EpdFile;
use scoresheet_grammar::{Database, piece_around, split};

/// A file of games is read side by side in pieces of this size.
const PIECE_BYTES: usize = 1 << 20;

/// A text that is read, so that an edit needs little more reading.
pub trait Parsed: Clone + Send + Sync + 'static {
    /// The findings.
    type Checked: Send + Sync;
    /// Reads all of a text.
    fn read(text: &str) -> Self;

    /// The text after an edit, and how many bytes of it were read again.
    fn edit(&self, range: Range<usize>, new: &str) -> (Self, usize);

    /// The same without the trees of games that nobody has asked about lately. Nothing where none can go.
    fn without_idle_trees(&self) -> Option<Self>;

    /// The length of the text in bytes.
    fn text_length(&self) -> usize;

    /// The part of `window`, which is made of whole lines, that can be read around byte `offset` as if all of the text was there.
    /// Nothing where the window is too small.
    fn piece_around(window: &str, offset: usize, is_start: bool, is_end: bool) -> Option<Range<usize>>;

    /// Whether the findings are all that there are.
    fn is_complete(checked: &Self::Checked) -> bool;
}

impl Parsed for Database {
    type Checked = CheckedFile;

    fn read(text: &str) -> Database {
        let pieces = split(text, PIECE_BYTES);
        let read: Vec<Database> = pieces.into_par_iter().map(|piece| Database::parse(&text[piece])).collect();
        Database::joined(read)
    }

    fn edit(&self, range: Range<usize>, new: &str) -> (Database, usize) {
        let (edited, reparsed) = Database::edit(self, range, new);
        (edited, reparsed.bytes)
    }

    fn without_idle_trees(&self) -> Option<Database> {
        Database::without_idle_trees(self)
    }

    fn text_length(&self) -> usize {
        Database::text_length(self)
    }

    fn piece_around(window: &str, offset: usize, is_start: bool, is_end: bool) -> Option<Range<usize>> {
        piece_around(window, offset, is_start, is_end)
    }

    fn is_complete(checked: &CheckedFile) -> bool {
        checked.is_complete()
    }
}

impl Parsed for EpdFile {
    type Checked = CheckedRecords;

    fn read(text: &str) -> EpdFile {
        EpdFile::parse(text)
    }

    fn edit(&self, range: Range<usize>, new: &str) -> (EpdFile, usize) {
        let (edited, reparsed) = EpdFile::edit(self, range, new);
        (edited, reparsed.bytes)
    }

    /// There are no trees: a line is read when it is asked about.
    fn without_idle_trees(&self) -> Option<EpdFile> {
        None
    }

    fn text_length(&self) -> usize {
        EpdFile::text_length(self)
    }

    /// Lines know nothing of each other.
    fn piece_around(window: &str, _: usize, _: bool, _: bool) -> Option<Range<usize>> {
        Some(0..window.len())
    }

    fn is_complete(checked: &CheckedRecords) -> bool {
        checked.is_complete()
    }
}
