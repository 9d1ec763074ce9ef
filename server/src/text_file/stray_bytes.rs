//! UTF-8 with some bytes that are not UTF-8. Promise: decoding loses no byte, although real files mix encodings.
//!
//! Byte `b` is represented as U+10FF00 + `b`, at the end of the last private plane, which no file uses.

use std::ops::RangeInclusive;

/// The characters that represent bytes.
const STAND_INS: RangeInclusive<char> = '\u{10FF00}'..='\u{10FFFF}';

/// How many bytes such a character takes in UTF-8.
const STAND_IN_LENGTH: usize = 4;

/// The counts that distinguish UTF-8 with stray bytes from other encodings; for a file, the sum over its parts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    stray_bytes: usize,
    /// Characters beyond ASCII.
    characters: usize,
    has_stand_in: bool,
}

impl Tally {
    /// Counts a part of a file. Its last character must be complete.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let is_start = |byte: &&u8| **byte >= 0xC0;
        for (valid, invalid) in chunks(bytes) {
            self.characters += valid.as_bytes().iter().filter(is_start).count();
            self.stray_bytes += invalid.len();
            self.has_stand_in |= has_stand_in(valid);
        }
    }

    /// Whether everything counted is UTF-8.
    pub(super) fn is_utf8(self) -> bool {
        self.stray_bytes == 0
    }

    /// Whether most text beyond ASCII is UTF-8, and no character would become a byte when encoded.
    pub(super) fn is_utf8_with_accidents(self) -> bool {
        self.stray_bytes < self.characters && !self.has_stand_in
    }
}

/// The text of bytes; none if a character of the text would become a byte when encoded.
pub(super) fn decode(bytes: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 64);
    for (valid, invalid) in chunks(bytes) {
        if has_stand_in(valid) {
            return None;
        }
        text.push_str(valid);
        text.extend(invalid.iter().filter_map(|byte| char::from_u32(*STAND_INS.start() as u32 + u32::from(*byte))));
    }
    Some(text)
}

/// Alternating UTF-8 and bytes that are not. `utf8_chunks` is slower: it goes byte by byte, whereas validation skips
/// ASCII.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = (&str, &[u8])> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (valid, invalid) = match std::str::from_utf8(rest) {
            Ok(valid) => (valid, 0),
            Err(error) => {
                let valid = std::str::from_utf8(&rest[..error.valid_up_to()]).ok()?;
                (valid, error.error_len().unwrap_or(rest.len() - error.valid_up_to()))
            }
        };
        let (stray, after) = rest[valid.len()..].split_at(invalid);
        rest = after;
        Some((valid, stray))
    })
}

/// Appends `text` as bytes.
pub(super) fn encode(text: &str, bytes: &mut Vec<u8>) {
    let mut from = 0;
    for (position, stand_in) in stand_ins(text) {
        bytes.extend_from_slice(&text.as_bytes()[from..position]);
        bytes.push((stand_in as u32 & 0xFF) as u8);
        from = position + STAND_IN_LENGTH;
    }
    bytes.extend_from_slice(&text.as_bytes()[from..]);
}

/// How many bytes `text` takes.
pub(super) fn encoded_len(text: &str) -> usize {
    text.len() - stand_ins(text).count() * (STAND_IN_LENGTH - 1)
}

fn has_stand_in(text: &str) -> bool {
    stand_ins(text).next().is_some()
}

/// The characters that represent bytes, with their offsets. Their first byte is rare, so this is a search for a byte.
fn stand_ins(text: &str) -> impl Iterator<Item = (usize, char)> {
    const FIRST_BYTE: u8 = 0xF4;
    memchr::memchr_iter(FIRST_BYTE, text.as_bytes())
        .filter_map(|position| Some((position, text[position..].chars().next()?)))
        .filter(|(_, character)| STAND_INS.contains(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], is_read: bool) {
        let mut tally = Tally::default();
        tally.add(bytes);
        assert_eq!(tally.is_utf8_with_accidents(), is_read);
        let Some(text) = decode(bytes) else { return assert!(!is_read, "not read") };
        let mut back = Vec::new();
        encode(&text, &mut back);
        assert_eq!(back, bytes);
        assert_eq!(encoded_len(&text), bytes.len());
    }

    #[test]
    fn a_few_bytes_are_read_and_written_back() {
        check("♘f3 é ü".as_bytes(), true);
        check(b"\xE2\x99\x98f3 \xC3\xA9 {sch\xF6n}", true);
        check(b"\xC3\xA9\xC3\xA9\xC3\xA9 \xE9\x81", true);
    }

    #[test]
    fn latin1_is_not_utf8_with_accidents() {
        check(b"{sch\xF6n}", false);
        check(b"R\xE9ti d\xE9j\xE0 \xC3\xA9", false);
    }

    #[test]
    fn a_text_with_a_stand_in_is_not_read() {
        check("♘♘♘ \u{10FF80}".as_bytes(), false);
    }
}
