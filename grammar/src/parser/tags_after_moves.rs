//! Tag pairs after moves: misplaced ones, and those that begin the next game.

use std::ops::Range;

use super::{GameParser, line_is_moves};
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

    /// Whether a tag pair alone on a line is among the moves of a game: without an empty line on either side, and what follows begins no game.
    fn is_tag_amid_moves(&self, start: usize) -> bool {
        let rest = &self.text.as_bytes()[start..];
        if self.empty_line_before || self.last_move.is_none() {
            return false;
        }
        let Some(next) = shape::line_after_tag(rest) else { return false };
        let next = start + next;
        match Lexer::at(self.text, next).next() {
            Some((TokenKind::MoveNumber, _)) => {
                !self.begins_new_game(next) && shape::is_movetext_number(&self.text.as_bytes()[next..])
            }
            Some((TokenKind::San, _)) => line_is_moves(self.text, next),
            Some((kind, _)) => matches!(kind, TokenKind::VariationOpen | TokenKind::Nag | TokenKind::Termination),
            None => false,
        }
    }

    /// Whether a tag pair after something else on its line is the first of the next game, whose other tags or first move follow on other lines.
    fn is_tag_of_next_game(&self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        let Some(next) = shape::line_after_tag(&bytes[start..]).map(|next| start + next) else { return false };
        let after = &self.text[next..];
        let next = next + after.len() - shape::without_white_space(after).len();
        self.open_variations.is_empty()
            && (shape::begins_tags(&bytes[next..]) && !self.is_tag_amid_moves(next)
                || self.last_move.is_some() && self.begins_new_game(next))
    }
}
