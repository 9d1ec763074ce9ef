//! The name and ECO code of an opening position (the lichess table, CC0, through the `esca` crate).

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use esca::openings::lookup;
use scoresheet_grammar::GameView;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

use crate::board::fen;
use crate::position_key::PositionKey;
use crate::replay::{Replay, Step};

/// The number of plies of the longest opening in the table; later positions need no lookup.
pub(crate) const LONGEST_OPENING: usize = 40;

/// The number of cached lookups: the positions of a hundred lines, in less than half a megabyte.
const MOST_REMEMBERED: usize = 4096;

/// A named opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The code in the Encyclopaedia of Chess Openings: `C60`.
    pub eco: &'static str,
    /// The English name: `Ruy Lopez: Morphy Defense`.
    pub name: &'static str,
}

/// The ECO codes, one per line: the code, a tab, and the common part of its openings' names in the lichess table.
const CODES: &str = include_str!("openings/eco.tsv");

/// Returns the ECO codes in order, each with the common part of its openings' names, or else the most frequent name.
pub fn codes() -> impl Iterator<Item = Opening> {
    CODES.lines().filter_map(|line| line.split_once('\t')).map(|(eco, name)| Opening { eco, name })
}

/// Returns the opening of an ECO code, with the name that its openings share.
pub fn of_code(code: &str) -> Option<Opening> {
    codes().find(|opening| opening.eco == code)
}

/// Returns the opening named after a position of ordinary chess; it also finds transpositions.
///
/// The first call builds the table (tens of milliseconds). Later calls cost a few microseconds, or a tenth of that for
/// a cached position: a user who looks at a line looks at it again.
pub fn opening(position: &VariantPosition) -> Option<Opening> {
    static REMEMBERED: LazyLock<Mutex<HashMap<PositionKey, Option<Opening>>>> = LazyLock::new(Mutex::default);
    if !matches!(position, VariantPosition::Chess(_)) {
        return None;
    }
    let key = PositionKey::of(position);
    let remembered = || REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(opening) = remembered().get(&key) {
        return *opening;
    }
    let opening = looked_up(position);
    let mut remembered = remembered();
    if remembered.len() >= MOST_REMEMBERED {
        remembered.clear();
    }
    remembered.insert(key, opening);
    opening
}

/// Builds the table ahead of the first lookup.
pub fn prepare() {
    opening(&VariantPosition::default());
}

fn looked_up(position: &VariantPosition) -> Option<Opening> {
    let position = esca::Position::from_fen(&fen(position)).ok()?;
    let found = lookup(&position)?;
    Some(Opening { eco: found.eco, name: found.name })
}

/// Returns the number of moves of a position that lead to a named opening. Costs one call of [`opening`] per move.
pub fn named_replies(position: &VariantPosition) -> usize {
    let is_named = |action: &Move| {
        let mut after = position.clone();
        after.play_unchecked(*action);
        opening(&after).is_some()
    };
    position.legal_moves().iter().filter(|action| is_named(action)).count()
}

/// Returns the opening of the last named position of the main line, and the number of plies up to it. Plays no more
/// plies than the longest line of the table.
pub fn of_main_line(game: GameView) -> Option<(Opening, usize)> {
    let mut replay = Replay::new(game);
    let mut found = None;
    let mut plies = 0;
    while plies < LONGEST_OPENING
        && let Some((step, _)) = replay.advance()
    {
        if step != Step::Move || replay.depth() > 0 {
            continue;
        }
        let Some(position) = replay.position().filter(|_| !replay.is_guessed()) else { break };
        plies += 1;
        found = opening(position).map(|opening| (opening, plies)).or(found);
    }
    found
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;
    use shakmaty::variant::Variant;
    use shakmaty::{Position, san::San};

    use super::*;

    fn after(variant: Variant, moves: &str) -> Option<Opening> {
        let mut position = VariantPosition::new(variant);
        for san in moves.split_whitespace() {
            let chess_move = san.parse::<San>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(chess_move);
        }
        opening(&position)
    }

    #[test]
    fn positions_have_the_name_of_their_opening() {
        let cases = [
            ("", None),
            ("e4", Some(("B00", "King's Pawn Game"))),
            ("e4 c5", Some(("B20", "Sicilian Defense"))),
            ("e4 e5 Nf3 Nc6 Bb5", Some(("C60", "Ruy Lopez"))),
            ("Nf3 Nc6 e4 e5 Bb5", Some(("C60", "Ruy Lopez"))),
            ("e4 e5 Ke2 Ke7 Kd3 Kd6", None),
        ];
        for (moves, expected) in cases {
            let found = after(Variant::Chess, moves).map(|opening| (opening.eco, opening.name));
            assert_eq!(found, expected, "{moves}");
        }
        assert_eq!(after(Variant::Atomic, "e4 e5"), None);
    }

    #[test]
    fn codes_have_names() {
        let cases =
            [("A00", "other first moves"), ("C60", "Ruy Lopez"), ("E97", "King's Indian Defense: Orthodox Variation")];
        for (code, name) in cases {
            assert_eq!(of_code(code).map(|opening| opening.name), Some(name));
        }
        assert_eq!(of_code("F00"), None);
        let codes: Vec<&str> = codes().map(|opening| opening.eco).collect();
        assert!(codes.len() == 500 && codes.is_sorted());
        for moves in ["e4 e5 Nf3 Nc6 Bb5", "d4 Nf6 c4 g6 Nc3 d5", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "c4 e5"] {
            let found = after(Variant::Chess, moves).unwrap();
            let family = of_code(found.eco).unwrap().name.trim_end_matches(" and others");
            assert!(found.name.starts_with(family), "{found:?}: {family}");
        }
    }

    #[test]
    fn a_game_has_the_last_name_of_its_main_line() {
        let check = |moves: &str, expected: Option<(&str, usize)>| {
            let database = Database::parse(moves);
            let found = of_main_line(database.view(0).unwrap());
            assert_eq!(found.map(|(opening, plies)| (opening.name, plies)), expected, "{moves}");
        };
        check("1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 4. h3 a5 *", Some(("Ruy Lopez", 5)));
        check("1. e4 (1. d4 d5 2. c4) 1... c5 2. Ke2 *", Some(("Sicilian Defense: King David's Opening", 3)));
        check("1. e4 e5 2. Ke4 Nc6 3. Bb5 *", Some(("King's Pawn Game", 2)));
        check("[Variant \"Atomic\"]\n\n1. e4 e5 *", None);
        check("*", None);
    }
}
