//! `scoresheet stats`: games counted in groups.

mod arguments;
mod formats;

use std::io;

use scoresheet_collection::cache::Segment;
use scoresheet_collection::query::Query;
use scoresheet_collection::stats::{By, Cell, Counts, StatsColumn};
use scoresheet_collection::table::SegmentRows;

pub(crate) use arguments::StatsArguments;

use crate::cli::arguments::GlobalArguments;
use crate::cli::input::{Configurations, Input, Inputs, map_in_order, read_query};
use crate::cli::output::{Exit, Streams, display_path};
use crate::cli::segments::{GamesFile, SegmentReader};
use crate::cli::writing::print_or_create;
use crate::move_cache::SegmentText;
use crate::text_file::{Advance, ReadError};

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
    let colors = streams.colors(global.color);
    let Ok(query) = read_query(&arguments.query, &arguments.input.configuration, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    if let Some(doubt) = query.as_ref().and_then(Query::doubt).filter(|_| !global.quiet) {
        streams.note(format_args!("note: {doubt}"));
    }
    let Ok((_, inputs)) = Configurations::with_inputs(&arguments.input, true, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    inputs.report(streams);
    let bar = streams.shows_progress(global);
    let reader = SegmentReader {
        caches: arguments.cache.caches(),
        language: arguments.input.language,
        encoding: arguments.input.encoding,
        stdin: std::mem::take(&mut streams.stdin),
    };
    let (counts, errors) = count(by, query.as_ref(), &inputs, &reader, bar)?;
    errors.iter().for_each(|error| streams.error(error));
    let mut table = counts.table();
    table.rows.retain(|row| games(&table.columns, row) >= arguments.min_games);
    // The names were found above.
    let _ = table.sort(&sort);
    table.rows.truncate(arguments.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX)));
    let output = formats::printed(&table, counts.games(), arguments.output_format);
    let is_written = print_or_create(arguments.output.as_deref(), arguments.force, output.as_bytes(), streams)?;
    let trouble = !is_written || !errors.is_empty() || !inputs.errors.is_empty();
    Ok(Exit::of(trouble, counts.games() == 0))
}

/// The name of a column, and whether its order is descending.
fn sort_column(text: &str) -> (String, bool) {
    let (name, descending) = text.trim().strip_prefix('-').map_or((text.trim(), false), |name| (name, true));
    (name.to_lowercase().replace('-', "_"), descending)
}

fn games(columns: &[StatsColumn], row: &[Cell]) -> u64 {
    let place = columns.iter().position(|column| column.key == "games");
    match place.and_then(|place| row.get(place)) {
        Some(Cell::Count(games)) => *games,
        _ => 0,
    }
}

/// Counts the games of all inputs. Returns the errors of reading, too.
fn count(
    by: By,
    query: Option<&Query>,
    inputs: &Inputs,
    reader: &SegmentReader,
    bar: bool,
) -> io::Result<(Counts, Vec<String>)> {
    let columns = Counts::columns(by);
    let work = |input: &Input, advance: Advance| {
        let path = display_path(input.path());
        let on_segment = |segment: &Segment, text: &SegmentText, games: &GamesFile| {
            let rows = SegmentRows::new(segment, &columns, &path, text.lines, text.games);
            let mut counts = Counts::new(by);
            for game in 0..segment.count() {
                if query.is_none_or(|query| games.is_found(query, segment, text, game)) {
                    let row = rows.row(game, || games.text_of(segment, text, game));
                    counts.add(&row, segment.result(game));
                }
            }
            counts
        };
        let read = reader.read(input, advance, &|| Counts::new(by), &on_segment, &Counts::append);
        (input.path().to_path_buf(), read)
    };
    let (mut counts, mut errors) = (Counts::new(by), Vec::new());
    map_in_order(&inputs.found, bar, work, |(path, read)| {
        let mut fail = |error: &ReadError| errors.push(format!("{}: {error}", path.display()));
        match read {
            Ok((of_file, broken_off)) => {
                counts.append(of_file);
                broken_off.iter().for_each(fail);
            }
            Err(error) => fail(&error),
        }
        Ok(())
    })?;
    Ok((counts, errors))
}
