//! How a finding is recognised after the file around it was edited.

/// Hashes that identify a finding. Two findings are the same if their own hashes are equal and one of the hashes of
/// their games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Identity {
    /// Of the tags that name the game, or of a record's position. Edits of moves do not change it.
    pub(crate) tags: u64,
    /// Of the first moves of the game, or of a record's whole line. Edits of tags do not change it.
    pub(crate) moves: u64,
    /// Of the rule, the marked text and the message without its numbers.
    pub(crate) finding: u64,
    /// How many earlier findings of the file have the same hashes.
    pub(crate) occurrence: u32,
}

/// A hash that is the same on every system and in every version of the program: FNV-1a.
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
    /// Adds a word and a separator.
    pub(crate) fn add(&mut self, word: &str) {
        // This byte does not occur in UTF-8.
        for byte in word.bytes().chain([0xFF]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }
}
