//! Mutations of sample files, as a fuzzer makes them.

use proptest::prelude::*;
use proptest::sample::Index;

use crate::samples::{edge_cases, fixtures, lenient_text};

/// The number of bytes that are taken from a file: faults show in small texts, and large ones take long without optimization.
const MOST_BYTES: usize = 1500;

/// A mutation of a text; it applies to any text.
#[derive(Clone, Debug)]
enum Change {
    /// Deletes bytes.
    Remove(Index, usize),
    /// Copies bytes to another place.
    Copy(Index, usize, Index),
    /// Inserts bytes.
    Insert(Index, String),
}

/// Mutations of the sample files with one of these extensions.
pub fn mutants(extensions: &[&str]) -> impl Strategy<Value = String> + use<> {
    let seeds = prop::sample::select(seeds(extensions));
    let word = prop::sample::select(words());
    let other = (seeds.clone(), any::<Index>(), 1..200_usize);
    let change = prop_oneof![
        2 => (any::<Index>(), length()).prop_map(|(place, length)| Change::Remove(place, length)),
        1 => (any::<Index>(), length(), any::<Index>()).prop_map(|(from, length, to)| Change::Copy(from, length, to)),
        3 => (any::<Index>(), word).prop_map(|(place, word)| Change::Insert(place, word)),
        1 => (any::<Index>(), any::<char>()).prop_map(|(place, letter)| Change::Insert(place, letter.into())),
        1 => (any::<Index>(), other)
            .prop_map(|(place, (other, from, length))| Change::Insert(place, part(&other, from, length).to_owned())),
    ];
    let changes = proptest::collection::vec(change, 1..10);
    (seeds, changes).prop_map(|(text, changes)| changes.into_iter().fold(text, changed))
}

/// The length of a mutation: mostly a few bytes.
fn length() -> impl Strategy<Value = usize> {
    prop_oneof![3 => 1..4_usize, 1 => 1..200_usize]
}

fn changed(mut text: String, change: Change) -> String {
    match change {
        Change::Remove(place, length) => {
            let start = boundary(&text, place);
            let end = text.ceil_char_boundary((start + length).min(text.len()));
            text.replace_range(start..end, "");
        }
        Change::Copy(from, length, to) => {
            let copy = part(&text, from, length).to_owned();
            text.insert_str(boundary(&text, to), &copy);
        }
        Change::Insert(place, new) => text.insert_str(boundary(&text, place), &new),
    }
    text
}

fn boundary(text: &str, place: Index) -> usize {
    text.floor_char_boundary(place.index(text.len() + 1))
}

fn part(text: &str, from: Index, length: usize) -> &str {
    let rest = &text[boundary(text, from)..];
    &rest[..rest.floor_char_boundary(length)]
}

fn seeds(extensions: &[&str]) -> Vec<String> {
    let games = extensions.contains(&"pgn").then(edge_cases).unwrap_or_default();
    let samples = fixtures(extensions).into_iter().chain(games);
    samples.map(|(_, bytes)| lenient_text(&bytes[..bytes.len().min(MOST_BYTES)])).collect()
}

/// The words of the fuzzers' dictionaries.
fn words() -> Vec<String> {
    let quoted = include_str!("../fuzz/pgn.dict").lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'));
    quoted.map(unescaped).collect()
}

/// Resolves the escapes of a fuzzer's dictionary: `\"`, and bytes in hexadecimal.
fn unescaped(word: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = word;
    while let Some((before, escaped)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let code = escaped.strip_prefix('x').and_then(|code| u8::from_str_radix(code.get(..2)?, 16).ok());
        bytes.push(code.unwrap_or(b'"'));
        rest = &escaped[if code.is_some() { 3 } else { 1 }..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}
