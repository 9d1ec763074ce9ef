//! Move numbers that do not fit: a wrong number, or moves left out before it.

use scoresheet_chess::replay::Fitting;
use scoresheet_grammar::{TokenKind, ast};
use shakmaty::san::SanPlus;
use shakmaty::{Color, Position};

use super::Rows;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::Slip;
use crate::explanation::walk::{Head, side_of};
use crate::suspicious_comment::{begins_moves, wink};

/// What is written for the period of a number.
const FOR_PERIOD: &str = ",;:-_–—/";

/// What is written after a number besides, or instead of its period: signs of other scripts, and that of ordinals.
const AFTER_NUMBER: [char; 12] = ['．', '。', '、', '，', '：', '）', 'º', '°', '/', '|', ']', '>'];

/// The ends of ordinal numbers.
const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// Signs around a number: the one before it and the one after it.
const BEFORE_NUMBER: [(&str, &str); 6] = [("#", ""), ("№", ""), ("(", ")"), ("[", "]"), ("<", ">"), ("（", "）")];

/// Nobody counts further in Roman numerals.
const MOST_IN_ROMAN: u32 = 399;

/// Stands for a move of each side that is unknown.
const NULL_MOVES: &str = "-- --";

impl Rows<'_, '_> {
    /// One move was left out before a number that is too high, or two.
    pub(super) fn missing_at_number(&mut self) {
        let board = &self.head.line.now;
        let written = ast::move_number(self.slice(&self.token.range));
        let ply = |number: u32, is_black: bool| 2 * u64::from(number) + u64::from(is_black);
        let here = ply(self.head.number(), board.turn.is_black());
        // One period before a move of Black is import format.
        let sides = [side_of(written.periods).is_black(), board.turn.is_black()];
        let ahead = sides.map(|is_black| ply(written.number, is_black).checked_sub(here));
        if ahead.contains(&Some(1))
            && let Some(next) = self.next_move(self.token.range.end)
        {
            let here = self.here.clone();
            self.missing_before(&here, self.head, &next, 0);
        }
        if ahead.contains(&Some(2)) {
            self.missing_pair();
        }
    }

    /// What speaks against a wrong number: the line comment before it begins with moves.
    pub(super) fn moves_in_line_before(&self) -> u32 {
        let before = self.here.before().next().filter(|place| place.token().kind == TokenKind::LineComment);
        let hides_moves = |place: Place| {
            let comment = self.slice(&place.token().range);
            begins_moves(&comment[wink(comment).max(1)..])
        };
        if before.is_some_and(hides_moves) { costs::PRECIOUS_MOVE } else { 0 }
    }

    /// Another sign for the period of a move number: `4,O-O`.
    pub(super) fn other_period(&mut self) {
        let Some(number) = self.here.before().next().filter(|place| place.token().kind == TokenKind::MoveNumber) else {
            return;
        };
        let digits = number.token().range.clone();
        let sign = self.token.range.start..self.token.range.start + 1;
        let has_period = self.slice(&digits).ends_with(['.', '…']);
        if has_period
            || digits.end != sign.start
            || !matches!(self.text.text.get(sign.clone()), Some("," | ";" | ":" | "-" | "_"))
        {
            return;
        }
        let text = format!("{}.", self.slice(&digits));
        let head = Head { at: sign.end, last: Some(TokenKind::MoveNumber), ..self.head.clone() };
        self.replace(&costs::OTHER_PERIOD, 0, (&number, head), digits.start..sign.end, &text, Slip::GarbledNumber);
    }

    /// The same where the move follows at once: `1-e4`.
    pub(super) fn other_period_in_word(&mut self) {
        let (text, start) = (self.slice(&self.token.range), self.token.range.start);
        let number = &text[..text.len() - text.trim_start_matches(|digit: char| digit.is_ascii_digit()).len()];
        let Some(sign) = text[number.len()..].chars().next().filter(|sign| FOR_PERIOD.contains(*sign)) else { return };
        let end = number.len() + sign.len_utf8();
        if number != self.head.number().to_string() || !begins_moves(&text[end..]) {
            return;
        }
        let periods = self.head.line.now.turn.fold_wb(".", "...");
        let head = Head { at: start + end, last: Some(TokenKind::MoveNumber), ..self.head.clone() };
        let (here, meant) = (self.here.clone(), format!("{number}{periods}"));
        self.replace(&costs::OTHER_PERIOD, 0, (&here, head), start..start + end, &meant, Slip::GarbledNumber);
    }

    /// A move number with signs around it, or with the letter of a side or of ordinals: `23．`, `5.）`, `#2`, `[2]`, `2nd`, `44a Na4 44b Rb3+`.
    pub(super) fn marked_number(&mut self) {
        let touching = self.here.before().next().filter(|place| {
            let token = place.token();
            let is_part = matches!(token.kind, TokenKind::MoveNumber | TokenKind::VariationOpen);
            is_part && token.range.end == self.token.range.start
        });
        for place in std::iter::once(self.here.clone()).chain(touching) {
            let (head, start) = (self.at(&place).0, self.at(&place).1.range.start);
            let rest = &self.text.text[start..];
            let (number, turn) = (head.number().to_string(), head.line.now.turn);
            let Some(length) = marked_number(rest, &number, turn) else { continue };
            if !begins_moves(rest[length..].trim_start()) {
                continue;
            }
            let end = start + length;
            let head = Head { at: end, last: Some(TokenKind::MoveNumber), ..head.clone() };
            let meant = format!("{number}{}", turn.fold_wb(".", "..."));
            let blank = if rest[length..].starts_with(char::is_whitespace) { "" } else { " " };
            self.replace(
                &costs::OTHER_PERIOD,
                0,
                (&place, head),
                start..end,
                &format!("{meant}{blank}"),
                Slip::GarbledNumber,
            );
        }
    }

    /// A move number with letters for digits, where one is due: all up to the periods.
    pub(super) fn garbled_number(&mut self) {
        let start = self.token.range.start;
        let rest = &self.text.text[start..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let periods = rest[length..].bytes().take_while(|byte| *byte == b'.').count();
        let expected = self.head.number().to_string();
        let has_letters = rest[..length].bytes().any(|byte| byte.is_ascii_alphabetic());
        // `1N.`: the digits are a token of their own.
        let digits = self.here.before().next().filter(|place| {
            let token = place.token();
            token.kind == TokenKind::MoveNumber && token.range.end == start && self.slice(&token.range) == expected
        });
        if let Some(digits) = digits.filter(|_| periods > 0 && has_letters && length == 1) {
            let range = digits.token().range.start..start + length;
            let head = Head { at: range.end + periods, last: Some(TokenKind::MoveNumber), ..self.head.clone() };
            return self.replace(&costs::GARBLED_NUMBER, 0, (&digits, head), range, &expected, Slip::GarbledNumber);
        }
        let is_roman = rest[..length].eq_ignore_ascii_case(&roman(self.head.number()));
        let is_garbled = length == expected.len() && is_alike(&rest[..length], &expected);
        if periods == 0 || !has_letters || !is_garbled && !is_roman {
            return;
        }
        let range = start..start + length;
        let head = Head { at: range.end + periods, last: Some(TokenKind::MoveNumber), ..self.head.clone() };
        let here = self.here.clone();
        self.replace(&costs::GARBLED_NUMBER, 0, (&here, head), range, &expected, Slip::GarbledNumber);
    }

    /// The period of a move number among its digits: `1.2 Nf3`.
    pub(super) fn period_in_number(&mut self) {
        let range = self.pasted_word();
        let digits = self.slice(&range).replacen('.', "", 1);
        let Some(place) = self.place_at(range.start) else { return };
        let head = self.at(&place).0;
        if digits != head.number().to_string() || digits.len() == range.len() {
            return;
        }
        let meant = format!("{digits}{}", head.line.now.turn.fold_wb(".", "..."));
        let head = Head { at: range.end, last: Some(TokenKind::MoveNumber), ..head.clone() };
        self.replace(&costs::OTHER_PERIOD, 0, (&place, head), range, &meant, Slip::GarbledNumber);
    }

    /// A move of both sides was left out. Which ones is a guess: all are tried after which the next move can be played.
    fn missing_pair(&mut self) {
        let Some(next) = self.next_move(self.token.range.end) else { return };
        let board = &self.head.line.now;
        let Some(position) = board.position.as_ref().filter(|_| self.affords(&costs::LOST_PAIR, self.head)) else {
            return;
        };
        let tried = self.text.tried(self.slice(&next.range));
        let slip = Slip::MissingPair { number: board.number, turn: board.turn };
        let here = self.here.clone();
        let at = self.after(self.here.before().next().as_ref(), self.token);
        // Null moves first: they claim the least.
        if let Some(last) = board.after_pass().and_then(|between| between.after_pass())
            && last.position.as_ref().is_some_and(|at| matches!(tried.fit(at, last.in_check), Fitting::One(..)))
        {
            self.put_in(&costs::LOST_PAIR, 0, (&here, last), at, NULL_MOVES, slip);
        }
        for (one, _) in board.playable() {
            let after = board.after(*one);
            let Some(between) = &after.position else { continue };
            let replies = between.legal_moves();
            self.text.spend_on_options(replies.len());
            for other in replies {
                let last = after.after(other);
                let fits = last
                    .position
                    .as_ref()
                    .is_some_and(|position| matches!(tried.fit(position, last.in_check), Fitting::One(..)));
                if fits {
                    let first = SanPlus::from_move(position.clone(), *one).to_string();
                    let second = SanPlus::from_move(between.clone(), other).to_string();
                    self.put_in(&costs::LOST_PAIR, 0, (&here, last), at, &format!("{first} {second}"), slip);
                }
            }
        }
    }
}

/// How long the number is at the beginning of a text, with the marks around it; nothing where it has none. Bytes.
fn marked_number(text: &str, number: &str, turn: Color) -> Option<usize> {
    let inner = BEFORE_NUMBER.iter().find_map(|(open, close)| Some((text.strip_prefix(open)?, *close)));
    let (inside, close) = inner.unwrap_or((text, ""));
    let after = inside.strip_prefix(number)?;
    let after = after.strip_prefix('.').unwrap_or(after);
    let is_word_end = |rest: &str| rest.starts_with(char::is_whitespace);
    let side = turn.fold_wb(['a', 'w'], ['b', 'b']);
    let ordinal = || ORDINALS.iter().find_map(|ordinal| after.strip_prefix(ordinal)).filter(|rest| is_word_end(rest));
    let rest = match inner {
        Some(_) => after.strip_prefix(close).filter(|rest| !close.is_empty() || is_word_end(rest)),
        None => after
            .strip_prefix(AFTER_NUMBER)
            .or_else(ordinal)
            .or_else(|| after.strip_prefix(side).filter(|rest| is_word_end(rest))),
    };
    Some(text.len() - rest?.len())
}

/// A move number in Roman numerals.
fn roman(number: u32) -> String {
    const NUMERALS: [(u32, &str); 9] =
        [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let (mut left, mut written) = (number.min(MOST_IN_ROMAN), String::new());
    for (value, numeral) in NUMERALS {
        while left >= value {
            written.push_str(numeral);
            left -= value;
        }
    }
    written
}

/// Whether each character of a text is the digit of a number in its place, or no digit at all.
fn is_alike(text: &str, number: &str) -> bool {
    text.bytes().zip(number.bytes()).all(|(one, digit)| one == digit || !one.is_ascii_digit())
}
