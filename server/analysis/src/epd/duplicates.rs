//! Finding records that have something in common with an earlier one, in files of any length.

use std::collections::HashMap;

use super::file::Piece;
use super::traits::RecordFacts;

/// The records of a file that may be duplicates, by hashes: who reports one looks whether it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// Records with the position of an earlier one.
    pub positions: Vec<Pair>,
    /// Records with the `id` of an earlier one.
    pub ids: Vec<Pair>,
}

/// A record that looks like an earlier one, and the first that it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The first one.
    pub first: Place,
    /// The later one.
    pub later: Place,
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
    pub(super) fn of(pieces: &[Piece]) -> Duplicates {
        Duplicates { positions: pairs(pieces, |facts| facts.position), ids: pairs(pieces, |facts| facts.id) }
    }

    /// The duplicates of a file of which those before an edit are known: `old` has the records of every piece before it.
    /// The work depends on the pieces that have changed as long as all records are still there and no change makes or ends a
    /// duplicate, and on the number of pieces; for a new position or `id` also on the number of records.
    pub(super) fn again<'old>(
        &self,
        old: impl ExactSizeIterator<Item = &'old [RecordFacts]>,
        pieces: &[Piece],
    ) -> Duplicates {
        if old.len() != pieces.len() {
            return Duplicates::of(pieces);
        }
        let mut changed = Vec::new();
        for (before, after) in old.zip(pieces) {
            let after = after.checked.records.as_slice();
            if std::ptr::eq(before, after) {
                continue;
            }
            if before.len() != after.len() {
                return Duplicates::of(pieces);
            }
            changed.extend(
                before.iter().zip(after).filter(|(one, other)| (one.position, one.id) != (other.position, other.id)),
            );
        }
        let is_quiet = |key: fn(&RecordFacts) -> u64, pairs: &[Pair]| {
            changed
                .iter()
                .all(|(before, after)| key(before) == key(after) || is_alone(key, before, after, pairs, pieces))
        };
        let is_same = changed.len() <= MOST_CHANGED
            && is_quiet(|facts| facts.position, &self.positions)
            && is_quiet(|facts| facts.id, &self.ids);
        if is_same { self.clone() } else { Duplicates::of(pieces) }
    }
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
                pairs.push(Pair { first, later });
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
