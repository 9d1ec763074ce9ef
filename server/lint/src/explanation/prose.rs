//! Words of prose: whether there are any where a comment without braces may be.

use std::cell::RefCell;
use std::ops::Range;

use scoresheet_grammar::TokenKind;

use super::walk::{Text, Token};

/// How many words and moves a comment without braces may have.
pub(super) const LONGEST_REMARK: usize = 40;

/// The tokens that were looked at last. A search asks about nearly the same places again and again, and most games have no prose at all.
#[derive(Default)]
pub(super) struct ProseAhead {
    /// Half-open byte offsets of tokens that follow each other, and whether they are words of prose.
    tokens: RefCell<Vec<(Range<usize>, bool)>>,
}

impl ProseAhead {
    /// Whether a word of prose is among so many tokens from byte `start` on as a comment without braces may have.
    pub(super) fn follows(&self, text: &Text, start: usize) -> bool {
        let mut tokens = self.tokens.borrow_mut();
        let known = tokens.binary_search_by_key(&start, |(range, _)| range.start);
        let first = known.unwrap_or_else(|_| {
            tokens.clear();
            0
        });
        for index in first..first + LONGEST_REMARK {
            if index == tokens.len() {
                let at = tokens.last().map_or(start, |(range, _)| range.end);
                let Some(Token { kind, range }) = text.token(at) else { return false };
                let is_prose = kind == TokenKind::Word && is_of_prose(&text.text[range.clone()]);
                tokens.push((range, is_prose));
            }
            if tokens[index].1 {
                return true;
            }
        }
        false
    }
}

/// Whether a word is one of a language, rather than a mistyped move.
pub(super) fn is_of_prose(word: &str) -> bool {
    let is_of_moves = |character: char| "abcdefghx".contains(character);
    let letters = word.chars().filter(|character| character.is_alphabetic()).count();
    let has_capital = word.starts_with(char::is_uppercase);
    letters > 1 + usize::from(has_capital)
        && !word.contains(|character: char| character.is_ascii_digit())
        && !word.chars().all(is_of_moves)
}
