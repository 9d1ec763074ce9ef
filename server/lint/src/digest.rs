//! What the walk over a game leaves behind for the rules about whole files.

use std::borrow::Cow;
use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{GameView, NodeKind};
use shakmaty::{Move, Square};

use crate::file_view::GameDigest;
use crate::lint::GameEnd;
use scoresheet_chess::dates;
use scoresheet_chess::line_ends::{LineEnds, line_ends};
use scoresheet_chess::replay::{Outcome, Replay, Step, is_fen_tag, is_variant_tag};

/// A quick hash of 64 bits. Two games of a file of a million that differ have the same one about once in ten million files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hash(u64);

/// The digits of pi and of e: no more than numbers without a pattern.
const SEED: u64 = 0x243F_6A88_85A3_08D3;
const FACTOR: u64 = 0xB7E1_5162_8AED_2A6B;

/// The position every game starts from unless a FEN tag says otherwise.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Hash {
    pub(crate) const START: Hash = Hash(SEED);

    /// The number, which is never 0.
    pub(crate) fn number(self) -> u64 {
        self.0.max(1)
    }

    /// Add a move of the main line, as it was played; as it is written at `range` of `text`, where it is not known what it is.
    #[inline]
    pub(crate) fn add_move(&mut self, outcome: &Outcome, text: &str, range: Range<usize>) {
        match outcome {
            Outcome::Played { action, .. } => self.add_played(*action),
            _ => self.add_other(outcome, &text[range]),
        }
    }

    /// Add a move of the main line that could be played.
    #[inline]
    pub(crate) fn add_played(&mut self, action: Move) {
        self.add(packed(action));
    }

    #[cold]
    fn add_other(&mut self, outcome: &Outcome, text: &str) {
        match outcome {
            Outcome::Null { .. } => self.add(0),
            _ => self.add_text(text),
        }
    }

    #[inline]
    fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word).wrapping_mul(u128::from(FACTOR));
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    pub(crate) fn add_text(&mut self, text: &str) {
        let mut chunks = text.as_bytes().chunks_exact(8);
        for chunk in chunks.by_ref() {
            self.add(chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
        let last = chunks.remainder().iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        self.add(last);
        self.add(text.len() as u64);
    }
}

/// The digest of a game whose moves have the hash `moves`.
pub(crate) fn digest(game: GameView, tags: &[Tag], moves: Hash, end: &GameEnd) -> GameDigest {
    let value = |name: &str| tags.iter().find(|tag| tag.name == name).map(Tag::value);
    GameDigest {
        moves: if end.moves == 0 { 0 } else { with_start(moves, tags) },
        players: players(value("White"), value("Black")),
        date: value("Date").map_or(0, |date| dates::collation(&date)),
        line_ends: LineEnds::of(game.text),
        is_game: end.is_game,
        lacks_empty_line: end.is_game && lacks_empty_line(game.text, end),
    }
}

/// The hashes of a game's main line after every move, the last of them that of the digest. Plays the game again.
pub(crate) fn move_hashes(game: GameView) -> Vec<u64> {
    let tags = game.tags();
    let mut hash = Hash::START;
    let mut hashes = Vec::new();
    let mut replay = Replay::new(game);
    while let Some((step, range)) = replay.advance() {
        match step {
            Step::Move if replay.depth() == 0 => {
                hash.add_move(&replay.ply().outcome, game.text, range);
                hashes.push(with_start(hash, &tags));
            }
            Step::Leave(NodeKind::Movetext) => break,
            _ => {}
        }
    }
    hashes
}

/// Together with the position and the rules that the game starts from.
fn with_start(mut hash: Hash, tags: &[Tag]) -> u64 {
    for tag in tags.iter().filter(|tag| is_fen_tag(tag.name) || is_variant_tag(tag.name)) {
        let value = tag.value();
        if value != START && !value.eq_ignore_ascii_case("standard") {
            hash.add_text(&value);
        }
    }
    hash.number()
}

fn players(white: Option<Cow<str>>, black: Option<Cow<str>>) -> u64 {
    let (Some(white), Some(black)) = (white, black) else { return 0 };
    let (white, black) = (white.trim(), black.trim());
    if is_unknown(white) || is_unknown(black) {
        return 0;
    }
    let mut hash = Hash::START;
    hash.add_text(white);
    hash.add_text(black);
    hash.number()
}

/// Whether a tag value says that nothing is known (section 8.1.1), or nothing at all.
pub(crate) fn is_unknown(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b'?' | b'-' | b'.' | b' ' | b'*')) || matches!(value, "NN" | "N.N." | "N.N")
}

/// Whether the text ends with the movetext or on the line after it.
fn lacks_empty_line(text: &str, end: &GameEnd) -> bool {
    let has_movetext = end.moves > 0 || end.termination.is_some();
    let behind = &text[end.last_token_end..];
    has_movetext && end.after_end.is_none() && behind.trim().is_empty() && line_ends(behind).nth(1).is_none()
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
