//! From an old text to a new one by small edits, so that an editor keeps the cursor and the folds in place.
//!
//! The texts are compared word by word. White space is not compared: it is the gap between two words that both texts
//! have, and is replaced where it differs. Works in bounded windows, so that the cost is linear in the texts.

use std::ops::Range;

use super::comment::is_blank;
use crate::finding::Edit;

/// How many words of each text are looked at together.
const WINDOW: usize = 1024;

/// How many words may differ before the best match so far is taken and a new window begun.
const MOST_DIFFERENCES: usize = 128;

/// Edits that make `new` of `old`: ascending, not overlapping, not touching. Ranges are half-open byte offsets in `old`.
pub fn format_edits(old: &str, new: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let (mut old_end, mut new_end) = (0, 0);
    let (mut old_start, mut new_start) = (0, 0);
    loop {
        let old_words = window(old, old_start);
        let new_words = window(new, new_start);
        if old_words.is_empty() || new_words.is_empty() {
            break;
        }
        let path = common_words(old, &old_words, new, &new_words);
        for (old_index, new_index) in path.matches {
            let (old_word, new_word) = (&old_words[old_index], &new_words[new_index]);
            push_edit(old, old_end..old_word.start, &new[new_end..new_word.start], &mut edits);
            (old_end, new_end) = (old_word.end, new_word.end);
        }
        if let Some(word) = path.old_seen.checked_sub(1) {
            old_start = old_words[word].end;
        }
        if let Some(word) = path.new_seen.checked_sub(1) {
            new_start = new_words[word].end;
        }
    }
    push_edit(old, old_end..old.len(), &new[new_end..], &mut edits);
    edits
}

/// Append the edit that makes `new` of the bytes `range` of `old`, without the bytes that both begin or end with.
fn push_edit(old: &str, range: Range<usize>, new: &str, edits: &mut Vec<Edit>) {
    let (before, after) = (&old.as_bytes()[range.clone()], new.as_bytes());
    if before == after {
        return;
    }
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1 && pair.0.is_ascii();
    let head = before.iter().zip(after).take_while(same).count();
    let tail = before[head..].iter().rev().zip(after[head..].iter().rev()).take_while(same).count();
    edits.push(Edit::replace(range.start + head..range.end - tail, &new[head..new.len() - tail]));
}

/// The next words of `text` from byte `start`.
fn window(text: &str, start: usize) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut position = start;
    while words.len() < WINDOW {
        let Some(word) = next_word(text.as_bytes(), position) else { break };
        position = word.end;
        words.push(word);
    }
    words
}

/// The next stretch of characters that stay together when a game is formatted: the parts of `1.e4!`, say.
fn next_word(bytes: &[u8], position: usize) -> Option<Range<usize>> {
    let start = position + bytes[position..].iter().position(|byte| !is_blank(*byte))?;
    let first = class(bytes[start]);
    let mut end = start + 1;
    while let Some(byte) = bytes.get(end)
        && class(*byte) == first
        && first != Class::Bracket
    {
        end += 1;
    }
    // A move number takes its periods.
    if bytes[start].is_ascii_digit() && bytes[start..end].iter().all(u8::is_ascii_digit) {
        end += bytes[end..].iter().take_while(|byte| **byte == b'.').count();
    }
    Some(start..end)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    Bracket,
    Mark,
    Period,
    Other,
}

fn class(byte: u8) -> Class {
    match byte {
        _ if is_blank(byte) => Class::Blank,
        b'(' | b')' | b'{' | b'}' | b'[' | b']' | b'"' => Class::Bracket,
        b'!' | b'?' => Class::Mark,
        b'.' => Class::Period,
        _ => Class::Other,
    }
}

/// Words that two windows share, in order.
struct Path {
    /// Their indexes in both windows.
    matches: Vec<(usize, usize)>,
    /// How many words of the windows the path has left behind.
    old_seen: usize,
    new_seen: usize,
}

/// A longest common run of words, after E. W. Myers: the paths with 0, 1, 2 ... differences, each as far as it reaches.
fn common_words(old: &str, old_words: &[Range<usize>], new: &str, new_words: &[Range<usize>]) -> Path {
    let same = |x: usize, y: usize| old[old_words[x].clone()] == new[new_words[y].clone()];
    // `reach[d]` holds for the diagonals -d, -d + 2 ... d how many old words a path with d differences has left behind.
    let mut reach: Vec<Vec<usize>> = Vec::new();
    for differences in 0..=MOST_DIFFERENCES {
        let mut row = Vec::with_capacity(differences + 1);
        for index in 0..=differences {
            let mut x = step(reach.last().map(Vec::as_slice), index).1;
            let y = |x: usize| (x + differences).checked_sub(2 * index);
            while let Some(y) = y(x)
                && x < old_words.len()
                && y < new_words.len()
                && same(x, y)
            {
                x += 1;
            }
            row.push(x);
        }
        let end = (0..=differences)
            .filter_map(|index| Some((index, row[index], (row[index] + differences).checked_sub(2 * index)?)))
            .filter(|(_, x, y)| *x <= old_words.len() && *y <= new_words.len())
            .max_by_key(|(_, x, y)| x + y);
        reach.push(row);
        let Some((index, x, y)) = end else { break };
        let is_end = x == old_words.len() || y == new_words.len();
        if is_end || differences == MOST_DIFFERENCES {
            return Path { matches: backtrack(&reach, index), old_seen: x, new_seen: y };
        }
    }
    Path { matches: Vec::new(), old_seen: old_words.len(), new_seen: new_words.len() }
}

/// From which place in the row before a path comes to place `index`, and how far it has come then.
fn step(before: Option<&[usize]>, index: usize) -> (usize, usize) {
    let Some(before) = before else { return (0, 0) };
    // An old word left out leads one place up, a new word left out stays.
    let left_out_old = index.checked_sub(1).map(|from| (from, before[from] + 1));
    let left_out_new = before.get(index).map(|x| (index, *x));
    match (left_out_old, left_out_new) {
        (Some(old), Some(new)) => {
            if old.1 > new.1 {
                old
            } else {
                new
            }
        }
        (old, new) => old.or(new).unwrap_or_default(),
    }
}

/// The matches of the path that ends at place `index` of the last row.
fn backtrack(reach: &[Vec<usize>], index: usize) -> Vec<(usize, usize)> {
    let mut matches = Vec::new();
    let mut index = index;
    for differences in (0..reach.len()).rev() {
        let before = differences.checked_sub(1).map(|row| reach[row].as_slice());
        let (from, start) = step(before, index);
        for x in (start..reach[differences][index]).rev() {
            matches.push((x, x + differences - 2 * index));
        }
        index = from;
    }
    matches.reverse();
    matches
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn apply(old: &str, edits: &[Edit]) -> String {
        let mut text = String::new();
        let mut end = 0;
        for edit in edits {
            assert!(edit.range.start >= end, "{edits:?}");
            text.push_str(&old[end..edit.range.start]);
            text.push_str(&edit.text);
            end = edit.range.end;
        }
        text + &old[end..]
    }

    fn check(old: &str, new: &str) -> Vec<Edit> {
        let edits = format_edits(old, new);
        assert_eq!(apply(old, &edits), new);
        edits
    }

    #[test]
    fn only_what_differs_is_replaced() {
        type Expected = &'static [(usize, usize, &'static str)];
        let cases: [(&str, &str, Expected); 6] = [
            ("1. e4 e5", "1. e4 e5", &[]),
            ("1.e4  e5", "1. e4 e5", &[(2, 2, " "), (5, 6, "")]),
            ("1. e4! e5 *", "1. e4 $1 e5 *", &[(5, 6, " $1")]),
            ("1. e4 e5\n2. Nf3", "1. e4 e5 2. Nf3\n", &[(8, 9, " "), (15, 15, "\n")]),
            ("", "x", &[(0, 0, "x")]),
            ("x", "", &[(0, 1, "")]),
        ];
        for (old, new, expected) in cases {
            let edits = check(old, new);
            let found: Vec<_> =
                edits.iter().map(|edit| (edit.range.start, edit.range.end, edit.text.as_str())).collect();
            assert_eq!(found, expected, "{old:?} to {new:?}");
        }
    }

    #[test]
    fn long_texts_without_a_common_word_take_linear_time() {
        check(&"a ".repeat(200_000), &"b ".repeat(200_000));
        check(&"a b ".repeat(200_000), &"b c a ".repeat(100_000));
        check(&"a\n".repeat(300_000), &"a ".repeat(300_000));
    }

    proptest! {
        #[test]
        fn edits_give_the_new_text(old in "[ab\n .ü({!]{0,60}", new in "[ab\n .ü({!]{0,60}") {
            check(&old, &new);
        }
    }
}
