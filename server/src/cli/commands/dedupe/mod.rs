//! `scoresheet dedupe`: finds games that occur more than once, and deletes them.

mod arguments;
mod merging;
mod report;
mod writing;

use std::io;
use std::path::Path;

use scoresheet_chess::duplicates::Criteria;

pub(crate) use arguments::DedupeArguments;
use arguments::{By, DedupeFormat};
use merging::Merging;
use writing::{Done, write_all, write_each};

use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{Exit, Streams, counted, trouble};
use crate::cli::whole_files::{Games, NewTexts, Target, common_encoding, inputs};

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &DedupeArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let is_stdout = arguments.output.as_deref() == Some(Path::new("-"));
    if is_stdout && arguments.output_format == DedupeFormat::Json {
        return trouble(
            streams,
            "-o - writes games to standard output; they cannot be written there together with JSON",
        );
    }
    let output = match arguments.output.as_ref().map(|path| Target::of_output(path, arguments.force)).transpose() {
        Ok(output) => output,
        Err(error) => return trouble(streams, error),
    };
    let Some(inputs) = inputs(&arguments.files, arguments.output.as_deref(), global, streams) else {
        return Ok(Exit::Trouble);
    };
    let mut games = match Games::read(&inputs, arguments.encoding, None, global, streams) {
        Ok(games) => games,
        Err(error) => return trouble(streams, error),
    };
    let criteria = Criteria {
        by_moves: arguments.by == By::Moves,
        prefix: arguments.prefix,
        plies_apart: usize::from(arguments.plies_apart),
    };
    let encoding = output.as_ref().map(|_| common_encoding(&games.sources));
    let reported = games.find(&criteria).and_then(|duplicates| {
        let mut merging =
            arguments.merge.then(|| Merging::of(&mut games, &duplicates, &inputs, encoding)).transpose()?;
        let report = match arguments.output_format {
            DedupeFormat::Text => report::text(&mut games, &duplicates, merging.as_mut(), &inputs)?,
            DedupeFormat::Json => report::json(&mut games, &duplicates, merging.as_mut(), &inputs)?,
        };
        Ok((duplicates, merging, report))
    });
    let (mut duplicates, merging, report) = match reported {
        Ok(reported) => reported,
        Err(error) => return trouble(streams, error),
    };
    match is_stdout {
        false => streams.stdout.write_all(report.as_bytes())?,
        true if global.quiet => {}
        true => report.lines().for_each(|line| streams.note(line)),
    }
    let count = duplicates.found.len();
    let mut summary = format!(
        "{} of {} in {}",
        counted(count, "duplicate"),
        counted(usize::try_from(games.count()).unwrap_or(usize::MAX), "game"),
        counted(inputs.len(), "file")
    );
    let refused = merging.as_ref().map_or(0, |merging| merging.keep_refused(&mut duplicates));
    if refused > 0 {
        summary += &format!("; {refused} of them cannot be merged and will stay");
    }
    if duplicates.is_cut {
        summary += "; too many games begin with the same moves, so not all were compared";
    }
    let mut merging = merging.unwrap_or_else(|| Merging { taken: Vec::new(), texts: NewTexts::default() });
    let found = (&duplicates, &mut merging);
    let done = match &output {
        Some(target) => write_all(target, &mut games, found, encoding.flatten(), streams)?,
        None if arguments.write => write_each(arguments, &mut games, found, &inputs, streams)?,
        None => Ok(Done { notes: Vec::new(), left: count - refused }),
    };
    let (notes, left, error) = match done {
        Ok(Done { notes, left }) => (notes, left + refused, None),
        Err((notes, error)) => (notes, 0, Some(error)),
    };
    if !global.quiet {
        streams.note(summary);
        notes.iter().for_each(|note| streams.note(note));
    }
    match error {
        Some(error) => trouble(streams, error),
        None => Ok(Exit::of(false, left > 0)),
    }
}
