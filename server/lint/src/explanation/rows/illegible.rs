//! Moves that cannot be read, or one character of them.

use scoresheet_grammar::TokenKind;

use super::Rows;
use crate::explanation::costs;
use crate::explanation::slip::Slip;
use crate::explanation::walk::Head;

/// The signs that people and scanners write for an illegible character.
const ILLEGIBLE: &str = "?.*_~�";

/// The longest move with such a sign. Bytes.
const LONGEST: usize = 10;

/// How many tokens before the trouble the move may begin: its signs are tokens of their own.
const TOKENS_BACK: usize = 3;

impl Rows<'_, '_> {
    /// A move in which a sign replaces one illegible character: `N?3`, `N.3`. The other characters show which move it is.
    pub(super) fn illegible_character(&mut self) {
        for place in self.here_and_back(TOKENS_BACK) {
            let (head, start) = (self.at(&place).0.clone(), self.at(&place).1.range.start);
            let rest = &self.text.text[start..];
            let near = &rest[..rest.floor_char_boundary(LONGEST)];
            let word = near.split(char::is_whitespace).next().unwrap_or("");
            let signs = word.chars().filter(|sign| ILLEGIBLE.contains(*sign)).count();
            let has_letter = word.starts_with(|first: char| first.is_ascii_alphabetic());
            // A sign at the end is rather an annotation.
            if signs != 1 || !has_letter || word.ends_with(|last: char| ILLEGIBLE.contains(last)) {
                continue;
            }
            let board = &head.line.now;
            self.text.spend_on_options(board.playable().len());
            for (action, san) in board.playable().iter().filter(|(_, san)| is_read_as(word, san)) {
                let after = board.after(*action);
                let (meant, range) = (after.with_check_mark(san), start..start + word.len());
                let line = head.line.moved(after, range.clone());
                let next = Head { at: range.end, line, last: Some(TokenKind::San), letter: None, ..head.clone() };
                let row = &costs::WORD_FOR_MOVE;
                self.write_move(row, costs::LOOK_ALIKE, (&place, next), range, &meant, Slip::Unreadable);
            }
        }
    }

    /// A word in place of a move of which nothing can be read: each move after which the next one can be played.
    pub(super) fn illegible(&mut self) {
        let (head, board) = (self.head, &self.head.line.now);
        if board.position.is_none() || !self.affords(&costs::ILLEGIBLE, head) {
            return;
        }
        let range = self.run(char::is_whitespace);
        let Some(next) = self.next_move(range.end).filter(|_| !self.slice(&range).contains(['(', ')', '{', '}']))
        else {
            return;
        };
        let written = self.slice(&range);
        let square = last_square(written);
        for (after, meant) in self.leading_to(board, &next) {
            let more = u32::from(meant.chars().next() != written.chars().next());
            // What can be read of the word is rather a part of the move.
            let more =
                if square.is_some_and(|square| !meant.contains(square)) { more + costs::OTHER_SQUARE } else { more };
            let line = head.line.moved(after, range.clone());
            let next = Head { at: range.end, line, last: Some(TokenKind::San), letter: None, ..head.clone() };
            let here = self.here.clone();
            self.write_move(&costs::ILLEGIBLE, more, (&here, next), range.clone(), &meant, Slip::Unreadable);
        }
    }
}

/// Whether a word spells a move, except for the one sign in it.
fn is_read_as(word: &str, san: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    word.chars().count() == san.len()
        && word.chars().zip(san.chars()).all(|(one, other)| one == other || ILLEGIBLE.contains(one))
}

/// The last square that is written in full.
fn last_square(written: &str) -> Option<&str> {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let start = written.as_bytes().windows(2).rposition(is_square)?;
    written.get(start..start + 2)
}
