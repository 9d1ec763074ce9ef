//! What is kept of every game while duplicates are searched: 32 bytes.

use scoresheet_chess::move_hash::MoveHash;
use scoresheet_chess::replay::{Replay, Step};
use scoresheet_grammar::{GameView, NodeKind};

use super::facts::{Criteria, OPENING_PLIES};

/// A few numbers that tell which games need to be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameDigest {
    /// A hash of its text; only the same text has it, but for chance.
    text: u64,
    /// A hash of its main line; 0 without moves.
    moves: u64,
    /// A hash of the first moves of its main line; 0 if there are fewer.
    opening: u64,
    /// The plies of its main line.
    pub plies: u32,
    /// The bytes of its comments, NAGs and variations.
    pub annotation: u32,
}

impl GameDigest {
    /// The digest of a game. Linear.
    pub fn of(game: GameView) -> GameDigest {
        let tags = game.tags();
        let mut text = MoveHash::START;
        text.add_text(game.text.trim());
        let mut digest = GameDigest { text: text.number(), ..GameDigest::default() };
        let mut moves = MoveHash::START;
        let mut replay = Replay::new(game);
        while let Some((step, range)) = replay.advance() {
            let length = range.len() as u32;
            match step {
                Step::Move if replay.depth() == 0 => {
                    digest.plies += 1;
                    moves.add_move(&replay.ply().outcome, game.text, range);
                    if digest.plies as usize == OPENING_PLIES {
                        digest.opening = moves.with_start(&tags);
                    }
                }
                Step::Move => digest.annotation = digest.annotation.saturating_add(length),
                Step::Token(kind) if kind.is_comment() || kind.is_annotation() => {
                    digest.annotation = digest.annotation.saturating_add(length);
                }
                Step::Leave(NodeKind::Movetext) => break,
                _ => {}
            }
        }
        if digest.plies > 0 {
            digest.moves = moves.with_start(&tags);
        }
        digest
    }

    /// Games that are duplicates by these criteria are in the same bucket.
    pub fn bucket(&self, criteria: &Criteria) -> u64 {
        match () {
            () if self.moves == 0 => self.text,
            () if criteria.are_lines_enough() && self.opening != 0 => self.opening,
            () => self.moves,
        }
    }
}
