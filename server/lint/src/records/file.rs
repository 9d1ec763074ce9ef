//! A file of records as the rules about whole files see it: of every record a few bytes, and its line where those are not
//! enough.

use std::borrow::Cow;
use std::ops::Range;

use scoresheet_grammar::epd::{Line, Record, lines};

use super::checked_lines::CheckedLines;
use super::duplicates::{Duplicates, Place};
use super::traits::Traits;
use scoresheet_chess::epd::at::PlacedRecord;
use scoresheet_chess::epd::position::RecordKind;

/// A piece of a file: whole lines, and what is known of them.
#[derive(Clone, Copy)]
pub struct Piece<'file> {
    /// The byte offset in the file at which it begins.
    pub start: usize,
    /// Its text.
    pub text: PieceText<'file>,
    /// What is known of its lines.
    pub checked: &'file CheckedLines,
}

/// The text of a piece.
#[derive(Clone, Copy)]
pub enum PieceText<'file> {
    /// It is held.
    Held(&'file str),
    /// It was let go, and what is asked for is read anew.
    Anew {
        /// The length of the piece in bytes.
        length: usize,
        /// Reads half-open byte offsets of the file; what cannot be read any more is empty.
        read: &'file dyn Fn(Range<usize>) -> String,
    },
}

/// All pieces of a file.
#[derive(Clone, Copy)]
pub struct RecordFile<'file> {
    /// In file order; joined together their texts are the file.
    pub pieces: &'file [Piece<'file>],
    /// The notation of the file, and its rules.
    pub kind: RecordKind,
    /// What may stand there twice.
    pub duplicates: &'file Duplicates,
}

/// Records that have a trait in common.
pub struct Seen<'file> {
    /// The file.
    pub file: RecordFile<'file>,
    /// What they have in common.
    pub traits: Traits,
    /// How many there are.
    pub count: usize,
    /// The first of them.
    pub first: PlacedRecord<'file>,
}

impl<'file> RecordFile<'file> {
    /// How many records there are.
    pub fn len(&self) -> usize {
        self.pieces.iter().map(|piece| piece.checked.records.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The byte offset at which the line of the first record begins; nothing where there is none.
    pub(crate) fn first_record(&self) -> Option<usize> {
        self.pieces.iter().find_map(|piece| Some(piece.start + piece.checked.records.first()?.start as usize))
    }

    /// A record, read again: where its line begins in the file, the line, and its parts.
    pub fn read(&self, place: Place) -> Option<(usize, Cow<'file, str>, Record)> {
        self.pieces.get(place.piece)?.read(place.record)
    }

    /// The lines of the records that have one of `traits`, read again: where each begins in the file, and its text.
    pub(crate) fn with(&self, traits: Traits) -> impl Iterator<Item = (usize, Cow<'file, str>)> {
        let has_any = move |piece: &&Piece| traits.places().any(|place| piece.checked.tally[place] > 0);
        let pieces = self.pieces.iter().filter(has_any);
        pieces.flat_map(move |piece| {
            let records = piece.checked.records.iter().enumerate();
            let with = records.filter(move |(_, facts)| facts.traits.has_any(traits));
            with.filter_map(move |(index, _)| piece.line(index))
        })
    }
}

impl<'file> Piece<'file> {
    /// A record by its place among those of the piece.
    pub(crate) fn read(&self, record: usize) -> Option<(usize, Cow<'file, str>, Record)> {
        let (start, line) = self.line(record)?;
        let Line::Record(record) = Line::read(&line) else { return None };
        Some((start, line, record))
    }

    /// All of it.
    pub(crate) fn text(&self) -> Cow<'file, str> {
        match self.text {
            PieceText::Held(text) => Cow::Borrowed(text),
            PieceText::Anew { length, read } => Cow::Owned(read(self.start..self.start + length)),
        }
    }

    /// The line of a record, and where it begins in the file.
    fn line(&self, record: usize) -> Option<(usize, Cow<'file, str>)> {
        let begin = |record: usize| self.checked.records.get(record).map(|facts| facts.start as usize);
        let start = begin(record)?;
        let line = match self.text {
            PieceText::Held(text) => {
                let rest = text.get(start..)?;
                Cow::Borrowed(&rest[lines(rest).next()?])
            }
            PieceText::Anew { length, read } => {
                let end = begin(record + 1).unwrap_or(length);
                let mut rest = read(self.start + start..self.start + end);
                let end = lines(&rest).next()?.end;
                rest.truncate(end);
                Cow::Owned(rest)
            }
        };
        Some((self.start + start, line))
    }
}
