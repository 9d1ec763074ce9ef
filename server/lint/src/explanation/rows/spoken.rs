//! Moves that were dictated.

use scoresheet_chess::piece_letters;
use scoresheet_grammar::TokenKind;
use shakmaty::san::SanPlus;
use shakmaty::{Move, Role};

use super::Rows;
use crate::explanation::costs;
use crate::explanation::slip::Slip;
use crate::explanation::walk::Token;

/// Names of pieces, in lower case, and words that sound like them.
const PIECES: [(&str, Role); 11] = [
    ("pawn", Role::Pawn),
    ("knight", Role::Knight),
    ("bishop", Role::Bishop),
    ("rook", Role::Rook),
    ("queen", Role::Queen),
    ("king", Role::King),
    ("night", Role::Knight),
    ("nite", Role::Knight),
    ("brook", Role::Rook),
    ("rock", Role::Rook),
    ("clean", Role::Queen),
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
        let (square, captures) = square.strip_prefix('x').map_or((square, captures), |square| (square, true));
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
}

/// A move that begins with the name of its piece: `knightf3`, `Rook-ac1`.
pub(super) fn piece_named_first(word: &str) -> Option<String> {
    PIECES.iter().find_map(|(name, role)| {
        let (first, rest) = word.split_at_checked(name.len())?;
        let letter = if *role == Role::Pawn { "" } else { &*role.upper_char().to_string() };
        first.eq_ignore_ascii_case(name).then(|| format!("{letter}{}", rest.trim_start_matches('-')))
    })
}
