//! Tables for other engines: a folder of Parquet files, or a stream of Arrow.

mod findings_table;
mod folder;
mod games_table;
mod moves_table;
mod parquet_files;
mod piece;
mod places;
mod positions_table;
mod reading;
mod schema;
mod sink;
mod sorter;
mod tables;
#[cfg(test)]
mod tests;
mod tree_table;

use std::collections::HashMap;
use std::io;
use std::path::Path;

use scoresheet_collection::query::Query;
use scoresheet_lint::rule::KnownRules;
use serde_json::json;

use self::folder::{LakeFolder, Refusal};
use self::parquet_files::{TableFiles, WrittenFile};
use self::piece::{OfPiece, Wanted};
use self::places::Places;
use self::reading::{Fault, Reading};
use self::sink::Sink;
use self::tables::Tables;
use super::arguments::{ExportArguments, TableForm, TableName};
use crate::cli::arguments::GlobalArguments;
use crate::cli::input::{
    Configurations, Emit, InFolders, Input, Inputs, note_queries_as_files, read_query, stream_in_order,
};
use crate::cli::language::Language;
use crate::cli::output::{Exit, Streams, counted, display_path};
use crate::cli::segments::records_error;
use crate::linters::AllLinters;
use crate::text_file::Advance;

/// What a run has to say at its end.
struct Outcome {
    games: u64,
    tables: Vec<(TableName, Vec<WrittenFile>)>,
    errors: Vec<String>,
    /// About files without a game.
    warnings: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(crate) fn run(
    arguments: &ExportArguments,
    global: &GlobalArguments,
    rules: KnownRules,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let colors = streams.colors(global.color);
    if let Some(misuse) = arguments.misuse() {
        streams.error(misuse);
        return Ok(Exit::Trouble);
    }
    let Ok(query) = read_query(&arguments.query, &arguments.input.configuration, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    if let Some(doubt) = query.as_ref().and_then(Query::doubt).filter(|_| !global.quiet) {
        streams.note(format_args!("note: {doubt}"));
    }
    let Ok((configurations, mut inputs)) =
        Configurations::with_inputs(&arguments.input, InFolders::ALL_GAMES, colors, streams)
    else {
        return Ok(Exit::Trouble);
    };
    let of_records = inputs.found.iter().filter_map(|input| records_error(&arguments.input, input.path()));
    let of_records: Vec<String> = of_records.collect();
    inputs.errors.extend(of_records);
    let language = |path: &Path| Language::of(path, arguments.input.language);
    inputs.found.retain(|input| language(input.path()).has_games());
    let shares = arguments.shard.choose(&mut inputs, language);
    inputs.report(streams);
    note_queries_as_files(&arguments.input.files, streams);
    let tables = arguments.tables();
    let bar = streams.shows_progress(global);
    let reading = Reading {
        wanted: Wanted { tables: &tables, query: query.as_ref(), partition_by: arguments.partition_by },
        configurations: &configurations,
        linters: AllLinters::new(rules),
        encoding: arguments.input.encoding,
        language: arguments.input.language,
        stdin: std::mem::take(&mut streams.stdin),
        shares: &shares,
    };
    let outcome = match arguments.to {
        TableForm::Arrow => to_stream(arguments, &reading, &inputs, bar, streams)?,
        TableForm::Parquet => match to_folder(arguments, &reading, &inputs, bar) {
            Ok(outcome) => outcome,
            Err(errors) => {
                errors.lines().for_each(|error| streams.error(error));
                return Ok(Exit::Trouble);
            }
        },
    };
    outcome.errors.iter().for_each(|error| streams.error(error));
    if !global.quiet {
        outcome.warnings.iter().for_each(|warning| streams.note(format_args!("warning: {warning}")));
    }
    if !global.quiet && arguments.to == TableForm::Parquet {
        for (table, files) in &outcome.tables {
            let (rows, bytes) = files.iter().fold((0, 0), |(rows, bytes), file| (rows + file.rows, bytes + file.bytes));
            let rows = counted(usize::try_from(rows).unwrap_or(usize::MAX), "row");
            let files = counted(files.len(), "file");
            streams.note(format_args!("{}: {rows} in {files}, {} kB.", table.name(), bytes.div_ceil(1000)));
        }
    }
    let trouble = !outcome.errors.is_empty() || !inputs.errors.is_empty();
    Ok(Exit::of(trouble, outcome.games == 0))
}

/// Writes a folder of Parquet files. The error has a message a line.
fn to_folder(
    arguments: &ExportArguments,
    reading: &Reading<'_, '_>,
    inputs: &Inputs,
    bar: bool,
) -> Result<Outcome, String> {
    let output = &arguments.output;
    if output.is_file() {
        return Err(format!("{}: this is a file; -o names the folder of the tables", output.display()));
    }
    // Tables that lack games would be taken for all of them.
    let nothing = format!("{}: nothing was exported, as not all could be read", output.display());
    if !inputs.errors.is_empty() {
        return Err(nothing);
    }
    let fault = |error: io::Error| format!("{}: {error}", output.display());
    let lake = LakeFolder::open(output, arguments.shard.shard, arguments.force).map_err(|refusal| match refusal {
        Refusal::Exists => format!("{}: this was exported already; --force replaces it", output.display()),
        Refusal::OtherParts(other) => {
            let part = other.replace("-of-", " of ");
            format!(
                "{}: this has part {part} of another export; choose another folder, as games would be there twice",
                output.display()
            )
        }
        Refusal::Io(error) => fault(error),
    })?;
    let files = |table: &TableName| (*table, TableFiles::new(*table, lake.unfinished(), lake.stem()));
    let sink = Sink::Files(reading.wanted.tables.iter().map(files).collect());
    let outcome = read_all(arguments, reading, inputs, bar, Tables::new(sink, lake.unfinished())).map_err(fault)?;
    if !outcome.errors.is_empty() {
        return Err(format!("{}\n{nothing}", outcome.errors.join("\n")));
    }
    let facts = json!({
        "games": outcome.games,
        "files": inputs.found.iter().map(|input| display_path(input.path())).collect::<Vec<_>>(),
        "least_games_of_tree": arguments.least_games(),
    });
    lake.publish(&outcome.tables, facts).map_err(fault)?;
    Ok(outcome)
}

/// Writes a stream of Arrow.
fn to_stream(
    arguments: &ExportArguments,
    reading: &Reading<'_, '_>,
    inputs: &Inputs,
    bar: bool,
    streams: &mut Streams<'_>,
) -> io::Result<Outcome> {
    let folder = tempfile::tempdir()?;
    let table = reading.wanted.tables.first().copied().unwrap_or(TableName::Games);
    let sink = Sink::stream(table, &mut *streams.stdout)?;
    read_all(arguments, reading, inputs, bar, Tables::new(sink, folder.path()))
}

/// Reads all files to tables.
fn read_all(
    arguments: &ExportArguments,
    reading: &Reading<'_, '_>,
    inputs: &Inputs,
    bar: bool,
    mut tables: Tables<'_>,
) -> io::Result<Outcome> {
    let shown: Vec<String> = inputs.found.iter().map(|input| display_path(input.path())).collect();
    let numbers: HashMap<&Path, usize> =
        inputs.found.iter().enumerate().map(|(number, input)| (input.path(), number)).collect();
    let work = |input: &Input, advance: Advance, emit: Emit<'_, Result<OfPiece, Fault>>| {
        let number = numbers.get(input.path()).copied().unwrap_or_default();
        let error = reading.file((number, input, &shown[number]), advance, &mut |made| emit(Ok(made)))?;
        error.map_or(Ok(()), |error| emit(Err(error)))
    };
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    let mut tell = |told: Result<OfPiece, Fault>| {
        match told {
            Ok(made) => return tables.add(made),
            Err(Fault::Unread(error)) => errors.push(error),
            Err(Fault::NoGame(warning)) => warnings.push(warning),
        }
        Ok(())
    };
    stream_in_order(&inputs.found, bar, work, &mut tell, || false)?;
    let games = tables.games;
    let places = Places::new(shown);
    let tables = tables.finish(reading.wanted.tables, &places, arguments.least_games())?;
    Ok(Outcome { games, tables, errors, warnings })
}
