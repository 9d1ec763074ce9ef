//! Tag pairs after moves: misplaced ones, and those that begin the next game.

use std::ops::Range;

use super::{GameParser, is_first_number};
use crate::fault::FaultKind;
use crate::kind::TokenKind;
use crate::lexer::Lexer;
use crate::shape;

impl GameParser<'_, '_> {
    /// `[` in the movetext: the next game where it begins its tags, a misplaced tag pair elsewhere.
    pub(super) fn bracket_in_movetext(&mut self, range: Range<usize>) -> bool {
        let bytes = self.text.as_bytes();
        let begins_game = if shape::is_first_on_line(bytes, range.start) {
            shape::begins_tags(&bytes[range.start..]) && !self.is_tag_amid_moves(range.start)
        } else {
            self.is_tag_of_next_game(range.start)
        };
        if begins_game {
            return true;
        }
        self.end_text_run();
        if shape::is_tag(&bytes[range.start..]) {
            let end = self.tag(range.start, self.tag_name(range.start));
            self.fault(FaultKind::MisplacedTag, range.start..end);
        } else {
            self.text_token(FaultKind::UnexpectedCharacter, TokenKind::Bracket, range);
        }
        false
    }

    /// Whether tag pairs alone on a line are among the moves of a game: without an empty line on either side, and what follows goes on with its
    /// numbers or ends it. Event begins a game wherever it is.
    fn is_tag_amid_moves(&self, start: usize) -> bool {
        let (text, bytes) = (self.text, self.text.as_bytes());
        let is_event = || text[self.tag_name(start)].eq_ignore_ascii_case("Event");
        if self.empty_line_before || self.last_move.is_none() || is_event() {
            return false;
        }
        let Some(next) = shape::line_after_tags(&bytes[start..]).map(|next| start + next) else { return false };
        let line = &text[next..next + shape::line_length(&bytes[next..])];
        let mut lexer = Lexer::at(line, 0);
        let mut tokens = std::iter::from_fn(|| lexer.next());
        match tokens.next() {
            Some((TokenKind::MoveNumber, _)) => {
                !self.begins_new_game(next) && shape::is_movetext_number(&bytes[next..])
            }
            Some((TokenKind::San, _)) => tokens
                .find(|(kind, _)| *kind == TokenKind::MoveNumber)
                .is_some_and(|(_, number)| !is_first_number(&line.as_bytes()[number.start..])),
            Some((kind, _)) => matches!(kind, TokenKind::VariationOpen | TokenKind::Nag | TokenKind::Termination),
            None => false,
        }
    }

    /// Whether a tag pair after something else on its line is the first of the next game, whose other tags or first move follow on other lines.
    fn is_tag_of_next_game(&self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        let Some(next) = shape::line_after_tags(&bytes[start..]).map(|next| start + next) else { return false };
        let after = &self.text[next..];
        let next = next + after.len() - shape::without_white_space(after).len();
        self.open_variations.is_empty()
            && (shape::begins_tags(&bytes[next..]) && !self.is_tag_amid_moves(next)
                || self.last_move.is_some() && self.begins_new_game(next))
    }
}
