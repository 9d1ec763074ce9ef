//! A file of records as the rules about whole files see it: of every record a few bytes, and its line where those are not
//! enough.

use std::ops::Range;

use scoresheet_grammar::epd::{Line, Record, lines};

use super::duplicates::{Duplicates, Place};
use super::lint::CheckedLines;
use super::position::RecordKind;
use super::traits::{RecordFacts, Traits};
use super::view::RecordView;
use crate::finding::{Edit, Finding, Fix};
use crate::rule::Rule;

/// A piece of a file: whole lines, and what is known of them.
#[derive(Clone, Copy)]
pub struct Piece<'file> {
    /// The byte offset in the file at which it begins.
    pub start: usize,
    /// Its text.
    pub text: &'file str,
    /// What is known of its lines.
    pub checked: &'file CheckedLines,
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

/// A record and its place in the file.
pub struct PlacedRecord<'file> {
    /// The byte offset in the file at which its line begins.
    pub start: usize,
    /// The record.
    pub view: RecordView<'file>,
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

/// A repair of so many records is a matter for `scoresheet format`.
const MOST_REPAIRED: usize = 2000;

impl<'file> RecordFile<'file> {
    /// How many records there are.
    pub fn len(&self) -> usize {
        self.pieces.iter().map(|piece| piece.checked.records.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A record, read again: where its line begins in the file, the line, and its parts.
    pub fn read(&self, place: Place) -> Option<(usize, &'file str, Record)> {
        let piece = self.pieces.get(place.piece)?;
        piece.read(piece.checked.records.get(place.record)?)
    }

    /// The records that have one of `traits`, read again.
    pub(super) fn with(&self, traits: Traits) -> impl Iterator<Item = PlacedRecord<'file>> {
        let has_any = move |piece: &&Piece| traits.places().any(|place| piece.checked.tally[place] > 0);
        let pieces = self.pieces.iter().filter(has_any);
        let facts = pieces.flat_map(move |piece| {
            piece
                .checked
                .records
                .iter()
                .filter(move |facts| facts.traits.has_any(traits))
                .map(move |facts| (*piece, facts))
        });
        let kind = self.kind;
        facts.filter_map(move |(piece, facts)| {
            let (start, line, record) = piece.read(facts)?;
            Some(PlacedRecord { start, view: RecordView::new(line, record, kind) })
        })
    }
}

impl<'file> Piece<'file> {
    pub(super) fn read(&self, facts: &RecordFacts) -> Option<(usize, &'file str, Record)> {
        let rest = self.text.get(facts.start as usize..)?;
        let line = &rest[lines(rest).next()?];
        let Line::Record(record) = Line::read(line) else { return None };
        Some((self.start + facts.start as usize, line, record))
    }
}

impl PlacedRecord<'_> {
    /// A range of the line as a range of the file.
    pub fn in_file(&self, range: Range<usize>) -> Range<usize> {
        range.start + self.start..range.end + self.start
    }
}

impl Seen<'_> {
    /// One finding for all of them, at `place` in the first. Of a file with many records it says how many it is about.
    pub fn report(
        &self,
        rule: &'static Rule,
        place: impl Fn(&RecordView) -> Option<Range<usize>>,
        message: &str,
    ) -> Finding {
        let range = place(&self.first.view).unwrap_or_else(|| self.first.view.record.range.clone());
        let mut message = message.to_owned();
        if self.count > 1 {
            message.push_str(&format!(" ({} of {} records)", self.count, self.file.len()));
        }
        Finding::new(rule, self.first.in_file(range), message)
    }

    /// A safe repair of all of them; nothing where they are too many for one.
    pub fn fix(&self, title: &str, edits: impl Fn(&RecordView) -> Vec<Edit>) -> Option<Fix> {
        if self.count > MOST_REPAIRED {
            return None;
        }
        let of_record = |record: PlacedRecord| {
            // Without all fields, what stands behind them is not known for what it is.
            let has_fields = record.view.is_plain || record.view.fen().en_passant.is_some();
            let edits = if has_fields { edits(&record.view) } else { Vec::new() };
            let edits = edits.into_iter();
            edits.map(move |edit| edit.shifted(record.start)).collect::<Vec<_>>()
        };
        let all: Vec<Edit> = self.file.with(self.traits).flat_map(of_record).collect();
        (!all.is_empty()).then(|| Fix::safe(title, all))
    }
}
