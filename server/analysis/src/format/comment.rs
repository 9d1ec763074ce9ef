//! The words of a comment.

use memchr::{memchr, memmem, memrchr};

/// A stretch of a comment that no line end may cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'text> {
    /// The word as it stands in the comment.
    pub(super) text: &'text str,
    /// Whether there is white space in it other than single blanks.
    pub(super) has_gap: bool,
}

impl Word<'_> {
    /// Append the word with every stretch of white space in it made one blank.
    pub(super) fn write(&self, out: &mut String) {
        if !self.has_gap {
            out.push_str(self.text);
            return;
        }
        let bytes = self.text.as_bytes();
        let mut start = 0;
        while start < bytes.len() {
            let end = bytes[start..].iter().position(|byte| is_blank(*byte)).map_or(bytes.len(), |blank| start + blank);
            out.push_str(&self.text[start..end]);
            start = end + bytes[end..].iter().take_while(|byte| is_blank(**byte)).count();
            // No white space stands before a word or behind it.
            if start < bytes.len() {
                out.push(' ');
            }
        }
    }
}

/// A line of a comment without the white space around it, where it is ASCII with single blanks between its words and none of them is
/// a command, or may not begin a line. Quick, as most are such.
pub(super) fn plain_words(text: &str) -> Option<&str> {
    let text = text.trim_matches([' ', '\r']);
    let mut is_odd = false;
    let mut before = 0;
    // No branches, so that many bytes are looked at at once.
    for byte in text.bytes() {
        is_odd |= !(b' '..=b'~').contains(&byte) | (byte == b'%') | (byte == b' ' && before == b' ');
        before = byte;
    }
    (!is_odd).then_some(text)
}

/// The words of a comment: what stands between white space, except that a command such as `[%clk 0:01:00]` is part of
/// one word. Linear in the comment.
pub(super) fn words(text: &str) -> Words<'_> {
    let has_command = memmem::find(text.as_bytes(), b"[%").is_some();
    let last_bracket = if has_command { memrchr(b']', text.as_bytes()).unwrap_or(0) } else { 0 };
    Words { text, position: 0, last_bracket }
}

/// See [`words`].
pub(super) struct Words<'text> {
    text: &'text str,
    position: usize,
    /// Where the last `]` of a comment with commands is.
    last_bracket: usize,
}

impl<'text> Iterator for Words<'text> {
    type Item = Word<'text>;

    #[inline]
    fn next(&mut self) -> Option<Word<'text>> {
        let bytes = self.text.as_bytes();
        let start = self.position + bytes[self.position..].iter().position(|byte| !is_blank(*byte))?;
        let mut end = start;
        let mut has_gap = false;
        while let Some(byte) = bytes.get(end)
            && !is_blank(*byte)
        {
            if *byte == b'[' && end < self.last_bracket && is_command(&bytes[end..]) {
                let length = memchr(b']', &bytes[end..]).unwrap_or(0);
                has_gap |= has_gap_in(&bytes[end..end + length]);
                end += length;
            }
            end += 1;
        }
        self.position = end;
        Some(Word { text: &self.text[start..end], has_gap })
    }
}

/// The white space that separates words: that of ASCII. A no-break space is part of its word.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn is_command(rest: &[u8]) -> bool {
    matches!(rest, [b'[', b'%', name, ..] if name.is_ascii_alphabetic())
}

fn has_gap_in(command: &[u8]) -> bool {
    let mut has_gap = false;
    let mut before = 0;
    for byte in command.iter().copied() {
        has_gap |= is_blank(byte) & ((byte != b' ') | (before == b' '));
        before = byte;
    }
    has_gap
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
}
