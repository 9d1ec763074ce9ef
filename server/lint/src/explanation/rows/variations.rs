//! Parentheses that were left out, doubled or typed for something else, and variations in another place than they belong.

use std::ops::Range;
use std::rc::Rc;

use scoresheet_chess::replay::Fitting;
use scoresheet_format::line_edits::delete;
use scoresheet_grammar::{TokenKind, ast};
use shakmaty::san::SanPlus;

use super::{Rows, distance};
use crate::explanation::costs;
use crate::explanation::line::Line;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, How, Slip, Undone};
use crate::explanation::walk::{Head, Token, Trouble};
use crate::finding::Edit;

/// How many tokens of a variation without an end are looked at.
const TOKENS_OF_A_VARIATION: usize = 300;

/// How many numbers, comments and annotations may come before a move: a text of nothing but numbers would be read to its end at each.
const MOST_BEFORE_MOVE: usize = 64;

/// How many tokens before a move that does not fit may have lost the `(` before them.
const OPENERS_BACK: usize = 12;

/// How many doubled parentheses before a trouble are tried.
const DOUBLED_BACK: usize = 4;

impl Rows<'_, '_> {
    pub(super) fn variations_before(&mut self, trouble: Trouble) {
        let steps: Vec<Place> = self.here.before().take(TOKENS_OF_A_VARIATION).collect();
        let near = &steps[..steps.len().min(super::STEPS_BACK)];
        match trouble {
            Trouble::Brace => self.brace_for_parenthesis(),
            Trouble::Parenthesis => self.begins_of_variation(near),
            Trouble::Word => self.begins_of_variation(&[]),
            Trouble::Move | Trouble::Number | Trouble::Capture => {
                self.begins_of_variation(&steps[..steps.len().min(OPENERS_BACK)]);
                self.continuing_variation();
                self.misplaced_variation();
                self.surplus_begin();
                self.missing_before_variation();
            }
            _ => {}
        }
        if self.head.line.depth > 0 && trouble != Trouble::UnclosedComment {
            self.ends_of_variation(&steps, trouble);
        }
        self.doubled_ends(near);
        self.doubled_begins(&steps, trouble);
    }

    /// `)` was left out before the trouble or one of the `steps` before it, in the variations that are open there.
    fn ends_of_variation(&mut self, steps: &[Place], trouble: Trouble) {
        let text = self.text.text;
        let here = self.here.clone();
        for (back, place) in std::iter::once(&here).chain(steps).enumerate() {
            let (head, token) = if back == 0 { (self.head, self.token) } else { (place.head(), place.token()) };
            let Some(outer) = head.line.outer.clone() else { break };
            let Some(before) = place.before().next().filter(|_| head.line.last.is_some()) else { continue };
            let (last, end) = (before.token().clone(), before.token().range.end);
            if matches!(last.kind, TokenKind::VariationOpen) {
                continue;
            }
            let after =
                Head { at: end, line: Rc::clone(&outer), last: Some(TokenKind::VariationClose), ..head.clone() };
            // What begins like the open variation, or a number that is needed only after one, shows where it ended.
            let is_sibling = token.kind == TokenKind::VariationOpen && self.begins_alike(token);
            let is_shown = is_sibling || self.text.is_number_restated(head, token);
            if !is_shown && back >= super::STEPS_BACK && trouble != Trouble::UnclosedVariation {
                continue;
            }
            let more = if is_shown { 0 } else { 1 + distance(back) };
            if matches!(last.kind, TokenKind::MoveNumber) {
                if matches!(self.slice(&last.range), "9" | "0") {
                    let slip = Slip::MistypedEndOfVariation;
                    let head = Head { line: Rc::clone(&outer), at: end, ..before.head().clone() };
                    self.replace(&costs::MISTYPED_DELIMITER, 0, (&before, head), last.range, ")", slip);
                }
                continue;
            }
            let (at, sign) = match self.after(Some(&before), token) {
                at if at == end => (self.habits().end_of_variation(text, end), ")"),
                at if token.range.is_empty() => (at, if text.ends_with('\n') { ")" } else { "\n)" }),
                at => (at, ") "),
            };
            self.insert(&costs::LOST_DELIMITER, more, (place, after), at, sign, Slip::MissingEndOfVariation);
        }
        self.mistyped_ends(steps);
    }

    /// Another sign in place of `)`: the token that does not fit, or the last sign of a token before it.
    fn mistyped_ends(&mut self, steps: &[Place]) {
        let here = self.here.clone();
        let mut opens = 0;
        for (back, place) in std::iter::once(&here).chain(steps).enumerate() {
            let (head, token) = if back == 0 {
                (self.head.clone(), self.token.clone())
            } else {
                (place.head().clone(), place.token().clone())
            };
            let Some(outer) = head.line.outer.clone() else { return };
            let is_open = token.kind == TokenKind::VariationOpen;
            opens += usize::from(is_open);
            // Where the text ends there is no sign.
            if token.range.is_empty() || opens > DOUBLED_BACK || back >= OPENERS_BACK && !is_open {
                continue;
            }
            let text = self.slice(&token.range);
            let closed = |head: Head| Head {
                at: token.range.end,
                line: head.line.outer.clone().unwrap_or(Rc::clone(&outer)),
                last: Some(TokenKind::VariationClose),
                ..head
            };
            let sign = token.range.end - 1..token.range.end;
            match token.kind {
                TokenKind::StrayBracket | TokenKind::Angle | TokenKind::Bracket | TokenKind::VariationOpen => {
                    let slip = Slip::MistypedEndOfVariation;
                    self.replace(&costs::MISTYPED_DELIMITER, 0, (place, closed(head)), sign, ")", slip);
                }
                TokenKind::MoveNumber if matches!(text, "0" | "9") => {
                    let slip = Slip::MistypedEndOfVariation;
                    self.replace(&costs::MISTYPED_DELIMITER, 0, (place, closed(head)), sign, ")", slip);
                }
                // The shift key was missed.
                TokenKind::San | TokenKind::Nag if text.ends_with(['0', '9']) && text.len() > 2 => {
                    let short = Token { range: token.range.start..sign.start, ..token.clone() };
                    let Ok(after) = self.text.read(&head, &short) else { continue };
                    let slip = Slip::MistypedEndOfVariation;
                    // The NAG may be what was meant.
                    let more = if token.kind == TokenKind::Nag { costs::WHOLE_NAG } else { 0 };
                    self.replace(&costs::MISTYPED_DELIMITER, more, (place, closed(after)), sign, ")", slip);
                }
                _ => {}
            }
        }
    }

    /// Whether the variation whose `(` is `open` begins with the same number as the one that is open here.
    fn begins_alike(&self, open: &Token) -> bool {
        self.first_number(&open.range).is_some_and(|first| self.begins_with(&self.here, first))
    }

    /// Whether the innermost variation that is open at a place begins with this number.
    pub(super) fn begins_with(&self, place: &Place, number: &str) -> bool {
        let depth = self.at(place).0.line.depth;
        let open = place
            .before()
            .take(TOKENS_OF_A_VARIATION)
            .find(|place| place.token().kind == TokenKind::VariationOpen && place.head().line.depth + 1 == depth);
        open.is_some_and(|open| self.first_number(&open.token().range) == Some(number))
    }

    /// The number with which a variation begins whose `(` is at `open`.
    fn first_number(&self, open: &Range<usize>) -> Option<&str> {
        let token = self.text.token(open.end)?;
        (token.kind == TokenKind::MoveNumber).then(|| self.slice(&token.range))
    }

    /// `(` was left out before the trouble or one of the `steps` before it.
    fn begins_of_variation(&mut self, steps: &[Place]) {
        let text = self.text.text;
        let here = self.here.clone();
        let mut depth = self.head.line.depth;
        for (back, place) in std::iter::once(&here).chain(steps).enumerate() {
            let (head, token) = if back == 0 {
                (self.head.clone(), self.token.clone())
            } else {
                (place.head().clone(), place.token().clone())
            };
            depth = depth.min(head.line.depth);
            let is_end = token.kind == TokenKind::VariationClose && back > 0;
            if head.line.depth > depth + usize::from(is_end) || head.line.before.is_none() {
                continue;
            }
            let begins = match token.kind {
                TokenKind::MoveNumber | TokenKind::BraceComment => true,
                TokenKind::San => head.last != Some(TokenKind::MoveNumber),
                _ => false,
            };
            let line = head.line.varied();
            let inside = Head { line, last: Some(TokenKind::VariationOpen), ..head.clone() };
            // A comment mostly belongs to the move before it.
            let more = distance(back) + u32::from(token.kind == TokenKind::BraceComment);
            if begins && self.may_begin(&inside, &token) {
                let at = self.habits().begin_of_variation(text, token.range.start);
                self.insert(
                    &costs::LOST_DELIMITER,
                    more,
                    (place, inside.clone()),
                    at,
                    "(",
                    Slip::MissingBeginOfVariation,
                );
            }
            let may_be_mistyped = match token.kind {
                TokenKind::Bracket | TokenKind::Angle | TokenKind::VariationClose | TokenKind::StrayBrace => true,
                // The shift key was missed.
                TokenKind::MoveNumber => token.range.len() > 2 && self.slice(&token.range).starts_with(['8', '9']),
                TokenKind::Word => self.slice(&token.range).starts_with(['8', '9']),
                _ => false,
            };
            if may_be_mistyped {
                let sign = token.range.start..token.range.start + 1;
                let inside = Head { at: sign.end, ..inside };
                let slip = Slip::MistypedBeginOfVariation;
                self.replace(&costs::MISTYPED_DELIMITER, more, (place, inside), sign, "(", slip);
            }
        }
    }

    /// Whether a variation may begin with a token: its number fits, or it is none.
    fn may_begin(&self, inside: &Head, token: &Token) -> bool {
        token.kind != TokenKind::MoveNumber || {
            let written = ast::move_number(self.slice(&token.range));
            written.number == inside.number()
        }
    }

    /// `))` was typed for `)` before the trouble.
    fn doubled_ends(&mut self, steps: &[Place]) {
        let closes = steps.iter().enumerate().filter(|(_, place)| place.token().kind == TokenKind::VariationClose);
        for (back, place) in closes.take(DOUBLED_BACK).collect::<Vec<_>>() {
            self.mouth(place);
            let (token, head) = (place.token().clone(), place.head().clone());
            let before = self.text.text[..token.range.start].trim_end();
            let row = if before.ends_with(')') { &costs::DOUBLED_DELIMITER } else { &costs::STRAY };
            let head = Head { at: token.range.end, ..head };
            let candidate = Candidate::new(Edit::delete(token.range.clone()), token.range, Slip::DoubledEndOfVariation);
            self.edit(row, distance(back), place, head, candidate);
        }
    }

    /// `((` was typed for `(`.
    fn doubled_begins(&mut self, steps: &[Place], trouble: Trouble) {
        if trouble == Trouble::Variation {
            let (here, range, head) = (self.here.clone(), self.token.range.clone(), self.skipped());
            self.replace(&costs::DOUBLED_DELIMITER, 0, (&here, head), range, "", Slip::DoubledBeginOfVariation);
        }
        if trouble != Trouble::UnclosedVariation {
            return;
        }
        let opens = steps.iter().filter(|place| place.token().kind == TokenKind::VariationOpen);
        for place in opens.take(DOUBLED_BACK).collect::<Vec<_>>() {
            let range = place.token().range.clone();
            let head = Head { at: range.end, ..place.head().clone() };
            if self.text.text[range.end..].trim_start().starts_with('{') || self.text.text[range.end..].starts_with('(')
            {
                self.replace(
                    &costs::DOUBLED_DELIMITER,
                    0,
                    (place, head.clone()),
                    range.clone(),
                    "",
                    Slip::DoubledBeginOfVariation,
                );
            }
            // `(` typed for `{`: all up to the next `}` is a comment.
            let rest = self.text.ahead(range.end).as_bytes();
            if let Some(end) = memchr::memchr2(b'{', b'}', rest).filter(|end| rest[*end] == b'}') {
                let head = Head { at: range.end + end + 1, last: Some(TokenKind::BraceComment), ..head };
                self.replace(&costs::MISTYPED_DELIMITER, 0, (place, head), range, "{", Slip::MistypedBeginOfComment);
            }
        }
    }

    /// A variation without an end: what follows belongs to the main line.
    pub(super) fn unclosed(&mut self) {
        let mut line = Rc::clone(&self.head.line);
        while let Some(outer) = line.outer.clone() {
            line = outer;
        }
        let range = self.token.range.clone();
        let head = Head { line, at: range.start, ..self.head.clone() };
        let (row, here) = (&costs::LOST_DELIMITER, self.here.clone());
        self.push(here, head, Undone { row, cost: row.cost + 3, range, how: How::Left });
    }

    /// The variation that begins here continues its line instead of replacing the last move.
    fn continuing_variation(&mut self) {
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
    fn misplaced_variation(&mut self) {
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

    /// The `(` before the move that does not fit begins no variation: nothing ends one.
    fn surplus_begin(&mut self) {
        let Some(open) = self.open_at_first_move() else { return };
        self.mouth(&open);
        let range = open.token().range.clone();
        if self.end_of_variation_at(range.start).is_some() {
            return;
        }
        let head = Head { at: range.end, ..open.head().clone() };
        let edit = delete(self.text.text, range.clone());
        let slip = Slip::DoubledBeginOfVariation;
        self.edit(&costs::STRAY, 0, &open, head, Candidate::new(edit, range, slip));
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

    /// Whether the variation whose `(` is at `start` begins with the number of the next move of this line.
    fn has_number_of_next(&self, line: &Line, start: usize) -> bool {
        let number = self.text.token(start + 1).filter(|number| number.kind == TokenKind::MoveNumber);
        number.is_some_and(|number| {
            let written = ast::move_number(self.slice(&number.range));
            written.number == self.head.number_on(&line.now) && (written.periods >= 2) == line.now.turn.is_black()
        })
    }

    /// The move is missing on which the variation is one that begins with the move that does not fit.
    fn missing_before_variation(&mut self) {
        let Some(open) = self.open_at_first_move() else { return };
        let start = open.token().range.start;
        let board = open.head().line.now.clone();
        if !self.affords(&costs::LOST_MOVE, open.head()) {
            return;
        }
        let (Some(end), Some(position)) = (self.end_of_variation_at(start), &board.position) else { return };
        let Some(next) = self.next_move(end) else { return };
        let tried = self.text.tried(self.slice(&next.range));
        let (at, from) = self.gap(&open);
        let slip = Slip::Missing { number: board.number, turn: board.turn };
        self.text.spend_on_options(board.playable().len());
        for (action, _) in board.playable() {
            let after = board.after(*action);
            let fit = |position| tried.fit(position, after.in_check);
            if after.position.as_ref().is_some_and(|position| !matches!(fit(position), Fitting::None)) {
                let san = SanPlus::from_move(position.clone(), *action).to_string();
                self.put_in(&costs::LOST_MOVE, 0, (&from, after), at, &san, slip);
            }
        }
    }

    /// The place of the `(` right before the trouble, or before the number that is there.
    fn open_at_first_move(&self) -> Option<Place> {
        let before = self.here.before().next()?;
        match before.token().kind {
            TokenKind::VariationOpen => Some(before),
            TokenKind::MoveNumber => {
                before.before().next().filter(|place| place.token().kind == TokenKind::VariationOpen)
            }
            _ => None,
        }
    }

    fn exchange(&mut self, place: &Place, head: Head, slip: Range<usize>, one: Range<usize>, other: Range<usize>) {
        let text = self.text.text;
        let swapped = format!("{}{}{}", &text[other.clone()], &text[one.end..other.start], &text[one.clone()]);
        let edit = Edit::replace(one.start..other.end, swapped);
        self.edit(&costs::MISPLACED, 0, place, head, Candidate::new(edit, slip, Slip::MisplacedVariation));
    }

    /// The end of the variation whose `(` is at `start`.
    fn end_of_variation_at(&self, start: usize) -> Option<usize> {
        let (mut at, mut depth) = (start, 0_usize);
        for _ in 0..TOKENS_OF_A_VARIATION {
            let token = self.text.token(at)?;
            at = token.range.end;
            match token.kind {
                TokenKind::VariationOpen => depth += 1,
                TokenKind::VariationClose if depth == 1 => return Some(at),
                TokenKind::VariationClose => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// The first move at or after byte `at`; only numbers, comments and annotations may come before it, and no more of them than real
    /// games have.
    pub(super) fn next_move(&self, at: usize) -> Option<Token> {
        let mut at = at;
        for _ in 0..MOST_BEFORE_MOVE {
            let token = self.text.token(at)?;
            at = token.range.end;
            match token.kind {
                TokenKind::San => return Some(token),
                TokenKind::MoveNumber | TokenKind::Periods => {}
                kind if kind.is_comment() || kind.is_annotation() => {}
                _ => return None,
            }
        }
        None
    }
}
