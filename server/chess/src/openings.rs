//! The name and ECO code of an opening position (the lichess table, CC0).

use std::ops::Range;
use std::sync::LazyLock;

use scoresheet_grammar::GameView;
use shakmaty::variant::VariantPosition;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::men_key::men_key;
use crate::position_key::PositionKey;
use crate::replay::{Replay, Step};

/// The number of plies of the longest opening in the table; later positions need no lookup.
pub const LONGEST_OPENING: usize = 40;

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

/// The keys of the named positions in the order of [`NAMES`], two of eight bytes for each, the lowest byte first: that of the men and the side to move, by
/// which they are ordered, and that of the whole position. `UPDATE=1 cargo test -p scoresheet-tests --test openings` makes both of the table.
static NAMED: &[u8] = include_bytes!("openings/named.bin");

/// The named positions, one per line: the ECO code, a tab, and the name.
const NAMES: &str = include_str!("openings/names.tsv");

/// The bytes of a key.
const KEY: usize = 8;

/// Returns the opening named after a position of ordinary chess; it also finds transpositions. Some tens of nanoseconds.
pub fn opening(position: &VariantPosition) -> Option<Opening> {
    let VariantPosition::Chess(position) = position else { return None };
    let men = men_key(position.board(), position.turn());
    let named = with_men(men)?;
    let Zobrist64(exact) = position.zobrist_hash(EnPassantMode::Legal);
    among(named, men, exact)
}

/// The same by the keys of a position of ordinary chess, as they are known along a game: that of its [men](men_key) and the side to move, and its
/// own. Some nanoseconds for most positions.
pub fn opening_by_keys(men_and_turn: u64, exact: PositionKey) -> Option<Opening> {
    // In ordinary chess a key of a position is its Zobrist key.
    among(with_men(men_and_turn)?, men_and_turn, exact.number())
}

/// Whether a position of ordinary chess may have a name, by the Zobrist key of its men and its side to move. So a walk through many
/// games looks up only what probably has one. Some nanoseconds.
pub fn may_be_named(men_and_turn: u64) -> bool {
    with_men(men_and_turn).is_some()
}

/// The opening of the position with these keys, from the first place with these men on.
fn among(named: Range<usize>, men_and_turn: u64, exact: u64) -> Option<Opening> {
    static OPENINGS: LazyLock<Vec<Opening>> = LazyLock::new(|| {
        NAMES.lines().filter_map(|line| line.split_once('\t')).map(|(eco, name)| Opening { eco, name }).collect()
    });
    let has_men = |place: &usize| keys()[*place][0] == men_and_turn.to_le_bytes();
    let place = named.take_while(has_men).find(|place| keys()[*place][1] == exact.to_le_bytes())?;
    OPENINGS.get(place).copied()
}

/// The places from the first named position with these men; `None` if there is none.
fn with_men(men_and_turn: u64) -> Option<Range<usize>> {
    /// For each value of the last bits of a key, whether there is such a key.
    static ENDS: LazyLock<Vec<u64>> = LazyLock::new(|| {
        let mut ends = vec![0; (END as usize + 1) / 64];
        for [men, _] in keys() {
            let end = u64::from_le_bytes(*men) & END;
            ends[(end / 64) as usize] |= 1 << (end % 64);
        }
        ends
    });
    const END: u64 = 0xFFFF;
    let end = men_and_turn & END;
    if ENDS[(end / 64) as usize] >> (end % 64) & 1 == 0 {
        return None;
    }
    let first = keys().partition_point(|[men, _]| u64::from_le_bytes(*men) < men_and_turn);
    let is_there = keys().get(first).is_some_and(|[men, _]| *men == men_and_turn.to_le_bytes());
    is_there.then_some(first..keys().len())
}

fn keys() -> &'static [[[u8; KEY]; 2]] {
    NAMED.as_chunks().0.as_chunks().0
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

/// Whether games that begin from this position have openings: the usual position by the usual rules.
pub fn has_openings(start: &VariantPosition) -> bool {
    matches!(start, VariantPosition::Chess(chess) if *chess == Chess::default())
}

/// The opening of a game by its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedOpening {
    /// That of the last named position of the main line.
    pub opening: Opening,
    /// How many plies lead there.
    pub plies: usize,
    /// The number of the move with which the game leaves the book: the first one after that position. `None` if it ends there.
    pub left_at: Option<usize>,
}

/// Why a game has no opening by its moves, or not for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOpening {
    /// It does not begin from the usual position by the usual rules.
    OtherStart,
    /// One of the moves that an opening may have cannot be played.
    Broken,
    /// No position of the main line has a name.
    Unnamed,
}

/// Returns the number of the move after so many plies from the usual start.
pub fn move_number(plies: usize) -> usize {
    plies / 2 + 1
}

/// Returns the opening of a game by its main line. Plays no more plies than the longest line of the table.
///
/// # Errors
/// Why it has none, or why it is not certain.
pub fn of_game(game: GameView) -> Result<PlayedOpening, NoOpening> {
    let (found, is_broken) = named(game)?;
    if is_broken { Err(NoOpening::Broken) } else { found.ok_or(NoOpening::Unnamed) }
}

/// Returns the opening of the last named position of the main line, and the number of plies up to it, as far as the moves read. `None`
/// for a game that does not begin from the usual position by the usual rules. Plays no more plies than the longest line of the table.
pub fn of_main_line(game: GameView) -> Option<(Opening, usize)> {
    named(game).ok()?.0.map(|played| (played.opening, played.plies))
}

/// Returns the opening as far as the moves read, and whether one of them does not.
fn named(game: GameView) -> Result<(Option<PlayedOpening>, bool), NoOpening> {
    let mut replay = Replay::new(game);
    if !replay.position().is_some_and(has_openings) {
        return Err(NoOpening::OtherStart);
    }
    let mut found = None;
    let mut plies = 0;
    // One ply more than openings have, to see whether a game ends with the last of them.
    while plies <= LONGEST_OPENING
        && let Some((step, _)) = replay.advance()
    {
        if step != Step::Move || replay.depth() > 0 {
            continue;
        }
        let Some(position) = replay.position().filter(|_| !replay.is_guessed()) else { return Ok((found, true)) };
        plies += 1;
        match opening(position).filter(|_| plies <= LONGEST_OPENING) {
            Some(opening) => found = Some(PlayedOpening { opening, plies, left_at: None }),
            None => {
                let left = |found: &mut PlayedOpening| found.left_at = Some(move_number(found.plies));
                found.iter_mut().for_each(left);
            }
        }
    }
    Ok((found, false))
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
            // The men of the Ruy Lopez after the king has moved.
            ("e4 e5 Nf3 Nc6 Ke2 Nb8 Ke1 Nc6 Bb5", None),
        ];
        for (moves, expected) in cases {
            let found = after(Variant::Chess, moves).map(|opening| (opening.eco, opening.name));
            assert_eq!(found, expected, "{moves}");
        }
        assert_eq!(after(Variant::Atomic, "e4 e5"), None);
    }

    #[test]
    fn whatever_has_a_name_is_known_by_its_men() {
        let men: Vec<u64> = keys().iter().map(|[men, _]| u64::from_le_bytes(*men)).collect();
        assert_eq!((men.len(), men.is_sorted()), (NAMES.lines().count(), true));
        let key = |position: &VariantPosition| men_key(position.board(), position.turn());
        let check = |moves: &str| {
            let mut position = VariantPosition::default();
            for san in moves.split_whitespace() {
                position.play_unchecked(san.parse::<San>().unwrap().to_move(&position).unwrap());
                let is_named = opening(&position).is_some();
                assert!(!is_named || may_be_named(key(&position)), "{moves} {san}");
            }
        };
        check("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7");
        check("d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 Nd2 a5 Rb1 Nd7 a3 f5 b4 Kh8");
        check("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6 Qd2 Qxb2 Rb1 Qa3 e5 dxe5 fxe5 Nfd7");
        check("e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3 c4");
        assert!(!may_be_named(key(&VariantPosition::default())));
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
        let start = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        check(&format!("[FEN \"{start}\"]\n\n2. Nf3 *"), None);
        check("*", None);
    }

    #[test]
    fn a_game_leaves_the_book_or_has_no_opening() {
        let check = |moves: &str, expected: Result<(&str, Option<usize>), NoOpening>| {
            let database = Database::parse(moves);
            let found = of_game(database.view(0).unwrap());
            assert_eq!(found.map(|played| (played.opening.eco, played.left_at)), expected, "{moves}");
        };
        check("1. e4 e5 2. Nf3 Nc6 3. Bb5 *", Ok(("C60", None)));
        check("1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4) 3... h5 4. h3 *", Ok(("C60", Some(3))));
        check("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. a3 *", Ok(("C70", Some(4))));
        check("1. e4 e5 2. Ke4 Nc6 *", Err(NoOpening::Broken));
        check("*", Err(NoOpening::Unnamed));
        check("[Variant \"Atomic\"]\n\n1. e4 *", Err(NoOpening::OtherStart));
    }
}
