//! The tables of tournaments.

use scoresheet_collection::publish::Sheet;
use scoresheet_collection::tournament::{Event, Record, Tournament, events};

use crate::cli::tournament_table::published;

/// Fewer games need no table.
const LEAST_GAMES: usize = 3;

/// A table with more players is wider than anybody reads.
const MOST_PLAYERS: usize = 250;

/// There are tables of at most so many tournaments, those with the most players.
pub(super) const MOST_TABLES: usize = 100;

/// The tables of the tournaments, in the order of the games, and how many were left out.
pub(super) fn tables(records: Vec<Record>) -> (Vec<Sheet>, usize) {
    let is_tournament =
        |event: &Event| !event.name.is_empty() && event.only_player().is_none() && event.records.len() >= LEAST_GAMES;
    let events = events(records).into_iter().filter(is_tournament);
    let tournaments = events.map(|event| Tournament::new(event, None));
    let mut found: Vec<(usize, Tournament)> =
        tournaments.filter(|tournament| tournament.players.len() > 1).enumerate().collect();
    let count = found.len();
    found.retain(|(_, tournament)| tournament.players.len() <= MOST_PLAYERS);
    found.sort_by_key(|(_, tournament)| std::cmp::Reverse(tournament.players.len()));
    found.truncate(MOST_TABLES);
    found.sort_by_key(|(index, _)| *index);
    let left_out = count - found.len();
    (found.iter().map(|(_, tournament)| published(tournament)).collect(), left_out)
}
