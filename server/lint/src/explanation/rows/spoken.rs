//! Moves that were dictated, or typed on another keyboard than an English one.

use scoresheet_chess::look_alikes::on_same_key;
use scoresheet_chess::piece_letters;
use scoresheet_chess::replay::Fitting;
use scoresheet_grammar::TokenKind;
use shakmaty::san::SanPlus;
use shakmaty::{Move, Role};

use super::Rows;
use crate::explanation::costs;
use crate::explanation::slip::Slip;
use crate::explanation::walk::Token;

/// Names of pieces, in lower case.
const PIECES: [(&str, Role); 6] = [
    ("pawn", Role::Pawn),
    ("knight", Role::Knight),
    ("bishop", Role::Bishop),
    ("rook", Role::Rook),
    ("queen", Role::Queen),
    ("king", Role::King),
];

/// Words between a piece and its square, in lower case, and whether they say that it captures.
const BETWEEN: [(&str, bool); 6] =
    [("to", false), ("on", false), ("moves", false), ("x", true), ("takes", true), ("captures", true)];

/// The most words between a piece and its square: `takes on`.
const MOST_BETWEEN: usize = 2;

impl Rows<'_, '_> {
    /// A move in words: `knight f3`, `Queen takes e5`, `N to c3`.
    pub(super) fn spoken(&mut self) {
        // A letter before a word was read as a sign.
        let letter = self.here.before().next().filter(|place| place.token().kind == TokenKind::Glyph);
        let place = letter.unwrap_or_else(|| self.here.clone());
        let (head, first) = self.at(&place);
        let (head, first) = (head.clone(), first.clone());
        let piece = self.slice(&first.range);
        let name = PIECES.iter().find(|(name, _)| piece.eq_ignore_ascii_case(name)).map(|(_, role)| *role);
        let mut letters = piece.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        // `e takes d5`
        let file = letter.filter(|letter| ('a'..='h').contains(letter));
        let of_pawn = file.map(|_| Role::Pawn);
        let Some(role) = name.or(of_pawn).or_else(|| piece_letters::english().role(letter?)) else { return };
        let (mut at, mut captures, mut words) = (first.range.end, false, 0);
        let target = loop {
            let Some(token) = self.text.token(at) else { return };
            at = token.range.end;
            let word = self.slice(&token.range);
            match BETWEEN.iter().find(|(between, _)| word.eq_ignore_ascii_case(between)) {
                Some((_, takes)) if words < MOST_BETWEEN => (captures, words) = (captures || *takes, words + 1),
                None if token.kind == TokenKind::San => break token,
                _ => return,
            }
        };
        // A letter alone is rather the beginning of a move in pieces.
        if name.is_none() && words == 0 {
            return;
        }
        let square = self.slice(&target.range).trim_end_matches(['+', '#']);
        let whole = Token { kind: TokenKind::San, range: first.range.start..target.range.end };
        let Some(position) = &head.line.now.position else { return };
        let is_meant = |action: &Move| {
            action.role() == role
                && file.is_none_or(|file| action.from().is_some_and(|from| from.file().char() == file))
                && (action.is_capture() || !captures)
                && action.promotion().is_none()
                && !action.is_castle()
                && action.to().to_string() == square
        };
        for action in head.line.now.playable().iter().map(|(action, _)| *action).filter(is_meant) {
            let next = self.text.moved(&head, &whole, action);
            let san = SanPlus::from_move(position.clone(), action).to_string();
            self.write_move(&costs::SPOKEN, 0, (&place, next), whole.range.clone(), &san, Slip::Unreadable);
        }
    }

    /// A move that was typed while the keyboard was a Russian one: `у4`, `Та3`.
    pub(super) fn other_keys(&mut self) {
        let board = &self.head.line.now;
        let (written, Some(position)) = (self.slice(&self.token.range), &board.position) else { return };
        let of_key = |character: char| if character.is_ascii() { Some(character) } else { on_same_key(character) };
        let Some(meant) = written.chars().map(of_key).collect::<Option<String>>() else { return };
        let tried = self.text.tried(&meant);
        if let Fitting::One(action, _) = tried.fit(position, board.in_check)
            && meant != written
        {
            let next = self.text.moved_as(self.head, self.token, action, tried.check_mark());
            let san = SanPlus::from_move(position.clone(), action).to_string();
            let (here, range) = (self.here.clone(), self.token.range.clone());
            self.write_move(&costs::OTHER_KEYS, 0, (&here, next), range, &san, Slip::Unreadable);
        }
    }
}
