//! What a tournament needs to know of a game.

use scoresheet_chess::results;
use shakmaty::Color;

use super::names::is_bye;
use crate::cache::GameResult;
use crate::table::{Column, Row};

/// A game of a tournament, or a pairing without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The Event tag; empty if it is unknown, as the others.
    pub event: String,
    /// The Site tag.
    pub site: String,
    /// The Date tag.
    pub date: String,
    /// The first number of the Round tag: 3 of `3.1`.
    pub round: Option<u32>,
    /// The EventRounds tag.
    pub event_rounds: Option<u32>,
    /// White and Black as they are written.
    pub names: [String; 2],
    /// Their ratings.
    pub elos: [Option<u16>; 2],
    /// How the game ended.
    pub outcome: Outcome,
    /// How many plies it has.
    pub plies: u32,
    /// The Result tag, if the game ends with another result.
    pub other_result: Option<String>,
    /// Where it is: `games.pgn:12`.
    pub location: String,
}

/// How a game of a tournament ended. Points are counted in halves, White's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It was played.
    Played([u8; 2]),
    /// It was paired and not played.
    Forfeit([u8; 2]),
    /// The player of this colour had no opponent and got these points.
    Bye(Color, u8),
    /// It has no result.
    Open,
}

/// The tags that a record is made of.
const TAGS: [&str; 11] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "EventRounds",
    "White",
    "Black",
    "WhiteElo",
    "BlackElo",
    "Termination",
    "Result",
];

impl Record {
    /// Returns the columns of a row that a record is made of.
    pub fn columns() -> Vec<Column> {
        let tags = TAGS.into_iter().map(|name| Column::Tag(name.to_owned()));
        tags.chain([Column::Plies, Column::Location]).collect()
    }

    /// The record of a row with [these columns](Record::columns). `marker` is the result after the moves.
    pub fn new(row: &Row, marker: GameResult) -> Record {
        let mut cells = row.cells();
        let mut next = || cells.next().unwrap_or_default().to_owned();
        let [event, site, date, round, event_rounds] = std::array::from_fn(|_| next());
        let names = [next(), next()];
        let elos = [next(), next()].map(|elo| leading_number(&elo).and_then(|elo| elo.try_into().ok()));
        let (termination, result) = (next(), next());
        let plies = next().parse().unwrap_or(0);
        let (outcome, other_result) = match outcome(&names, &result, marker, &termination, plies > 0) {
            (outcome, true) => (outcome, Some(result)),
            (outcome, false) => (outcome, None),
        };
        Record {
            event,
            site,
            date,
            round: leading_number(&round),
            event_rounds: leading_number(&event_rounds),
            names,
            elos,
            outcome,
            plies,
            other_result,
            location: next(),
        }
    }
}

/// The number with which a text begins; 0 is none.
pub(crate) fn leading_number(text: &str) -> Option<u32> {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse().ok().filter(|number| *number > 0)
}

/// How a game ended, and whether the Result tag says something else.
fn outcome(
    names: &[String; 2],
    result: &str,
    marker: GameResult,
    termination: &str,
    has_moves: bool,
) -> (Outcome, bool) {
    let of_tag = written(result);
    let of_marker = match marker {
        GameResult::White => Some([2, 0]),
        GameResult::Black => Some([0, 2]),
        GameResult::Draw => Some([1, 1]),
        GameResult::Open => None,
    };
    let contradicts = of_tag.zip(of_marker).is_some_and(|((of_tag, _), of_marker)| of_tag != of_marker);
    let points = of_marker.or(of_tag.map(|(points, _)| points));
    if let Some(absent) = names.iter().position(|name| is_bye(name)) {
        let player = Color::from_white(absent == 1);
        return (Outcome::Bye(player, points.map_or(0, |points| points[1 - absent])), contradicts);
    }
    let Some(points) = points else { return (Outcome::Open, false) };
    let is_forfeit =
        of_tag.is_some_and(|(_, is_forfeit)| is_forfeit) || points == [0, 0] || was_not_played(termination);
    match has_moves || !is_forfeit {
        true => (Outcome::Played(points), contradicts),
        false => (Outcome::Forfeit(points), contradicts),
    }
}

/// The points that a result gives, and whether it says that the game was not played.
fn written(result: &str) -> Option<([u8; 2], bool)> {
    let plain: String = result
        .chars()
        .filter(|character| !character.is_whitespace() && !matches!(character, '(' | ')'))
        .map(|character| if matches!(character, '–' | '—' | '−' | ':') { '-' } else { character.to_ascii_lowercase() })
        .collect();
    let forfeit = ["forfeit", "ff", "f", "wo", "w/o"].into_iter().find_map(|end| plain.strip_suffix(end));
    let score = forfeit.unwrap_or(&plain).trim_end_matches(['-', ',']);
    if let Some(points) = match score {
        "1-0" => Some([2, 0]),
        "0-1" => Some([0, 2]),
        "0-0" => Some([0, 0]),
        _ => results::canonical(score).filter(|result| *result == "1/2-1/2").map(|_| [1, 1]),
    } {
        return Some((points, forfeit.is_some()));
    }
    match plain.as_str() {
        "+/-" | "+--" | "+-" => Some(([2, 0], true)),
        "-/+" | "--+" | "-+" => Some(([0, 2], true)),
        "-/-" | "---" | "--" => Some(([0, 0], true)),
        _ => None,
    }
}

/// Whether a Termination tag of a game without moves says that it was not played (section 9.8.1).
fn was_not_played(termination: &str) -> bool {
    const WORDS: [&str; 10] = [
        "forfeit",
        "default",
        "walkover",
        "w/o",
        "no show",
        "no-show",
        "unplayed",
        "not played",
        "rules infraction",
        "abandoned",
    ];
    let termination = termination.to_lowercase();
    WORDS.iter().any(|word| termination.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_terminations_say_what_was_not_played() {
        let names = ["Tal", "Bronstein"].map(str::to_owned);
        let check = |result: &str, marker, termination: &str, has_moves, expected: Outcome| {
            assert_eq!(
                outcome(&names, result, marker, termination, has_moves),
                (expected, false),
                "{result} {termination}"
            );
        };
        let (white, open) = (GameResult::White, GameResult::Open);
        check("1-0", white, "", true, Outcome::Played([2, 0]));
        check("1-0", white, "time forfeit", true, Outcome::Played([2, 0]));
        check("1-0", white, "", false, Outcome::Played([2, 0]));
        check("1-0", white, "time forfeit", false, Outcome::Forfeit([2, 0]));
        check("1-0", white, "Won by default", false, Outcome::Forfeit([2, 0]));
        check("1-0 ff", open, "", false, Outcome::Forfeit([2, 0]));
        check("+:-", open, "", false, Outcome::Forfeit([2, 0]));
        check("-/+", open, "", false, Outcome::Forfeit([0, 2]));
        check("-/-", open, "", false, Outcome::Forfeit([0, 0]));
        check("0-0", open, "", false, Outcome::Forfeit([0, 0]));
        check("0-0", open, "", true, Outcome::Played([0, 0]));
        check("½-½", open, "", true, Outcome::Played([1, 1]));
        check("*", open, "", true, Outcome::Open);
    }

    #[test]
    fn byes_and_contradictions_are_seen() {
        let bye = ["bye", "Tal"].map(str::to_owned);
        let of = |names, result, marker| outcome(names, result, marker, "", false);
        assert_eq!(of(&bye, "0-1", GameResult::Black), (Outcome::Bye(Color::Black, 2), false));
        assert_eq!(of(&bye, "1/2-1/2", GameResult::Draw), (Outcome::Bye(Color::Black, 1), false));
        assert_eq!(of(&bye, "*", GameResult::Open), (Outcome::Bye(Color::Black, 0), false));
        let players = ["Tal", "Bronstein"].map(str::to_owned);
        assert_eq!(of(&players, "1-0", GameResult::Black), (Outcome::Played([0, 2]), true));
    }
}
