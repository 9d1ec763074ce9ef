//! `scoresheet search`: finds games.

mod arguments;
mod file_search;
mod format;
mod hit;
mod next_moves;
mod piece;
mod printer;
mod teller;
#[cfg(test)]
mod tests;

use std::io;

use scoresheet_collection::query::Query;

pub(crate) use arguments::SearchArguments;

use crate::cli::arguments::GlobalArguments;
use crate::cli::input::{Configurations, InFolders, Input, note_queries_as_files, read_query, stream_in_order};
use crate::cli::language::Language;
use crate::cli::output::{Exit, Streams, counted, printable};
use crate::text_file::Advance;
use file_search::FileSearch;
use piece::Wanted;
use printer::Printer;
use teller::Told;

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &SearchArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let colors = streams.colors(global.color);
    let Ok(query) = read_query(&arguments.query, &arguments.input.configuration, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    if let Some(misuse) = arguments.misuse(query.as_ref()) {
        streams.error(misuse);
        return Ok(Exit::Trouble);
    }
    if arguments.explain {
        let steps = query.as_ref().map_or_else(|| vec!["all games are found".to_owned()], Query::explain);
        steps.iter().try_for_each(|step| writeln!(streams.stdout, "{}", printable(step)))?;
        return Ok(Exit::Clean);
    }
    if let Some(doubt) = query.as_ref().and_then(Query::doubt).filter(|_| !global.quiet) {
        streams.note(format_args!("note: {doubt}"));
    }
    let Ok((_, mut inputs)) = Configurations::with_inputs(&arguments.input, InFolders::ALL_GAMES, colors, streams)
    else {
        return Ok(Exit::Trouble);
    };
    inputs.report(streams);
    let shares = arguments.shard.choose(&mut inputs, |path| Language::of(path, arguments.input.language));
    let bar = streams.shows_progress(global);
    let stdin = std::mem::take(&mut streams.stdin);
    let wanted = Wanted { query: query.as_ref(), arguments };
    let search = FileSearch { wanted, stdin, caches: arguments.cache.caches(), shares };
    let mut printer = Printer::start(arguments, colors, streams.stdout)?;
    let is_full = printer.is_full.clone();
    let work = |input: &Input, advance: Advance, emit: crate::cli::input::Emit<'_, Told>| {
        search.file(input, advance, &is_full, emit)
    };
    let mut tell = |told: Told| printer.tell(told);
    stream_in_order(&inputs.found, bar, work, &mut tell, || is_full.is_set())?;
    printer.end()?;
    let Printer { found, broken, errors, .. } = printer;
    errors.iter().for_each(|error| streams.error(error));
    note_queries_as_files(&arguments.input.files, streams);
    if broken > 0 && !global.quiet {
        let games = counted(usize::try_from(broken).unwrap_or(usize::MAX), "broken game");
        let as_far = if broken == 1 {
            "was searched as far as its moves read"
        } else {
            "were searched as far as their moves read"
        };
        streams.note(format_args!("{games} {as_far}."));
    }
    // As `grep`: what is found is success.
    Ok(match (errors.is_empty() && inputs.errors.is_empty(), found > 0) {
        (false, _) => Exit::Trouble,
        (true, true) => Exit::Clean,
        (true, false) => Exit::Found,
    })
}
