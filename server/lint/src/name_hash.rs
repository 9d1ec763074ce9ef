//! Players' names in a digest.

use std::num::NonZeroU32;

use scoresheet_chess::game_identity::is_unknown;
use scoresheet_chess::move_hash::MoveHash;
use scoresheet_chess::names::hash_of_letters;

/// A player's name in four bytes: what is the same in all of its spellings, and below it what tells them apart. Names with the same letters are next to each
/// other in order. Of 300,000 pairs of names one has the same upper part by chance, of 16,000 pairs of spellings one is not told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameHash(NonZeroU32);

/// The bits that tell spellings apart.
const SPELLING: u32 = 14;

impl NameHash {
    /// Returns the hash of a name; nothing for an unknown one. Linear.
    pub(crate) fn of(name: &str) -> Option<NameHash> {
        let name = name.trim();
        if is_unknown(name) {
            return None;
        }
        let mut exact = MoveHash::START;
        exact.add_text(name);
        let spelling = exact.number() as u32 % (1 << SPELLING);
        Some(NameHash(NonZeroU32::new(hash_of_letters(name) << SPELLING | spelling).unwrap_or(NonZeroU32::MIN)))
    }

    /// Whether the other name may be another spelling of this one.
    pub(crate) fn has_letters_of(self, other: NameHash) -> bool {
        self.0.get() >> SPELLING == other.0.get() >> SPELLING
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_have_the_same_letters() {
        let hash = |name: &str| NameHash::of(name).unwrap();
        let (name, other) = (hash("Hübner, Robert"), hash("ROBERT HUEBNER"));
        assert!(name != other && name.has_letters_of(other));
        assert!(!name.has_letters_of(hash("Hübner, Norbert")));
        assert_eq!([NameHash::of("?"), NameHash::of("NN")], [None, None]);
        assert_eq!(name, hash(" Hübner, Robert "));
    }
}
