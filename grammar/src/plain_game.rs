//! Finds the end of a game and its tag pairs without reading its moves: for searches that look at tags of many games.
//!
//! It sees only what nearly all games are: tag pairs in export format, an empty line, movetext in which no other game can begin, and after it
//! the end of the text or a place where a game certainly begins. A test compares it with the parser, which takes ten times as long.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memmem};

use crate::shape;
use crate::tag_value::plain_value_end;

/// A tag pair in export format, with half-open byte offsets in the text.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainTagPair {
    /// Its name.
    pub name: Range<usize>,
    /// Its value without the quotes. There is nothing to unescape in it.
    pub value: Range<usize>,
}

/// The length in bytes of the game that `text` begins with, if it certainly is one game and ends there whatever follows. Its tag pairs are
/// written to `tags`. `text` must be at the start of a line. Linear in the game, much faster than reading it.
///
/// ```
/// use scoresheet_grammar::plain_game;
///
/// let text = "[White \"Ada\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 *\n";
/// let mut tags = Vec::new();
/// assert_eq!(plain_game(text, &mut tags), Some(24));
/// assert_eq!(&text[tags[0].value.clone()], "Ada");
/// assert_eq!(plain_game("1. e4 * 1. d4 *", &mut tags), None);
/// ```
#[doc(hidden)]
pub fn plain_game(text: &str, tags: &mut Vec<PlainTagPair>) -> Option<usize> {
    let bytes = text.as_bytes();
    let movetext = after_tags(bytes, tags)?;
    let end = end_of_lines(bytes, movetext)?;
    if may_hold_another(&bytes[movetext..end]) {
        return None;
    }
    let next = end + bytes[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let is_end = next == bytes.len() || bytes[next - 1] == b'\n' && shape::is_certain_start(bytes, next);
    is_end.then_some(next)
}

/// Where the movetext begins after the tag section that `bytes` begin with, and the empty line.
fn after_tags(bytes: &[u8], tags: &mut Vec<PlainTagPair>) -> Option<usize> {
    tags.clear();
    let mut at = 0;
    while let Some(b'[') = bytes.get(at) {
        let first = bytes.get(at + 1).filter(|first| first.is_ascii_alphanumeric());
        first?;
        let name = at + 1..at + 1 + shape::tag_name_length(&bytes[at + 1..]);
        let quote = name.end + 1;
        if !bytes[name.end..].starts_with(b" \"") {
            return None;
        }
        let end = quote + plain_value_end(&bytes[quote..])?;
        tags.push(PlainTagPair { name, value: quote + 1..end });
        at = after_line_end(bytes, end + 2)?;
    }
    let movetext = after_line_end(bytes, at)?;
    let is_movetext =
        bytes.get(movetext).is_some_and(|first| first.is_ascii_graphic() && !matches!(first, b'[' | b'%'));
    (is_movetext && !tags.is_empty()).then_some(movetext)
}

/// The place after the line end at byte `at`.
fn after_line_end(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at..) {
        Some([b'\n', ..]) => Some(at + 1),
        Some([b'\r', b'\n', ..]) => Some(at + 2),
        _ => None,
    }
}

/// Where the lines that begin at `start` end: at the first empty line or the end of the text. None of them may begin as
/// anything but movetext does.
fn end_of_lines(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        let Some(line_end) = memchr(b'\n', &bytes[at..]) else { return Some(bytes.len()) };
        at += line_end + 1;
        match bytes[at..] {
            [] | [b'\n', ..] | [b'\r', b'\n', ..] => return Some(at),
            [b'[' | b'%' | b' ' | b'\t' | b'\r' | 0x0B | 0x0C | 0x80.., ..] => return None,
            _ => {}
        }
    }
}

/// The ends of termination markers, to which a number may be joined.
const MARKERS: [&[u8]; 3] = [b"1-0", b"0-1", b"1/2"];

/// Whether another game may begin in movetext without empty lines: with a tag pair, or with the number 1 after a termination
/// marker. The number at the very start does not count.
fn may_hold_another(movetext: &[u8]) -> bool {
    if memmem::find(movetext, b"\"]").is_some()
        || memchr(b'\r', movetext).is_some_and(|at| movetext.get(at + 1) != Some(&b'\n'))
    {
        return true;
    }
    memchr_iter(b'1', movetext).skip_while(|at| *at == 0).any(|at| {
        let before = &movetext[..at];
        let is_first = match before.last() {
            Some(b'$' | b'-' | b'/' | b':') => false,
            Some(byte) if byte.is_ascii_alphanumeric() => MARKERS.iter().any(|marker| before.ends_with(marker)),
            _ => true,
        };
        is_first
            && match movetext[at + 1..] {
                [b'.', b'0'..=b'9', b'-' | b'/', ..] => true,
                // A larger number, a result, a clock, an evaluation.
                [b'0'..=b'9' | b'-' | b'/', ..] | [b'.' | b':', b'0'..=b'9', ..] => false,
                _ => true,
            }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ast::Tag;
    use crate::game_view::GameView;
    use crate::parser::Parser;
    use crate::tree::Tree;

    /// Compares all games of a text that are found in this way with those that the parser reads. Returns how many are.
    fn check(text: &str) -> usize {
        let (mut parser, mut tree, mut tags) = (Parser::new(text), Tree::default(), Vec::new());
        let mut found = 0;
        let mut is_at_certain_start = true;
        while let Some(range) = parser.next_game(&mut tree) {
            let rest = &text[range.start..];
            if is_at_certain_start && let Some(length) = plain_game(rest, &mut tags) {
                found += 1;
                assert_eq!(length, range.len(), "{text:?} at {}", range.start);
                let view = GameView { text: &text[range.clone()], tree: &tree };
                let expected: Vec<(String, String)> =
                    view.tags().iter().map(|tag: &Tag| (tag.name.to_owned(), tag.value().into_owned())).collect();
                let quick: Vec<(String, String)> = tags
                    .iter()
                    .map(|tag| (rest[tag.name.clone()].to_owned(), rest[tag.value.clone()].to_owned()))
                    .collect();
                assert_eq!(quick, expected, "{text:?}");
            }
            is_at_certain_start = shape::is_certain_start(text.as_bytes(), range.end);
        }
        found
    }

    #[test]
    fn ordinary_games_are_found() {
        let game = "[Event \"E\"]\n[Site \"s\"]\n\n1. e4 e5 {[%clk 0:01:11] 1.5} 2. Nf3 $1 (2. d4)\nexd4 1-0\n";
        for (between, expected) in [("\n", 3), ("\n\n\n", 3), ("", 0)] {
            assert_eq!(check(&[game, game, game].join(between)), expected, "{between:?}");
        }
        assert_eq!(check(&[game, game, game].join("\n").replace('\n', "\r\n")), 3);
        assert_eq!(check("[Event \"E\"]\n\n1. e4 e5 2. Nf3 (2. d4 $1\nexd4) 2... d6"), 1);
        assert_eq!(check("[Event \"E\"]\n\n1. e4 (1. d4) 1... e5 *"), 0);
    }

    proptest! {
        #[test]
        fn what_is_found_is_what_the_parser_reads(parts in prop::collection::vec(prop::sample::select(PARTS), 0..40)) {
            check(&parts.concat());
        }
    }

    const PARTS: &[&str] = &[
        "[Event \"a\"]\n",
        "[Event \"a\"]\n\n",
        "[Event \"b\"]\n\n1. e4 ",
        "[Site \"c\"]\r\n",
        "[FEN \"d\\\"\"]\n",
        "[x",
        "\n",
        "\n\n",
        "\r\n\r\n",
        "\r",
        " ",
        "1. ",
        "1.",
        "1 ",
        "2. ",
        "1... ",
        "e4 ",
        "Nf3\n",
        "O-O ",
        "$1 ",
        "{a} ",
        "{",
        "}",
        "(",
        ") ",
        "; b",
        "\n% c\n",
        "* ",
        "*\n\n",
        " 1-0\n\n",
        " 1/2-1/2\n\n[Event \"e\"]\n\n1. d4 ",
        "0-1\n",
        "½-½ ",
        "1:0 ",
        "1-0",
        "Event \"f\"]\n",
        "\u{FEFF}",
        "\u{A0}",
        "word ",
        "[%clk 1:00]",
        "- ",
        "0-0 ",
        "P-K4 ",
    ];
}
