//! Semicolons among the moves, which make a comment of the rest of the line.

use std::ops::Range;

use scoresheet_format::line_edits::replace;
use scoresheet_grammar::{TokenKind, token_at};

use super::Rows;
use super::comments::MOST_MOVES_LEFT;
use super::scraps::is_face;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::Head;
use crate::finding::Edit;
use crate::suspicious_comment::{begins_moves, wink};

impl Rows<'_, '_> {
    /// Moves of the game are in a line comment, or an example is.
    pub(super) fn line_comment(&mut self) {
        self.semicolon(&self.here.clone());
        self.leave_at(&costs::SEMICOLON, costs::PRECIOUS_MOVE * MOST_MOVES_LEFT, self.skipped());
    }

    /// `;` was typed among the moves, and made a comment of what is after it.
    pub(super) fn semicolon(&mut self, place: &Place) {
        let (head, token) = self.at(place);
        let (head, comment) = (head.clone(), token.range.clone());
        if self.wink_in_parentheses(place, &head, &comment) {
            return;
        }
        let length = wink(self.slice(&comment));
        let range = comment.start..comment.start + length;
        let has_moves_after = |end: usize| begins_moves(&self.text.text[end..comment.end]);
        // The second one ends the variation.
        if head.line.depth > 0 && self.slice(&range).ends_with("))") {
            self.wink(place, &head, range.start..range.end - 1);
        }
        if length > 0 && has_moves_after(range.end) {
            return self.wink(place, &head, range);
        }
        if head.line.depth > 0 {
            self.semicolon_between_variations(place, &head, &comment);
            self.remark_in_variation(place, &head, &comment);
        }
        if has_moves_after(comment.start + 1) {
            let sign = comment.start..comment.start + 1;
            let edit = Edit { range: sign.clone(), ..replace(self.text.text, sign.clone(), "") };
            let head = Head { at: sign.end, ..head };
            self.edit(&costs::SEMICOLON, 0, place, head, Candidate::new(edit, sign, Slip::Semicolon));
        }
    }

    /// A face that begins with a semicolon, in braces.
    fn wink(&mut self, place: &Place, head: &Head, range: Range<usize>) {
        let head = Head { at: range.end, last: Some(TokenKind::BraceComment), ..head.clone() };
        let braced = format!("{{{}}}", self.slice(&range));
        self.replace(&costs::WINK, 0, (place, head), range, &braced, Slip::MissingBraces);
    }

    /// A face in parentheses, `(;-))`. Whether there is one.
    fn wink_in_parentheses(&mut self, place: &Place, head: &Head, comment: &Range<usize>) -> bool {
        let wink = wink(self.slice(comment));
        let range = comment.start..comment.start + wink;
        let Some(open) = place.before().next().filter(|_| head.last == Some(TokenKind::VariationOpen)) else {
            return false;
        };
        let is_closed = self.slice(&range).ends_with(')') && open.token().range.end == comment.start;
        if is_closed {
            self.note(&open, range.end, 0);
        }
        is_closed
    }

    /// Two variations in one pair of parentheses: `(2. f4 exf4; 2. Nc3 Nf6)`.
    fn semicolon_between_variations(&mut self, place: &Place, head: &Head, comment: &Range<usize>) {
        let sign = comment.start..comment.start + 1;
        let Some((before, from, head)) = self.between_variations(place, head, sign.clone()) else { return };
        if from < comment.end {
            let edit = Edit::replace(before..from, ") (");
            self.edit(&costs::SEMICOLON, 0, place, head, Candidate::new(edit, sign, Slip::Semicolon));
        }
    }

    /// Words after a semicolon, up to the `)` of the variation: `(2. f4 exf4; or d4)`.
    fn remark_in_variation(&mut self, place: &Place, head: &Head, comment: &Range<usize>) {
        let text = self.text.text;
        let Some(end) = self.end_in_line(comment) else { return };
        let words = text[comment.start + 1..end].trim();
        if words.is_empty() || words.contains(['{', '}']) {
            return;
        }
        let head = Head { at: end, last: Some(TokenKind::BraceComment), ..head.clone() };
        let sign = comment.start..comment.start + 1;
        let blank = if text[..comment.start].ends_with(char::is_whitespace) { "" } else { " " };
        let edit = Edit::replace(comment.start..end, format!("{blank}{{{words}}}"));
        self.edit(&costs::SEMICOLON, 1, place, head, Candidate::new(edit, sign, Slip::Semicolon));
    }

    /// Where the `)` is in a line comment that ends the variation around it.
    fn end_in_line(&self, comment: &Range<usize>) -> Option<usize> {
        let (mut at, mut depth) = (comment.start + 1, 0_usize);
        loop {
            let (kind, range) = token_at(self.text.text, at).filter(|(_, range)| range.start < comment.end)?;
            self.text.spend_on_bytes(range.end - at);
            at = range.end;
            match kind {
                TokenKind::VariationOpen => depth += 1,
                TokenKind::VariationClose if is_face(&self.text.text[comment.start..range.start]) => {}
                TokenKind::VariationClose if depth == 0 => return Some(range.start),
                TokenKind::VariationClose => depth -= 1,
                _ => {}
            }
        }
    }
}
