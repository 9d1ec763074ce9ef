//! What is among the tag pairs of a game and is none: comments and lines of text, after which the tags of the same game go on.

use super::{GameParser, Phase, line_is_moves};
use crate::kind::TokenKind;
use crate::lexer::Lexer;
use crate::shape;
use crate::tag_value::tag_value_end;

/// How many lines of text are looked over for the tag pair after them.
const MOST_LINES: usize = 4;

impl GameParser<'_, '_> {
    /// Whether the token at `start` belongs to the head of the game: only white space, escape lines, comments and lines of text are between it
    /// and a tag pair of this game. Looks at every byte once, however many comments there are.
    pub(super) fn tags_follow(&mut self, start: usize) -> bool {
        if start >= self.head_before
            && let Some(tag) = self.tag_after_remarks(start)
        {
            self.head_before = tag;
        }
        start < self.head_before
    }

    /// Whether what is no comment at `start` is text of the tag section: tags follow, or the line is nearly one.
    pub(super) fn is_text_among_tags(&mut self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        let line = || &bytes[start..start + shape::line_length(&bytes[start..])];
        let is_in_section = self.phase == Phase::Tags && !self.empty_line_before;
        is_in_section && shape::is_first_on_line(bytes, start) && shape::is_nearly_tag(line())
            || (is_in_section || self.phase == Phase::Prolog) && self.tags_follow(start)
    }

    /// Where the next tag pair of this game begins, if only white space, escape lines, closed comments and some lines of text are before it.
    /// In the tag section it is another one's after an empty line, but for one between comments. Above the tags, text in which there are moves
    /// is followed at once.
    // Nothing depends on what is after that tag pair, so that a game reads alone as it reads among others.
    fn tag_after_remarks(&self, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut ahead = Lexer::at(self.text, start);
        let mut lines_of_text = 0;
        // What is a termination marker elsewhere is none between two tag pairs of a game.
        let is_after_tag =
            |at: usize| at == start && self.phase == Phase::Tags && !shape::is_first_on_line(bytes, start);
        let (mut is_in_line, mut has_moves, mut empty_line) = (false, false, false);
        while let Some((kind, range)) = ahead.next() {
            let token = &bytes[range.clone()];
            let has_line_end = memchr::memchr2(b'\n', b'\r', token).is_some();
            if kind == TokenKind::Whitespace {
                is_in_line &= !has_line_end;
                empty_line |= shape::has_empty_line(token);
                continue;
            }
            let is_remark = kind.is_comment() || kind == TokenKind::EscapeLine;
            let is_apart = self.phase == Phase::Tags && (lines_of_text > 0 || !is_remark) || has_moves;
            if empty_line && is_apart || is_in_line && has_line_end || kind == TokenKind::UnclosedComment {
                return None;
            }
            let is_tag = match is_in_line {
                true => kind == TokenKind::Bracket && shape::is_next_tag(&bytes[range.start..]),
                false => self.is_tag(kind, range.start),
            };
            if is_tag {
                let is_next_games = self.is_next_games(&self.text[self.tag_name(range.start)])
                    || shape::is_certain_start(bytes, range.start);
                return (!is_next_games).then_some(range.start);
            }
            if is_remark {
                empty_line = false;
                continue;
            }
            if is_in_line && kind.is_termination() {
                return None;
            }
            has_moves |= kind == TokenKind::San;
            if !is_in_line {
                // After a comment above the tags, text is of the movetext.
                let is_of_movetext = self.phase == Phase::Prolog && lines_of_text == 0 && range.start > start;
                lines_of_text += 1;
                if is_of_movetext || lines_of_text > MOST_LINES || has_line_end {
                    return None;
                }
                let rest = &bytes[range.start..];
                let line = &rest[..self.length_of_text(range.start)];
                if shape::is_nearly_tag(line) || shape::is_named(rest) || tag_after_signs(rest).is_some() {
                    ahead.seek(range.start + line.len());
                } else if !(self.begins_text(kind, range.start) || kind.is_termination() && is_after_tag(range.start)) {
                    return None;
                }
                is_in_line = true;
            }
        }
        None
    }

    /// Whether a token that is no comment, with which a line or what follows a tag pair on its line begins, is not the beginning of movetext.
    fn begins_text(&self, kind: TokenKind, start: usize) -> bool {
        let rest = &self.text.as_bytes()[start..];
        match kind {
            TokenKind::San => !line_is_moves(self.text, start),
            TokenKind::MoveNumber => !shape::is_movetext_number(rest),
            TokenKind::Word => !shape::is_movetext_letter(rest),
            TokenKind::Angle => !shape::is_movetext_in_element(rest),
            _ => kind != TokenKind::Control && !kind.is_termination(),
        }
    }

    /// Whether a parenthesis after a tag pair on its line holds no moves, so that it is no variation: `[White "Ann"] (1650)`.
    pub(super) fn is_parenthesis_of_words(&self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        let end = start + shape::length_before_tag(&bytes[start..]);
        let mut lexer = Lexer::at(self.text, start);
        let mut on_line = std::iter::from_fn(|| lexer.next()).take_while(|(_, range)| range.start < end);
        !on_line.any(|(kind, range)| match kind {
            TokenKind::Whitespace => false,
            TokenKind::San | TokenKind::UnclosedComment => true,
            TokenKind::MoveNumber => shape::is_movetext_number(&bytes[range.start..]) || range.end > end,
            _ => kind.is_termination() || range.end > end,
        })
    }

    /// How much of a line that begins at `start` is text: all up to a tag pair on it, or all of it where that is commented out.
    pub(super) fn length_of_text(&self, start: usize) -> usize {
        let rest = &self.text.as_bytes()[start..];
        if self.is_tag_commented_out(start) { shape::line_length(rest) } else { shape::length_before_tag(rest) }
    }

    /// Whether the line that begins at `start` is a tag pair with signs before it, of a name that this game has a tag pair of: one that is
    /// commented out as in other languages, `// [Round "9"]`. The other one is before it, or on the next line that does not begin with the signs.
    fn is_tag_commented_out(&self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        let mut rest = &bytes[start..];
        if self.phase == Phase::Epilog || !shape::is_first_on_line(bytes, start) {
            return false;
        }
        let Some((signs, name)) = tag_after_signs(rest) else { return false };
        let mut names = self.tag_names.iter().map(|name| &bytes[name.clone()]);
        let follows_one = self.text_run.as_ref().is_some_and(|run| {
            tag_after_signs(&bytes[run.range.clone()]).is_some_and(|(other_signs, _)| other_signs == signs)
        });
        if follows_one || names.any(|other| other == name) {
            return true;
        }
        for _ in 0..MOST_LINES {
            rest = &rest[shape::line_length(rest)..];
            rest = rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..)).unwrap_or_default();
            if !rest.starts_with(signs) {
                let other = rest.strip_prefix(b"[").and_then(|rest| rest.strip_prefix(name));
                return other.is_some_and(|other| shape::skip_spaces(other).starts_with(b"\""));
            }
        }
        false
    }
}

/// The signs that a line begins with as comments do in other languages, and the name of the tag pair that follows them, if it is the only one on
/// the line.
fn tag_after_signs(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_sign =
        |byte: &u8| byte.is_ascii_punctuation() && !matches!(byte, b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'"');
    let (signs, after) = rest.split_at(rest.iter().take_while(|byte| is_sign(byte)).count());
    let tag = shape::skip_spaces(after);
    // A star is a termination marker.
    if signs.first().is_none_or(|first| *first == b'*') || !shape::is_next_tag(tag) {
        return None;
    }
    let named = shape::skip_spaces(&tag[1..]);
    let (name, value) = named.split_at(shape::tag_name_length(named));
    let value = shape::skip_spaces(value);
    let end = tag_value_end(value);
    let after = &value[end.length..];
    let is_last = shape::length_before_tag(after) == shape::line_length(after);
    (end.closed && !end.has_line_break && is_last).then_some((signs, name))
}
