//! `scoresheet stats`: games counted in groups.

mod arguments;
mod formats;

use std::io;
use std::path::Path;

use scoresheet_collection::cache::Segment;
use scoresheet_collection::stats::{By, Cell, Counts, StatsColumn};
use scoresheet_collection::table::SegmentRows;

pub(crate) use arguments::StatsArguments;

use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{Exit, Streams, display_path};
use crate::cli::segments::{ChosenGames, Counting, GamesFile};
use crate::cli::writing::print_or_create;
use crate::move_cache::SegmentText;

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &StatsArguments, global: &GlobalArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let by = By::from(arguments.by);
    let sort: Vec<(String, bool)> = arguments.sort.iter().map(|column| sort_column(column)).collect();
    // A wrong name is reported before any file is opened.
    let mut empty = Counts::new(by).table();
    if let Err(unknown) = empty.sort(&sort) {
        let names: Vec<&str> = empty.columns.iter().map(|column| column.key).collect();
        streams.error(format_args!("--sort: there is no column {unknown}; there are {}", names.join(", ")));
        return Ok(Exit::Trouble);
    }
    let Some(games) = ChosenGames::find(&arguments.games, &arguments.games.query, global, streams) else {
        return Ok(Exit::Trouble);
    };
    let (counts, has_trouble) = count(by, &games, streams)?;
    let mut table = counts.table();
    table.rows.retain(|row| games_of(&table.columns, row) >= arguments.min_games);
    // The names were found above.
    let _ = table.sort(&sort);
    table.rows.truncate(arguments.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX)));
    let output = formats::printed(&table, counts.games(), arguments.form());
    let is_written = print_or_create(&arguments.output, output.as_bytes(), games.inputs.files(), streams)?;
    if counts.games() == 0 && !global.quiet {
        streams.note("There are no games.");
    }
    Ok(Exit::of(!is_written || has_trouble, counts.games() == 0))
}

/// The name of a column, and whether its order is descending.
fn sort_column(text: &str) -> (String, bool) {
    let (name, descending) = text.trim().strip_prefix('-').map_or((text.trim(), false), |name| (name, true));
    (name.to_lowercase().replace('-', "_"), descending)
}

fn games_of(columns: &[StatsColumn], row: &[Cell]) -> u64 {
    let place = columns.iter().position(|column| column.key == "games");
    match place.and_then(|place| row.get(place)) {
        Some(Cell::Count(games)) => *games,
        _ => 0,
    }
}

/// Counts the games. Returns whether something could not be read, too.
fn count(by: By, games: &ChosenGames, streams: &mut Streams<'_>) -> io::Result<(Counts, bool)> {
    let columns = Counts::columns(by);
    let on_segment = |segment: &Segment, text: &SegmentText, file: &GamesFile, path: &Path| {
        let path = display_path(path);
        let rows = SegmentRows::new(segment, &columns, &path, text.lines, text.games);
        let mut counts = Counts::new(by);
        for game in (0..segment.count()).filter(|game| games.has(file, segment, text, *game)) {
            let row = rows.row(game, || file.text_of(segment, text, game));
            counts.add(&row, segment.result(game));
        }
        counts
    };
    games.count(&Counting { start: &|| Counts::new(by), on_segment: &on_segment, add: &Counts::append }, streams)
}
