//! `scoresheet crosstable` and `scoresheet standings`: the tables of tournaments.

mod arguments;
mod reading;
mod sheets;

use std::io;
use std::path::PathBuf;

use scoresheet_collection::tournament::{Event, Ranking, TieBreak, Tournament, events};

use arguments::TournamentArguments;
pub(crate) use arguments::{CrosstableArguments, StandingsArguments};

use crate::cli::arguments::{GlobalArguments, SheetFormat};
use crate::cli::output::{Exit, Streams, counted, printable};
use crate::cli::tournament_table::Content;
use crate::cli::writing::print_or_create;
use sheets::printed;

/// With more events there is no table: one of them is to be chosen.
const MOST_EVENTS: usize = 5;

/// Of many events so many are named, those with the most games.
const MOST_NAMED: usize = 20;

/// Prints the crosstables of the tournaments in the files.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn crosstable(
    arguments: &CrosstableArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    run(&arguments.tournament, Content::Crosstable, global, streams)
}

/// Prints the rankings of the tournaments in the files.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn standings(
    arguments: &StandingsArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    run(&arguments.tournament, Content::Standings, global, streams)
}

fn run(
    arguments: &TournamentArguments,
    content: Content,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let Some(read) = reading::read(arguments, global, streams)? else { return Ok(Exit::Trouble) };
    let events = match arguments.together {
        true => Event::of_all(read.records).into_iter().collect(),
        false => events(read.records),
    };
    let (events, nameless): (Vec<Event>, Vec<Event>) = events.into_iter().partition(Event::has_players);
    let of_one = |event: &Event| !arguments.together && event.only_player().is_some();
    let (no_tournaments, events): (Vec<Event>, Vec<Event>) = events.into_iter().partition(of_one);
    for event in no_tournaments.iter().take(MOST_NAMED) {
        let player = printable(event.only_player().unwrap_or_default());
        let games = counted(event.records.len(), "game");
        streams.note(format_args!(
            "{}: no tournament: all {games} are of {player}, without rounds (--together shows a table, `scoresheet stats --by player` the scores)",
            printable(&event.title())
        ));
    }
    if events.len() > MOST_EVENTS {
        choice(&events, streams);
        return Ok(Exit::Trouble);
    }
    let left_out: usize = nameless.iter().map(|event| event.records.len()).sum();
    if left_out > 0 && !global.quiet {
        streams.note(format_args!("{} without players left out.", counted(left_out, "game")));
    }
    let ranked: Vec<(Tournament, Ranking)> = events.into_iter().map(|event| ranked(event, arguments)).collect();
    let output = printed(&ranked, content, arguments.form());
    let is_written =
        print_or_create(&arguments.output, output.as_bytes(), read.files.iter().map(PathBuf::as_path), streams)?;
    if ranked.is_empty() && no_tournaments.is_empty() && !global.quiet && arguments.form() != SheetFormat::Json {
        streams.note("There are no games.");
    }
    Ok(Exit::of(!is_written || read.has_trouble, ranked.is_empty()))
}

fn ranked(event: Event, arguments: &TournamentArguments) -> (Tournament, Ranking) {
    let tournament = Tournament::new(event, arguments.kind.map(Into::into));
    let ranking = match arguments.tie_breaks.as_slice() {
        [] => Ranking::new(&tournament, &TieBreak::usual(tournament.kind)),
        chosen => Ranking::new(&tournament, chosen),
    };
    (tournament, ranking)
}

/// Prints which events there are, if there are too many for tables.
fn choice(events: &[Event], streams: &mut Streams<'_>) {
    let mut most: Vec<&Event> = events.iter().collect();
    most.sort_by_key(|event| std::cmp::Reverse(event.records.len()));
    streams.error(format_args!(
        "there are {} events; choose with --event, --since and --until, or --where, or take all games --together",
        events.len()
    ));
    for event in most.iter().take(MOST_NAMED) {
        streams.note(format_args!("  {} ({})", printable(&event.title()), counted(event.records.len(), "game")));
    }
    if events.len() > MOST_NAMED {
        streams.note(format_args!("  and {} more", events.len() - MOST_NAMED));
    }
}
