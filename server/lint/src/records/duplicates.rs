//! Finding records that have something in common with an earlier one, in files of any length.

use std::collections::HashMap;
use std::ops::Range;

use scoresheet_grammar::epd::Record;

use super::file::Piece;
use super::traits::RecordFacts;

/// The records of a file that are duplicates of earlier ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// Records with the position of an earlier one.
    pub positions: Vec<Pair>,
    /// Records with the `id` of an earlier one.
    pub ids: Vec<Pair>,
}

/// A record and the first that it is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The first one.
    pub first: Place,
    /// The later one.
    pub later: Place,
    /// Whether all that they say is the same, blanks apart.
    pub is_same: bool,
}

/// A record by its piece of the file and its place among the records there, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which piece.
    pub piece: usize,
    /// Which record of it.
    pub record: usize,
}

/// So many bits there are for each record: one record in about so many is looked at for nothing.
const BITS_A_RECORD: usize = 32;

/// More changed records are not compared one by one.
const MOST_CHANGED: usize = 4;

impl Duplicates {
    /// The duplicates of a file in these pieces. Linear in the records; a few bits for each of them are kept, and more only
    /// for what looks like a duplicate.
    pub(crate) fn of(pieces: &[Piece]) -> Duplicates {
        let compared = |pairs: Vec<Pair>, compare: Compare| {
            pairs.into_iter().filter_map(|pair| looked_at(pair, pieces, compare)).collect()
        };
        Duplicates {
            positions: compared(pairs(pieces, |facts| facts.position), same_position),
            ids: compared(pairs(pieces, |facts| facts.id), same_id),
        }
    }

    /// The duplicates of a file of which those before an edit are known: `old` has the records of every piece before it.
    /// The work depends on the pieces that have changed as long as all records are still there and no change makes or ends a
    /// duplicate, and on the number of pieces and duplicates; for a new position or `id` also on the number of records.
    pub(crate) fn again<'old>(
        mut self,
        old: impl ExactSizeIterator<Item = &'old [RecordFacts]>,
        pieces: &[Piece],
    ) -> Duplicates {
        if old.len() != pieces.len() {
            return Duplicates::of(pieces);
        }
        let mut changed = Vec::new();
        let mut changed_pieces = Vec::new();
        for (index, (before, after)) in old.zip(pieces).enumerate() {
            let after = after.checked.records.as_slice();
            if std::ptr::eq(before, after) {
                continue;
            }
            if before.len() != after.len() {
                return Duplicates::of(pieces);
            }
            changed_pieces.push(index);
            let both = before.iter().zip(after);
            changed.extend(both.filter(|(one, other)| (one.position, one.id) != (other.position, other.id)));
        }
        let is_quiet = |key: fn(&RecordFacts) -> u64, pairs: &[Pair]| {
            let is_alone = |before, after| key(before) == key(after) || is_alone(key, before, after, pairs, pieces);
            changed.iter().all(|(before, after)| is_alone(before, after))
        };
        let is_same = changed.len() <= MOST_CHANGED
            && is_quiet(|facts| facts.position, &self.positions)
            && is_quiet(|facts| facts.id, &self.ids);
        if !is_same {
            return Duplicates::of(pieces);
        }
        let has_changed =
            |pair: &Pair| [pair.first, pair.later].iter().any(|place| changed_pieces.contains(&place.piece));
        let look = |pair: &mut Pair, compare| {
            !has_changed(pair) || looked_at(*pair, pieces, compare).inspect(|new| *pair = *new).is_some()
        };
        self.positions.retain_mut(|pair| look(pair, same_position));
        self.ids.retain_mut(|pair| look(pair, same_id));
        self
    }
}

/// Compares two records with their lines: nothing where they are no duplicates, else whether they are the same.
type Compare = fn(&str, &Record, &str, &Record) -> Option<bool>;

/// A pair of which no more is known than that two hashes are the same, after a look at the records.
fn looked_at(pair: Pair, pieces: &[Piece], compare: Compare) -> Option<Pair> {
    let read = |place: Place| pieces.get(place.piece)?.read(place.record);
    let ((_, one, first), (_, other, later)) = (read(pair.first)?, read(pair.later)?);
    Some(Pair { is_same: compare(&one, &first, &other, &later)?, ..pair })
}

fn same_position(one: &str, first: &Record, other: &str, later: &Record) -> Option<bool> {
    let has_same_words = |one: &str, other: &str| one.split_ascii_whitespace().eq(other.split_ascii_whitespace());
    let rest = |record: &Record| record.fields.end..record.range.end;
    let is_duplicate = has_same_words(&one[first.fields.clone()], &other[later.fields.clone()]);
    is_duplicate.then(|| has_same_words(&one[rest(first)], &other[rest(later)]))
}

fn same_id(one: &str, first: &Record, other: &str, later: &Record) -> Option<bool> {
    let (one, other) = (&one[id(one, first)?], &other[id(other, later)?]);
    (one == other).then_some(true)
}

/// Where the operands of a record's `id` stand in its line, without the quotes around them.
pub fn id(line: &str, record: &Record) -> Option<Range<usize>> {
    let operands = record.operands(record.operation(line, "id")?);
    Some(operands.first()?.inner().start..operands.last()?.inner().end)
}

/// Whether a record had no duplicate before it changed, and has none after.
fn is_alone(
    key: fn(&RecordFacts) -> u64,
    before: &RecordFacts,
    after: &RecordFacts,
    pairs: &[Pair],
    pieces: &[Piece],
) -> bool {
    let at = |place: Place| pieces.get(place.piece).and_then(|piece| piece.checked.records.get(place.record)).map(key);
    let had = |pair: &Pair| {
        [at(pair.first), at(pair.later)].iter().any(|found| *found == Some(key(before)) || *found == Some(key(after)))
    };
    let records = || pieces.iter().flat_map(|piece| &piece.checked.records);
    !pairs.iter().any(had) && (key(after) == 0 || records().filter(|other| key(other) == key(after)).count() <= 1)
}

/// Every record with the same key as an earlier one, behind the first that has it; a key of 0 is none. In file order.
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

/// A set of hashes that may hold some that were never put in.
struct Bits {
    words: Vec<u64>,
}

impl Bits {
    fn new(records: usize) -> Bits {
        Bits { words: vec![0; (records * BITS_A_RECORD / 64).next_power_of_two()] }
    }

    /// Puts a hash in; whether it seemed to be there.
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
