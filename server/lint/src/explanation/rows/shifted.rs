//! Braces and parentheses that are one word away from their place.

use std::ops::Range;
use std::rc::Rc;

use scoresheet_grammar::TokenKind;

use super::Rows;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::prose::is_of_prose;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::{Head, Token};
use crate::finding::Edit;

/// How many tokens before a trouble may be the parenthesis that is in another place.
const TOKENS_BACK: usize = 12;

/// How many delimiters before a trouble are tried.
const MOST_TRIED: usize = 4;

impl Rows<'_, '_> {
    /// The first or the last words of a comment are the next move: `12. {b5 forced} Ne7`, `12. b5 {forced Ne7} 13. c5`.
    pub(super) fn shifted_brace(&mut self, place: &Place) {
        let (head, comment) = self.at(place);
        let (head, range) = (head.clone(), comment.range.clone());
        if comment.kind != TokenKind::BraceComment {
            return;
        }
        let inside = range.start + 1..range.end - 1;
        // Prose about a move mostly says what was not played.
        let is_prose =
            self.slice(&inside).split(char::is_whitespace).any(|word| !word.starts_with("[%") && is_of_prose(word));
        let more = if is_prose { costs::PRECIOUS_MOVE } else { 0 };
        self.text.spend_on_bytes(inside.len());
        self.brace_too_early(place, &head, &range, more);
        self.brace_too_late(place, &head, &range, more);
    }

    /// `12. {b5 [%clk 0:01:00]} Ne7`
    fn brace_too_early(&mut self, place: &Place, head: &Head, range: &Range<usize>, more: u32) {
        let inside = range.start + 1..range.end - 1;
        let Some((after, words)) = self.moves_at(head, inside.start, inside.end) else { return };
        let moved = self.slice(&(inside.start..words)).trim();
        let rest = self.slice(&(words..inside.end)).trim_start();
        if !rest.is_empty() {
            let edit = Edit::replace(range.start..inside.end - rest.len(), format!("{moved} {{"));
            let next = Head { at: range.end, last: Some(TokenKind::BraceComment), ..after };
            self.shifted(more, place, next, range.start..range.start + 1, edit);
        }
    }

    /// `12. b5 {[%clk 0:01:00] Ne7} 13. c5`
    fn brace_too_late(&mut self, place: &Place, head: &Head, range: &Range<usize>, more: u32) {
        let inside = range.start + 1..range.end - 1;
        let text = self.slice(&inside);
        let last = text.trim_end().rfind(|blank: char| blank.is_ascii_whitespace()).map(|blank| blank + 1);
        let number = last.and_then(|last| {
            let before = text[..last].trim_end();
            let start = before.rfind(|blank: char| blank.is_ascii_whitespace())? + 1;
            let digits = before[start..].trim_end_matches('.');
            (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(start)
        });
        let Some(start) = number.or(last) else { return };
        let from = inside.start + start;
        let closed = Head { at: from, last: Some(TokenKind::BraceComment), ..head.clone() };
        let Some((after, words)) = self.moves_at(&closed, from, inside.end) else { return };
        if !self.slice(&(words..inside.end)).trim().is_empty() {
            return;
        }
        let blanks = start - text[..start].trim_end().len();
        let moved = text[start..].trim_end();
        let edit = Edit::replace(from - blanks..range.end, format!("}} {moved}"));
        self.shifted(more, place, Head { at: range.end, ..after }, range.end - 1..range.end, edit);
    }

    /// The head after the move that the text from byte `start` on begins with, with its number if it has one, and where the move ends.
    fn moves_at(&self, head: &Head, start: usize, end: usize) -> Option<(Head, usize)> {
        let mut head = Head { at: start, ..head.clone() };
        let mut token = self.text.token(start)?;
        if token.kind == TokenKind::MoveNumber {
            head = self.text.read(&head, &token).ok()?;
            token = self.text.token(token.range.end)?;
        }
        let after = self.after_move(&head, &token).filter(|_| token.range.end <= end)?;
        Some((after, token.range.end))
    }

    /// The head after a token that is a move which fits.
    fn after_move(&self, head: &Head, token: &Token) -> Option<Head> {
        (token.kind == TokenKind::San).then(|| self.text.read(head, token).ok()).flatten()
    }

    /// A parenthesis before the trouble is one move too early or too late: `(Bg5 24. Bxh6`, `(4... )Nf6`.
    pub(super) fn shifted_parentheses(&mut self) {
        let steps: Vec<Place> = self.here.before().take(TOKENS_BACK).collect();
        let is_parenthesis =
            |place: &&Place| matches!(place.token().kind, TokenKind::VariationOpen | TokenKind::VariationClose);
        for place in steps.iter().filter(is_parenthesis).take(MOST_TRIED) {
            let (head, sign) = (place.head().clone(), place.token().clone());
            let next = self.text.token(sign.range.end).filter(|next| next.kind == TokenKind::San);
            let previous = place.before().next().filter(|before| before.token().kind == TokenKind::San);
            // What would be left is a variation without moves.
            let is_last = |next: &Token| {
                self.text.token(next.range.end).is_some_and(|after| after.kind == TokenKind::VariationClose)
            };
            let next = next.filter(|next| sign.kind != TokenKind::VariationOpen || !is_last(next));
            if let Some(next) = next
                && let Some(after) = self.after_move(&head, &next)
            {
                self.parenthesis_after(place, &sign, after, &next);
            }
            if let Some(previous) = previous {
                self.parenthesis_before(&previous, &sign);
            }
        }
    }

    /// The parenthesis belongs after the move that follows it, which leads to `after`.
    fn parenthesis_after(&mut self, place: &Place, sign: &Token, after: Head, next: &Token) {
        let Some(head) = beyond(after, sign) else { return };
        let written = self.slice(&next.range);
        let moved = match sign.kind {
            TokenKind::VariationOpen => format!("{written} ("),
            _ => format!("{written})"),
        };
        // What is after the move keeps its blank; after `(` there is none.
        let blank = sign.kind == TokenKind::VariationOpen && self.text.text[next.range.end..].starts_with(' ');
        let end = next.range.end + usize::from(blank);
        let edit = Edit::replace(sign.range.start..end, moved);
        self.shifted(0, place, Head { at: end, ..head }, sign.range.clone(), edit);
    }

    /// The parenthesis belongs before the move at a place, which it follows.
    fn parenthesis_before(&mut self, place: &Place, sign: &Token) {
        let (head, token) = (place.head().clone(), place.token().clone());
        let Some(head) = beyond(head, sign) else { return };
        let Some(after) = self.after_move(&head, &token) else { return };
        // The number of the move goes with it.
        let number = place
            .before()
            .next()
            .filter(|number| number.token().kind == TokenKind::MoveNumber && sign.kind == TokenKind::VariationClose);
        let (from, start) = match &number {
            Some(number) => (number, number.token().range.start),
            None => (place, token.range.start),
        };
        let written = self.slice(&(start..token.range.end));
        let moved = match sign.kind {
            TokenKind::VariationOpen => format!("({written}"),
            _ => format!(") {written}"),
        };
        let edit = Edit::replace(start..sign.range.end, moved);
        self.shifted(0, from, Head { at: sign.range.end, ..after }, sign.range.clone(), edit);
    }

    fn shifted(&mut self, more: u32, place: &Place, head: Head, sign: Range<usize>, edit: Edit) {
        self.edit(&costs::SHIFTED, more, place, head, Candidate::new(edit, sign, Slip::ShiftedDelimiter));
    }
}

/// The head on the other side of a parenthesis.
fn beyond(head: Head, sign: &Token) -> Option<Head> {
    let line = match sign.kind {
        TokenKind::VariationOpen => {
            head.line.before.as_ref()?;
            head.line.varied()
        }
        _ => Rc::clone(head.line.outer.as_ref()?),
    };
    Some(Head { line, last: Some(sign.kind), ..head })
}
