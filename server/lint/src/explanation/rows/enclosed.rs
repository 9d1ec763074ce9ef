//! Moves of the game in parentheses, and variations in other brackets than parentheses.

use std::rc::Rc;

use scoresheet_format::line_edits::replace;
use scoresheet_grammar::{TokenKind, ast};

use super::Rows;
use crate::explanation::beam::Step;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, How, Slip, Undone};
use crate::explanation::walk::{Head, Token};
use crate::finding::Edit;

/// How many tokens inside of brackets are looked at.
const MOST_TOKENS: usize = 300;

impl Rows<'_, '_> {
    /// Moves of the game in parentheses, which the next move after them continues: `2. Nf3 Nc6 (3. Bb5 a6) 4. Ba4`.
    pub(super) fn game_in_parentheses(&mut self) {
        let is_open = |token: &Token| token.kind == TokenKind::VariationOpen && !token.range.is_empty();
        // Before the first move it is the trouble itself.
        let here = Some(self.here.clone()).filter(|_| is_open(self.token));
        let Some(open) = here.or_else(|| self.opening(is_open)) else { return };
        let (head, sign) = self.at(&open);
        let (head, sign) = (head.clone(), sign.range.clone());
        let start = sign.end;
        let inside = Head { at: start, ..head.clone() };
        let Some((after, close)) = self.inside(inside, |token| token.kind == TokenKind::VariationClose) else { return };
        let after = Head { at: close.range.end, ..after };
        if !self.goes_on(&after) {
            return;
        }
        let Some(mut first) = self.text.token(start) else { return };
        let is_repeated = first.kind == TokenKind::MoveNumber
            && head.last == Some(TokenKind::San)
            && ast::move_number(self.slice(&first.range)).periods >= 2;
        if is_repeated && let Some(next) = self.text.token(first.range.end) {
            first = next;
        }
        let moves = self.text.text[first.range.start..close.range.start].trim_end();
        let range = sign.start..close.range.end;
        let edit = replace(self.text.text, range.clone(), moves);
        let candidate = Candidate::new(edit, range, Slip::GameInParentheses);
        self.edit(&costs::GAME_IN_PARENTHESES, 0, &open, after, candidate);
    }

    /// A variation in other brackets: `[3... Nf6]`, `<3... Nf6 $5>`.
    pub(super) fn variation_in_brackets(&mut self) {
        let is_open = |token: &Token| matches!(self.slice(&token.range), "[" | "<");
        let Some(open) = (if is_open(self.token) { Some(self.here.clone()) } else { self.opening(is_open) }) else {
            return;
        };
        let (head, token) = self.at(&open);
        let (head, token) = (head.clone(), token.clone());
        if head.line.before.is_none() {
            return;
        }
        let end = if self.slice(&token.range) == "[" { "]" } else { ">" };
        let inside = Head {
            at: token.range.end,
            line: head.line.varied(),
            last: Some(TokenKind::VariationOpen),
            ..head.clone()
        };
        // Without a number, words are as likely.
        let is_numbered = self.text.token(inside.at).is_some_and(|first| first.kind == TokenKind::MoveNumber);
        let Some((after, close)) = self.inside(inside, |token| self.slice(&token.range) == end).filter(|_| is_numbered)
        else {
            return;
        };
        let row = &costs::OTHER_PARENTHESES;
        let ends = [
            (token.range, "(", Slip::MistypedBeginOfVariation),
            (close.range.clone(), ")", Slip::MistypedEndOfVariation),
        ];
        let cost = after.cost + row.cost;
        let next = Head {
            at: close.range.end,
            line: Rc::clone(&head.line),
            last: Some(TokenKind::VariationClose),
            cost,
            ..after
        };
        if next.cost <= self.most {
            let undone = ends.map(|(range, sign, slip)| {
                let candidate = Candidate::new(Edit::replace(range.clone(), sign), range.clone(), slip);
                Undone { row, cost: row.cost / 2, range, how: How::Edit(candidate) }
            });
            self.found.push(Step { place: open, head: next, undone: undone.to_vec() });
        }
    }

    /// A parenthesis in the full width of East Asian scripts, at the beginning or end of the token that does not fit.
    pub(super) fn wide_parenthesis(&mut self) {
        let (here, start) = (self.here.clone(), self.token.range.start);
        let Some(sign) = self.text.text[start..].chars().next() else { return };
        let range = start..start + sign.len_utf8();
        let head = self.head;
        let (text, line, last, slip) = match (sign, &head.line.outer) {
            ('（', _) if head.line.before.is_some() => {
                ("(", head.line.varied(), TokenKind::VariationOpen, Slip::MistypedBeginOfVariation)
            }
            ('）', Some(outer)) => (")", Rc::clone(outer), TokenKind::VariationClose, Slip::MistypedEndOfVariation),
            _ => return,
        };
        let next = Head { at: range.end, line, last: Some(last), ..head.clone() };
        self.replace(&costs::WIDE_PARENTHESIS, 0, (&here, next), range, text, slip);
    }

    /// A comment in braces of the full width of East Asian scripts.
    pub(super) fn wide_braces(&mut self) {
        let start = self.token.range.start;
        let Some(inside) = self.text.ahead(start).strip_prefix('｛') else { return };
        let Some(end) = inside.find(['｝', '{', '}']).filter(|end| inside[*end..].starts_with('｝')) else { return };
        let first = start + '｛'.len_utf8();
        let range = start..first + end + '｝'.len_utf8();
        let head = Head { at: range.end, last: Some(TokenKind::BraceComment), ..self.head.clone() };
        let edit = Edit::replace(range, format!("{{{}}}", &inside[..end]));
        let candidate = Candidate::new(edit, start..first, Slip::OtherBraces);
        self.edit(&costs::WIDE_PARENTHESIS, 0, &self.here.clone(), head, candidate);
    }

    /// The place of the bracket right before the trouble, or before the number that is there.
    fn opening(&self, is_open: impl Fn(&Token) -> bool) -> Option<Place> {
        let before = self.here.before().next()?;
        if before.token().kind == TokenKind::MoveNumber {
            return before.before().next().filter(|place| is_open(place.token()));
        }
        Some(before).filter(|place| is_open(place.token()))
    }

    /// The head after the moves inside of brackets, and the closing one; nothing where they do not fit, or there are none.
    fn inside(&self, mut head: Head, is_close: impl Fn(&Token) -> bool) -> Option<(Head, Token)> {
        let (line, mut has_moves) = (Rc::clone(&head.line), false);
        for _ in 0..MOST_TOKENS {
            let token = self.text.token(head.at)?;
            self.text.spend(1);
            if head.line.depth == line.depth && is_close(&token) {
                return has_moves.then_some((head, token));
            }
            has_moves |= token.kind == TokenKind::San;
            head = self.text.read(&head, &token).ok()?;
        }
        None
    }

    /// Whether the next move fits, with its number.
    fn goes_on(&self, head: &Head) -> bool {
        let mut head = head.clone();
        while let Some(token) = self.text.token(head.at) {
            self.text.spend(1);
            let Ok(next) = self.text.read(&head, &token) else { return false };
            match token.kind {
                TokenKind::San => return true,
                TokenKind::MoveNumber => head = next,
                kind if kind.is_comment() || kind.is_annotation() => head = next,
                _ => return false,
            }
        }
        false
    }
}
