//! Moves in pieces, and tokens without a blank between them.

use scoresheet_chess::replay::Fitting;
use scoresheet_grammar::TokenKind;

use super::Rows;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::seams::seams;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::Token;
use crate::finding::Edit;

/// How many tokens one move may lie in.
const MOST_PIECES: u32 = 6;

/// How many of them may come before the one that does not fit.
const PIECES_BEFORE: usize = 3;

/// The longest move. Bytes.
const LONGEST_MOVE: usize = 9;

impl Rows<'_, '_> {
    pub(super) fn pieces(&mut self) {
        self.joined(&self.here.clone());
        let before: Vec<Place> = self.here.before().take(PIECES_BEFORE).collect();
        for place in before {
            let kind = place.token().kind;
            let may_be_between = kind == TokenKind::Nag || kind.is_comment() || kind == TokenKind::Periods;
            if !is_piece(kind) && !may_be_between || place.head().line.depth != self.head.line.depth {
                break;
            }
            self.joined(&place);
        }
        self.split();
    }

    /// A move whose pieces begin at a place and include the token that does not fit, with another token at least.
    fn joined(&mut self, place: &Place) {
        let is_here = place.index == place.path.steps.len();
        let (head, first) = if is_here { (self.head, self.token) } else { (place.head(), place.token()) };
        if !is_piece(first.kind) || !self.slice(&first.range).contains(is_of_moves) {
            return;
        }
        let Some(position) = &head.line.now.position else { return };
        let (mut san, mut marks, mut comments) = (String::new(), String::new(), String::new());
        let (mut token, mut pieces) = (first.clone(), 0_u32);
        loop {
            let text = self.slice(&token.range);
            match token.kind {
                TokenKind::Suffix => marks.push_str(text),
                TokenKind::Periods => {}
                TokenKind::Nag => marks.extend([" ", text]),
                kind if kind.is_comment() => comments.extend([" ", text]),
                kind if is_piece(kind) => san.push_str(text),
                _ => return,
            }
            pieces += 1;
            // A number with its period is that of the next move.
            let is_number = token.kind == TokenKind::MoveNumber && text.ends_with(['.', '…']);
            let is_enough = pieces > 1 && token.range.end >= self.token.range.end && !is_number;
            if san.len() > LONGEST_MOVE || pieces > MOST_PIECES {
                return;
            }
            if is_enough && is_piece(token.kind) && text.contains(is_of_moves) {
                // Without what is never in a move, and first without hyphens, which are in castling and long notations only.
                san.retain(|character| is_of_moves(character) || character == '-');
                // A check mark is the last of a move; one inside of it was typed too early.
                if let Some(mark) = san.find(['+', '#']).filter(|mark| san[*mark..].contains(char::is_alphanumeric)) {
                    let mark = san.remove(mark);
                    san.push(mark);
                }
                let plain = san.replace('-', "");
                let mut tried = self.text.tried(&plain);
                let is_castling = san.starts_with(['O', '0']);
                if is_castling || matches!(tried.fit(position, head.line.now.in_check), Fitting::None) {
                    tried = self.text.tried(&san);
                } else {
                    san = plain;
                }
                let range = first.range.start..token.range.end;
                // Nothing is between the pieces of a move that lacks a character.
                let is_whole = self.slice(&range) == san;
                if let Fitting::One(action, _) = tried.fit(position, head.line.now.in_check)
                    && !is_whole
                {
                    let whole = Token { kind: TokenKind::San, range: range.clone() };
                    let next = self.text.moved_as(head, &whole, action, tried.check_mark());
                    let text = format!("{san}{comments}");
                    let mut candidate = Candidate::new(Edit::replace(range.clone(), text), range.clone(), Slip::Apart);
                    // What was put in may have been meant for the move.
                    if !marks.is_empty() {
                        candidate.others.push(Edit::replace(range, format!("{san}{marks}{comments}")));
                    }
                    self.edit(&costs::APART, pieces - 2, place, next, candidate);
                }
            }
            let Some(next) = self.text.token(token.range.end) else { return };
            token = next;
        }
    }

    /// Two moves, or a move and a number, without the blank between them.
    fn split(&mut self) {
        if !matches!(self.token.kind, TokenKind::San | TokenKind::Word) {
            return;
        }
        let Some(position) = &self.head.line.now.position else { return };
        for place in seams(self.text.text, self.token.range.clone()) {
            let range = self.token.range.start..place;
            let tried = self.text.tried(self.slice(&range));
            if let Fitting::One(action, _) = tried.fit(position, self.head.line.now.in_check) {
                let first = Token { kind: TokenKind::San, range };
                let next = self.text.moved_as(self.head, &first, action, tried.check_mark());
                self.insert(&costs::GLUED, 0, (&self.here.clone(), next), place, " ", Slip::MissingSpace);
            }
        }
    }
}

/// Whether a character may be in a move.
fn is_of_moves(character: char) -> bool {
    character.is_alphanumeric() || "+#=".contains(character)
}

/// Whether a token may be a piece of a move.
fn is_piece(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::San
            | TokenKind::Word
            | TokenKind::MoveNumber
            | TokenKind::Glyph
            | TokenKind::Unknown
            | TokenKind::Suffix
            | TokenKind::EnPassantMark
    )
}
