//! Braces that were left out or typed for something else.

use std::ops::Range;
use std::rc::Rc;

use scoresheet_chess::replay::Fitting;
use scoresheet_format::line_edits::delete;
use scoresheet_grammar::TokenKind;

use super::words::is_about_text;
use super::{Rows, distance};
use crate::explanation::costs::{self, price};
use crate::explanation::habits::is_white_space;
use crate::explanation::path::Place;
use crate::explanation::prose::is_of_prose;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::{Head, Token, Trouble};
use crate::finding::Edit;
use crate::suspicious_comment::begins_moves;

/// How many places inside one comment are tried as its end.
const ENDS_OF_A_COMMENT: usize = 60;

/// How many moves in a comment without an end speak for an end before them, at most.
pub(super) const MOST_MOVES_LEFT: u32 = 10;

/// How many comments before a trouble are tried.
const COMMENTS_BACK: usize = 4;

/// How many tokens before a trouble may have lost the `{` before them.
const OPENERS_BACK: usize = 14;

/// The shortest move, and the longest one in the standard's spelling. Bytes.
const SHORTEST_MOVE: usize = 2;
const LONGEST_MOVE: usize = 8;

impl Rows<'_, '_> {
    pub(super) fn comments_before(&mut self, trouble: Trouble) {
        let steps: Vec<Place> = self.back().collect();
        let comments = steps.iter().filter(|place| place.token().kind == TokenKind::BraceComment).take(COMMENTS_BACK);
        for place in comments.cloned().collect::<Vec<_>>() {
            self.ends_of_comment(&place, &place.head().clone(), &place.token().clone());
            self.shifted_brace(&place);
        }
        let line_comments =
            steps.iter().filter(|place| place.token().kind == TokenKind::LineComment).take(COMMENTS_BACK);
        for place in line_comments.cloned().collect::<Vec<_>>() {
            self.semicolon(&place);
        }
        if is_about_text(trouble) || trouble == Trouble::Number {
            self.other_braces();
        }
        if is_about_text(trouble) {
            self.begins_of_comment(&steps[..steps.len().min(OPENERS_BACK)]);
        }
    }

    /// `}` was left out, or typed as something else, somewhere inside a comment.
    pub(super) fn ends_of_comment(&mut self, place: &Place, head: &Head, comment: &Token) {
        self.nested_comment(place, head, comment);
        let (text, range) = (self.text.text, comment.range.clone());
        self.text.spend_on_bytes(range.len());
        let mut ends = Ends::of(&text[range.clone()]);
        ends.without_opener.truncate(ENDS_OF_A_COMMENT);
        let ended = |at: usize| Head { at, last: Some(TokenKind::BraceComment), ..head.clone() };
        if begins_moves(&text[range.start + 1..range.end]) {
            let sign = range.start..range.start + 1;
            let edit = delete(text, sign.clone());
            let head = Head { at: sign.end, ..head.clone() };
            self.edit(&costs::SURPLUS_BRACE, 0, place, head, Candidate::new(edit, sign, Slip::SurplusBeginOfComment));
        }
        if begins_moves(&text[range.start + 1..range.end]) && head.line.before.is_some() {
            let line = head.line.varied();
            let inside = Head { at: range.start + 1, line, last: Some(TokenKind::VariationOpen), ..head.clone() };
            let sign = range.start..range.start + 1;
            self.replace(&costs::MISTYPED_DELIMITER, 0, (place, inside), sign, "(", Slip::MistypedBeginOfVariation);
        }
        let before = ends.moves.clone();
        // Moves before the end of a comment speak for an earlier end.
        let moves_before = |end: usize| {
            let moves = before.partition_point(|place| range.start + place < end);
            u32::try_from(moves).unwrap_or(u32::MAX).min(MOST_MOVES_LEFT)
        };
        for end in ends.without_opener.iter().map(|end| range.start + end) {
            let sign = end..end + 1;
            let more = moves_before(end);
            self.replace(
                &costs::MISTYPED_DELIMITER,
                more,
                (place, ended(end + 1)),
                sign,
                "}",
                Slip::MistypedEndOfComment,
            );
            // The end may also be before the white space there.
            let is_after_space = is_white_space(text.as_bytes()[end - 1]);
            self.end_of_comment(place, end, ended(end), moves_before(end) + u32::from(is_after_space));
        }
        if comment.kind == TokenKind::UnclosedComment && place.index == place.path.steps.len() {
            let moves = u32::try_from(ends.before_moves.len()).unwrap_or(u32::MAX).min(MOST_MOVES_LEFT);
            self.leave_at(
                &costs::LOST_DELIMITER,
                costs::LOST_DELIMITER.cost + costs::PRECIOUS_NUMBER * moves,
                ended(range.end),
            );
        }
        // Long lines of moves are what engines expect: the comment then ends before the last moves, not among the first.
        let last = ends.before_moves.partition_point(|end| ends.nested.is_none_or(|nested| *end < nested));
        let (first, later) = ends.before_moves.split_at(last.min(ENDS_OF_A_COMMENT / 2));
        let later = &later[..later.len().min(last - first.len())];
        let later = &later[later.len().saturating_sub(ENDS_OF_A_COMMENT / 2)..];
        for end in first.iter().chain(later) {
            let end = range.start + end;
            self.end_of_comment(place, end, ended(end), moves_before(end));
        }
        for end in ends.with_opener.into_iter().take(ENDS_OF_A_COMMENT).map(|end| range.start + end) {
            let sign = end..end + 1;
            self.replace(&costs::MISTYPED_DELIMITER, 2, (place, ended(end + 1)), sign, "}", Slip::MistypedEndOfComment);
        }
    }

    /// What speaks against a comment with a brace inside: the places before that brace at which moves may go on.
    pub(super) fn swallowed(&self) -> u32 {
        let comment = self.slice(&self.token.range);
        let nested = comment.get(1..).and_then(|inside| inside.find('{')).map_or(comment.len(), |brace| brace + 1);
        self.text.spend_on_bytes(nested);
        let moves = Ends::of(&comment[..nested]).before_moves.len();
        u32::try_from(moves).unwrap_or(u32::MAX).min(MOST_MOVES_LEFT) * costs::PRECIOUS_MOVE
    }

    fn end_of_comment(&mut self, place: &Place, end: usize, head: Head, more: u32) {
        let at = self.habits().end_of_comment(self.text.text, end);
        self.insert(&costs::LOST_DELIMITER, more, (place, head), at, "}", Slip::MissingEndOfComment);
    }

    /// `{` was left out before the trouble or one of the `steps` before it, or typed as something else.
    fn begins_of_comment(&mut self, steps: &[Place]) {
        let text = self.text.text;
        // A `}` that does not fit may itself be typed for the `{` of a comment.
        let is_brace = self.token.kind == TokenKind::StrayBrace;
        if is_brace {
            self.brace_for_brace();
        }
        let start = self.token.range.start;
        let ahead = self.text.ahead(start).as_bytes();
        let Some(end) = memchr::memchr2(b'{', b'}', ahead).filter(|end| ahead[*end] == b'}') else { return };
        let end = start + end + 1;
        let here = self.here.clone();
        let mut cost = 0;
        for (back, place) in std::iter::once(&here).chain(steps).enumerate() {
            let is_here = back == 0;
            let (head, token) = if is_here {
                (self.head.clone(), self.token.clone())
            } else {
                (place.head().clone(), place.token().clone())
            };
            if !is_here && token.kind.is_comment() {
                return;
            }
            cost += if is_here { 0 } else { price(token.kind) };
            let after = Head { at: end, last: Some(TokenKind::BraceComment), ..head };
            let may_be_mistyped = match token.kind {
                TokenKind::VariationOpen | TokenKind::Angle => true,
                TokenKind::StrayBrace => token.range.end < end,
                TokenKind::Bracket => !text[token.range.start..].starts_with("[%"),
                _ => false,
            };
            let mut more = cost + distance(back);
            // The key of the bracket was missed.
            if token.kind == TokenKind::Word && self.slice(&token.range).starts_with('P') {
                let sign = token.range.start..token.range.start + 1;
                let slip = Slip::MistypedBeginOfComment;
                self.replace(&costs::MISTYPED_DELIMITER, more, (place, after.clone()), sign, "{", slip);
            }
            if may_be_mistyped {
                let slip = Slip::MistypedBeginOfComment;
                let sign: Range<usize> = token.range.clone();
                self.replace(&costs::MISTYPED_DELIMITER, more, (place, after.clone()), sign, "{", slip);
            }
            let slip = Slip::MissingBeginOfComment;
            // The move may be at the beginning of the word: `Nc6xyz}`.
            if let Some((played, at)) = self.leading_move(&after, &token) {
                let after = Head { at: end, last: Some(TokenKind::BraceComment), ..played };
                self.insert(&costs::LOST_DELIMITER, more, (place, after), at, " {", slip);
                more += costs::PRECIOUS_MOVE;
            }
            let at = self.habits().begin_of_comment(text, token.range.start);
            self.insert(&costs::LOST_DELIMITER, more, (place, after), at, "{", slip);
        }
    }

    /// The head after the move that a word begins with, and where it ends.
    fn leading_move(&self, head: &Head, word: &Token) -> Option<(Head, usize)> {
        let board = &head.line.now;
        let position = board.position.as_ref().filter(|_| word.kind == TokenKind::Word)?;
        let written = self.slice(&word.range);
        let ends = written.char_indices().map(|(at, _)| at).skip(SHORTEST_MOVE).take(LONGEST_MOVE - SHORTEST_MOVE + 1);
        ends.collect::<Vec<_>>().into_iter().rev().find_map(|length| {
            let Fitting::One(action, _) = self.text.tried(&written[..length]).fit(position, board.in_check) else {
                return None;
            };
            let token = Token { kind: TokenKind::San, range: word.range.start..word.range.start + length };
            Some((self.text.moved(head, &token, action), token.range.end))
        })
    }

    /// The `}` that does not fit was typed for the `{` of the comment that ends at the next one.
    fn brace_for_brace(&mut self) {
        let from = self.token.range.end;
        let text = self.text.text;
        let ahead = self.text.ahead(from).as_bytes();
        let Some(end) = memchr::memchr2(b'{', b'}', ahead).filter(|end| ahead[*end] == b'}') else { return };
        let moves = Ends::of(&text[from..from + end]).moves.len();
        let more = u32::try_from(moves).unwrap_or(u32::MAX).min(MOST_MOVES_LEFT) * costs::PRECIOUS_MOVE;
        let head = Head { at: from + end + 1, last: Some(TokenKind::BraceComment), ..self.head.clone() };
        let (here, sign) = (self.here.clone(), self.token.range.clone());
        self.replace(&costs::MISTYPED_DELIMITER, more, (&here, head), sign, "{", Slip::MistypedBeginOfComment);
    }

    /// A comment in other brackets, or in braces that changed places: from the token that does not fit, or the one before it.
    fn other_braces(&mut self) {
        let here = self.here.clone();
        let before = self.here.before().next().filter(|place| place.token().kind == TokenKind::Angle);
        let (place, head, open) = match &before {
            Some(place) => (place, place.head().clone(), place.token().range.clone()),
            None => (&here, self.head.clone(), self.token.range.clone()),
        };
        let open = open.start..open.start + 1;
        let Some(close) = self.other_end(open.start) else { return };
        let inside = self.slice(&(open.end..close.start));
        // `<br>` is no comment.
        let is_markup = !inside.contains(' ') || inside.contains('=') || inside.starts_with('/');
        if self.slice(&open) == "<" && is_markup {
            return;
        }
        let moves = Ends::of(inside).moves.len();
        // Prose about moves is what comments are for; moves alone may be a variation, or lines of the game between two strays.
        let is_prose = inside.split(' ').any(is_of_prose);
        if !is_prose && moves > 0 && self.slice(&open) == "}" {
            return;
        }
        let price = if is_prose { costs::PRECIOUS_NUMBER } else { costs::PRECIOUS_MOVE };
        let more = u32::try_from(moves).unwrap_or(u32::MAX).min(MOST_MOVES_LEFT) * price;
        let head = Head { at: close.end, last: Some(TokenKind::BraceComment), ..head };
        let edit = Edit::replace(open.start..close.end, format!("{{{inside}}}"));
        self.edit(&costs::OTHER_BRACES, more, place, head, Candidate::new(edit, open, Slip::OtherBraces));
    }

    /// Where the comment ends that the bracket at byte `open` begins: the bracket of its kind, with no brace before it.
    fn other_end(&self, open: usize) -> Option<Range<usize>> {
        let bytes = self.text.ahead(open).as_bytes();
        let (opening, closing) = match bytes[0] {
            b'[' if bytes.get(1) != Some(&b'%') => (b'[', b']'),
            b'<' => (b'<', b'>'),
            b'}' => (b'}', b'{'),
            _ => return None,
        };
        let mut depth = 0_usize;
        for (index, byte) in bytes[1..].iter().enumerate() {
            match *byte {
                byte if byte == closing && depth == 0 => return Some(open + 1 + index..open + 2 + index),
                byte if byte == closing => depth -= 1,
                byte if byte == opening => depth += 1,
                b'{' | b'}' => return None,
                _ => {}
            }
        }
        None
    }

    /// The `}` that does not fit was typed for `)`.
    pub(super) fn brace_for_parenthesis(&mut self) {
        let Some(outer) = &self.head.line.outer else { return };
        let head = Head { line: Rc::clone(outer), last: Some(TokenKind::VariationClose), ..self.skipped() };
        let (here, sign) = (self.here.clone(), self.token.range.clone());
        self.replace(&costs::MISTYPED_DELIMITER, 0, (&here, head), sign, ")", Slip::MistypedEndOfVariation);
    }
}

/// The places in a comment at which it may have ended; byte offsets in the comment.
#[derive(Default)]
struct Ends {
    /// `)` without `(` that are no smiley, `]` without `[`, and `{`.
    without_opener: Vec<usize>,
    /// Spaces before what could be moves.
    before_moves: Vec<usize>,
    /// The other `)`.
    with_opener: Vec<usize>,
    /// The first `{`.
    nested: Option<usize>,
    /// Those of the spaces after which there certainly are moves: more than a number.
    moves: Vec<usize>,
}

impl Ends {
    fn of(comment: &str) -> Ends {
        let mut ends = Ends::default();
        let bytes = comment.as_bytes();
        let mut open = 0_usize;
        let mut brackets = 0_usize;
        let mut place = 1;
        while place < bytes.len() {
            match bytes[place] {
                b'[' if bytes.get(place + 1) == Some(&b'%') => place = end_of_command(bytes, place),
                b'[' => brackets += 1,
                b']' if brackets > 0 => brackets -= 1,
                byte @ (b']' | b'{' | b'|') => {
                    ends.without_opener.push(place);
                    if byte == b'{' && ends.nested.is_none() {
                        ends.nested = Some(place);
                    }
                }
                b'(' => open += 1,
                b')' if open == 0 && !matches!(bytes[place - 1], b':' | b';' | b'-') => ends.without_opener.push(place),
                b')' => {
                    open = open.saturating_sub(1);
                    ends.with_opener.push(place);
                }
                byte if is_white_space(byte)
                    && !is_white_space(bytes[place - 1])
                    && begins_moves(&comment[place..]) =>
                {
                    ends.before_moves.push(place);
                    if is_certainly_movetext(&bytes[place..]) {
                        ends.moves.push(place);
                    }
                }
                _ => {}
            }
            place += 1;
        }
        ends
    }
}

/// Whether text that may be moves is more than a number or a sign.
fn is_certainly_movetext(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix(b"(").unwrap_or(rest);
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &rest[digits..] {
        [b'.', after @ ..] => (1..=3).contains(&digits) && !after.first().is_some_and(u8::is_ascii_digit),
        _ if digits > 0 => false,
        [b'$', b'0'..=b'9', ..] | [b'a'..=b'h', b'1'..=b'8' | b'x', ..] | [b'O', b'-', b'O', ..] => true,
        [b'N' | b'B' | b'R' | b'Q' | b'K', after @ ..] => {
            after.iter().take(4).any(u8::is_ascii_digit) && !after.first().is_some_and(u8::is_ascii_uppercase)
        }
        _ => false,
    }
}

/// The last byte of a `[%...]` command that begins at `start`; `start` where it has no end.
fn end_of_command(bytes: &[u8], start: usize) -> usize {
    memchr::memchr2(b']', b'{', &bytes[start..])
        .filter(|end| bytes[start + end] == b']')
        .map_or(start, |end| start + end)
}
