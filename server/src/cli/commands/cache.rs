//! `scoresheet cache`: shows and removes what is kept of games that were read.

use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;

use crate::cli::arguments::{CacheArguments, GlobalArguments};
use crate::cli::output::{Exit, Streams, counted, display_path};
use crate::move_cache::{CacheFolder, Entry};

/// Arguments of `cache`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet cache status                     show the size of the cache, and the files that are in it
  scoresheet cache status --output-format json
  scoresheet cache clear                      remove all of it
  scoresheet cache clear games.pgn            remove what is kept of this file

The cache holds what was read of files of 64 kB or more, so that the next search need not read the games again, and the answers of engines. It never changes an \
answer: where a file has changed, it is read anew. It takes at most 2 GB; what was not used for the longest time goes first. Removing it \
is always safe. Exit status: 0 done, 2 wrong usage, or a cache that cannot be removed.")]
pub(crate) struct CommandArguments {
    #[command(subcommand)]
    pub(crate) action: Action,
}

/// What is done with the cache.
#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Show where the cache is, how large it is, and the files that are in it
    Status {
        #[command(flatten)]
        #[allow(missing_docs)]
        cache: CacheArguments,
        /// Print the list in this form
        #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Form::Text)]
        output_format: Form,
    },
    /// Remove what is kept of these files
    Clear {
        #[command(flatten)]
        #[allow(missing_docs)]
        cache: CacheArguments,
        /// Remove what is kept of these files [default: of all files]
        #[arg(value_name = "FILES")]
        files: Vec<PathBuf>,
    },
}

/// The forms of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// A line for each file
    Text,
    /// One JSON object
    Json,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &CommandArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let (Action::Status { cache, .. } | Action::Clear { cache, .. }) = &arguments.action;
    let Some(folder) = cache.folder() else {
        streams.error(match cache.no_cache {
            true => "--no-cache leaves no cache to show or remove",
            false => "there is no cache directory: set HOME or XDG_CACHE_HOME, or use --cache-dir",
        });
        return Ok(Exit::Trouble);
    };
    match &arguments.action {
        Action::Status { output_format: Form::Text, .. } => status(&folder, streams),
        Action::Status { output_format: Form::Json, .. } => status_as_json(&folder, streams),
        Action::Clear { files, .. } => clear(&folder, files, global, streams),
    }
}

fn status(folder: &CacheFolder, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let entries = folder.entries();
    let bytes: u64 = entries.iter().map(|entry| entry.bytes).sum();
    let count = counted(entries.len(), "file");
    writeln!(streams.stdout, "{}: {count}, {}", display_path(folder.path()), size(bytes))?;
    for entry in &entries {
        if entry.has_answers {
            writeln!(streams.stdout, "  answers of an engine: {}", size(entry.bytes))?;
            continue;
        }
        let name = entry.of.as_deref().map_or_else(|| "of another version".to_owned(), display_path);
        let games = counted(usize::try_from(entry.games).unwrap_or(usize::MAX), "game");
        writeln!(streams.stdout, "  {name}: {games}, {}", size(entry.bytes))?;
    }
    Ok(Exit::Clean)
}

#[derive(Serialize)]
struct Listed {
    folder: String,
    bytes: u64,
    files: Vec<ListedFile>,
}

#[derive(Serialize)]
struct ListedFile {
    /// `null` if the cache is of another version, or has answers of an engine.
    path: Option<String>,
    cache: String,
    games: u64,
    bytes: u64,
    /// In seconds since 1970.
    used: u64,
}

fn status_as_json(folder: &CacheFolder, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let seconds = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let file = |entry: Entry| ListedFile {
        path: entry.of.map(|path| path.to_string_lossy().into_owned()),
        cache: entry.path.to_string_lossy().into_owned(),
        games: entry.games,
        bytes: entry.bytes,
        used: seconds(entry.used),
    };
    let files: Vec<ListedFile> = folder.entries().into_iter().map(file).collect();
    let bytes = files.iter().map(|file| file.bytes).sum();
    let listed = Listed { folder: folder.path().to_string_lossy().into_owned(), bytes, files };
    serde_json::to_writer_pretty(&mut *streams.stdout, &listed)?;
    writeln!(streams.stdout)?;
    Ok(Exit::Clean)
}

fn clear(
    folder: &CacheFolder,
    files: &[PathBuf],
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let wanted: Vec<PathBuf> =
        files.iter().map(|path| std::fs::canonicalize(path).unwrap_or_else(|_| path.clone())).collect();
    let is_wanted = |entry: &Entry| wanted.is_empty() || entry.of.as_ref().is_some_and(|of| wanted.contains(of));
    let (mut count, mut bytes, mut has_failed) = (0, 0, false);
    for entry in folder.entries().into_iter().filter(is_wanted) {
        match std::fs::remove_file(&entry.path) {
            Ok(()) => (count, bytes) = (count + 1, bytes + entry.bytes),
            // Another program was faster.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                streams.error(format_args!("{}: {error}", entry.path.display()));
                has_failed = true;
            }
        }
    }
    if !global.quiet {
        writeln!(streams.stdout, "Removed {} from the cache, {}.", counted(count, "file"), size(bytes))?;
    }
    Ok(Exit::of(has_failed, false))
}

/// "12 bytes", "1.2 MB".
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => counted(bytes as usize, "byte"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
