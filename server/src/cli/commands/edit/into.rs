//! Moving or copying a game into another file.

use std::io;
use std::path::Path;

use scoresheet_format::Refusal;
use scoresheet_format::arrange::{add_game, game_alone, without_game};

use super::arguments::{Change, EditArguments};
use super::place;
use crate::cli::file_identity::is_same_file;
use crate::cli::input::Input;
use crate::cli::language::{Language, LanguageName};
use crate::cli::output::{Exit, StandardInput, Streams, display_path, refusal, trouble, unified_diff};
use crate::cli::whole_files::{Target, Written};
use crate::cli::writing::{ensure_replaceable, remove_leftovers};
use crate::text_file::{Archive, Encoding, LineCursor, TextFile};

/// A file and its new text.
struct Changed {
    file: TextFile,
    target: Target,
    text: String,
}

/// Runs the command for a game of `input`; the other file is written first, so that the game is always in one of them.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &EditArguments,
    (input, into): (&Input, &Path),
    (quiet, colors): (bool, bool),
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let stdin = std::mem::take(&mut streams.stdin);
    let of_file = |input: &Input, error: String| format!("{}: {error}", display_path(input.path()));
    let from = match input.read(arguments.input.encoding, &stdin) {
        Ok(file) => file,
        Err(error) => return trouble(streams, of_file(input, error)),
    };
    let game = match super::chosen_game(arguments, &from.text) {
        Ok(Some(game)) => game,
        Ok(None) => return trouble(streams, of_file(input, "there is no game".to_owned())),
        Err(error) => return trouble(streams, of_file(input, error)),
    };
    let other = match other_file(into, input, &from) {
        Ok(other) => other,
        Err(error) => return trouble(streams, format_args!("{}: {error}", display_path(into))),
    };
    let arranged = game_alone(&from.text, game).and_then(|text| {
        let before = place(arguments, None).unwrap_or(usize::MAX);
        let added = add_game(&other.text, text, before)?;
        let rest = if matches!(arguments.change, Change::Move) { Some(without_game(&from.text, game)?) } else { None };
        Ok((added, rest))
    });
    let (added, rest) = match arranged {
        Ok(arranged) => arranged,
        Err(Refusal { offset, reason }) => {
            let at = LineCursor::default().locate(&from.text, offset.min(from.text.len()));
            streams.note(refusal(input.path(), at, Language::Pgn.noun(), game + 1, &reason));
            return Ok(Exit::Found);
        }
    };
    let keeps_backup = !arguments.no_backup;
    let same = |file: &TextFile| Target::Same { path: file.path.clone(), stamp: file.stamp, keeps_backup };
    let other_target =
        if other.stamp.is_some() { same(&other) } else { Target::New { path: into.to_path_buf(), force: false } };
    let mut changed = vec![Changed { target: other_target, text: added.text, file: other }];
    if let Some(text) = rest {
        changed.push(Changed { target: same(&from), text, file: from });
    }
    if arguments.diff {
        for Changed { file, text, .. } in &changed {
            streams.stdout.write_all(unified_diff(&file.path, &file.text, text, colors).as_bytes())?;
        }
        return Ok(Exit::Found);
    }
    let mut encoded = Vec::new();
    for Changed { file, text, .. } in &changed {
        match file.encode(text) {
            Ok(bytes) => encoded.push(bytes),
            Err(lacking) => {
                return trouble(streams, format_args!("{}: {lacking}; nothing is changed", display_path(&file.path)));
            }
        }
    }
    let mut backups = Vec::new();
    for (index, (Changed { file, target, .. }, bytes)) in changed.iter().zip(&encoded).enumerate() {
        remove_leftovers([file.path.as_path()]);
        match target.write(streams, |out| out.write_all(bytes).map(|()| true))? {
            Ok(Written { backup }) => backups.extend(backup),
            Err(error) if index == 0 => return trouble(streams, error),
            Err(error) => {
                return trouble(streams, format_args!("{error}; the game is in {} as well", display_path(into)));
            }
        }
    }
    if !quiet {
        let done = if changed.len() == 2 { "moved" } else { "copied" };
        let (shown, number) = (display_path(input.path()), added.game + 1);
        let mut note = format!("{shown}: game {} {done} to {}, as game {number}", game + 1, display_path(into));
        if !backups.is_empty() {
            let names: Vec<String> = backups.iter().map(|path| display_path(path)).collect();
            let old = if names.len() == 1 { "the old file is" } else { "the old files are" };
            note += &format!("; {old} {}", names.join(" and "));
        }
        streams.note(note);
    }
    Ok(Exit::Clean)
}

/// The file that gets the game: a new one has the encoding of the game's file.
fn other_file(into: &Path, input: &Input, from: &TextFile) -> Result<TextFile, String> {
    if Language::of(into, None).name() != LanguageName::Pgn {
        return Err("games are moved and copied into files of games only".to_owned());
    }
    if into == Path::new("-") {
        return Err("standard output is no file for a game; use scoresheet extract with -o -".to_owned());
    }
    if is_same_file(into, input.path()) {
        return Err("the game is in this file already; leave --into out".to_owned());
    }
    if !into.exists() {
        if Archive::of(into).is_some() {
            return Err("what is written is not compressed; give a name that ends in .pgn".to_owned());
        }
        return Ok(TextFile { path: into.to_path_buf(), stamp: None, ..from.with_text(String::new()) });
    }
    let other = Input::File(into.to_path_buf());
    ensure_replaceable(into).map_err(|error| format!("cannot write: {error}"))?;
    let other = other.read(None, &StandardInput::default())?;
    let has_stray_bytes = |encoding: Encoding| encoding == Encoding::UTF_8_WITH_STRAY_BYTES;
    if other.encoding != from.encoding && (has_stray_bytes(from.encoding) || has_stray_bytes(other.encoding)) {
        return Err("one of the files has bytes that are not UTF-8, and the other has not; use --encoding".to_owned());
    }
    Ok(other)
}
