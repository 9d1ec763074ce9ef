//! A hash of the moves of a game.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use shakmaty::{Move, Square};

use crate::replay::{Outcome, is_fen_tag, is_variant_tag};

/// A fast 64-bit hash. In a file of a million different games, two have the same hash about once in ten million files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveHash(u64);

/// The start position of games without a FEN tag.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Digits of pi and of e, as numbers without a pattern.
const SEED: u64 = 0x243F_6A88_85A3_08D3;
const FACTOR: u64 = 0xB7E1_5162_8AED_2A6B;

impl MoveHash {
    /// The hash of no moves.
    pub const START: MoveHash = MoveHash(SEED);

    /// Returns the hash, which is never 0.
    pub fn number(self) -> u64 {
        self.0.max(1)
    }

    /// Adds a move of the main line: the move that was played, or its text at `range` if it was not.
    #[inline]
    pub fn add_move(&mut self, outcome: &Outcome, text: &str, range: Range<usize>) {
        match outcome {
            Outcome::Played { action, .. } => self.add_played(*action),
            _ => self.add_other(outcome, &text[range]),
        }
    }

    /// Adds a move of the main line that was played.
    #[inline]
    pub fn add_played(&mut self, action: Move) {
        self.add(packed(action));
    }

    /// Returns the hash of the moves with the start position and the rules of a game with these tags.
    pub fn with_start(mut self, tags: &[Tag]) -> u64 {
        for tag in tags.iter().filter(|tag| is_fen_tag(tag.name) || is_variant_tag(tag.name)) {
            let value = tag.value();
            if value != START && !value.eq_ignore_ascii_case("standard") {
                self.add_text(&value);
            }
        }
        self.number()
    }

    #[cold]
    fn add_other(&mut self, outcome: &Outcome, text: &str) {
        match outcome {
            Outcome::Null { .. } => self.add(0),
            _ => self.add_text(text),
        }
    }

    /// Adds a number.
    #[inline]
    pub(crate) fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word).wrapping_mul(u128::from(FACTOR));
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    /// Adds a text.
    pub fn add_text(&mut self, text: &str) {
        let mut chunks = text.as_bytes().chunks_exact(8);
        for chunk in chunks.by_ref() {
            self.add(chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
        let last = chunks.remainder().iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        self.add(last);
        self.add(text.len() as u64);
    }
}

#[inline]
fn packed(action: Move) -> u64 {
    let from_to = |from: Square, to: Square| u64::from(from) | u64::from(to) << 8;
    match action {
        Move::Normal { from, to, promotion, .. } => {
            from_to(from, to) | promotion.map_or(0, |role| role as u64) << 16 | MOVE
        }
        Move::EnPassant { from, to } => from_to(from, to) | MOVE,
        Move::Castle { king, rook } => from_to(king, rook) | CASTLING,
        Move::Put { role, to } => from_to(to, to) | (role as u64) << 16 | DROP,
    }
}

const MOVE: u64 = 1 << 24;
const CASTLING: u64 = 2 << 24;
const DROP: u64 = 3 << 24;
