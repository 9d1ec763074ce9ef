//! Parentheses that were left out, doubled or typed for something else.

use std::ops::Range;
use std::rc::Rc;

use scoresheet_format::line_edits::delete;
use scoresheet_grammar::{TokenKind, ast};

use super::{Rows, distance};
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, How, Slip, Undone};
use crate::explanation::walk::{Head, Token, Trouble};
use crate::finding::Edit;

/// How many tokens of a variation without an end are looked at.
pub(super) const TOKENS_OF_A_VARIATION: usize = 300;

/// How many numbers, comments and annotations may come before a move: a text of nothing but numbers would be read to its end at each.
const MOST_BEFORE_MOVE: usize = 64;

/// How many tokens before a move that does not fit may have lost the `(` before them.
const OPENERS_BACK: usize = 12;

/// What is written between two variations in one pair of parentheses.
const BETWEEN_VARIATIONS: [&str; 7] = [",", "/", "|", "&", "or", "and", "OR"];

/// How many doubled parentheses before a trouble are tried.
const DOUBLED_BACK: usize = 4;

impl Rows<'_, '_> {
    pub(super) fn variations_before(&mut self, trouble: Trouble) {
        let steps: Vec<Place> = self.here.before().take(TOKENS_OF_A_VARIATION).collect();
        let near = &steps[..steps.len().min(super::STEPS_BACK)];
        match trouble {
            Trouble::Brace => self.brace_for_parenthesis(),
            Trouble::Parenthesis => self.begins_of_variation(near),
            Trouble::Word => {
                self.begins_of_variation(&[]);
                self.sign_between_variations();
            }
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
                TokenKind::San | TokenKind::Nag | TokenKind::Word if text.ends_with(['0', '9']) && text.len() > 2 => {
                    // With a check before the digit it is no move.
                    let kind = if token.kind == TokenKind::Word { TokenKind::San } else { token.kind };
                    let short = Token { kind, range: token.range.start..sign.start };
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

    /// Two variations in one pair of parentheses, with a sign or a word between them: `(2. f4 exf4, 2. Nc3 Nf6)`. After a semicolon they are a
    /// line comment.
    fn sign_between_variations(&mut self) {
        let sign = self.token.range.clone();
        if !BETWEEN_VARIATIONS.contains(&self.slice(&sign)) {
            return;
        }
        let (here, head) = (self.here.clone(), self.head.clone());
        let Some((before, from, head)) = self.between_variations(&here, &head, sign.clone()) else { return };
        let edit = Edit::replace(before..from, ") (");
        self.edit(&costs::MISTYPED_DELIMITER, 0, &here, head, Candidate::new(edit, sign, Slip::MistypedEndOfVariation));
    }

    /// Where the variation before a sign at a place ends and where the one after it begins, with the head there; nothing unless the same number
    /// says that both are at the same move.
    pub(super) fn between_variations(
        &self,
        place: &Place,
        head: &Head,
        sign: Range<usize>,
    ) -> Option<(usize, usize, Head)> {
        let outer = head.line.outer.as_ref().filter(|_| head.line.last.is_some())?;
        let next = self.text.token(sign.end)?;
        if next.kind != TokenKind::MoveNumber || !self.begins_with(place, self.slice(&next.range)) {
            return None;
        }
        let before = self.text.text[..sign.start].trim_end().len();
        let (from, line) = (next.range.start, outer.varied());
        Some((before, from, Head { at: from, line, last: Some(TokenKind::VariationOpen), ..head.clone() }))
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
                TokenKind::Word if self.slice(&token.range).starts_with(['8', '9']) => true,
                // `C3... Nf6)` for `(3... Nf6)`.
                TokenKind::Word | TokenKind::San => self.is_number_after_sign(&head, &token),
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

    /// Whether a token that looks like a move is a letter for `(` and a number with its periods.
    fn is_number_after_sign(&self, head: &Head, token: &Token) -> bool {
        let digits = self.slice(&token.range).strip_prefix(['C', 'c']).unwrap_or("");
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        let is_played = || self.played(head, &self.slice(&token.range).to_lowercase()).is_some();
        is_number && self.text.text[token.range.end..].starts_with('.') && !is_played()
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
            let range = token.range;
            let undone = Undone {
                row,
                cost: self.stray_end(row.cost) + distance(back),
                range: range.clone(),
                how: How::Edit(Candidate::new(Edit::delete(range.clone()), range, Slip::DoubledEndOfVariation)),
            };
            self.push(place.clone(), head, undone);
        }
    }

    /// What a `)` costs that ends nothing: little where one was put in before it.
    pub(super) fn stray_end(&self, usual: u32) -> u32 {
        let is_put_in = |undone: &Undone| matches!(&undone.how, How::Edit(candidate) if candidate.slip == Slip::MissingEndOfVariation);
        if self.here.path.undone.iter().any(is_put_in) { costs::STRAY_AFTER_LOST } else { usual }
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

    /// The end of the variation whose `(` is at `start`.
    pub(super) fn end_of_variation_at(&self, start: usize) -> Option<usize> {
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
