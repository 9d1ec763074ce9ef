//! Reads the records of tournaments.

use std::io;

use scoresheet_collection::cache::Segment;
use scoresheet_collection::query::Query;
use scoresheet_collection::table::{Column, SegmentRows};
use scoresheet_collection::tournament::Record;

use super::arguments::TournamentArguments;
use crate::cli::arguments::GlobalArguments;
use crate::cli::input::{Configurations, Input, map_in_order, read_query};
use crate::cli::output::{Streams, display_path};
use crate::cli::segments::{GamesFile, SegmentReader};
use crate::move_cache::SegmentText;
use crate::text_file::{Advance, ReadError};

/// Tables have at most so many games: some hundred megabytes of records.
const MOST_GAMES: usize = 500_000;

/// What was read.
pub(super) struct Read {
    pub(super) records: Vec<Record>,
    /// Whether something could not be read, which was reported.
    pub(super) has_trouble: bool,
}

/// Reads the records of all inputs. `None` if there is nothing to work on, which was reported.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn read(
    arguments: &TournamentArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Option<Read>> {
    let colors = streams.colors(global.color);
    let Ok(query) = read_query(&arguments.query, &arguments.input.configuration, colors, streams) else {
        return Ok(None);
    };
    if let Some(doubt) = query.as_ref().and_then(Query::doubt).filter(|_| !global.quiet) {
        streams.note(format_args!("note: {doubt}"));
    }
    let Ok((_, inputs)) = Configurations::with_inputs(&arguments.input, true, colors, streams) else {
        return Ok(None);
    };
    inputs.report(streams);
    let bar = streams.shows_progress(global);
    let reader = SegmentReader {
        caches: arguments.cache.caches(),
        language: arguments.input.language,
        encoding: arguments.input.encoding,
        stdin: std::mem::take(&mut streams.stdin),
    };
    let columns = Record::columns();
    let work = |input: &Input, advance: Advance| {
        let path = display_path(input.path());
        let on_segment = |segment: &Segment, text: &SegmentText, games: &GamesFile| {
            of_segment(segment, text, games, query.as_ref(), &columns, &path)
        };
        let add = |records: &mut Vec<Record>, more: Vec<Record>| records.extend(more);
        let is_enough = || false;
        let read = reader.read_until(input, advance, (&Vec::new, &on_segment, &add), &is_enough);
        (input.path().to_path_buf(), read)
    };
    let (mut records, mut errors) = (Vec::new(), Vec::new());
    map_in_order(&inputs.found, bar, work, |(path, read)| {
        let mut fail = |error: &ReadError| errors.push(format!("{}: {error}", path.display()));
        match read {
            Ok((of_file, broken_off)) => {
                records.extend(of_file.into_iter().take(MOST_GAMES + 1 - records.len().min(MOST_GAMES)));
                broken_off.iter().for_each(fail);
            }
            Err(error) => fail(&error),
        }
        Ok(())
    })?;
    errors.iter().for_each(|error| streams.error(error));
    if records.len() > MOST_GAMES {
        streams.error(format_args!("there are more than {MOST_GAMES} games; choose with --event or --where"));
        return Ok(None);
    }
    Ok(Some(Read { records, has_trouble: !errors.is_empty() || !inputs.errors.is_empty() }))
}

fn of_segment(
    segment: &Segment,
    text: &SegmentText,
    games: &GamesFile,
    query: Option<&Query>,
    columns: &[Column],
    path: &str,
) -> Vec<Record> {
    let rows = SegmentRows::new(segment, columns, path, text.lines, text.games);
    let found =
        (0..segment.count()).filter(|game| query.is_none_or(|query| games.is_found(query, segment, text, *game)));
    found
        .map(|game| Record::new(&rows.row(game, || games.text_of(segment, text, game)), segment.result(game)))
        .collect()
}
