//! `names --canonical`: writes names as a file says.

use std::collections::{BTreeMap, HashSet};
use std::io;

use scoresheet_collection::names::{Canonical, Kind, NameCounts, Rename, Renames};
use scoresheet_format::refactor::apply;
use scoresheet_grammar::{GameView, Parser, Tree};
use scoresheet_lint::finding::Edit;

use super::{Files, NamesArguments};
use crate::cli::arguments::GlobalArguments;
use crate::cli::file_identity::is_same_file;
use crate::cli::input::Input;
use crate::cli::output::{Exit, StandardInput, Streams, counted, display_path, printable, trouble};
use crate::cli::whole_files::Target;
use crate::cli::writing::remove_leftovers;
use crate::text_file::{Archive, TextFile};

/// How many spellings that fit several names are told; with a long list of players there are thousands.
const MOST_PRINTED_AMBIGUOUS: usize = 20;

/// How many spellings that no game has are named.
const MOST_PRINTED_UNUSED: usize = 10;

/// Unifies the names of the games that were counted.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn unify(
    arguments: &NamesArguments,
    canonical: &Canonical,
    counts: &NameCounts,
    files: &Files,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let reasons: Vec<_> = arguments.reasons.iter().map(|reason| (*reason).into()).collect();
    let kinds: Vec<Kind> = arguments.of.iter().map(|kind| (*kind).into()).collect();
    let mut renames = Renames::new(counts, canonical, &reasons);
    renames.keep(&kinds);
    let games = games_of_files(&renames);
    if let Some(misuse) = misuse(arguments, files, &games) {
        return trouble(streams, misuse);
    }
    let mut written = 0;
    for (file, of_file) in &games {
        let input = &files.inputs[*file as usize];
        let done = match change(input, arguments, &renames, of_file) {
            Ok(Some((text, bytes))) => write(input, arguments, &text, &bytes, streams)?,
            Ok(None) => continue,
            Err(error) => Err(error),
        };
        match done {
            Ok(note) => {
                written += usize::from(arguments.write);
                note.iter().filter(|_| !global.quiet).for_each(|note| streams.note(note));
            }
            Err(error) => return trouble(streams, format_args!("{}: {error}", display_path(input.path()))),
        }
    }
    if arguments.output.output.is_none() {
        let lines: String = renames.changes.iter().map(|rename| line(rename, files)).collect();
        streams.stdout.write_all(lines.as_bytes())?;
    }
    if !global.quiet {
        report_unused(canonical, counts, &renames, streams);
        report(&renames, &games, written, arguments, streams);
    }
    let is_left = !renames.changes.is_empty() && !arguments.write && arguments.output.output.is_none();
    Ok(Exit::of(false, is_left))
}

/// The games of each file that change, by their numbers.
type GamesOfFiles = BTreeMap<u32, HashSet<u32>>;

fn games_of_files(renames: &Renames) -> GamesOfFiles {
    let mut games = GamesOfFiles::new();
    for place in renames.changes.iter().flat_map(|rename| &rename.places) {
        games.entry(place.file).or_default().insert(place.game);
    }
    games
}

fn misuse(arguments: &NamesArguments, files: &Files, games: &GamesOfFiles) -> Option<String> {
    if arguments.output.output.is_some() && files.inputs.len() != 1 {
        return Some("-o takes one file of games; use --write for several".to_owned());
    }
    let is_written = arguments.write || arguments.output.output.is_some();
    let unwritable = |file: &&u32| {
        let input = &files.inputs[**file as usize];
        is_written && (input.is_stdin() || Archive::of(input.path()).is_some())
    };
    let file = games.keys().find(unwritable)?;
    let input = &files.inputs[*file as usize];
    let what = if input.is_stdin() { "standard input" } else { "a compressed file" };
    Some(format!("{}: {what} cannot be changed", display_path(input.path())))
}

/// A spelling, the name that is written instead, and the first of its games.
fn line(rename: &Rename, files: &Files) -> String {
    let Rename { kind, from, to, reason, places } = rename;
    let first = places.first().map_or_else(String::new, |place| files.shown(*place));
    let reason = reason.map_or(String::new(), |reason| format!(" ({})", reason.name()));
    let games = counted(places.len(), "game");
    printable(&format!("{first}: {} {from:?} -> {to:?}: {games}{reason}", kind.name())) + "\n"
}

/// Reports the spellings that no game has and, where nothing changes, how the file was read.
fn report_unused(canonical: &Canonical, counts: &NameCounts, renames: &Renames, streams: &mut Streams<'_>) {
    let unused = canonical.unused(counts);
    if !unused.is_empty() {
        let named: Vec<String> = unused.iter().take(MOST_PRINTED_UNUSED).map(|name| format!("{name:?}")).collect();
        let more = unused.len().saturating_sub(MOST_PRINTED_UNUSED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        streams.note(printable(&format!("In no game: {}{more}.", named.join(", "))));
    }
    if renames.changes.is_empty() {
        let (pairs, players) = canonical.sizes();
        let (pairs, players) = (counted(pairs, "spelling"), counted(players, "name"));
        streams.note(format_args!("The list was read as {pairs} with other names, and {players} of players."));
    }
}

fn report(
    renames: &Renames,
    games: &GamesOfFiles,
    written: usize,
    arguments: &NamesArguments,
    streams: &mut Streams<'_>,
) {
    for (spelling, fits) in renames.ambiguous.iter().take(MOST_PRINTED_AMBIGUOUS) {
        streams.note(printable(&format!("{spelling:?} left unchanged: it may be {}", fits.join(" or "))));
    }
    if renames.ambiguous.len() > MOST_PRINTED_AMBIGUOUS {
        streams.note(format_args!("{} more fit several names", renames.ambiguous.len() - MOST_PRINTED_AMBIGUOUS));
    }
    let spellings = counted(renames.changes.len(), "spelling");
    let count = counted(games.values().map(HashSet::len).sum(), "game");
    match () {
        () if renames.changes.is_empty() => streams.note("Nothing to change."),
        () if arguments.write => {
            streams.note(format_args!("{spellings} changed in {count} of {}.", counted(written, "file")))
        }
        () if arguments.output.output.is_some() => streams.note(format_args!("{spellings} changed in {count}.")),
        () => streams.note(format_args!(
            "{spellings} would change in {count} of {}; use --write to change them.",
            counted(games.len(), "file")
        )),
    }
}

/// The file, and its new bytes. `None` if nothing changes.
fn change(
    input: &Input,
    arguments: &NamesArguments,
    renames: &Renames,
    games: &HashSet<u32>,
) -> Result<Option<(TextFile, Vec<u8>)>, String> {
    if !arguments.write && arguments.output.output.is_none() {
        return Ok(None);
    }
    if arguments.write {
        input.ensure_replaceable()?;
    }
    let file = input.read(arguments.games.input.encoding, &StandardInput::default())?;
    let mut edits: Vec<Edit> = Vec::new();
    let mut tree = Tree::default();
    let mut parser = Parser::new(&file.text);
    let mut number = 0;
    while let Some(range) = parser.next_game(&mut tree) {
        number += 1;
        if games.contains(&number) {
            let game = GameView { text: &file.text[range.clone()], tree: &tree };
            let of_game = renames.edits(game).into_iter().map(|(place, name)| Edit::replace(place, &name));
            edits.extend(of_game.map(|edit| edit.shifted(range.start)));
        }
    }
    let text = apply(&file.text, &edits);
    let bytes = file.encode(&text).map_err(|lacking| format!("{lacking}; the file is unchanged"))?;
    Ok(Some((file, bytes)))
}

/// Writes the new bytes. The outer error is that of standard output.
fn write(
    input: &Input,
    arguments: &NamesArguments,
    file: &TextFile,
    bytes: &[u8],
    streams: &mut Streams<'_>,
) -> io::Result<Result<Option<String>, String>> {
    let target = match &arguments.output.output {
        Some(path) if is_same_file(path, input.path()) => {
            return Ok(Err("this file is read; use --write to change it".to_owned()));
        }
        Some(path) => match Target::of_output(path, arguments.output.force) {
            Ok(target) => target,
            Err(error) => return Ok(Err(error)),
        },
        None => {
            remove_leftovers([input.path()]);
            Target::Same { path: input.path().to_path_buf(), stamp: file.stamp, keeps_backup: !arguments.no_backup }
        }
    };
    let written = target.write(streams, |out| out.write_all(bytes).map(|()| true))?;
    Ok(written.map(|written| {
        let shown = display_path(input.path());
        written.backup.map(|backup| format!("{shown}: the old file is {}", display_path(&backup)))
    }))
}
