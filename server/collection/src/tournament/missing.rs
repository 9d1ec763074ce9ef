//! What is missing or doubtful in a tournament.

use std::collections::{BTreeMap, HashSet};

use super::players::{Kind, Pair, Tournament, Way, games_of_pairs};
use super::record::{Outcome, Record};
use crate::query::Name;
use scoresheet_chess::game_identity::is_unknown;

/// Where a few players have games with one of them only, these may be all.
const MOST_OF_A_MATCH: usize = 3;

/// Of each kind at most so many are named.
const MOST_NAMED: usize = 10;

/// Names of at most so many players are compared with each other, which is quadratic.
const MOST_COMPARED: usize = 2000;

/// Says what is missing or doubtful, a sentence for each kind. Linear in the games, and quadratic in the names up to a limit.
pub fn missing(tournament: &Tournament) -> Vec<String> {
    let sentences = [
        missing_rounds(tournament),
        match tournament.kind {
            Kind::RoundRobin => missing_games(tournament),
            Kind::Swiss => absent_players(tournament),
        },
        match tournament.kind {
            Kind::RoundRobin => extra_games(tournament),
            Kind::Swiss => without_round(tournament),
        },
        counted_once(tournament),
        repeated_pairings(tournament),
        named(tournament, "No result", |record| record.outcome == Outcome::Open, |_| String::new()),
        named(
            tournament,
            "Another Result tag than result",
            |record| record.other_result.is_some(),
            |record| format!("{} in the tag", record.other_result.as_deref().unwrap_or_default()),
        ),
        without_moves(tournament),
        uncounted_byes(tournament),
        without_names(tournament),
        of_one_name(tournament),
        likely_same(tournament),
    ];
    sentences.into_iter().flatten().collect()
}

/// A sentence that names the first few of many things.
fn sentence(what: &str, things: &[String]) -> Option<String> {
    sentence_of(what, things, things.len())
}

/// The same, of so many things of which only the first few need to be given.
fn sentence_of(what: &str, things: &[String], all: usize) -> Option<String> {
    let first = &things[..things.len().min(MOST_NAMED)];
    let rest = if all > first.len() { format!("; and {} more", all - first.len()) } else { String::new() };
    (!first.is_empty()).then(|| with_period(format!("{what}: {}{rest}", first.join("; "))))
}

/// A name may end with the period of an initial.
fn with_period(sentence: String) -> String {
    if sentence.ends_with('.') { sentence } else { sentence + "." }
}

/// A sentence about the records for which something holds.
fn named(
    tournament: &Tournament,
    what: &str,
    holds: impl Fn(&Record) -> bool,
    detail: impl Fn(&Record) -> String,
) -> Option<String> {
    let found = tournament.records.iter().filter(|record| holds(record));
    let things: Vec<String> = found
        .map(|record| match detail(record) {
            detail if detail.is_empty() => format!("{} ({})", players(record), record.location),
            detail => format!("{}, {detail} ({})", players(record), record.location),
        })
        .collect();
    sentence(what, &things)
}

fn players(record: &Record) -> String {
    let [white, black] = [&record.names[0], &record.names[1]].map(|name| if name.is_empty() { "?" } else { name });
    format!("{white} - {black}")
}

fn missing_rounds(tournament: &Tournament) -> Option<String> {
    let announced = tournament.records.iter().filter_map(|record| record.event_rounds).max().unwrap_or(0);
    let with_games: HashSet<u32> = tournament.records.iter().filter_map(|record| record.round).collect();
    // The number of a round may be anything, as a year.
    let last = tournament.rounds.max(announced).min(tournament.records.len() as u32 + announced.min(1000));
    let rounds: Vec<u32> = (1..=last).filter(|round| tournament.rounds > 0 && !with_games.contains(round)).collect();
    let rounds: Vec<String> = rounds
        .chunk_by(|one, next| one + 1 == *next)
        .map(|rounds| match rounds {
            [first, .., last] => format!("{first} to {last}"),
            _ => rounds[0].to_string(),
        })
        .collect();
    sentence("Rounds without a game", &rounds)
}

fn missing_games(tournament: &Tournament) -> Option<String> {
    let games = games_of_pairs(&tournament.pairs);
    let count = tournament.players.len();
    let plays_all = |player: &usize| games.keys().all(|(one, other)| one == player || other == player);
    if let Some(player) = (0..count).find(plays_all).filter(|_| count > MOST_OF_A_MATCH) {
        let name = tournament.players[player].name.as_str();
        return Some(with_period(format!("Of all other pairs no game is known; all games are of {name}")));
    }
    if tournament.cycles == 0 {
        return None;
    }
    let missing = |pair: &(usize, usize)| tournament.cycles.saturating_sub(games.get(pair).copied().unwrap_or(0));
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    let named = pairs.map(|pair| (pair, missing(&pair))).filter(|(_, missing)| *missing > 0).take(MOST_NAMED);
    let things: Vec<String> = named
        .map(|((one, other), missing)| {
            let names = format!("{} - {}", tournament.players[one].name, tournament.players[other].name);
            if missing == 1 { names } else { format!("{names} ({missing} games)") }
        })
        .collect();
    // Most pairs of a list of games that is no tournament have none, so they are not counted one by one.
    let complete = games.keys().filter(|pair| missing(pair) == 0).count();
    sentence_of("Missing games", &things, count * count.saturating_sub(1) / 2 - complete)
}

fn extra_games(tournament: &Tournament) -> Option<String> {
    let more = games_of_pairs(&tournament.pairs).into_iter().filter(|(_, games)| *games > tournament.cycles);
    let names =
        |(one, other): (usize, usize)| format!("{} - {}", tournament.players[one].name, tournament.players[other].name);
    let things: Vec<String> =
        more.map(|(pair, games)| format!("{} ({games} instead of {})", names(pair), tournament.cycles)).collect();
    sentence("More games than others", &things)
}

fn absent_players(tournament: &Tournament) -> Option<String> {
    let mut of_round: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for player in &tournament.players {
        for turn in player.turns.iter().filter(|turn| turn.way == Way::Absent) {
            of_round.entry(turn.round).or_default().push(&player.name);
        }
    }
    let things: Vec<String> = of_round
        .into_iter()
        .flat_map(|(round, names)| names.into_iter().map(move |name| format!("{name} in round {round}")))
        .collect();
    sentence("Neither a game nor a bye, counted as a bye without a point", &things)
}

fn without_round(tournament: &Tournament) -> Option<String> {
    named(tournament, "Games without a round", |record| record.round.is_none(), |_| String::new())
}

/// Games that are in the files more than once.
fn counted_once(tournament: &Tournament) -> Option<String> {
    let repeated = tournament.records.iter().zip(&tournament.pairs).filter(|(_, pair)| **pair == Pair::Repeated);
    let things: Vec<String> =
        repeated.map(|(record, _)| format!("{} ({})", players(record), record.location)).collect();
    sentence("The same game again, counted once", &things)
}

/// Pairings that are in a round twice, and in a Swiss all players who are.
fn repeated_pairings(tournament: &Tournament) -> Option<String> {
    let mut counts: BTreeMap<(u32, usize, usize), u32> = BTreeMap::new();
    for (record, pair) in tournament.records.iter().zip(&tournament.pairs) {
        if let (Some(round), Pair::Both(white, black)) = (record.round, *pair) {
            *counts.entry((round, white.min(black), white.max(black))).or_default() += 1;
        }
    }
    // A match has all of its games in one round.
    let is_usual = counts.values().filter(|count| **count > 1).count() * 2 > counts.len();
    let things: Vec<String> = counts
        .into_iter()
        .filter(|(_, count)| *count > 1 && !is_usual)
        .map(|((round, one, other), count)| {
            let [one, other] = [one, other].map(|player| &tournament.players[player].name);
            format!("{one} - {other}, {count} times in round {round}")
        })
        .collect();
    sentence("A pairing more than once in a round", &things)
}

fn without_moves(tournament: &Tournament) -> Option<String> {
    let is_bare = |record: &&Record| record.plies == 0 && matches!(record.outcome, Outcome::Played(_));
    match tournament.records.iter().filter(is_bare).count() {
        0 => None,
        1 => Some("1 game has no moves and counts as played.".to_owned()),
        count => Some(format!("{count} games have no moves and count as played.")),
    }
}

fn uncounted_byes(tournament: &Tournament) -> Option<String> {
    let is_bye = |record: &&Record| matches!(record.outcome, Outcome::Bye(..));
    let count = tournament.records.iter().filter(is_bye).count();
    (count > 0 && tournament.kind == Kind::RoundRobin).then(|| "Byes give no points in a round robin.".to_owned())
}

fn without_names(tournament: &Tournament) -> Option<String> {
    left_out(tournament, "Left out, as the players are not known", |record| !has_one_name(record))
}

fn of_one_name(tournament: &Tournament) -> Option<String> {
    left_out(tournament, "Left out, as both sides have the same name", has_one_name)
}

fn left_out(tournament: &Tournament, what: &str, holds: impl Fn(&Record) -> bool) -> Option<String> {
    let unknown = tournament.records.iter().zip(&tournament.pairs).filter(|(_, pair)| **pair == Pair::Unknown);
    let records = unknown.map(|(record, _)| record).filter(|record| holds(record));
    let things: Vec<String> = records.map(|record| format!("{} ({})", players(record), record.location)).collect();
    sentence(what, &things)
}

fn has_one_name(record: &Record) -> bool {
    record.names[0] == record.names[1] && !is_unknown(&record.names[0])
}

/// Players who never met and whose names may be those of one.
fn likely_same(tournament: &Tournament) -> Option<String> {
    let count = tournament.players.len();
    if count > MOST_COMPARED {
        return None;
    }
    let names: Vec<Name> = tournament.players.iter().map(|player| Name::read(&player.name)).collect();
    let games = games_of_pairs(&tournament.pairs);
    let mut things = Vec::new();
    for (one, other) in (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))) {
        let [first, second] = [one, other].map(|player| tournament.players[player].name.as_str());
        let may_be = names[one].may_be(second) || names[other].may_be(first);
        if may_be && !games.contains_key(&(one, other)) {
            things.push(format!("{first} and {second}"));
        }
    }
    sentence("Probably the same player", &things)
}
