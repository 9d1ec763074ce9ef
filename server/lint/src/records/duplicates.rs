//! The search for duplicate records in files of any length.

use std::collections::HashMap;
use std::ops::Range;

use scoresheet_grammar::epd::Record;

use super::file::{Piece, PieceText};
use super::position_words::position_words;
use super::traits::RecordFacts;

/// The records of a file that are duplicates of earlier ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// Records with the position of an earlier one.
    pub positions: Vec<Pair>,
    /// Records with the `id` of an earlier one.
    pub ids: Vec<Pair>,
}

/// A record and its first duplicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The first one.
    pub first: Place,
    /// The later one.
    pub later: Place,
    /// Whether they are equal except for white space.
    pub is_same: bool,
}

impl Pair {
    /// The indices of the pieces of both.
    fn pieces(&self) -> (usize, usize) {
        (self.first.piece, self.later.piece)
    }
}

/// A record by its piece of the file and its index there, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of the piece.
    pub piece: usize,
    /// The index of the record in the piece.
    pub record: usize,
}

/// The number of bits per record. The rate of false positives is about its reciprocal.
const BITS_A_RECORD: usize = 32;

/// So many records of a piece are read one by one. For more, reading the piece is cheaper.
const MOST_READ_ALONE: usize = 8;

impl Duplicates {
    /// Finds the duplicates of a file in these pieces. Linear in the records. Uses a few bits of memory per record, and more only for
    /// probable duplicates.
    pub(crate) fn of(pieces: &[Piece]) -> Duplicates {
        Duplicates {
            positions: compared(&pairs(pieces, |facts| facts.position), pieces, same_position),
            ids: compared(&pairs(pieces, |facts| facts.id), pieces, same_id),
        }
    }
}

/// Compares two records with their lines: `None` if they are not duplicates, else whether they are equal.
type Compare = fn(&str, &Record, &str, &Record) -> Option<bool>;

/// The pairs with equal hashes whose records are duplicates.
fn compared(pairs: &[Pair], pieces: &[Piece], compare: Compare) -> Vec<Pair> {
    let mut duplicates = Vec::new();
    for pairs in pairs.chunk_by(|one, other| one.pieces() == other.pieces()) {
        let Some((first, later)) = pairs.first().map(|pair| pair.pieces()) else { continue };
        let (Some(first), Some(later)) = (pieces.get(first), pieces.get(later)) else { continue };
        let verify = |first: Piece, later: Piece| {
            duplicates.extend(pairs.iter().filter_map(|pair| verified(*pair, &first, &later, compare)));
        };
        with_lines(*first, *later, pairs.len() > MOST_READ_ALONE, verify);
    }
    duplicates
}

/// Calls `look` with two pieces, whose texts are held meanwhile if they `are_held`.
fn with_lines(first: Piece, later: Piece, are_held: bool, look: impl FnOnce(Piece, Piece)) {
    if !are_held {
        return look(first, later);
    }
    let (one, other) = (first.text(), later.text());
    look(Piece { text: PieceText::Held(&one), ..first }, Piece { text: PieceText::Held(&other), ..later });
}

/// Verifies a pair with equal hashes, of records of these pieces, by comparing the records.
fn verified(pair: Pair, first: &Piece, later: &Piece, compare: Compare) -> Option<Pair> {
    let ((_, one, first), (_, other, later)) = (first.read(pair.first.record)?, later.read(pair.later.record)?);
    Some(Pair { is_same: compare(&one, &first, &other, &later)?, ..pair })
}

fn same_position(one: &str, first: &Record, other: &str, later: &Record) -> Option<bool> {
    let has_same_words = |one: &str, other: &str| one.split_ascii_whitespace().eq(other.split_ascii_whitespace());
    let rest = |record: &Record| record.fields.end..record.range.end;
    let is_duplicate = position_words(&one[first.fields.clone()]).eq(position_words(&other[later.fields.clone()]));
    is_duplicate.then(|| has_same_words(&one[rest(first)], &other[rest(later)]))
}

fn same_id(one: &str, first: &Record, other: &str, later: &Record) -> Option<bool> {
    let (one, other) = (&one[id(one, first)?], &other[id(other, later)?]);
    (one == other).then_some(true)
}

/// Returns the range of the operands of a record's `id` in its line, without quotes.
pub fn id(line: &str, record: &Record) -> Option<Range<usize>> {
    let operands = record.operands(record.operation(line, "id")?);
    Some(operands.first()?.inner().start..operands.last()?.inner().end)
}

/// Returns every record whose key is that of an earlier record, with the first such record, in file order. A key of 0 does not count.
fn pairs(pieces: &[Piece], key: fn(&RecordFacts) -> u64) -> Vec<Pair> {
    let keys = || pieces.iter().flat_map(|piece| &piece.checked.records).map(key).filter(|key| *key != 0);
    let mut seen = Bits::new(pieces.iter().map(|piece| piece.checked.records.len()).sum());
    let suspects: Vec<u64> = keys().filter(|key| seen.insert(*key)).collect();
    if suspects.is_empty() {
        return Vec::new();
    }
    let mut suspicious = Bits::new(suspects.len());
    suspects.iter().for_each(|key| {
        suspicious.insert(*key);
    });
    let mut first: HashMap<u64, Place> = HashMap::new();
    let mut pairs = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        for (record, facts) in piece.checked.records.iter().enumerate() {
            if key(facts) == 0 || !suspicious.contains(key(facts)) {
                continue;
            }
            let later = Place { piece: index, record };
            let first = *first.entry(key(facts)).or_insert(later);
            if first != later {
                pairs.push(Pair { first, later, is_same: false });
            }
        }
    }
    pairs
}

/// A set of hashes with false positives: a Bloom filter with one hash function.
struct Bits {
    words: Vec<u64>,
}

impl Bits {
    fn new(records: usize) -> Bits {
        Bits { words: vec![0; (records * BITS_A_RECORD / 64).next_power_of_two()] }
    }

    /// Inserts a hash. Returns whether it was probably in the set.
    fn insert(&mut self, hash: u64) -> bool {
        let (word, bit) = self.place(hash);
        let was_there = self.words[word] & bit != 0;
        self.words[word] |= bit;
        was_there
    }

    fn contains(&self, hash: u64) -> bool {
        let (word, bit) = self.place(hash);
        self.words[word] & bit != 0
    }

    fn place(&self, hash: u64) -> (usize, u64) {
        ((hash >> 6) as usize & (self.words.len() - 1), 1 << (hash & 63))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use scoresheet_chess::epd::position::RecordKind;

    use super::*;
    use crate::configuration::Configuration;
    use crate::explanation::Effort;
    use crate::finding::Level;
    use crate::record_linter::RecordLinter;
    use crate::rules::RULES;

    #[test]
    fn a_piece_with_many_duplicates_is_read_as_a_whole() {
        let record = |rank: usize| format!("8/8/8/8/8/{rank}k{}/8/K7 w - - id \"{rank}\";\n", 7 - rank);
        let one: String = (1..7).map(record).collect();
        let text = one.repeat(4);
        let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Info));
        let found = |lengths: &[usize]| {
            let reads = RefCell::new(Vec::new());
            let read = |range: Range<usize>| {
                reads.borrow_mut().push(range.len());
                text[range].to_owned()
            };
            let range = |end: &mut usize, length: &usize| {
                let start = *end;
                *end += length;
                Some(start..*end)
            };
            let ranges: Vec<Range<usize>> = lengths.iter().scan(0, range).collect();
            let lines = |range: &Range<usize>| {
                linter.check_lines(&text[range.clone()], RecordKind::default(), &Effort::default())
            };
            let checked: Vec<_> = ranges.iter().map(lines).collect();
            let piece = |(range, checked): (&Range<usize>, _)| {
                let text = PieceText::Anew { length: range.len(), read: &read };
                Piece { start: range.start, text, checked }
            };
            let pieces: Vec<Piece> = ranges.iter().zip(&checked).map(piece).collect();
            let found = Duplicates::of(&pieces);
            assert_eq!((found.positions.len(), found.ids.len()), (18, 18));
            assert!(found.positions.iter().chain(&found.ids).all(|pair| pair.is_same));
            reads.into_inner()
        };
        // Record by record, both of a pair, for positions and identifiers.
        let single = found(&[one.len(), one.len(), one.len(), one.len()]);
        assert_eq!(single.len(), 2 * 2 * 18);
        assert_eq!(found(&[one.len(), 3 * one.len()]), [one.len(), 3 * one.len()].repeat(2));
    }
}
