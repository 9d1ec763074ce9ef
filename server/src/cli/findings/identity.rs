//! What a finding is known by after the file around it was edited: its rule, its own words and its game, not its line.

/// What a finding is known by. A finding is the same where its own hash is, and one of the two of its game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Identity {
    /// Of the tags that name the game, or of a record's position: it stays when moves are edited.
    pub(crate) tags: u64,
    /// Of the first moves of the game, or of a record's whole line: it stays when tags are edited.
    pub(crate) moves: u64,
    /// Of the rule, what it marks and what it says, but for the numbers in it.
    pub(crate) finding: u64,
    /// How many findings before it in the file have the same hashes.
    pub(crate) occurrence: u32,
}

/// A hash that is the same on every system and in every version: FNV-1a.
#[derive(Clone, Copy)]
pub(crate) struct Hash(pub(crate) u64);

const EMPTY: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME: u64 = 0x0100_0000_01B3;

impl Default for Hash {
    fn default() -> Hash {
        Hash(EMPTY)
    }
}

impl Hash {
    /// Adds a word, and that it ends.
    pub(crate) fn add(&mut self, word: &str) {
        // No text has this byte.
        for byte in word.bytes().chain([0xFF]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }
}
