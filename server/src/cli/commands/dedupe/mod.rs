//! `scoresheet dedupe`: finds games that occur more than once, and deletes them.

mod arguments;
mod report;

use std::collections::HashSet;
use std::io;
use std::path::Path;

use scoresheet_chess::duplicates::Criteria;

pub(crate) use arguments::DedupeArguments;
use arguments::{By, DedupeFormat};

use crate::cli::arguments::GlobalArguments;
use crate::cli::input::Input;
use crate::cli::output::{Exit, Streams, counted, display_path, trouble};
use crate::cli::whole_files::{Duplicates, Games, GamesSource, GamesWriter, Keep, Target, common_encoding, inputs};
use crate::cli::writing::remove_leftovers;
use crate::text_file::Archive;

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
    let Some(inputs) = inputs(&arguments.files, global, streams) else { return Ok(Exit::Trouble) };
    let mut games = match Games::read(&inputs, arguments.encoding, global, streams)? {
        Ok(games) => games,
        Err(error) => return trouble(streams, error),
    };
    let criteria = Criteria {
        by_moves: arguments.by == By::Moves,
        prefix: arguments.prefix,
        plies_apart: usize::from(arguments.plies_apart),
    };
    let reported = games.find(&criteria, Keep::Best).and_then(|duplicates| {
        let report = match arguments.output_format {
            DedupeFormat::Text => report::text(&mut games, &duplicates, &inputs)?,
            DedupeFormat::Json => report::json(&games, &duplicates, &inputs),
        };
        Ok((duplicates, report))
    });
    let (duplicates, report) = match reported {
        Ok(reported) => reported,
        Err(error) => return trouble(streams, error),
    };
    match is_stdout || global.quiet && arguments.output_format == DedupeFormat::Text {
        false => streams.stdout.write_all(report.as_bytes())?,
        true if global.quiet => {}
        true => report.lines().for_each(|line| streams.note(line)),
    }
    let count = duplicates.found.len();
    let mut summary = format!(
        "{} of {} in {}",
        duplicate_games(count),
        counted(games.items.len(), "game"),
        counted(inputs.len(), "file")
    );
    if duplicates.is_cut {
        summary += "; too many games begin with the same moves, so not all were compared";
    }
    let done = match &output {
        Some(target) => write_all(target, &mut games, &duplicates, &inputs, streams)?,
        None if arguments.write => write_each(arguments, &mut games, &duplicates, &inputs, streams)?,
        None => Ok(Done { notes: Vec::new(), left: count }),
    };
    let (notes, left, error) = match done {
        Ok(Done { notes, left }) => (notes, left, None),
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

/// What was written.
struct Done {
    notes: Vec<String>,
    /// How many duplicates were not deleted.
    left: usize,
}

/// The error is what was written before, and a message.
type Outcome = Result<Done, (Vec<String>, String)>;

fn duplicate_games(count: usize) -> String {
    counted(count, "duplicate")
}

/// Writes the games of all files that stay to one.
fn write_all(
    target: &Target,
    games: &mut Games,
    duplicates: &Duplicates,
    inputs: &[Input],
    streams: &mut Streams<'_>,
) -> io::Result<Outcome> {
    let encoding = match common_encoding(inputs, &games.sources) {
        Ok(encoding) => encoding,
        Err(error) => return Ok(Err((Vec::new(), error))),
    };
    let left_out: HashSet<usize> = duplicates.found.iter().map(|duplicate| duplicate.game).collect();
    let places: Vec<_> = games
        .in_order()
        .filter(|index| !left_out.contains(index))
        .map(|index| games.place(&games.items[index]))
        .collect();
    let sources = &mut games.sources[..];
    let written = target.write(streams, |out| {
        out.write_all(if encoding.is_none() { sources[0].bom } else { b"" })?;
        let mut writer = GamesWriter::new(out, encoding);
        places.iter().try_for_each(|place| writer.write(sources, *place))?;
        writer.finish(sources)?;
        sources.iter().try_for_each(GamesSource::ensure_unchanged)?;
        Ok(true)
    })?;
    let mut note = format!("{} written", counted(places.len(), "game"));
    if let Target::New { path, .. } = target {
        note += &format!(" to {}", display_path(path));
    }
    if encoding.is_some() {
        note += "; written as UTF-8, because the files have different encodings";
    }
    Ok(written.map(|_| Done { notes: vec![note], left: 0 }).map_err(|error| (Vec::new(), error)))
}

/// Deletes the duplicates from each file.
fn write_each(
    arguments: &DedupeArguments,
    games: &mut Games,
    duplicates: &Duplicates,
    inputs: &[Input],
    streams: &mut Streams<'_>,
) -> io::Result<Outcome> {
    let mut notes = Vec::new();
    let mut left = 0;
    let mut of_files = vec![HashSet::new(); inputs.len()];
    for duplicate in &duplicates.found {
        of_files[games.items[duplicate.game].file as usize].insert(duplicate.game);
    }
    for (input, deleted) in inputs.iter().zip(&mut of_files) {
        let shown = display_path(input.path());
        if deleted.is_empty() {
            continue;
        }
        if input.is_stdin() || Archive::of(input.path()).is_some() {
            let what = if input.is_stdin() { "standard input" } else { "a compressed file" };
            notes.push(format!("{shown}: {} not deleted: {what} cannot be changed", duplicate_games(deleted.len())));
            left += deleted.len();
            deleted.clear();
        } else if let Err(error) = input.ensure_replaceable() {
            return Ok(Err((notes, format!("{shown}: {error}"))));
        }
    }
    for (file, deleted) in of_files.iter().enumerate().filter(|(_, deleted)| !deleted.is_empty()) {
        let path = inputs[file].path();
        remove_leftovers([path]);
        let of_file = |index: &usize| games.items[*index].file as usize == file;
        let all: Vec<usize> = (0..games.items.len()).filter(of_file).collect();
        let places: Vec<_> = all
            .iter()
            .filter(|index| !deleted.contains(index))
            .map(|index| games.place(&games.items[*index]))
            .collect();
        let sources = &mut games.sources[..];
        let stamp = sources[file].stamp;
        let target = Target::Same { path: path.to_path_buf(), stamp, keeps_backup: !arguments.no_backup };
        let written = target.write(streams, |out| {
            out.write_all(sources[file].bom)?;
            let mut writer = GamesWriter::new(out, None);
            places.iter().try_for_each(|place| writer.write(sources, *place))?;
            writer.finish(sources)?;
            // The games that stay may be in a later file.
            sources[file..].iter().try_for_each(GamesSource::ensure_unchanged)?;
            Ok(true)
        })?;
        let shown = display_path(path);
        match written {
            Err(error) => return Ok(Err((notes, error))),
            Ok(written) => {
                let mut what = format!("{shown}: {} of {} deleted", deleted.len(), counted(all.len(), "game"));
                if places.is_empty() {
                    what += "; the file stays, without games";
                }
                notes.push(match written.backup {
                    Some(backup) => format!("{what}; the old file is {}", display_path(&backup)),
                    None => what,
                });
            }
        }
    }
    Ok(Ok(Done { notes, left }))
}
