//! What nearly all of a file is made of, read without a look at anything else: plain moves with their numbers, and tag pairs
//! in export format.
//!
//! The parser reads the same without this (a test compares the two), token by token, in two to three times the time.

use super::{GameParser, MOST_OPEN_VARIATIONS, MOST_TAG_NAMES, Phase};
use crate::kind::{NodeKind, TokenKind};
use crate::lexer::plain_token;
use crate::shape;
use crate::tag_value::plain_value_end;

impl GameParser<'_, '_> {
    /// Takes the plain moves, move numbers, NAGs, suffixes, comments, parentheses and white space that are here in the movetext, as many as there
    /// are.
    pub(super) fn plain_moves(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = self.position;
        while let Some((kind, length)) = plain_token(&bytes[at..]) {
            let end = at + length;
            match kind {
                TokenKind::Whitespace => {
                    self.tree.white_space(&bytes[at..end]);
                    at = end;
                    continue;
                }
                TokenKind::San => {
                    self.tree.note_piece_letter(bytes[at]);
                    self.last_move = Some(self.tree.len());
                }
                // The end of a sentence.
                TokenKind::Suffix if self.text_run.is_some() => break,
                TokenKind::MoveNumber | TokenKind::Nag | TokenKind::Suffix | TokenKind::BraceComment => {}
                TokenKind::VariationOpen if self.open_variations.len() < MOST_OPEN_VARIATIONS => {
                    self.open_variation(at..end);
                    at = end;
                    continue;
                }
                TokenKind::VariationClose if self.close_variation(at..end) => {
                    at = end;
                    continue;
                }
                _ => break,
            }
            if self.text_run.is_some() {
                self.end_text_run();
            }
            let has_space = is_single_space(&bytes[end..]);
            self.tree.token_and_space(kind, length, has_space);
            at = end + usize::from(has_space);
        }
        // A parenthesis has moved the position along.
        self.lexer.seek_forward(at);
        self.position = at;
    }

    /// Takes the tag pairs in export format (section 8.1: one a line, one space) that are here, each with its line end, as many
    /// as there are; the last one, or one before more white space than that, without. The first one opens the tag section.
    pub(super) fn plain_tags(&mut self) {
        if self.text_run.is_some() {
            return;
        }
        let bytes = self.text.as_bytes();
        let mut at = self.position;
        while let Some((name_length, value_length)) = plain_tag(&bytes[at..]) {
            let name = at + 1..at + 1 + name_length;
            let value_end = name.end + 1 + value_length;
            // Of more than a line end, as of all other white space, more is to be noted.
            let line_end = match bytes[value_end + 1..] {
                [b'\n', next, ..] if next.is_ascii_graphic() => 1,
                [b'\r', b'\n', next, ..] if next.is_ascii_graphic() => 2,
                [b'\n' | b'\r', ..] => 0,
                _ => break,
            };
            if self.phase == Phase::Prolog {
                self.tree.enter(NodeKind::TagSection);
                self.phase = Phase::Tags;
            }
            if shape::is_setup_tag(&self.text[name.clone()]) {
                self.tree.note_setup_tag();
            }
            if self.tag_names.len() < MOST_TAG_NAMES {
                self.tag_names.push(name);
            }
            self.tree.plain_tag(name_length, value_length);
            at = value_end + 1 + line_end;
            if line_end == 0 {
                break;
            }
            self.tree.token(TokenKind::Whitespace, line_end);
        }
        self.lexer.seek_forward(at);
        self.position = at;
    }
}

/// The lengths of the name and of the value, with its quotes, of the tag pair in export format that `rest` begins with.
#[inline]
fn plain_tag(rest: &[u8]) -> Option<(usize, usize)> {
    let [b'[', first, ..] = rest else { return None };
    let name_length = shape::tag_name_length(&rest[1..]);
    let value = rest[1 + name_length..].strip_prefix(b" ")?;
    let is_quoted = first.is_ascii_alphanumeric() && value.first() == Some(&b'"');
    Some((name_length, is_quoted.then(|| plain_value_end(value))?? + 1))
}

/// Whether a space is alone between two tokens here.
#[inline]
fn is_single_space(rest: &[u8]) -> bool {
    matches!(rest, [b' ', next, ..] if next.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::parser::Parser;
    use crate::tree::Tree;

    /// The games of a text, read with and without the ways of this file.
    #[track_caller]
    fn check(text: &str) {
        let mut quick = Parser::new(text);
        let mut careful = Parser { takes_shortcuts: false, ..Parser::new(text) };
        let (mut one, mut other) = (Tree::default(), Tree::default());
        loop {
            let (read, expected) = (quick.next_game(&mut one), careful.next_game(&mut other));
            assert_eq!((&read, &one), (&expected, &other), "{text:?}");
            if read.is_none() {
                return;
            }
        }
    }

    #[test]
    fn ordinary_games_read_the_same() {
        let head = "[Event \"E\"]\n[Site \"a [b\"]\r\n[FEN \"x\"]\n[variant \"y\"] \n[Round \"1\"]\n\n[Event \"E\"]\n";
        check(&format!(
            "{head}\n1. e4 e5 2. Nf3+\nNc6 x y 3. O-O exd4 4.Nxd4 (3. Nf3)\r\nBd7 *\n\n{head}\n1. e4 \n\n1. d4"
        ));
    }

    proptest! {
        #[test]
        fn whatever_the_text_it_reads_the_same(parts in prop::collection::vec(prop::sample::select(PARTS), 0..60)) {
            check(&parts.concat());
        }
    }

    const PARTS: &[&str] = &[
        "e4",
        "Nf3",
        "exd5",
        "Qh4+",
        "O-O",
        "1.",
        "12...",
        "7.",
        " ",
        " ",
        " ",
        "\n",
        "\r\n",
        "\n\n",
        "[Event \"a\"]",
        "[Event \"b\"]\n",
        "[FEN \"c\"]\r\n",
        "[Site \"[d\"]\n",
        "[Round \"e\\\"]\n",
        "[x",
        "\"",
        "]",
        "{f}",
        "{f\ng} ",
        "$14 ",
        "  ",
        " \n",
        "\r\n  ",
        "{f\n\ng}",
        "{f\n[h}",
        "Nf6 (",
        ") ",
        "(",
        ")",
        "*",
        "*\n\n",
        "g",
        "$1",
        "!",
        "?? ",
        "d5+",
        "Qxh7#",
        "3.\n",
        "%",
        ";",
        "é",
        "\u{FEFF}",
        "[White \"h\"] ",
        "[ Black \"i\" ]\n",
        "[1 \"j\"]\n",
        "// ",
        "\n# [Event \"a\"]\n",
        "\n\"k\"]\n",
        "(l)\n",
    ];
}
