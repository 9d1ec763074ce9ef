//! Castling that is written as nobody reads it: with too many or too few zeros, or in words.

use std::ops::Range;

use scoresheet_grammar::TokenKind;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingSide, Move};

use super::Rows;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::Slip;
use crate::explanation::walk::Token;

/// What people write for castling, in lower case.
const WORDS: [&str; 11] = [
    "castle", "castles", "castled", "castling", "rochade", "rokade", "rokada", "roszada", "roque", "enroque", "arrocco",
];

/// Words for the side of castling, in lower case.
const SIDES: [(&str, CastlingSide); 8] = [
    ("short", CastlingSide::KingSide),
    ("kingside", CastlingSide::KingSide),
    ("king-side", CastlingSide::KingSide),
    ("kurz", CastlingSide::KingSide),
    ("long", CastlingSide::QueenSide),
    ("queenside", CastlingSide::QueenSide),
    ("queen-side", CastlingSide::QueenSide),
    ("lang", CastlingSide::QueenSide),
];

/// The most signs that are taken for castling: `O-O-O` with its hyphens doubled.
const MOST_SIGNS: usize = 7;

impl Rows<'_, '_> {
    /// Castling by its zeros or letters: `0-00`, `000`, `oo`, `0.0`.
    pub(super) fn castling_by_signs(&mut self) {
        let is_sign = |byte: u8| matches!(byte, b'0' | b'O' | b'o' | b'-' | b'.');
        let text = self.text.text.as_bytes();
        let before = text[..self.token.range.start].iter().rev().take(MOST_SIGNS);
        let start = self.token.range.start - before.take_while(|byte| is_sign(**byte)).count();
        // Periods before it are those of the number.
        let start = start + text[start..].iter().take_while(|byte| **byte == b'.').count();
        let length = text[start..].iter().take(2 * MOST_SIGNS).take_while(|byte| is_sign(**byte)).count();
        let range = start..start + length;
        let is_apart = text.get(range.end).is_none_or(|next| !next.is_ascii_alphanumeric() && *next != b'.');
        if range.end < self.token.range.end || !(2..=MOST_SIGNS).contains(&length) || !is_apart {
            return;
        }
        let Some(place) = self.place_at(start) else { return };
        let signs = text[range.clone()].iter().filter(|byte| !matches!(**byte, b'-' | b'.')).count();
        for (side, right) in [(CastlingSide::KingSide, 2_usize), (CastlingSide::QueenSide, 3)] {
            let more = match signs.abs_diff(right) {
                0 => 0,
                1 => costs::DOUBLED_CHARACTER,
                _ => continue,
            };
            self.castles(&place, range.clone(), side, more);
        }
    }

    /// Castling in words: `castles`, `Rochade`, `castles long`.
    pub(super) fn castling_in_words(&mut self) {
        let word = self.slice(&self.token.range).to_lowercase();
        if !WORDS.contains(&word.as_str()) {
            return;
        }
        let here = self.here.clone();
        let next = self.text.token(self.token.range.end).filter(|next| next.kind == TokenKind::Word);
        let next_word = next.as_ref().map(|next| self.slice(&next.range).to_lowercase());
        let named = SIDES.iter().find(|(word, _)| next_word.as_deref() == Some(word));
        let end = next.filter(|_| named.is_some()).map_or(self.token.range.end, |next| next.range.end);
        for side in CastlingSide::ALL.into_iter().filter(|side| named.is_none_or(|(_, named)| named == side)) {
            self.castles(&here, self.token.range.start..end, side, 0);
        }
    }

    /// The place of the token that begins at byte `start`: the one that does not fit, or one shortly before it.
    pub(super) fn place_at(&self, start: usize) -> Option<Place> {
        if self.token.range.start == start {
            return Some(self.here.clone());
        }
        self.here.before().take(MOST_SIGNS).find(|place| place.token().range.start == start)
    }

    /// Castling to a side, if that is legal.
    fn castles(&mut self, place: &Place, range: Range<usize>, side: CastlingSide, more: u32) {
        let head = self.at(place).0.clone();
        let board = &head.line.now;
        let is_meant = |action: &Move| action.castling_side() == Some(side);
        let action = board.playable().iter().map(|(action, _)| *action).find(is_meant);
        let (Some(action), Some(position)) = (action, &board.position) else { return };
        let whole = Token { kind: TokenKind::San, range: range.clone() };
        let next = self.text.moved(&head, &whole, action);
        let san = SanPlus::from_move(position.clone(), action).to_string();
        self.write_move(&costs::CASTLING, more, (place, next), range, &san, Slip::Unreadable);
    }
}
