//! The names of the pages of games.

use std::collections::HashMap;

/// A name of a player takes at most so many letters of the name of a page.
const MOST_LETTERS: usize = 24;

/// Gives every game a name of its own, which depends on its players and its source alone: what is published once keeps its address when games are
/// added.
#[derive(Debug, Default)]
pub struct PageNames {
    /// How many games have the same hash: only copies of a game, byte for byte.
    taken: HashMap<u64, u32>,
}

impl PageNames {
    /// The name of the page of the next game, with the [hash](hash_of) of its source: `morphy-duke-karl-0123456789`, for a copy of an earlier one
    /// with `-2`.
    pub fn name(&mut self, white: &str, black: &str, hash: u64) -> String {
        let count = self.taken.entry(hash).or_insert(0);
        *count += 1;
        let copy = if *count > 1 { format!("-{count}") } else { String::new() };
        let players = [white, black].map(letters).into_iter().filter(|letters| !letters.is_empty());
        let players: String = players.map(|letters| letters + "-").collect();
        format!("{players}{hash:010x}{copy}")
    }
}

/// Whether a name is one that [`PageNames`] can have given.
pub fn is_page_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// A hash of 40 bits that is the same on every system and in every version of the program: FNV-1a, folded.
pub fn hash_of(source: &[u8]) -> u64 {
    let start = 0xCBF2_9CE4_8422_2325_u64;
    let hash = source.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3));
    (hash ^ hash >> 40) & 0xFF_FFFF_FFFF
}

/// The ASCII letters and digits of a surname.
pub(super) fn letters(name: &str) -> String {
    let surname = name.split(',').next().unwrap_or_default();
    let mut letters = String::new();
    for letter in surname.chars() {
        if letters.len() >= MOST_LETTERS {
            break;
        }
        match letter {
            letter if letter.is_ascii_alphanumeric() => letters.push(letter.to_ascii_lowercase()),
            _ if letters.ends_with('-') || letters.is_empty() => {}
            _ => letters.push('-'),
        }
    }
    letters.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_stable_and_different() {
        let mut names = PageNames::default();
        assert_eq!(
            names.name("Morphy, Paul", "Duke Karl / Count Isouard", hash_of(b"a")),
            "morphy-duke-karl-count-isouard-4c86ae8f50"
        );
        assert_eq!(names.name("Réti", "", hash_of(b"a")), "r-ti-4c86ae8f50-2");
        assert_eq!(names.name("王皓", "<script>", hash_of(b"b")), "script-4c86ae927a");
    }

    proptest! {
        #[test]
        fn names_are_safe(white in ".*", black in ".*") {
            prop_assert!(is_page_name(&PageNames::default().name(&white, &black, 7)));
        }
    }
}
