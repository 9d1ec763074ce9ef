//! From the moves of some games to what was played in every position.

use scoresheet_chess::position_key::PositionKey;
use shakmaty::Color;

use super::tree_row::{TreeRow, signed};
use crate::cache::GameResult;

/// A move in a position, by the number of its game among those that are tallied together. Ordered by position, move and game. Sixteen bytes,
/// because there are eighty a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayedHere(u128);

/// What is tallied of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TalliedGame {
    /// Its result.
    pub result: GameResult,
    /// The ratings of White and Black; 0 if they are unknown.
    pub elos: [u16; 2],
    /// The date as [`collation`](scoresheet_chess::dates::collation) has it: YYYYMMDD, with zeros for what is unknown.
    pub date: u32,
    /// Which game it is. Of several games the one with the lowest number is named.
    pub place: u64,
}

/// The bits of the key, the code of the move, who moves, and the game.
const KEY: u32 = 64;
const CODE: u32 = 48;
const WHITE: u32 = 47;

/// The bits of the game.
const GAME: u128 = u32::MAX as u128;

impl PlayedHere {
    /// A move of game number `game`.
    #[inline]
    pub fn new(key: PositionKey, code: u16, mover: Color, game: u32) -> PlayedHere {
        // Engines that read the tables have signed numbers only, so that is how the keys are ordered.
        let key = key.number() ^ SIGN;
        let white = u128::from(mover.is_white());
        PlayedHere(u128::from(key) << KEY | u128::from(code) << CODE | white << WHITE | u128::from(game))
    }

    /// The same where so many games come before those that it was numbered with.
    #[inline]
    pub fn after(self, games: u32) -> PlayedHere {
        PlayedHere(self.0 + u128::from(games))
    }

    fn hash(self) -> i64 {
        signed((self.0 >> KEY) as u64 ^ SIGN)
    }

    fn code(self) -> u16 {
        (self.0 >> CODE) as u16
    }

    fn mover(self) -> Color {
        Color::from_white(self.0 >> WHITE & 1 == 1)
    }

    fn game(self) -> usize {
        (self.0 & GAME) as usize
    }

    /// Whether two are the same move in the same position.
    fn is_same_move(self, other: PlayedHere) -> bool {
        self.0 >> CODE == other.0 >> CODE
    }
}

/// The bit by which signed and unsigned numbers are ordered differently.
const SIGN: u64 = 1 << 63;

/// Tallies moves, which are in order, and whose games are `games`. Returns a row for each move of each position, in order. Linear.
pub fn tally<'t>(moves: &'t [PlayedHere], games: &'t [TalliedGame]) -> impl Iterator<Item = TreeRow> + 't {
    let row = |same: &[PlayedHere]| {
        let first = same[0];
        let mut row = TreeRow::new(first.hash(), first.code());
        for played in same {
            if let Some(game) = games.get(played.game()) {
                row.count(game, played.mover());
            }
        }
        row
    };
    moves.chunk_by(|one, next| one.is_same_move(*next)).map(row)
}
