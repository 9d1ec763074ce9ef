//! Finding records that have something in common with an earlier one, in files of any length.

use std::collections::HashMap;

use super::file::{Piece, RecordFile};
use super::traits::RecordFacts;

/// A record, by what is kept of it.
pub type Known<'file> = (Piece<'file>, &'file RecordFacts);

/// So many bits there are for each record: one record in about so many is looked at for nothing.
const BITS_A_RECORD: usize = 32;

/// Every record with the same key as an earlier one, behind the first that has it; a key of 0 is none. In file order. Linear in
/// the records; a few bits for each of them are kept, and more only for what looks like a duplicate.
pub fn duplicates<'file>(file: &RecordFile<'file>, key: fn(&RecordFacts) -> u64) -> Vec<(Known<'file>, Known<'file>)> {
    let mut seen = Bits::new(file.len());
    let mut suspects = Bits::new(file.len());
    let mut has_suspects = false;
    for (_, facts) in file.facts() {
        if key(facts) != 0 && seen.insert(key(facts)) {
            suspects.insert(key(facts));
            has_suspects = true;
        }
    }
    if !has_suspects {
        return Vec::new();
    }
    let mut first: HashMap<u64, Known> = HashMap::new();
    let mut duplicates = Vec::new();
    for known in file.facts().filter(|(_, facts)| key(facts) != 0 && suspects.contains(key(facts))) {
        match first.get(&key(known.1)) {
            Some(first) => duplicates.push((*first, known)),
            None => {
                first.insert(key(known.1), known);
            }
        }
    }
    duplicates
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
