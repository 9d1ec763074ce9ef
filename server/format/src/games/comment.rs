//! The words of a comment.

use std::ops::Range;

use memchr::{memchr, memrchr};

/// A part of a comment that no line end may split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'text> {
    /// The word as it is in the comment.
    pub(super) text: &'text str,
    /// Its byte offset.
    pub(super) start: usize,
    /// Whether it contains white space other than single spaces.
    pub(super) has_gap: bool,
}

impl Word<'_> {
    /// Appends the word with every run of white space replaced by one space, or by nothing in a list of arrows or squares: programs read
    /// `[%cal Ga1a2,Gb1b2]` only without one.
    pub(super) fn write(&self, out: &mut String) {
        if !self.has_gap {
            out.push_str(self.text);
            return;
        }
        let bytes = self.text.as_bytes();
        let mut start = 0;
        while let Some(gap) = first_gap(&bytes[start..]).map(|gap| start + gap) {
            out.push_str(&self.text[start..gap]);
            if !is_in_list(&self.text[..gap]) {
                out.push(' ');
            }
            start = gap + bytes[gap..].iter().take_while(|byte| is_white_space(**byte)).count();
        }
        out.push_str(&self.text[start..]);
    }
}

/// Returns the byte range of the words of a comment line, without surrounding white space, if the line is ASCII with
/// single spaces between words and no word is a command or must not begin a line. A fast path, because most lines are
/// like this.
pub(super) fn plain_words(line: &[u8]) -> Option<Range<usize>> {
    let is_around = |byte: &u8| matches!(byte, b' ' | b'\r');
    let start = line.iter().take_while(|byte| is_around(byte)).count();
    let end = line.len() - line[start..].iter().rev().take_while(|byte| is_around(byte)).count();
    let mut is_odd = false;
    let mut before = 0;
    // No branches, so that the loop vectorizes.
    for byte in line[start..end].iter().copied() {
        is_odd |= !(b' '..=b'~').contains(&byte) | (byte == b'%') | (byte == b' ' && before == b' ');
        before = byte;
    }
    (!is_odd).then_some(start..end)
}

/// Returns the words of a comment: the parts between white space, except that a command such as `[%clk 0:01:00]` is one
/// word. Linear in the comment.
pub(super) fn words(text: &str) -> Words<'_> {
    Words { text, position: 0, last_bracket: memrchr(b']', text.as_bytes()).unwrap_or(0) }
}

/// The iterator of [`words`].
pub(super) struct Words<'text> {
    text: &'text str,
    position: usize,
    /// The byte offset of the last `]`.
    last_bracket: usize,
}

impl<'text> Iterator for Words<'text> {
    type Item = Word<'text>;

    #[inline]
    fn next(&mut self) -> Option<Word<'text>> {
        let bytes = self.text.as_bytes();
        let start = self.position + bytes[self.position..].iter().position(|byte| !is_white_space(*byte))?;
        let mut end = start;
        let mut has_gap = false;
        loop {
            // Most bytes are letters.
            let is_special = |byte: &u8| *byte <= b' ' || *byte == b'[';
            let Some(near) = bytes[end..].iter().position(is_special) else {
                end = bytes.len();
                break;
            };
            end += near;
            if is_white_space(bytes[end]) {
                break;
            }
            if bytes[end] == b'[' && end < self.last_bracket && is_command(&bytes[end..]) {
                let length = memchr(b']', &bytes[end..]).unwrap_or(0);
                has_gap |= first_gap(&bytes[end..end + length]).is_some();
                end += length;
            }
            end += 1;
        }
        self.position = end;
        Some(Word { text: &self.text[start..end], start, has_gap })
    }
}

/// Whether a comment is in a list of arrows or squares where it ends, after a comma.
fn is_in_list(before: &str) -> bool {
    let command = before.rfind("[%").map_or("", |start| &before[start..]);
    before.ends_with(',') && (command.starts_with("[%cal") || command.starts_with("[%csl"))
}

/// Whether a byte is white space between words: that of ASCII. A no-break space is part of its word.
pub(super) fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn is_command(rest: &[u8]) -> bool {
    matches!(rest, [b'[', b'%', name, ..] if name.is_ascii_alphabetic())
}

/// Returns the byte offset of the first white space other than a single space.
fn first_gap(text: &[u8]) -> Option<usize> {
    const AT_ONCE: usize = 32;
    let is_gap = |byte: u8, next: u8| is_white_space(byte) & ((byte != b' ') | is_white_space(next));
    // A command may be thousands of bytes long. No branches, so that the loop vectorizes.
    let has_gap = |bytes: &[u8]| (0..AT_ONCE).fold(false, |any, at| any | is_gap(bytes[at], bytes[at + 1]));
    let mut start = 0;
    while text.get(start..=start + AT_ONCE).is_some_and(|bytes| !has_gap(bytes)) {
        start += AT_ONCE;
    }
    let next = |at: usize| text.get(at + 1).copied().unwrap_or(0);
    (start..text.len()).find(|at| text[*at] <= b' ' && is_gap(text[*at], next(*at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_part_of_one_word() {
        let cases: &[(&str, &[&str])] = &[
            ("", &[]),
            (" \t\r\n ", &[]),
            (" a  b\nc ", &["a", "b", "c"]),
            ("[%clk 0:01:00]", &["[%clk 0:01:00]"]),
            ("[%clk\r\n 0:01:00] a", &["[%clk 0:01:00]", "a"]),
            ("[%eval 1][%clk\t2] b", &["[%eval 1][%clk 2]", "b"]),
            ("[%cal Ga1a2,\r\nGb1b2]", &["[%cal Ga1a2,Gb1b2]"]),
            ("[%tqu \"a,\n b\"]", &["[%tqu \"a, b\"]"]),
            ("x[%csl Ra1, Gb2]y z", &["x[%csl Ra1, Gb2]y", "z"]),
            ("[%clk 1 2", &["[%clk", "1", "2"]),
            ("a ] [%clk 1 2", &["a", "]", "[%clk", "1", "2"]),
            ("[% of all]", &["[%", "of", "all]"]),
            ("a\u{A0}b", &["a\u{A0}b"]),
        ];
        for (text, expected) in cases {
            let written: Vec<String> = words(text)
                .map(|word| {
                    let mut text = String::new();
                    word.write(&mut text);
                    text
                })
                .collect();
            assert_eq!(written, *expected, "{text:?}");
        }
    }

    #[test]
    fn a_gap_is_found_wherever_it_is() {
        for length in [0, 1, 31, 32, 33, 64, 65, 100] {
            let plain = "a b".repeat(40)[..length].to_owned() + "x";
            assert_eq!(first_gap(plain.as_bytes()), None, "{length}");
            for gap in ["  ", " \n", "\n ", "\t", "\r\n"] {
                let text = plain.clone() + gap + &plain;
                assert_eq!(first_gap(text.as_bytes()), Some(plain.len()), "{length} {gap:?}");
            }
        }
    }
}
