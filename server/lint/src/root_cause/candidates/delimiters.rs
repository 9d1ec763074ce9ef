//! Braces and parentheses that were left out or typed for each other.

use std::ops::Range;

use scoresheet_grammar::{FaultKind, TokenKind};

use super::{Candidates, TOKENS_BACK};
use crate::finding::Edit;
use crate::root_cause::habits::is_white_space;
use crate::root_cause::reading::{Trouble, TroubleKind};
use crate::root_cause::slip::{Candidate, Slip};
use crate::root_cause::suspicious_comment::{begins_moves, is_suspicious_comment};
use scoresheet_format::line_edits::replace;

/// How many tokens of a variation that has no end are looked at.
const TOKENS_AHEAD: usize = 300;

/// How many places inside one comment are tried as its end.
const ENDS_OF_A_COMMENT: usize = 60;

/// How many comments before a trouble are tried.
const COMMENTS_BACK: usize = 4;

/// How many of the variations that are open at a trouble may have lost their end.
const OPEN_VARIATIONS: usize = 3;

/// How many tokens before a trouble may have lost the delimiter before them, if the closing one comes much later.
const OPENERS_BACK: usize = 12;

/// How many words and moves a comment without braces may have.
const LONGEST_REMARK: usize = 40;

/// How far after a trouble the `}` of a comment without `{` is looked for. Bytes.
const LONGEST_COMMENT: usize = 4096;

impl Candidates<'_> {
    pub(super) fn add_delimiters(&mut self, trouble: &Trouble) {
        match trouble.kind {
            TroubleKind::Fault(FaultKind::UnclosedComment) if self.is(self.here, TokenKind::UnclosedComment) => {
                self.ends_of_comment(self.tokens[self.here].range.clone());
            }
            TroubleKind::Fault(FaultKind::UnclosedVariation) => {
                self.ends_of_suspicious_comments();
                self.doubled_begins();
                self.ends_of_variation(self.here..self.tokens.len());
                self.replace(trouble.range.start..trouble.range.start + 1, "{", Slip::MistypedBeginOfComment);
            }
            _ => {}
        }
        self.closers_without_openers(trouble);
        // What was swallowed, or let out, before the trouble.
        let before = self.here.saturating_sub(TOKENS_BACK)..self.here;
        let comments = before.clone().rev().filter(|token| self.is(*token, TokenKind::BraceComment));
        let comments: Vec<usize> = comments.take(COMMENTS_BACK).collect();
        for comment in comments {
            self.ends_of_comment(self.tokens[comment].range.clone());
        }
        let line_comments = before.clone().rev().filter(|token| self.is(*token, TokenKind::LineComment));
        let line_comments: Vec<usize> = line_comments.take(COMMENTS_BACK).collect();
        for comment in line_comments {
            self.semicolon(self.tokens[comment].range.clone());
        }
        for open in self.open_variations(before) {
            self.ends_of_variation(open..self.here);
        }
    }

    /// `;` was typed among the moves, and made a comment of those after it.
    fn semicolon(&mut self, comment: Range<usize>) {
        if begins_moves(&self.game.text[comment.start + 1..comment.end]) {
            let sign = comment.start..comment.start + 1;
            let edit = replace(self.game.text, sign.clone(), "");
            self.replace(sign, edit.text, Slip::Semicolon);
        }
    }

    /// The variations among `before` that are open at the trouble, innermost first.
    fn open_variations(&self, before: Range<usize>) -> Vec<usize> {
        let mut depth = usize::MAX;
        let mut open = Vec::new();
        for token in before.rev().filter(|token| self.is(*token, TokenKind::VariationOpen)) {
            if self.tokens[token].depth < depth {
                depth = self.tokens[token].depth;
                open.push(token);
            }
        }
        open.truncate(OPEN_VARIATIONS);
        open
    }

    /// `}` was left out, or typed as `)`, somewhere inside a comment.
    pub(super) fn ends_of_comment(&mut self, comment: Range<usize>) {
        let mut ends = Ends::of(&self.game.text[comment.clone()]);
        ends.without_opener.truncate(ENDS_OF_A_COMMENT);
        if begins_moves(&self.game.text[comment.start + 1..]) {
            self.replace(comment.start..comment.start + 1, "(", Slip::MistypedBeginOfVariation);
        }
        for end in ends.without_opener.iter().map(|end| comment.start + end) {
            self.replace(end..end + 1, "}", Slip::MistypedEndOfComment);
            let place = self.habits.end_of_comment(self.game.text, end);
            self.insert(place, "}", Slip::MissingEndOfComment);
        }
        for end in ends.before_moves.into_iter().take(ENDS_OF_A_COMMENT) {
            let place = self.habits.end_of_comment(self.game.text, comment.start + end);
            self.insert(place, "}", Slip::MissingEndOfComment);
        }
        for end in ends.with_opener.into_iter().take(ENDS_OF_A_COMMENT) {
            let end = comment.start + end;
            self.replace(end..end + 1, "}", Slip::MistypedEndOfComment);
        }
    }

    /// `((` typed for `(`.
    fn doubled_begins(&mut self) {
        let ahead = self.here..self.tokens.len().min(self.here + TOKENS_AHEAD);
        let is_open = |token: usize| self.is(token, TokenKind::VariationOpen);
        let doubled: Vec<usize> = ahead.filter(|token| is_open(*token) && is_open(token + 1)).collect();
        for token in doubled {
            self.replace(self.tokens[token + 1].range.clone(), "", Slip::DoubledBeginOfVariation);
        }
    }

    /// Words with moves among them that lost both braces.
    fn lost_braces(&mut self) {
        let depth = self.tokens[self.here].depth;
        let start = self.tokens[self.here].range.start;
        let run = self.tokens[self.here..].iter().take(LONGEST_REMARK);
        let run = run.take_while(|token| {
            token.depth == depth && !token.kind.is_comment() && token.kind != TokenKind::VariationClose
        });
        let mut has_moves = false;
        let mut ends = Vec::new();
        for token in run {
            has_moves |= matches!(token.kind, TokenKind::San | TokenKind::MoveNumber) || token.kind.is_termination();
            // Words alone are reported by the fault itself.
            ends.push((token.range.end, if has_moves { Slip::MissingBraces } else { Slip::Extra }));
        }
        for (end, slip) in ends {
            let edit = Edit::replace(start..end, format!("{{{}}}", &self.game.text[start..end]));
            self.found.push(Candidate::new(edit, self.tokens[self.here].range.clone(), slip));
        }
    }

    /// One of the comments in a variation without an end has swallowed that end.
    fn ends_of_suspicious_comments(&mut self) {
        let ahead = self.tokens[self.here..].iter().take(TOKENS_AHEAD);
        let comments = ahead.filter(|token| matches!(token.kind, TokenKind::BraceComment | TokenKind::UnclosedComment));
        let ranges = comments.map(|token| token.range.clone());
        let suspicious: Vec<_> = ranges.filter(|range| is_suspicious_comment(&self.game.text[range.clone()])).collect();
        for comment in suspicious {
            self.ends_of_comment(comment);
        }
    }

    /// `)` was left out somewhere in a variation or in one inside it. Likeliest before another variation on the same move; of
    /// other places that fit alike before the last, as comments and NAGs go with the move before them.
    fn ends_of_variation(&mut self, from_open: Range<usize>) {
        let open = from_open.start;
        let ends = from_open.skip(2).take(TOKENS_AHEAD).rev();
        let (before_sibling, elsewhere): (Vec<usize>, Vec<usize>) =
            ends.partition(|end| self.begin_alike(open, end + 1));
        for index in before_sibling.into_iter().rev().chain(elsewhere) {
            let token = &self.tokens[index];
            let range = token.range.clone();
            if token.kind == TokenKind::MoveNumber && matches!(self.text(index), "9" | "0") {
                self.replace(range, ")", Slip::MistypedEndOfVariation);
                continue;
            }
            if token.kind == TokenKind::MoveNumber || token.kind.is_termination() {
                continue;
            }
            let may_be_mistyped = match token.kind {
                TokenKind::StrayBrace | TokenKind::StrayBracket | TokenKind::Angle | TokenKind::VariationOpen => true,
                // The shift key was missed.
                TokenKind::San | TokenKind::Nag => self.text(index).ends_with(['0', '9']),
                _ => false,
            };
            self.insert(self.habits.end_of_variation(self.game.text, range.end), ")", Slip::MissingEndOfVariation);
            if may_be_mistyped {
                self.replace(range.end - 1..range.end, ")", Slip::MistypedEndOfVariation);
            }
        }
    }

    /// Whether two tokens open variations that begin with the same number.
    fn begin_alike(&self, one: usize, other: usize) -> bool {
        let are_opened = self.is(one, TokenKind::VariationOpen) && self.is(other, TokenKind::VariationOpen);
        let are_numbered = self.is(one + 1, TokenKind::MoveNumber) && self.is(other + 1, TokenKind::MoveNumber);
        are_opened && are_numbered && self.text(one + 1) == self.text(other + 1)
    }

    fn closers_without_openers(&mut self, trouble: &Trouble) {
        if let Some((kind, range)) = self.stray_from(trouble.range.start) {
            self.replace(range.clone(), "", Slip::Extra);
            if kind == FaultKind::StrayBrace {
                self.replace(range.clone(), "{", Slip::MistypedBeginOfComment);
            }
            let at = self.tokens.partition_point(|token| token.range.start < range.start);
            let here = self.here.min(at);
            let near_trouble = here.saturating_sub(OPENERS_BACK)..(here + 1).min(at);
            let before = near_trouble.end.max(at.saturating_sub(TOKENS_BACK))..at;
            if kind == FaultKind::StrayBrace {
                self.replace(range, ")", Slip::MistypedEndOfVariation);
                self.begins_of_comment(before);
                self.begins_of_comment(near_trouble);
            } else {
                self.begins_of_variation(before);
                self.begins_of_variation(near_trouble);
            }
        }
        // Words, or what looks like the end of a game: the rest of the comment may be no movetext at all any more.
        let is_text = matches!(
            trouble.kind,
            TroubleKind::Fault(FaultKind::UnexpectedText | FaultKind::UnexpectedCharacter) | TroubleKind::Termination
        );
        if is_text && self.is(self.here, TokenKind::Word) {
            self.lost_braces();
        }
        if is_text && self.is_closed_later(trouble.range.start) {
            self.begins_of_comment(self.here.saturating_sub(OPENERS_BACK)..(self.here + 1).min(self.tokens.len()));
        }
    }

    /// The first closer without an opener from byte `start` on.
    fn stray_from(&self, start: usize) -> Option<(FaultKind, Range<usize>)> {
        let is_stray = |kind| matches!(kind, FaultKind::StrayBrace | FaultKind::StrayParenthesis);
        let mut faults = self.game.tree.faults().iter();
        let fault = faults.find(|fault| fault.range.start as usize >= start && is_stray(fault.kind))?;
        Some((fault.kind, fault.range.start as usize..fault.range.end as usize))
    }

    /// Whether a `}` without its `{` follows byte `start`.
    fn is_closed_later(&self, start: usize) -> bool {
        let bytes = self.game.text.as_bytes();
        let ahead = &bytes[start..bytes.len().min(start + LONGEST_COMMENT)];
        memchr::memchr2(b'{', b'}', ahead).is_some_and(|place| ahead[place] == b'}')
    }

    /// `{` was left out before one of these tokens, or typed as `(`.
    fn begins_of_comment(&mut self, before: Range<usize>) {
        let comment = before.clone().rev().find(|token| self.is(*token, TokenKind::BraceComment));
        for token in (comment.map_or(before.start, |comment| comment + 1)..before.end).rev() {
            let range = self.tokens[token].range.clone();
            let may_be_mistyped = match self.tokens[token].kind {
                TokenKind::VariationOpen | TokenKind::Angle | TokenKind::StrayBrace => true,
                TokenKind::Bracket => !self.game.text[range.start..].starts_with("[%"),
                _ => false,
            };
            if may_be_mistyped {
                self.replace(range.clone(), "{", Slip::MistypedBeginOfComment);
            }
            self.insert(self.habits.begin_of_comment(self.game.text, range.start), "{", Slip::MissingBeginOfComment);
        }
    }

    /// `(` was left out before one of these tokens.
    fn begins_of_variation(&mut self, before: Range<usize>) {
        for token in before.rev() {
            let range = self.tokens[token].range.clone();
            let may_be_mistyped = match self.tokens[token].kind {
                TokenKind::Bracket | TokenKind::Angle | TokenKind::VariationClose | TokenKind::StrayBrace => true,
                // The shift key was missed.
                TokenKind::MoveNumber => range.len() > 2 && self.text(token).starts_with(['8', '9']),
                _ => false,
            };
            if may_be_mistyped {
                self.replace(range.start..range.start + 1, "(", Slip::MistypedBeginOfVariation);
            }
            let begins = match self.tokens[token].kind {
                TokenKind::MoveNumber | TokenKind::BraceComment => true,
                TokenKind::San => token == 0 || !self.is(token - 1, TokenKind::MoveNumber),
                _ => false,
            };
            if begins {
                let place = self.habits.begin_of_variation(self.game.text, self.tokens[token].range.start);
                self.insert(place, "(", Slip::MissingBeginOfVariation);
            }
        }
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
                b']' | b'{' => ends.without_opener.push(place),
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
                }
                _ => {}
            }
            place += 1;
        }
        ends
    }
}

/// The last byte of a `[%...]` command that begins at `start`; `start` where it has no end.
fn end_of_command(bytes: &[u8], start: usize) -> usize {
    memchr::memchr2(b']', b'{', &bytes[start..])
        .filter(|end| bytes[start + end] == b']')
        .map_or(start, |end| start + end)
}
