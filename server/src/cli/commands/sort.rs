//! `scoresheet sort`: puts the games of a file in order.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use scoresheet_chess::collation::{Entry, SortOrder};
use scoresheet_collection::files::moved;

use crate::cli::arguments::{GlobalArguments, parse_encoding};
use crate::cli::file_identity::is_same_file;
use crate::cli::input::{COMPRESSED, Input, with_progress};
use crate::cli::output::{Exit, Streams, counted, display_path, printable, trouble};
use crate::cli::whole_files::{
    GamesSource, GamesWriter, KeySorter, PLACE_BYTES, Place, Sorted, Target, Written, each_place, game_label,
    game_sorter, key, no_space, order,
};
use crate::cli::writing::remove_leftovers;
use crate::text_file::{Archive, Encoding};

/// How many of the games that move are named.
const MOST_NAMED: usize = 5;

/// Arguments of `sort`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet sort games.pgn                         name the games that are out of order
  scoresheet sort games.pgn -o sorted.pgn           write them in order to another file
  scoresheet sort games.pgn --write --by event,round
  scoresheet sort games.pgn -o best.pgn --by -elo   the strongest players first

All rules: https://github.com/scoresheet/scoresheet/blob/main/server/docs/files.md
Exit status: 0 done, or the games are in order, 1 the games are not in order and nothing was written, 2 wrong usage, or a file that \
cannot be read or written.")]
pub(crate) struct SortArguments {
    /// Read this file, which may be compressed, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write the games to this file, or - for standard output [default: write nothing and print what would move]
    #[arg(short, long, value_name = "FILE", conflicts_with = "write")]
    pub(crate) output: Option<PathBuf>,
    /// Rewrite the file itself
    #[arg(long)]
    pub(crate) write: bool,
    /// Sort by these columns, the most important first, -COLUMN for the greatest value first: date, event, site, round, white, black,
    /// result, year, month, elo (the average of both), white-elo, black-elo, eco and opening (of the tag, or else of the moves), or any tag
    /// name; games that are equal keep their order [default: the
    /// standard's order: date, event, site, round, white, black, result, movetext]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) by: Vec<String>,
    /// Replace the output if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Keep no copy of the old file [default: with --write, keep one beside it unless it is committed in Git as it is]
    #[arg(long, requires = "write")]
    pub(crate) no_backup: bool,
    /// Read the file in this encoding; games are copied in the encoding that they have [default: detected]
    #[arg(long, value_name = "LABEL", value_parser = parse_encoding)]
    pub(crate) encoding: Option<Encoding>,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &SortArguments, global: &GlobalArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let order = match order(&arguments.by) {
        Ok(order) => order,
        Err(error) => return trouble(streams, error),
    };
    let input = match arguments.file.as_path() {
        file if file == Path::new("-") => Input::stdin(None),
        file => Input::File(file.to_path_buf()),
    };
    let output = match target(arguments, &input) {
        Ok(output) => output,
        Err(error) => return trouble(streams, error),
    };
    let shown = display_path(input.path());
    let (mut source, sorted) = match read(arguments, global, &input, &order, streams) {
        Ok(read) => read,
        Err(error) => return trouble(streams, format_args!("{shown}: {error}")),
    };
    let target = match output {
        Some(Target::Same { path, keeps_backup, .. }) => Some(Target::Same { path, keeps_backup, stamp: source.stamp }),
        output => output,
    };
    let mut order = Vec::with_capacity(usize::try_from(source.count()).unwrap_or(0));
    let sources = std::slice::from_mut(&mut source);
    let written = match &target {
        None => each_place(sorted, sources, |_, place| {
            order.push(place.number as u32);
            Ok(())
        })
        .map(|()| Written::default())
        .map_err(|error| no_space(&error)),
        Some(target) => target.write(streams, |out| {
            let bom = sources[0].bom;
            out.write_all(bom)?;
            let mut writer = GamesWriter::new(out, None);
            each_place(sorted, sources, |sources, place| {
                order.push(place.number as u32);
                writer.write(sources, place)
            })?;
            writer.finish(sources)?;
            sources[0].ensure_unchanged()?;
            Ok(matches!(target, Target::New { .. }) || !order.is_sorted())
        })?,
    };
    let written = match written {
        Ok(written) => written,
        Err(error) if target.is_some() => return trouble(streams, error),
        Err(error) => return trouble(streams, format_args!("{shown}: {error}")),
    };
    let moved = moved(&order);
    // What would move is a finding.
    if !global.quiet || target.is_none() && !moved.is_empty() {
        tell(streams, &shown, &mut source, &order, &moved, (target.as_ref(), &written));
    }
    Ok(Exit::of(false, target.is_none() && !moved.is_empty()))
}

/// Where the games go; `None` for nowhere.
fn target(arguments: &SortArguments, input: &Input) -> Result<Option<Target>, String> {
    if let Some(output) = &arguments.output {
        if !input.is_stdin() && is_same_file(output, input.path()) {
            return Err(format!("{}: this file is read; use --write to sort it", display_path(output)));
        }
        return Target::of_output(output, arguments.force).map(Some);
    }
    match input {
        _ if !arguments.write => Ok(None),
        Input::Stdin(_) => Err("standard input cannot be rewritten; use -o".to_owned()),
        Input::File(path) if Archive::of(path).is_some() => Err(format!("{}: {COMPRESSED}, or use -o", path.display())),
        Input::File(path) => {
            input.ensure_replaceable().map_err(|error| format!("{}: {error}", path.display()))?;
            remove_leftovers([path.as_path()]);
            Ok(Some(Target::Same { path: path.clone(), stamp: None, keeps_backup: !arguments.no_backup }))
        }
    }
}

type Read = (GamesSource, Sorted<PLACE_BYTES>);

/// Reads the file. The error is a message.
fn read(
    arguments: &SortArguments,
    global: &GlobalArguments,
    input: &Input,
    order: &SortOrder,
    streams: &mut Streams<'_>,
) -> Result<Read, String> {
    let bar = streams.shows_progress(global);
    let stdin = std::mem::take(&mut streams.stdin);
    let of_game = |entry: &Entry, text: &str| key(order, entry, text);
    let add = |sorter: &mut KeySorter<PLACE_BYTES>, place: Place, (key, is_key_short): (Vec<u8>, bool)| {
        sorter.push(&key, Place { is_key_short, ..place }.to_bytes()).map(|_| ())
    };
    with_progress(input, bar, |advance| {
        let how = (arguments.encoding, &stdin);
        let (source, sorter) = GamesSource::read(input, 0, how, advance, game_sorter, &of_game, add)?;
        Ok((source, sorter.sorted().map_err(|error| no_space(&error))?))
    })
}

/// Prints what was done, or what would be.
fn tell(
    streams: &mut Streams<'_>,
    shown: &str,
    source: &mut GamesSource,
    order: &[u32],
    moved: &[usize],
    (target, written): (Option<&Target>, &Written),
) {
    let games = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    let all = counted(games(source.games()), "game");
    let many = games(moved.iter().map(|place| source.games_at(u64::from(order[*place]))).sum());
    let is = if source.games() == 1 { "is" } else { "are" };
    let what = match target {
        _ if moved.is_empty() => format!("{shown}: {all} {is} in order"),
        None => format!("{shown}: {many} of {all} would move"),
        Some(_) => format!("{shown}: {many} of {all} moved"),
    };
    streams.note(match (target, &written.backup) {
        (Some(Target::New { path, .. }), _) => format!("{what}; written to {}", display_path(path)),
        (_, Some(backup)) => format!("{what}; the old file is {}", display_path(backup)),
        _ => what,
    });
    if target.is_none() {
        for place in moved.iter().take(MOST_NAMED) {
            let number = order[*place];
            let name = source.game(number as usize).map_or(String::new(), |text| game_label(&text));
            let from: u64 = (0..number).map(|number| source.units_at(u64::from(number))).sum();
            let to: u64 = order[..*place].iter().map(|number| source.units_at(u64::from(*number))).sum();
            streams.note(format_args!("  game {} to place {}: {}", from + 1, to + 1, printable(&name)));
        }
        if let Some(more) = moved.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
            streams.note(format_args!("  and {more} more"));
        }
    }
}
