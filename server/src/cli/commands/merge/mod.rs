//! `scoresheet merge`: writes the games of several files to one, all or those of a query.

mod into_game;
mod once;

use std::io;
use std::path::PathBuf;

use clap::Args;
use scoresheet_chess::collation::{Ending, Entry, SortOrder};
use scoresheet_collection::query::Query;

use crate::cli::arguments::{ConfigurationArguments, GlobalArguments, QueryArguments, parse_encoding};
use crate::cli::input::{Input, read_query, with_progress};
use crate::cli::output::{Exit, Streams, counted, display_path, trouble};
use crate::cli::whole_files::{
    GamesSource, GamesWriter, KeySorter, PLACE_BYTES, Place, Target, common_encoding, each_place, game_sorter, inputs,
    is_found, key, no_space, order,
};
use crate::text_file::Encoding;

/// The end of the help of `extract`.
pub(crate) const EXTRACT_HELP: &str = "\
Examples:
  scoresheet extract games.pgn -o berg.pgn --player Berg
  scoresheet extract games -o novelties.pgn --where 'comment ~ \"novelty\"'
  scoresheet extract games.pgn -o - --eco B90 --sort

All rules: https://github.com/scoresheet/scoresheet/blob/main/server/docs/files.md
All terms of queries: https://github.com/scoresheet/scoresheet/blob/main/server/docs/search.md
Exit status: 0 done, 1 the query finds no game, and nothing is written, 2 wrong usage, or a file that cannot be read or written; nothing is \
written then.";

/// Arguments of `merge` and `extract`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet merge round1.pgn round2.pgn -o event.pgn
  scoresheet merge games/*.pgn -o all.pgn --sort --dedupe
  scoresheet merge games -o - --sort --by event,round
  scoresheet merge repertoire/*.pgn -o tree.pgn --into-game

All rules: https://github.com/scoresheet/scoresheet/blob/main/server/docs/files.md
All terms of queries: https://github.com/scoresheet/scoresheet/blob/main/server/docs/search.md
Exit status: 0 done, 1 games were left out of the tree of --into-game, or a query finds no game, and nothing is written, 2 wrong usage, or a \
file that cannot be read or written; nothing is written then.")]
pub(crate) struct MergeArguments {
    /// Read these files in this order, which may be compressed, folders (all files below them by name), glob patterns, or - for standard input
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the games to this file, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Sort the games [default: keep the order of the files and of the games in them]
    #[arg(long)]
    pub(crate) sort: bool,
    /// Sort by these columns, as `scoresheet sort --by` does [default: the standard's order]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', allow_hyphen_values = true, requires = "sort")]
    pub(crate) by: Vec<String>,
    /// Leave out duplicates, as `scoresheet dedupe` finds them by moves and players; the game with most annotation stays
    #[arg(long)]
    pub(crate) dedupe: bool,
    /// Write one game: the main line is that of the first game, the others are variations; a comment at the last move of each says which
    /// game it is
    #[arg(long, conflicts_with_all = ["sort", "dedupe"])]
    pub(crate) into_game: bool,
    /// Replace the output if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Read the files in this encoding [default: detected for each file]
    #[arg(long, value_name = "LABEL", value_parser = parse_encoding)]
    pub(crate) encoding: Option<Encoding>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) configuration: ConfigurationArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) query: QueryArguments,
}

/// The games of some files in the order in which they are written.
struct Merged {
    sources: Vec<GamesSource>,
    sorter: KeySorter<PLACE_BYTES>,
    /// What is reported of single games.
    lines: Vec<String>,
    /// What is reported besides the number of games.
    notes: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &MergeArguments, global: &GlobalArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let order = match order(&arguments.by) {
        Ok(order) => order,
        Err(error) => return trouble(streams, error),
    };
    let target = match Target::of_output(&arguments.output, arguments.force) {
        Ok(target) => target,
        Err(error) => return trouble(streams, error),
    };
    let colors = streams.colors(global.color);
    let Ok(query) = read_query(&arguments.query, &arguments.configuration, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    let query = query.as_ref();
    if let Some(doubt) = query.and_then(Query::doubt).filter(|_| !global.quiet) {
        streams.note(format_args!("note: {doubt}"));
    }
    let Some(inputs) = inputs(&arguments.files, Some(&arguments.output), global, streams) else {
        return Ok(Exit::Trouble);
    };
    if arguments.into_game {
        return into_game::run(arguments, (&inputs, &target, query), global, streams);
    }
    let read = match arguments.dedupe {
        true => once::read(arguments, global, (&inputs, query), &order, streams),
        false => read(arguments, global, (&inputs, query), &order, streams),
    };
    let Merged { mut sources, sorter, lines, notes } = match read {
        Ok(merged) => merged,
        Err(error) => return trouble(streams, error),
    };
    let encoding = common_encoding(&sources);
    let sorted = match sorter.sorted() {
        Ok(sorted) => sorted,
        Err(error) => return trouble(streams, no_space(&error)),
    };
    let mut games = 0;
    let written = target.write(streams, |out| {
        let bom = if encoding.is_none() { sources[0].bom } else { b"" };
        out.write_all(bom)?;
        let mut writer = GamesWriter::new(out, encoding);
        each_place(sorted, &mut sources, |sources, place| {
            games += sources[place.file as usize].games_at(place.number);
            writer.write(sources, place)
        })?;
        writer.finish(&mut sources)?;
        sources.iter().try_for_each(GamesSource::ensure_unchanged)?;
        Ok(query.is_none() || games > 0)
    })?;
    if let Err(error) = written {
        return trouble(streams, error);
    }
    if query.is_some() && games == 0 {
        if !global.quiet {
            streams.note("no game is found; nothing is written");
        }
        return Ok(Exit::Found);
    }
    if !global.quiet {
        lines.iter().for_each(|line| streams.note(line));
        let all = sources.iter().map(GamesSource::games).sum::<u64>();
        let games = counted(usize::try_from(games).unwrap_or(usize::MAX), "game");
        let games = if query.is_some() { format!("{games} found among {all}") } else { games };
        let mut summary = format!("{games} of {} written", counted(inputs.len(), "file"));
        if !matches!(target, Target::Stdout) {
            summary += &format!(" to {}", display_path(&arguments.output));
        }
        notes.iter().for_each(|note| summary += &format!("; {note}"));
        if encoding.is_some() {
            summary += "; written as UTF-8, because the files have different encodings";
        }
        streams.note(summary);
    }
    Ok(Exit::Clean)
}

/// Reads the files. The error is a message.
fn read(
    arguments: &MergeArguments,
    global: &GlobalArguments,
    (inputs, query): (&[Input], Option<&Query>),
    order: &SortOrder,
    streams: &mut Streams<'_>,
) -> Result<Merged, String> {
    let bar = streams.shows_progress(global);
    let stdin = std::mem::take(&mut streams.stdin);
    let is_wanted = |entry: &Entry, text: &str| {
        let is_game = entry.ending != Ending::Open || !entry.tags.is_empty();
        // A file of white space alone adds nothing.
        let is_blank = !is_game && text[entry.range.clone()].trim().is_empty();
        !is_blank && query.is_none_or(|query| is_game && is_found(query, &text[entry.game.clone()]))
    };
    let key = |entry: &Entry, text: &str| match arguments.sort {
        true => key(order, entry, text),
        false => (unsorted_key(entry.rank()), false),
    };
    let of_game = |entry: &Entry, text: &str| is_wanted(entry, text).then(|| key(entry, text));
    let add = |sorter: &mut KeySorter<PLACE_BYTES>, place: Place, key: Option<(Vec<u8>, bool)>| {
        let Some((key, is_key_short)) = key else { return Ok(()) };
        sorter.push(&key, Place { is_key_short, ..place }.to_bytes()).map(|_| ())
    };
    let mut sources: Vec<GamesSource> = Vec::new();
    let mut all = game_sorter();
    for input in inputs {
        let file = sources.len() as u32;
        let read = with_progress(input, bar, |advance| {
            GamesSource::read(input, file, (arguments.encoding, &stdin), advance, game_sorter, &of_game, add)
        });
        // Reading of a file may start again, so its games are added when all of it was read.
        let added = read.and_then(|(source, of_file)| {
            sources.push(source);
            let mut of_file = of_file.sorted().map_err(|error| no_space(&error))?;
            while let Some(item) = of_file.next().map_err(|error| no_space(&error))? {
                all.push(&item.key, item.value).map_err(|error| no_space(&error))?;
            }
            Ok(())
        });
        if let Err(error) = added {
            return Err(format!("{}: {error}", display_path(input.path())));
        }
    }
    Ok(Merged { sources, sorter: all, lines: Vec::new(), notes: Vec::new() })
}

/// The key of what keeps its place, from the rank of an entry: nothing may follow what comes last.
fn unsorted_key(rank: u8) -> Vec<u8> {
    vec![u8::from(rank == 2)]
}
