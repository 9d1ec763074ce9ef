//! Variations in another place than they belong: before or after the move that they vary, or on one that is missing, and those that go on with
//! their line.

use std::ops::Range;
use std::rc::Rc;

use scoresheet_chess::replay::Fitting;
use scoresheet_grammar::{TokenKind, ast};

use super::Rows;
use super::variations::TOKENS_OF_A_VARIATION;
use crate::explanation::costs;
use crate::explanation::line::Line;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, How, Slip, Undone};
use crate::explanation::walk::{Head, Token};
use crate::finding::Edit;

/// How many moves back the one may be that a variation in another place varies.
const MOVES_BACK: usize = 6;

/// How many tokens there may be between two numbers.
const MOST_TO_NEXT_NUMBER: usize = 12;

impl Rows<'_, '_> {
    /// The variation that begins here continues its line instead of replacing the last move.
    pub(super) fn continuing_variation(&mut self) {
        let Some(open) = self.open_at_first_move() else { return };
        let outer = Rc::clone(&open.head().line);
        let now = Rc::new(Line {
            now: Rc::clone(&outer.now),
            before: None,
            last: None,
            depth: outer.depth + 1,
            outer: Some(Rc::clone(&outer)),
        });
        let start = open.token().range.start;
        let (Some(first), Some(end)) = (self.next_move(start + 1), self.end_of_variation_at(start)) else { return };
        // What the line itself goes on with is what the variation varies.
        let is_last = self.text.token(end).is_none_or(|next| {
            matches!(next.kind, TokenKind::VariationOpen | TokenKind::VariationClose) || next.kind.is_termination()
        });
        // What follows a mate is no move at all; what would make it one is another game.
        let is_over = outer.now.position.is_some() && outer.now.playable().is_empty();
        if is_last && outer.before.is_some() && is_over && self.has_number_of_next(&now, start) {
            let head = Head { at: end, last: Some(TokenKind::VariationClose), ..open.head().clone() };
            let (row, range) = (&costs::CONTINUING, open.token().range.clone());
            return self.push(open, head, Undone { row, cost: row.cost, range, how: How::Left });
        }
        if is_last && outer.before.is_some() && self.fits(&now, start, &first) {
            let from = self.text.token(start + 1).map_or(start + 1, |token| token.range.start);
            let head = Head { at: from, line: now, last: Some(TokenKind::VariationOpen), ..open.head().clone() };
            let (row, range) = (&costs::CONTINUING, open.token().range.clone());
            self.push(open, head, Undone { row, cost: row.cost, range, how: How::Left });
        }
    }

    /// The variation that begins with the move that does not fit is one move too early or too late.
    pub(super) fn misplaced_variation(&mut self) {
        let Some(open) = self.open_at_first_move() else { return };
        let start = open.token().range.start;
        let Some(end) = self.end_of_variation_at(start) else { return };
        let Some(first) = self.next_move(start + 1) else { return };
        let line = &open.head().line;
        if let Some(place) = open.before().next().filter(|place| place.token().kind == TokenKind::San)
            && place.head().line.before.is_some()
            && self.fits(&place.head().line.varied(), start, &first)
        {
            let head = Head { at: end, last: Some(TokenKind::VariationClose), ..open.head().clone() };
            self.exchange(&place, head, start..start + 1, place.token().range.clone(), start..end);
        }
        self.variation_of_earlier_move(&open, end, &first);
        let Some(mut next) = self.text.token(end) else { return };
        if next.kind == TokenKind::MoveNumber {
            let Some(token) = self.text.token(next.range.end) else { return };
            next = token;
        }
        let now = Rc::new(Line { before: None, ..(**line).clone() }).varied();
        if next.kind == TokenKind::San
            && self.fits(&now, start, &first)
            && let Ok(after) = self.text.read(open.head(), &next)
        {
            let from = self.text.token(end).map_or(end, |token| token.range.start);
            self.exchange(
                &open,
                Head { at: next.range.end, ..after },
                start..start + 1,
                start..end,
                from..next.range.end,
            );
        }
    }

    /// The variation from `open` to byte `end` belongs to an earlier move: the one with its number.
    fn variation_of_earlier_move(&mut self, open: &Place, end: usize, first: &Token) {
        let (start, depth) = (open.token().range.start, open.head().line.depth);
        let mut moved_from = start;
        let mut moves = 0;
        for place in open.before().take(TOKENS_OF_A_VARIATION) {
            let (head, token) = (place.head(), place.token());
            if head.line.depth != depth || matches!(token.kind, TokenKind::VariationClose) || moves > MOVES_BACK {
                return;
            }
            if token.kind != TokenKind::San {
                // What belongs to the varied move stays with it.
                moved_from = if super::is_attached(token.kind) { moved_from } else { token.range.start };
                continue;
            }
            if moves > 1
                && let Ok(played) = self.text.read(head, token)
                && self.has_number_of_next(&head.line, start)
                && self.fits(&played.line.varied(), start, first)
            {
                let between = moved_from..self.text.text[..start].trim_end().len();
                let head = Head { at: end, last: Some(TokenKind::VariationClose), ..open.head().clone() };
                return self.exchange(&place, head, start..start + 1, between, start..end);
            }
            moves += 1;
            moved_from = token.range.start;
        }
    }

    fn exchange(&mut self, place: &Place, head: Head, slip: Range<usize>, one: Range<usize>, other: Range<usize>) {
        let text = self.text.text;
        let swapped = format!("{}{}{}", &text[other.clone()], &text[one.end..other.start], &text[one.clone()]);
        let edit = Edit::replace(one.start..other.end, swapped);
        self.edit(&costs::MISPLACED, 0, place, head, Candidate::new(edit, slip, Slip::MisplacedVariation));
    }

    /// Whether the variation whose `(` is at `start` begins with the number of the next move of this line.
    fn has_number_of_next(&self, line: &Line, start: usize) -> bool {
        let number = self.text.token(start + 1).filter(|number| number.kind == TokenKind::MoveNumber);
        number.is_some_and(|number| {
            let written = ast::move_number(self.slice(&number.range));
            written.number == self.head.number_on(&line.now) && (written.periods >= 2) == line.now.turn.is_black()
        })
    }

    /// Whether the variation whose `(` is at `start`, and whose first move is `token`, begins on this line.
    fn fits(&self, line: &Line, start: usize, token: &Token) -> bool {
        let board = &line.now;
        let fit = |position| self.text.tried(self.slice(&token.range)).fit(position, board.in_check);
        let number = self.text.token(start + 1).filter(|number| number.kind == TokenKind::MoveNumber);
        let expected = self.head.number_on(board);
        let counts = number.is_none_or(|number| ast::move_number(self.slice(&number.range)).number == expected);
        counts && board.position.as_ref().is_some_and(|position| matches!(fit(position), Fitting::One(..)))
    }

    /// Whether the number at the trouble is the first one of a variation, and another one continues from it.
    pub(super) fn has_number_after_own(&self) -> bool {
        let is_first = self.here.before().next().is_some_and(|place| place.token().kind == TokenKind::VariationOpen);
        if !is_first {
            return false;
        }
        let own = ast::move_number(self.slice(&self.token.range)).number;
        let mut at = self.token.range.end;
        for _ in 0..MOST_TO_NEXT_NUMBER {
            let Some(token) = self.text.token(at) else { return false };
            at = token.range.end;
            match token.kind {
                TokenKind::MoveNumber => return ast::move_number(self.slice(&token.range)).number == own + 1,
                TokenKind::VariationOpen | TokenKind::VariationClose => return false,
                _ => {}
            }
        }
        false
    }

    /// The move is missing on which the variation is one that begins with the move that does not fit.
    pub(super) fn missing_before_variation(&mut self) {
        let Some(open) = self.open_at_first_move() else { return };
        let start = open.token().range.start;
        let board = open.head().line.now.clone();
        if !self.affords(&costs::LOST_MOVE, open.head()) {
            return;
        }
        let Some(end) = self.end_of_variation_at(start).filter(|_| board.position.is_some()) else { return };
        let Some(next) = self.next_move(end) else { return };
        let (at, from) = self.gap(&open);
        let slip = Slip::Missing { number: board.number, turn: board.turn };
        for (after, san) in self.leading_to(&board, &next) {
            self.put_in(&costs::LOST_MOVE, 0, (&from, after), at, &san, slip);
        }
    }

    /// The place of the `(` right before the trouble, or before the number that is there.
    pub(super) fn open_at_first_move(&self) -> Option<Place> {
        let before = self.here.before().next()?;
        match before.token().kind {
            TokenKind::VariationOpen => Some(before),
            TokenKind::MoveNumber => {
                before.before().next().filter(|place| place.token().kind == TokenKind::VariationOpen)
            }
            _ => None,
        }
    }
}
