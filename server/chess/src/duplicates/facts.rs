//! A game that is compared with others, and why two are the same.

use std::fmt;

use scoresheet_grammar::{GameView, NodeKind};

use super::line_hash::MainLine;
use crate::game_identity::GameIdentity;
use crate::move_hash::MoveHash;
use crate::names::PlayerName;
use crate::replay::{Replay, Step};
use crate::results;

/// The plies that the beginnings of games must share to be compared for more than equal moves.
pub(super) const OPENING_PLIES: usize = 20;

/// Fewer plies show nothing without the players: many games have them.
const LEAST_PLIES_WITHOUT_PLAYERS: usize = 10;

/// When games are duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Criteria {
    /// The moves decide, whoever played them and when.
    pub by_moves: bool,
    /// A game that is the beginning of another one is a duplicate.
    pub prefix: bool,
    /// The number of plies by which main lines may differ: each is another one, is missing or is too many.
    pub plies_apart: usize,
}

/// A game that is compared with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
    text: String,
    /// The names of White and Black.
    players: [PlayerName; 2],
    identity: GameIdentity,
    /// The result in the standard's spelling; none if it is unknown.
    result: Option<&'static str>,
    /// The start position and the rules, as far as they are not the usual ones: a hash.
    start: u64,
    line: MainLine,
    /// A number for each ply of the main line; empty with the default criteria.
    moves: Vec<u64>,
}

/// Why two games are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Character by character.
    SameText,
    /// The same moves, and names that may be those of the same players.
    SameMovesAndPlayers,
    /// The same moves.
    SameMoves,
    /// The main line of the duplicate is the beginning of the other one's, which has this many plies more.
    Beginning(usize),
    /// The main lines differ in this many plies.
    PliesApart(usize),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::SameText => f.write_str("same text"),
            Reason::SameMovesAndPlayers => f.write_str("same players, same moves"),
            Reason::SameMoves => f.write_str("same moves"),
            Reason::Beginning(1) => f.write_str("its beginning, which has 1 ply less"),
            Reason::Beginning(plies) => write!(f, "its beginning, which has {plies} plies less"),
            Reason::PliesApart(1) => f.write_str("1 ply differs"),
            Reason::PliesApart(plies) => write!(f, "{plies} plies differ"),
        }
    }
}

impl Criteria {
    /// Whether games may be duplicates whose main lines differ.
    pub(super) fn may_lines_differ(&self) -> bool {
        self.prefix || self.plies_apart > 0
    }

    /// Whether the moves of games are compared besides their hashes.
    pub(super) fn need_moves(&self) -> bool {
        self.by_moves || self.may_lines_differ()
    }
}

impl GameFacts {
    /// Reads a game with this main line. With the default criteria, the tree may end before the movetext. Linear.
    pub fn of(game: GameView, line: MainLine, criteria: &Criteria) -> GameFacts {
        let tags = game.tags();
        let value = |name: &str| {
            let tag = tags.iter().find(|tag| tag.name == name);
            tag.map_or(String::new(), |tag| tag.value().into_owned())
        };
        GameFacts {
            text: game.text.trim().to_owned(),
            players: ["White", "Black"].map(|name| PlayerName::read(&value(name))),
            identity: GameIdentity::of(value),
            result: results::canonical(value("Result").trim()).filter(|result| *result != "*"),
            start: MoveHash::START.with_start(&tags),
            line,
            moves: if criteria.need_moves() { moves(game) } else { Vec::new() },
        }
    }

    /// The plies of the main line; 0 with the default criteria.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// About how many bytes it holds.
    pub fn size(&self) -> usize {
        size_of::<GameFacts>() + self.text.len() + size_of_val(&self.moves[..])
    }

    /// The last names that White can have; games of the same players share one.
    pub(super) fn families(&self) -> impl Iterator<Item = &str> {
        self.players[0].families()
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Why the game is a duplicate of another one with at least as many plies, or as many as differ; `None` if it is not.
    pub(super) fn reason(&self, other: &GameFacts, criteria: &Criteria) -> Option<Reason> {
        if self.text == other.text {
            return Some(Reason::SameText);
        }
        if self.start != other.start || self.line.moves == 0 || other.line.moves == 0 {
            return None;
        }
        if !criteria.by_moves && !self.has_same_players(other) {
            return None;
        }
        if self.line == other.line {
            return match criteria.by_moves {
                true => (self.plies() >= LEAST_PLIES_WITHOUT_PLAYERS).then_some(Reason::SameMoves),
                false => self.is_same_short_game(other).then_some(Reason::SameMovesAndPlayers),
            };
        }
        let least = self.moves.len().min(other.moves.len());
        let may_agree = self.result.is_none() || other.result.is_none() || self.result == other.result;
        if least < OPENING_PLIES || !may_agree {
            return None;
        }
        if criteria.prefix && other.moves.starts_with(&self.moves) {
            return Some(Reason::Beginning(other.moves.len() - self.moves.len()));
        }
        distance(&self.moves, &other.moves, criteria.plies_apart).map(Reason::PliesApart)
    }

    fn has_same_players(&self, other: &GameFacts) -> bool {
        self.players.iter().zip(&other.players).all(|(one, other)| one.may_be(other))
            && !self.identity.is_apart_from(&other.identity)
    }

    /// Short games are played more than once by the same players: these must be of the same day or event, with the same result. Longer ones
    /// need not be.
    fn is_same_short_game(&self, other: &GameFacts) -> bool {
        self.line.has_opening() || self.result == other.result && self.identity.is_of_same_occasion(&other.identity)
    }
}

/// A number for each ply of the main line.
fn moves(game: GameView) -> Vec<u64> {
    let mut moves = Vec::new();
    let mut replay = Replay::new(game);
    while let Some((step, range)) = replay.advance() {
        match step {
            Step::Move if replay.depth() == 0 => {
                let mut hash = MoveHash::START;
                hash.add_move(&replay.ply().outcome, game.text, range);
                moves.push(hash.number());
            }
            Step::Leave(NodeKind::Movetext) => break,
            _ => {}
        }
    }
    moves
}

/// The number of moves that are replaced, added or left out between two lines; `None` if there are more than `most`. Takes time for the
/// product of `most` and the length.
fn distance(one: &[u64], other: &[u64], most: usize) -> Option<usize> {
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    let far = most + 1;
    // The row of the table for the moves of `one` so far; only cells near the diagonal can be small enough.
    let mut row: Vec<usize> = (0..=other.len()).map(|at| at.min(far)).collect();
    for (index, played) in one.iter().enumerate() {
        let from = index.saturating_sub(most);
        let to = (index + 1 + most).min(other.len());
        let mut diagonal = row[from];
        row[from] = if from == 0 { (index + 1).min(far) } else { far };
        for at in from..to {
            let above = if at < index + most { row[at + 1] } else { far };
            let here = if *played == other[at] { diagonal } else { 1 + diagonal.min(above).min(row[at]) };
            diagonal = above;
            row[at + 1] = here.min(far);
        }
    }
    row.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole_table(one: &[u64], other: &[u64]) -> usize {
        let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
        for row in 0..=one.len() {
            for column in 0..=other.len() {
                table[row][column] = match (row, column) {
                    (0, many) | (many, 0) => many,
                    _ if one[row - 1] == other[column - 1] => table[row - 1][column - 1],
                    _ => 1 + table[row - 1][column - 1].min(table[row - 1][column]).min(table[row][column - 1]),
                };
            }
        }
        table[one.len()][other.len()]
    }

    proptest! {
        #[test]
        fn the_band_gives_what_the_whole_table_gives(
            one in prop::collection::vec(0_u64..3, 0..12),
            other in prop::collection::vec(0_u64..3, 0..12),
            most in 0_usize..5,
        ) {
            let expected = whole_table(&one, &other);
            prop_assert_eq!(distance(&one, &other, most), (expected <= most).then_some(expected));
        }
    }
}
