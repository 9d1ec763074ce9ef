//! Words that differ in one letter: another one, one too many, or two that changed places.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The largest bucket whose words are compared with each other; a larger one is of words that are all alike.
const LARGEST_BUCKET: usize = 16;

/// The pairs of words that differ in one letter, by their places in the list, each once. The words must be different. Takes time for the letters of
/// all words: words that differ in one letter are equal without a letter of each.
pub(super) fn pairs(words: &[Vec<char>]) -> Vec<(usize, usize)> {
    let mut buckets: HashMap<u64, Vec<u32>> = HashMap::new();
    for (index, word) in words.iter().enumerate() {
        // The whole word meets those that have a letter more.
        let mut hashes: Vec<u64> = (0..=word.len()).map(|left_out| hash(word, left_out)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        for hash in hashes {
            let bucket = buckets.entry(hash).or_default();
            if bucket.len() <= LARGEST_BUCKET {
                bucket.push(index as u32);
            }
        }
    }
    let mut pairs = Vec::new();
    for bucket in buckets.values().filter(|bucket| bucket.len() <= LARGEST_BUCKET) {
        for (at, one) in bucket.iter().enumerate() {
            for other in &bucket[at + 1..] {
                let (one, other) = (*one as usize, *other as usize);
                if difference(&words[one], &words[other]).is_some() {
                    pairs.push((one, other));
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Where two different words differ, if they do in one letter only, or in two neighbours that changed places: the place in both.
pub(super) fn difference(one: &[char], other: &[char]) -> Option<usize> {
    let (shorter, longer) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let at = shorter.iter().zip(longer).take_while(|(one, other)| one == other).count();
    let (rest, longer_rest) = (&shorter[at..], &longer[at..]);
    let is_one = match longer.len() - shorter.len() {
        0 if rest.is_empty() => false,
        0 => {
            let swapped = rest.len() > 1
                && rest[0] == longer_rest[1]
                && rest[1] == longer_rest[0]
                && rest[2..] == longer_rest[2..];
            swapped || rest[1..] == longer_rest[1..]
        }
        1 => *rest == longer_rest[1..],
        _ => false,
    };
    is_one.then_some(at)
}

fn hash(word: &[char], left_out: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.iter().enumerate().filter(|(at, _)| *at != left_out).for_each(|(_, letter)| letter.hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn letters(word: &str) -> Vec<char> {
        word.chars().collect()
    }

    #[test]
    fn one_letter_is_found() {
        let at = |one: &str, other: &str| difference(&letters(one), &letters(other));
        assert_eq!(at("mathieu", "mathiue"), Some(5));
        assert_eq!(at("mathieu", "matieu"), Some(3));
        assert_eq!(at("mathieu", "mathien"), Some(6));
        assert_eq!(at("mathieu", "mathieux"), Some(7));
        for (one, other) in [("mathieu", "mathieu"), ("mathieu", "matheiu x"), ("magnus", "markus"), ("", "ab")] {
            assert_eq!(at(one, other), None, "{one} {other}");
        }
    }

    proptest! {
        #[test]
        fn the_buckets_give_what_all_pairs_give(words in prop::collection::btree_set("[ab]{1,4}", 0..8)) {
            let words: Vec<Vec<char>> = words.iter().map(|word| letters(word)).collect();
            let all = (0..words.len()).flat_map(|one| (one + 1..words.len()).map(move |other| (one, other)));
            let expected: Vec<(usize, usize)> = all.filter(|(one, other)| difference(&words[*one], &words[*other]).is_some()).collect();
            prop_assert_eq!(pairs(&words), expected);
        }
    }
}
