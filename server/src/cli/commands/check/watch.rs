//! `check --watch`: checks files again when they change.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecursiveMode, Watcher, recommended_watcher};
use scoresheet_lint::rule::KnownRules;

use super::arguments::CheckArguments;
use super::file_check::FileChecker;
use super::printer::{Checked, Printer, Target};
use crate::cli::arguments::{ConfigOption, GlobalArguments};
use crate::cli::input::{Input, absolute, map_in_order};
use crate::cli::language::Language;
use crate::cli::output::{Exit, Streams};
use crate::configuration::FILE_NAME;
use crate::embedded::kind_of_path;
use crate::text_file::Advance;

/// An editor writes a file several times when it saves. After a pause of this length it has finished.
const QUIET: Duration = Duration::from_millis(100);
/// If files change all the time, check at least this often.
const MOST_PATIENCE: Duration = Duration::from_secs(1);
/// Moves to the top left corner of an empty screen; earlier output stays in the scroll buffer.
const CLEAR: &str = "\x1b[2J\x1b[H";

/// What can happen between two checks.
enum Happening {
    Written(Vec<PathBuf>),
    /// Something was written, but it is not known what.
    Unknown,
    Interrupted,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &CheckArguments,
    global: &GlobalArguments,
    rules: KnownRules,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    if arguments.input.files.iter().any(|file| file == Path::new("-")) {
        streams.error("--watch: standard input cannot be watched");
        return Ok(Exit::Trouble);
    }
    let (sender, happenings) = mpsc::channel();
    let watched = watch(arguments, sender.clone());
    // Watching ends when this is dropped.
    let _watcher = match watched {
        Ok(watcher) => watcher,
        Err(error) => {
            streams.error(format_args!("--watch: {error}"));
            return Ok(Exit::Trouble);
        }
    };
    notice_interrupts(sender);
    let mut kept = BTreeMap::new();
    loop {
        if streams.stdout_is_terminal {
            streams.stdout.write_all(CLEAR.as_bytes())?;
        }
        check(arguments, global, rules, streams, &mut kept)?;
        streams.stdout.flush()?;
        if !global.quiet {
            streams.note("Waiting for changes; press Ctrl-C to end.");
        }
        let Some(written) = next(arguments, &happenings) else { return Ok(Exit::Clean) };
        forget(arguments, &written, &mut kept);
    }
}

/// Checks the files without cached results, and prints the results of all files.
fn check(
    arguments: &CheckArguments,
    global: &GlobalArguments,
    rules: KnownRules,
    streams: &mut Streams<'_>,
    kept: &mut BTreeMap<PathBuf, Checked>,
) -> io::Result<()> {
    // The errors were reported, and the next change may correct them.
    let Ok((mut check, inputs)) = FileChecker::prepare(arguments, global, rules, streams) else { return Ok(()) };
    if check.look_at_repertoires(streams).is_err() {
        return Ok(());
    }
    // What is wrong in a repertoire depends on all of its files.
    kept.retain(|path, _| !check.is_of_repertoire(path));
    let names: HashSet<&Path> = inputs.found.iter().map(Input::path).collect();
    kept.retain(|path, _| names.contains(path.as_path()));
    let anew: Vec<Input> = inputs.found.iter().filter(|input| !kept.contains_key(input.path())).cloned().collect();
    let work = |input: &Input, advance: Advance| (input.path().to_path_buf(), check.file(input, advance));
    map_in_order(&anew, false, work, |(path, checked)| {
        kept.insert(path, checked);
        Ok(())
    })?;
    let mut printer = Printer::start(check.printing(global), Target::Stdout, &inputs, streams)?;
    kept.values_mut().try_for_each(|checked| printer.file(checked, streams))?;
    if let Some(error) = check.error_of_engine() {
        printer.fail(&error, streams);
    }
    printer.end(streams)
}

/// Removes cached results that may be outdated.
fn forget(arguments: &CheckArguments, written: &Written, kept: &mut BTreeMap<PathBuf, Checked>) {
    let is_of_all = |path: &PathBuf| path.file_name() == Some(OsStr::new(FILE_NAME)) || is_argument(arguments, path);
    if written.is_unknown || arguments.revision.changed.is_some() || written.paths.iter().any(is_of_all) {
        kept.clear();
    }
    kept.retain(|path, _| !written.paths.contains(&absolute(path)));
}

/// What was written.
#[derive(Default)]
struct Written {
    paths: HashSet<PathBuf>,
    is_unknown: bool,
}

/// Waits until a relevant file was written and a pause followed. None if the command is to end.
fn next(arguments: &CheckArguments, happenings: &Receiver<Happening>) -> Option<Written> {
    let mut written = Written::default();
    let mut since: Option<Instant> = None;
    loop {
        let happening = match since {
            None => happenings.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(since) if since.elapsed() > MOST_PATIENCE => return Some(written),
            Some(_) => happenings.recv_timeout(QUIET),
        };
        match happening {
            Ok(Happening::Written(paths)) => {
                written
                    .paths
                    .extend(paths.into_iter().map(|path| absolute(&path)).filter(|path| matters(arguments, path)));
            }
            Ok(Happening::Unknown) => written.is_unknown = true,
            Ok(Happening::Interrupted) | Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => return Some(written),
        }
        if since.is_none() && (written.is_unknown || !written.paths.is_empty()) {
            since = Some(Instant::now());
        }
    }
}

/// Whether a file can influence findings. A moved folder may contain such files.
fn matters(arguments: &CheckArguments, path: &Path) -> bool {
    let is_setting =
        path.file_name().is_some_and(|name| name == FILE_NAME || name == ".gitignore" || name == ".ignore");
    let is_named = arguments.input.files.iter().any(|file| absolute(file) == path);
    let has_chess = Language::of_extension(path).is_some() || kind_of_path(path).is_some();
    is_setting || is_named || is_argument(arguments, path) || has_chess || path.is_dir()
}

fn is_argument(arguments: &CheckArguments, path: &Path) -> bool {
    named_besides_inputs(arguments).any(|file| absolute(file) == path)
}

/// The files that options name.
fn named_besides_inputs(arguments: &CheckArguments) -> impl Iterator<Item = &Path> {
    let configurations = arguments.input.configuration.config.iter().filter_map(ConfigOption::file);
    arguments.baseline.as_deref().into_iter().chain(configurations)
}

fn watch(arguments: &CheckArguments, sender: Sender<Happening>) -> notify::Result<impl Watcher + use<>> {
    let mut watcher = recommended_watcher(move |event: notify::Result<Event>| {
        let happening = match event {
            // Checking reads files, so reading does not count as a change.
            Ok(Event { kind: EventKind::Access(_), .. }) => return,
            Ok(event) if event.paths.is_empty() => Happening::Unknown,
            Ok(event) => Happening::Written(event.paths),
            Err(_) => Happening::Unknown,
        };
        // The receiver is gone if the command has ended.
        let _ = sender.send(happening);
    })?;
    for (folder, mode) in folders(arguments) {
        watcher.watch(&folder, mode)?;
    }
    Ok(watcher)
}

/// The folders of the arguments.
fn folders(arguments: &CheckArguments) -> BTreeMap<PathBuf, RecursiveMode> {
    let mut folders = BTreeMap::new();
    let files = arguments.input.files.iter().map(PathBuf::as_path).chain(named_besides_inputs(arguments));
    for path in files.map(absolute) {
        // A pattern matches files below the folder before its first special character.
        let there = path.ancestors().find(|path| path.exists()).unwrap_or(Path::new("/")).to_path_buf();
        match there.is_dir() {
            true => drop(folders.insert(there, RecursiveMode::Recursive)),
            false => {
                let folder = there.parent().map_or_else(PathBuf::new, Path::to_path_buf);
                folders.entry(folder).or_insert(RecursiveMode::NonRecursive);
            }
        }
    }
    if arguments.input.files.is_empty() {
        folders.insert(absolute(Path::new(".")), RecursiveMode::Recursive);
    }
    folders
}

/// Reports Ctrl-C. If that is not possible, Ctrl-C ends the program as usual.
fn notice_interrupts(sender: Sender<Happening>) {
    thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            let _ = sender.send(Happening::Interrupted);
        }
    });
}
