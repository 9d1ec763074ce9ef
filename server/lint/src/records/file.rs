//! A file of records as the rules about whole files see it: facts about every record, and its line on demand.

use std::borrow::Cow;
use std::ops::Range;

use scoresheet_grammar::epd::{Line, Record, lines};

use super::checked_lines::CheckedLines;
use super::duplicates::{Duplicates, Place};
use super::traits::Traits;
use scoresheet_chess::epd::at::PlacedRecord;
use scoresheet_chess::epd::position::RecordKind;

/// A piece of a file: whole lines, and the result of checking them.
#[derive(Clone, Copy)]
pub struct Piece<'file> {
    /// The byte offset of its start in the file.
    pub start: usize,
    /// Its text.
    pub text: PieceText<'file>,
    /// The result of checking its lines.
    pub checked: &'file CheckedLines,
}

/// The text of a piece.
#[derive(Clone, Copy)]
pub enum PieceText<'file> {
    /// In memory.
    Held(&'file str),
    /// Evicted; parts are read again on demand.
    Anew {
        /// The length of the piece in bytes.
        length: usize,
        /// Reads half-open byte offsets of the file; returns an empty text if reading fails.
        read: &'file dyn Fn(Range<usize>) -> String,
    },
}

/// All pieces of a file.
#[derive(Clone, Copy)]
pub struct RecordFile<'file> {
    /// The pieces in file order; their texts concatenated are the file.
    pub pieces: &'file [Piece<'file>],
    /// The notation of the file, and its rules.
    pub kind: RecordKind,
    /// The duplicates.
    pub duplicates: &'file Duplicates,
}

/// Records with a common trait.
pub struct Seen<'file> {
    /// The file.
    pub file: RecordFile<'file>,
    /// The trait.
    pub traits: Traits,
    /// The number of records.
    pub count: usize,
    /// The first record.
    pub first: PlacedRecord<'file>,
}

impl<'file> RecordFile<'file> {
    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.pieces.iter().map(|piece| piece.checked.records.len()).sum()
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the byte offset of the first record's line; `None` if there is no record.
    pub(crate) fn first_record(&self) -> Option<usize> {
        self.pieces.iter().find_map(|piece| Some(piece.start + piece.checked.records.first()?.start as usize))
    }

    /// Returns the byte offset of the line of the record at byte `offset` of the file. Logarithmic.
    pub(crate) fn record_at(&self, offset: usize) -> Option<usize> {
        let piece = self.pieces.get(self.pieces.partition_point(|piece| piece.start <= offset).checked_sub(1)?)?;
        let records = &piece.checked.records;
        let index = records.partition_point(|record| piece.start + record.start as usize <= offset).checked_sub(1)?;
        Some(piece.start + records.get(index)?.start as usize)
    }

    /// Reads a record again. Returns the byte offset of its line in the file, the line, and its parts.
    pub fn read(&self, place: Place) -> Option<(usize, Cow<'file, str>, Record)> {
        self.pieces.get(place.piece)?.read(place.record)
    }

    /// Reads the lines of the records with one of `traits` again. Returns the byte offset of each in the file, and its text.
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
    /// Returns a record by its index in the piece.
    pub(crate) fn read(&self, record: usize) -> Option<(usize, Cow<'file, str>, Record)> {
        let (start, line) = self.line(record)?;
        let Line::Record(record) = Line::read(&line) else { return None };
        Some((start, line, record))
    }

    /// Returns the whole text.
    pub(crate) fn text(&self) -> Cow<'file, str> {
        match self.text {
            PieceText::Held(text) => Cow::Borrowed(text),
            PieceText::Anew { length, read } => Cow::Owned(read(self.start..self.start + length)),
        }
    }

    /// Returns the line of a record and its byte offset in the file.
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
