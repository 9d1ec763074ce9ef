//! What is among the tag pairs of a game and is none: comments and lines of text, after which the tags of the same game go on.

use super::{GameParser, Phase, line_is_moves};
use crate::kind::TokenKind;
use crate::lexer::Lexer;
use crate::shape;

/// How many lines of text are looked over for the tag pair after them.
const MOST_LINES: usize = 4;

impl GameParser<'_, '_> {
    /// Whether the comment at `start` belongs to the head of the game: only white space, escape lines and other comments
    /// are between it and a tag pair of this game. Looks at every byte once, however many comments there are.
    pub(super) fn tags_follow(&mut self, start: usize) -> bool {
        if start >= self.head_before
            && let Some(tag) = self.tag_after_comments(start)
        {
            self.head_before = tag;
        }
        start < self.head_before
    }

    /// Where the next tag pair of this game begins, if only white space, escape lines and closed comments are before it.
    /// In the tag section the comments are movetext if an empty line is before it or it is the next game's.
    fn tag_after_comments(&self, start: usize) -> Option<usize> {
        let mut ahead = Lexer::at(self.text, start);
        let mut empty_line = false;
        while let Some((kind, range)) = ahead.next() {
            match kind {
                TokenKind::Whitespace => empty_line = shape::has_empty_line(&self.text.as_bytes()[range]),
                _ if self.is_tag(kind, range.start) => {
                    let is_same_game = match self.phase {
                        Phase::Tags => !empty_line && !self.is_next_games(&self.text[self.tag_name(range.start)]),
                        _ => true,
                    };
                    return is_same_game.then_some(range.start);
                }
                TokenKind::EscapeLine | TokenKind::BraceComment | TokenKind::LineComment => empty_line = false,
                _ => return None,
            }
        }
        None
    }

    /// Whether a line that begins at `start`, with a token of this kind, is neither a tag pair nor movetext but text between the tag pairs of
    /// this game: one of them follows on the same line or the next ones, or the line is nearly one.
    // Nothing on it depends on what is after that tag pair, so that a game reads alone as it reads among others.
    pub(super) fn is_text_among_tags(&self, kind: TokenKind, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        // Above the first tag pair all but what begins movetext is text anyway.
        let is_possible = match self.phase {
            Phase::Tags => !self.empty_line_before && shape::is_first_on_line(bytes, start),
            Phase::Prolog => kind == TokenKind::VariationOpen,
            Phase::Movetext | Phase::Epilog => false,
        };
        if !is_possible || kind.is_comment() || kind == TokenKind::EscapeLine {
            return false;
        }
        let line = &bytes[start..start + shape::line_length(&bytes[start..])];
        if self.phase == Phase::Tags && shape::is_nearly_tag(line) {
            return true;
        }
        let mut at = start;
        for _ in 0..MOST_LINES {
            if !self.is_line_of_text(at) {
                return false;
            }
            let end = at + shape::length_before_tag(&bytes[at..]);
            let next = match bytes.get(end) {
                None => return false,
                Some(b'[') => end,
                Some(b'\r') if bytes.get(end + 1) == Some(&b'\n') => end + 2,
                Some(_) => end + 1,
            };
            let next = next + shape::spaces(&bytes[next..]);
            if shape::begins_tags(&bytes[next..])
                || self.is_tag_with_other_bracket(next)
                || self.is_tag_without_bracket(next)
            {
                return !self.is_next_games(&self.text[self.tag_name(next)]);
            }
            if shape::line_length(&bytes[next..]) == 0 {
                return false;
            }
            at = next;
        }
        false
    }

    /// Whether what is left of the line from byte `start`, where no tag pair begins, is nothing of a game.
    fn is_line_of_text(&self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        let rest = &bytes[start..];
        let end = start + shape::length_before_tag(rest);
        if shape::is_nearly_tag(&bytes[start..end]) || shape::is_named(rest) {
            return true;
        }
        let mut lexer = Lexer::at(self.text, start);
        let Some((first, range)) = lexer.next() else { return false };
        let is_text = match first {
            TokenKind::San => !line_is_moves(self.text, start),
            TokenKind::MoveNumber => !shape::is_movetext_number(rest),
            TokenKind::Word => !shape::is_movetext_letter(rest),
            TokenKind::Angle => !shape::is_movetext_in_element(rest),
            TokenKind::Glyph | TokenKind::Suffix | TokenKind::Periods => true,
            TokenKind::Bracket | TokenKind::StrayBracket | TokenKind::VariationClose | TokenKind::Unknown => true,
            _ => false,
        };
        let mut others = std::iter::from_fn(|| lexer.next()).take_while(|(_, range)| range.start < end);
        is_text
            && range.end <= end
            && !others.any(|(kind, _)| {
                kind.is_termination() || kind == TokenKind::BraceComment || kind == TokenKind::UnclosedComment
            })
    }
}
