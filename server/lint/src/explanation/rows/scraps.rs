//! Signs, figures and letters in one piece that mean nothing here: emoticons, arrows, fractions, addresses, items of lists.

use std::ops::Range;

use scoresheet_chess::pasted::tag_length;
use scoresheet_grammar::TokenKind;

use super::Rows;
use crate::explanation::costs::{self, price};
use crate::explanation::likeness::garbling;
use crate::explanation::path::Place;
use crate::explanation::slip::Slip;
use crate::explanation::walk::Head;

/// Longer ones are no scraps. Bytes.
const LONGEST: usize = 24;

/// How many tokens before the trouble belong to the same piece, at most.
const TOKENS_BEFORE: usize = 6;

impl Rows<'_, '_> {
    /// A piece of several tokens around the trouble: `:-)`, `->`, `12/34`, `a@b.de`, `b)`.
    pub(super) fn scrap(&mut self) {
        let Some(place) = self.start_of_piece() else { return };
        let start = self.at(&place).1.range.start;
        let piece = &self.text.text[start..];
        let piece = &piece[..piece.floor_char_boundary(LONGEST + char::MAX.len_utf8())];
        // Those are matters of their own.
        if piece.starts_with(['[', '%']) || piece.find('<').is_some_and(|tag| tag_length(&piece[tag..]).is_some()) {
            return;
        }
        let range = start..start + length_of_piece(piece);
        if range.len() > LONGEST {
            return;
        }
        if range.end <= self.token.range.end && start == self.token.range.start {
            return;
        }
        // The last `)` may end the variation.
        if self.head.line.depth > 0
            && self.slice(&range).ends_with("))")
            && is_face(&self.slice(&range)[..range.len() - 2])
        {
            self.piece(&place, range.start..range.end - 1);
        }
        self.piece(&place, range);
    }

    /// A piece, in braces.
    fn piece(&mut self, place: &Place, range: Range<usize>) {
        let Some(cost) = self.price_of_piece(self.at(place).0, &range) else { return };
        let head = Head { at: range.end, last: Some(TokenKind::BraceComment), ..self.at(place).0.clone() };
        let braced = format!("{{{}}}", self.slice(&range));
        self.replace(&costs::SCRAP, cost, (place, head), range, &braced, Slip::MissingBraces);
    }

    /// The parenthesis at a place is the mouth of a face whose eyes are read as an annotation: `=)`, `=(`.
    pub(super) fn mouth(&mut self, place: &Place) {
        let mouth = self.at(place).1.range.clone();
        let text = self.text.text;
        let Some(eyes) = place.before().next().filter(|eyes| eyes.token().kind == TokenKind::Glyph) else { return };
        let start = eyes.token().range.start;
        let is_face = eyes.token().range.end == mouth.start && is_face(&text[start..mouth.start]);
        if !is_face || !text[..start].ends_with(|before: char| before.is_whitespace() || before == '(') {
            return;
        }
        // Outside of variations all of it is the mouth.
        let wide = text[mouth.end..].bytes().take_while(|byte| *byte == b')').count();
        let is_outside = eyes.head().line.depth == 0 && text[mouth.clone()].starts_with(')');
        let range = start..mouth.end + if is_outside { wide } else { 0 };
        let head = Head { at: range.end, last: Some(TokenKind::BraceComment), ..eyes.head().clone() };
        let braced = format!("{{{}}}", self.slice(&range));
        self.replace(&costs::SCRAP, 0, (&eyes, head), range, &braced, Slip::MissingBraces);
    }

    /// The place of the first token of the piece that the trouble is in; nothing where that is a move or the end of something.
    fn start_of_piece(&self) -> Option<Place> {
        let mut start = self.here.clone();
        for before in self.here.before().take(TOKENS_BEFORE) {
            let (token, at) = (before.token(), self.at(&start).1.range.start);
            if token.range.end < at {
                break;
            }
            match token.kind {
                TokenKind::MoveNumber | TokenKind::Angle => start = before,
                kind if kind.is_annotation() => start = before,
                TokenKind::VariationOpen => break,
                kind if kind.is_comment() => break,
                _ => return None,
            }
        }
        Some(start)
    }

    /// What it costs to take a piece for text; nothing where it is a single token, movetext without a blank in it, or a result.
    fn price_of_piece(&self, head: &Head, range: &Range<usize>) -> Option<u32> {
        let (mut at, mut tokens, mut cost, mut is_movetext) = (range.start, 0, 0, true);
        while let Some(token) = self.text.token(at).filter(|token| token.range.start < range.end) {
            self.text.spend(1);
            (at, tokens) = (token.range.end, tokens + 1);
            cost += if token.kind == TokenKind::Nag { costs::PRECIOUS_NUMBER } else { price(token.kind) };
            is_movetext &= matches!(token.kind, TokenKind::MoveNumber | TokenKind::San | TokenKind::Periods);
            if token.kind.is_termination() {
                return None;
            }
        }
        let written = self.slice(range);
        let is_at_end = self.text.token(range.end).is_none();
        let is_result = is_at_end && written.starts_with(|first: char| first.is_numeric());
        let playable = head.line.now.playable();
        self.text.spend_on_options(playable.len());
        let resembles = |san: &str| garbling(written, san, costs::MOST_GARBLING).is_some();
        let has_file = written.contains(|letter| matches!(letter, 'a'..='h'));
        // A period belongs to a number.
        if written.ends_with('.') || has_file && playable.iter().any(|(_, san)| resembles(san)) {
            cost += costs::PRECIOUS_MOVE;
        }
        (tokens > 1 && !is_movetext && !is_result).then_some(cost)
    }
}

/// The length of the piece that a text begins with, in bytes: up to white space or a delimiter, unless the delimiter is a part of it.
fn length_of_piece(text: &str) -> usize {
    let mut length = 0;
    for (at, character) in text.char_indices() {
        let before = &text[..at];
        match character {
            '{' | '}' | ';' => break,
            '(' | ')' if !(is_face(before) || character == ')' && is_item(before)) => break,
            character if character.is_whitespace() => break,
            character => length = at + character.len_utf8(),
        }
    }
    length
}

/// Whether a parenthesis after this text is the mouth of a face: `:`, `:-`, `;-`, `=`.
pub(super) fn is_face(before: &str) -> bool {
    let eyes = before.strip_suffix(['-', 'o', '\'']).unwrap_or(before);
    eyes.ends_with([':', '=', ';']) || before.ends_with(")") && is_face(before.trim_end_matches(')'))
}

/// Whether a `)` after this text makes it the item of a list: `a`, `A`, `iv`.
fn is_item(before: &str) -> bool {
    let is_letter = before.len() == 1 && before.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_roman = !before.is_empty() && before.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x'));
    is_letter || is_roman
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_ends_at_blanks_and_delimiters() {
        for (text, piece) in [
            (":-) e5", ":-)"),
            (":))", ":))"),
            ("->e5", "->e5"),
            ("a@b.de) e5", "a@b.de"),
            ("b) e5", "b)"),
            ("12/34{x}", "12/34"),
            ("#5(", "#5"),
            ("Nf3) e5", "Nf3"),
        ] {
            assert_eq!(&text[..length_of_piece(text)], piece);
        }
    }
}
