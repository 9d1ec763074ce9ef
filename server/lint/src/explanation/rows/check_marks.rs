//! Checks, mates and captures en passant that are written in words, and checks that a move does not answer.

use std::ops::Range;

use scoresheet_chess::replay::written::CheckMark;
use scoresheet_chess::replay::{Fitting, Meaning, has_legal_move, is_check, with_piece_moved};
use scoresheet_grammar::TokenKind;
use shakmaty::{Role, Square};

use super::Rows;
use crate::explanation::costs;
use crate::explanation::line::Board;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::{Head, Token};
use crate::finding::Edit;

/// What people write for a check, in lower case and without periods; the longer ones first.
const CHECKS: [&str; 10] =
    ["discovered check", "double check", "disc ch", "dis ch", "dbl ch", "check", "schach", "шах", "chk", "ch"];

/// The same for a mate.
const MATES: [&str; 7] = ["checkmate", "check mate", "ch mate", "mate", "matt", "mat", "мат"];

/// What people write for a capture en passant, in lower case and without periods.
const EN_PASSANT: [&str; 4] = ["en passant", "e p", "ep", "i v"];

/// Results that are marked as mates.
const MATING_RESULTS: [&str; 2] = ["1-0#", "0-1#"];

/// On how many squares the piece that gives an unanswered check is tried.
const MOST_SQUARES: usize = 12;

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
        self.en_passant_in_words();
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

    /// A capture of a pawn and words that say that it was en passant: `dxc6 E.P.`, `dxc6 en passant`.
    fn en_passant_in_words(&mut self) {
        let start = self.token.range.start;
        let Some(length) = EN_PASSANT.iter().find_map(|words| length_of(&self.text.text[start..], words)) else {
            return;
        };
        let Some(place) = self.here.before().next().filter(|place| place.token().kind == TokenKind::San) else {
            return;
        };
        let (head, san) = (place.head().clone(), place.token().range.clone());
        let board = &head.line.now;
        let written = self.slice(&san);
        let Some(position) = &board.position else { return };
        let Fitting::One(action, _) = self.text.tried(written).fit(position, board.in_check) else { return };
        if action.role() == Role::Pawn && action.is_capture() {
            let range = san.start..start + length;
            let whole = Token { kind: TokenKind::San, range: range.clone() };
            let next = self.text.moved_as(&head, &whole, action, self.text.tried(written).check_mark());
            self.write_move(&costs::APART, 0, (&place, next), range, written, Slip::Apart);
        }
    }

    /// A result after the move that mates, which is marked as one and followed by the result: `Qf1 1-0# 1-0`.
    pub(super) fn mating_result(&mut self) {
        let start = self.token.range.start;
        let rest = &self.text.text[start..];
        let Some(result) = MATING_RESULTS.iter().find(|result| rest.starts_with(**result)) else { return };
        let before = self.here.before().next().filter(|place| place.token().kind == TokenKind::San);
        let Some(place) = before.filter(|_| !matches!(rest[result.len()..].trim(), "" | "*")) else { return };
        let (head, san) = (place.head().clone(), place.token().range.clone());
        self.check_mark(&place, head, san, start..start + result.len(), CheckMark::Mate);
    }

    /// A move that does not answer a check, which is written as one. The game goes on as if the piece that gives it were on another square.
    pub(super) fn unanswered_check(&mut self) {
        let line = &self.head.line;
        let (Some(before), Some(last)) = (&line.before, &line.last) else { return };
        let (Some(earlier), Some(now)) = (&before.position, &line.now.position) else { return };
        let checking = self.slice(last);
        if !line.now.in_check || !checking.ends_with(['+', '#']) || !self.affords(&costs::UNANSWERED, self.head) {
            return;
        }
        let Fitting::One(checking, _) = self.text.tried(checking).fit(earlier, before.in_check) else { return };
        let written = self.text.tried(self.slice(&self.token.range));
        self.text.spend_on_options(before.playable().len());
        let same_piece =
            before.playable().iter().map(|(other, _)| other).filter(|other| other.from() == checking.from());
        let mut elsewhere: Vec<Square> =
            same_piece.filter(|other| !other.is_capture()).map(|other| other.to()).collect();
        elsewhere.truncate(MOST_SQUARES);
        let steps = elsewhere.into_iter().filter_map(|to| {
            let moved = with_piece_moved(now, checking.to(), to).filter(|moved| !is_check(moved))?;
            let Fitting::One(action, _) = written.fit(&moved, false) else { return None };
            let board = Board::new(Some(moved), false, line.now.turn, line.now.number);
            let quiet = Head { line: line.with_board(board), ..self.head.clone() };
            let meaning = Meaning::Unanswered { from: checking.to(), to, action };
            Some((self.text.moved(&quiet, self.token, action), meaning))
        });
        for (next, meaning) in steps.collect::<Vec<_>>() {
            self.meant(&costs::UNANSWERED, costs::UNANSWERED.cost, next, meaning);
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
