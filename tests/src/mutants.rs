//! Mutations of sample files, as a fuzzer makes them.

use proptest::prelude::*;
use proptest::sample::Index;

use crate::samples::{Sample, edge_cases, fixtures, lenient_text};

/// The number of bytes that are taken from a file: faults show in small texts, and large ones take long without optimization.
const MOST_BYTES: usize = 1500;

/// The most changes of a text.
const MOST_CHANGES: usize = 9;

/// Samples that came after the mutants. With them, each random number would choose another text, and the counts of broken laws could not be compared
/// with those before.
const LATER: &str = "repertoire";

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

/// The tag pairs of a game whose movetext is mutated.
pub const TAGS: &str = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"*\"]\n\n";

/// Mutations of the sample files with one of these extensions.
pub fn mutants(extensions: &[&str]) -> impl Strategy<Value = String> + use<> {
    mutations(seeds(extensions), MOST_CHANGES)
}

/// Games whose tag pairs are [`TAGS`], with mutations of the movetexts of the sample games.
pub fn movetext_mutants(most: usize) -> impl Strategy<Value = String> + use<> {
    let movetext =
        |text: &String| text.rfind("\"]\n").map_or(text.as_str(), |end| &text[end + 3..]).trim_start().to_owned();
    let movetexts = seeds(&["pgn"]).iter().map(movetext).filter(|text| !text.contains('[')).collect();
    mutations(movetexts, most)
        .prop_map(|text| format!("{TAGS}{text}"))
        .prop_filter("another tag pair", |text| has_only_our_tags(text))
}

/// Whether a text is [`TAGS`] and a movetext without anything that could be read as a tag pair or an escape line.
#[must_use]
pub fn has_only_our_tags(text: &str) -> bool {
    let movetext = text.strip_prefix(TAGS).unwrap_or("[");
    let is_odd = |letter: char| letter.is_control() && !letter.is_ascii_whitespace() || letter == '\u{FEFF}';
    !movetext.replace("[%", "").contains(['[', ']', '"', '\\'])
        && !movetext.contains(is_odd)
        && !movetext.contains("\n%")
}

fn mutations(seeds: Vec<String>, most: usize) -> impl Strategy<Value = String> + use<> {
    let seeds = prop::sample::select(seeds);
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
    let changes = proptest::collection::vec(change, 1..=most);
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
    let is_as_before = |(path, _): &Sample| !path.components().any(|part| part.as_os_str() == LATER);
    let samples = fixtures(extensions).into_iter().filter(is_as_before).chain(games);
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
