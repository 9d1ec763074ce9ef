//! Checks and mates that are written in words.

use std::ops::Range;

use scoresheet_chess::replay::written::CheckMark;
use scoresheet_chess::replay::{Fitting, has_legal_move};
use scoresheet_grammar::TokenKind;

use super::Rows;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::{Head, Token};
use crate::finding::Edit;

/// What people write for a check, in lower case and without periods; the longer ones first.
const CHECKS: [&str; 9] =
    ["discovered check", "double check", "disc ch", "dis ch", "dbl ch", "check", "schach", "chk", "ch"];

/// The same for a mate.
const MATES: [&str; 6] = ["checkmate", "check mate", "ch mate", "mate", "matt", "mat"];

impl Rows<'_, '_> {
    /// A check or mate in words after the move that gives it, or at that move: `Nd6 mate`, `Qh5ch.`.
    pub(super) fn check_in_words(&mut self) {
        let start = self.token.range.start;
        let before = self.here.before().next();
        if let Some(place) = before.filter(|place| place.token().kind == TokenKind::San)
            && place.head().line.depth == self.head.line.depth
            && let Some((length, mark)) = words_for_check(&self.text.text[start..])
        {
            let (head, san) = (place.head().clone(), place.token().range.clone());
            self.check_mark(&place, head, san, start..start + length, mark);
        }
        let token = self.slice(&self.token.range);
        let ends = token.char_indices().map(|(at, _)| at).skip(2);
        let glued = ends.filter_map(|at| {
            let (length, mark) = words_for_check(&self.text.text[start + at..])?;
            Some((start + at, start + at + length, mark))
        });
        let glued: Vec<_> = glued.filter(|(_, end, _)| *end >= self.token.range.end).collect();
        let (here, head) = (self.here.clone(), self.head.clone());
        for (at, end, mark) in glued {
            self.check_mark(&here, head.clone(), start..at, at..end, mark);
        }
    }

    /// The move at `san`, after `head`, with the mark that the position calls for in place of words.
    fn check_mark(&mut self, place: &Place, head: Head, san: Range<usize>, words: Range<usize>, mark: CheckMark) {
        let board = &head.line.now;
        let Some(position) = &board.position else { return };
        let written = self.slice(&san).trim_end_matches(['+', '#']);
        let Fitting::One(action, _) = self.text.tried(written).fit(position, board.in_check) else { return };
        let after = board.after(action);
        if !after.in_check {
            return;
        }
        let is_mate = after.position.as_ref().is_some_and(|after| !has_legal_move(after, true));
        let range = san.start..words.end;
        let whole = Token { kind: TokenKind::San, range: range.clone() };
        let next = self.text.moved_as(&head, &whole, action, mark);
        let edit = Edit::replace(range, format!("{written}{}", if is_mate { '#' } else { '+' }));
        self.edit(&costs::CHECK_IN_WORDS, 0, place, next, Candidate::new(edit, words, Slip::CheckInWords));
    }
}

/// The length of words for a check or mate at the start of a text, with their periods, and what they say.
fn words_for_check(text: &str) -> Option<(usize, CheckMark)> {
    let of = |words: &[&str], mark| words.iter().find_map(|words| Some((length_of(text, words)?, mark)));
    of(&MATES, CheckMark::Mate).or_else(|| of(&CHECKS, CheckMark::Check))
}

/// The length of these words at the start of a text, in any case, with periods after each; bytes.
fn length_of(text: &str, words: &str) -> Option<usize> {
    let mut rest = text;
    for word in words.split(' ') {
        rest = rest.trim_start();
        let (start, after) = rest.split_at_checked(word.len())?;
        if !start.eq_ignore_ascii_case(word) || after.starts_with(char::is_alphanumeric) {
            return None;
        }
        rest = after.strip_prefix('.').unwrap_or(after);
    }
    Some(text.len() - rest.len())
}
