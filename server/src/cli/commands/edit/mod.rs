//! `scoresheet edit`: changes games, and puts them at other places.

mod arguments;
mod into;

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;

use scoresheet_chess::evaluation::Engine;
use scoresheet_format::Refusal;
use scoresheet_format::arrange::{copy_game, fixed_games, move_game, reversed, without_game};
use scoresheet_format::refactor::{Answer, DELETE_GAME, Refactoring, Site, apply};
use scoresheet_grammar::{Database, GameView, Parser, Tree};
use scoresheet_lint::finding::Edit;

use arguments::Change;
pub(crate) use arguments::EditArguments;

use crate::cli::arguments::GlobalArguments;
use crate::cli::input::{Configurations, InFolders, Input, map_in_order, offset_at};
use crate::cli::language::{Language, LanguageName};
use crate::cli::output::{
    Exit, Printed, StandardInput, Streams, counted, display_path, refusal, report_interruption, unified_diff,
};
use crate::cli::whole_files::{Written, rewrite};
use crate::cli::writing::remove_leftovers;
use crate::text_file::{Advance, LineCursor, TextFile};

/// The result of editing a file.
#[derive(Default)]
struct Edited {
    /// What is printed on standard output.
    output: Vec<u8>,
    /// A line for each game that was left unchanged.
    refused: Vec<String>,
    /// What was done, where the file is written.
    notes: Vec<String>,
    changed: bool,
    error: Option<String>,
}

/// The arguments, and the engine that they name.
type Asked<'a> = (&'a EditArguments, Option<&'a Engine>);

/// A game to edit: its number, counted from 1, its start, and the edits relative to that.
struct EditedGame {
    number: usize,
    start: usize,
    answer: Answer,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &EditArguments, global: &GlobalArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let colors = streams.colors(global.color);
    let Ok((_, mut inputs)) = Configurations::with_inputs(&arguments.input, InFolders::WRITABLE_GAMES, colors, streams)
    else {
        return Ok(Exit::Trouble);
    };
    let named = inputs.found.first().cloned();
    let has_games = |input: &Input| Language::of(input.path(), arguments.input.language).name() == LanguageName::Pgn;
    inputs.found.retain(has_games);
    if let Some(named) = named.filter(|_| inputs.found.is_empty()) {
        streams.error(format_args!("{}: this file has records; only games are edited", display_path(named.path())));
        return Ok(Exit::Trouble);
    }
    if let Some(misuse) = arguments.misuse(inputs.found.len()) {
        streams.error(misuse);
        return Ok(Exit::Trouble);
    }
    if arguments.write && inputs.found.iter().any(Input::is_stdin) {
        streams.error("standard input cannot be rewritten; leave out --write to print the new text");
        return Ok(Exit::Trouble);
    }
    let started = match arguments.engine.start() {
        Ok(started) => started,
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    };
    let engine = started.clone().map(|engine| Engine::new(engine));
    if arguments.write {
        remove_leftovers(inputs.files());
    }
    if let ([input], Some(into)) = (&inputs.found[..], &arguments.into) {
        inputs.report(streams);
        return into::run(arguments, (input, into), (global.quiet, colors), streams);
    }
    let stdin = std::mem::take(&mut streams.stdin);
    let bar = streams.shows_progress(global);
    inputs.report(streams);
    let mut trouble = inputs.errors.len();
    let (mut changed, mut unchanged, mut refused) = (0, 0, 0);
    report_interruption(Printed::Lines);
    map_in_order(
        &inputs.found,
        bar,
        |input, advance| file(arguments, engine.as_ref(), colors, input, &stdin, advance),
        |edited| {
            streams.stdout.write_all(&edited.output)?;
            edited.refused.iter().for_each(|line| streams.note(line));
            refused += edited.refused.len();
            edited.notes.iter().filter(|_| !global.quiet).for_each(|note| streams.note(note));
            match edited.error {
                Some(error) => {
                    trouble += 1;
                    streams.error(error);
                }
                None if edited.changed => changed += 1,
                None => unchanged += 1,
            }
            streams.stdout.flush()
        },
    )?;
    let failure = started.and_then(|engine| engine.error());
    failure.iter().for_each(|error| streams.error(error));
    // Where there are only errors, they say it all.
    if arguments.write && !global.quiet && changed + unchanged > 0 {
        let mut summary = format!("{} changed, {unchanged} unchanged", counted(changed, "file"));
        if refused > 0 {
            summary += &format!("; {} left unchanged", counted(refused, "game"));
        }
        if trouble > 0 {
            summary += &format!("; {} not read or not written", counted(trouble, "file"));
        }
        streams.note(summary + ".");
    }
    Ok(Exit::of(trouble > 0 || failure.is_some(), refused > 0 || arguments.diff && changed > 0))
}

fn file(
    arguments: &EditArguments,
    engine: Option<&Engine>,
    colors: bool,
    input: &Input,
    stdin: &StandardInput,
    advance: Advance,
) -> Edited {
    let path = input.path().display();
    let trouble = |error: String| Edited { error: Some(format!("{path}: {error}")), ..Edited::default() };
    let replaceable = if arguments.write { input.ensure_replaceable() } else { Ok(()) };
    let file = match replaceable.and_then(|()| input.read(arguments.input.encoding, stdin)) {
        Ok(file) => file,
        Err(error) => return trouble(error),
    };
    advance(input.len_hint());
    let mut edited = Edited::default();
    let new_text = match arguments.change {
        Change::Refactor(refactoring) if !arguments.copies_elsewhere() => {
            refactored((arguments, engine), refactoring, &file, &mut edited)
        }
        _ => arranged(arguments, &file, &mut edited),
    };
    let text = match new_text {
        Ok(text) => text,
        Err(error) => return trouble(error),
    };
    edited.changed = text != file.text;
    if arguments.diff {
        edited.notes.clear();
        edited.output = unified_diff(&file.path, &file.text, &text, colors).into_bytes();
    } else if let Err(error) = write(arguments, input, &file, &text, &mut edited) {
        return Edited { refused: edited.refused, error: Some(error), ..Edited::default() };
    }
    edited
}

/// The text after the refactoring.
///
/// # Errors
/// A message: there is no such game or place.
fn refactored(asked: Asked, refactoring: &Refactoring, file: &TextFile, edited: &mut Edited) -> Result<String, String> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut cursor = LineCursor::default();
    for EditedGame { number, start, answer } in games(asked, refactoring, &file.text)? {
        match answer {
            // Only the whole file says which of the white space beside the game is between games.
            Ok(_)
                if refactoring.name == DELETE_GAME
                    && let Ok(rest) = without_game(&file.text, number - 1) =>
            {
                return Ok(rest);
            }
            Ok(new) => edits.extend(new.into_iter().map(|edit| edit.shifted(start))),
            Err(refused) => {
                let at = cursor.locate(&file.text, start + refused.offset);
                edited.refused.push(refusal(&file.path, at, Language::Pgn.noun(), number, &refused.reason));
            }
        }
    }
    Ok(apply(&file.text, &edits))
}

/// The text with a game at another place, or with the games in the opposite order.
///
/// # Errors
/// As [`refactored`].
fn arranged(arguments: &EditArguments, file: &TextFile, edited: &mut Edited) -> Result<String, String> {
    let (number, arranged) = match chosen_game(arguments, &file.text)? {
        None => {
            let mut cursor = LineCursor::default();
            for (game, start) in fixed_games(&file.text) {
                let at = cursor.locate(&file.text, start);
                let reason = "it stays in its place: where it begins or ends is not certain";
                edited.refused.push(refusal(&file.path, at, Language::Pgn.noun(), game + 1, reason));
            }
            (1, reversed(&file.text))
        }
        Some(game) => {
            let before = place(arguments, Some(game)).unwrap_or(usize::MAX);
            let (done, arranged) = match arguments.change {
                Change::Move => ("moved", move_game(&file.text, game, before)),
                _ => ("copied", copy_game(&file.text, game, before)),
            };
            let told = arranged.map(|arranged| {
                edited.notes.push(format!("game {} {done}; it is game {} now", game + 1, arranged.game + 1));
                arranged.text
            });
            (game + 1, told)
        }
    };
    Ok(arranged.unwrap_or_else(|Refusal { offset, reason }| {
        let at = LineCursor::default().locate(&file.text, offset);
        edited.refused.push(refusal(&file.path, at, Language::Pgn.noun(), number, &reason));
        file.text.clone()
    }))
}

/// The game that the arguments name, from 0; `None` if they name none.
///
/// # Errors
/// A message: there is no such game or place.
fn chosen_game(arguments: &EditArguments, text: &str) -> Result<Option<usize>, String> {
    if arguments.game.is_none() && arguments.at.is_none() {
        return Ok(None);
    }
    let database = Database::parse(text);
    let offset = chosen_offset(arguments, &database, text)?;
    Ok(Site::at(&database, offset).map(|(placed, _)| placed.index))
}

/// The game before which one is put, from 0, where game `moved` of the same file is moved or copied; `None` for the end.
fn place(arguments: &EditArguments, moved: Option<usize>) -> Option<usize> {
    let index = |number: NonZeroUsize| number.get() - 1;
    // A game that is moved down is no longer before the others.
    let is_moved_down = |to: usize| matches!(arguments.change, Change::Move) && moved.is_some_and(|moved| moved < to);
    let to = arguments.to.map(index).map(|to| to + usize::from(is_moved_down(to)));
    to.or(arguments.before.map(index)).or(arguments.after.map(NonZeroUsize::get))
}

/// Writes the new text to the file, or puts it out on standard output, whether it differs or not.
///
/// # Errors
/// A message with the path.
fn write(
    arguments: &EditArguments,
    input: &Input,
    file: &TextFile,
    text: &str,
    edited: &mut Edited,
) -> Result<(), String> {
    let unchanged = |lacking| format!("{}: {lacking}; the file is unchanged", display_path(&file.path));
    let bytes = file.encode(text).map_err(unchanged)?;
    let mut notes = std::mem::take(&mut edited.notes);
    match input {
        Input::File(path) if arguments.write => {
            if edited.changed {
                let Written { backup } = rewrite(path, &bytes, file.stamp, !arguments.no_backup)?;
                notes.extend(backup.map(|backup| format!("the old file is {}", display_path(&backup))));
                if !notes.is_empty() {
                    edited.notes = vec![format!("{}: {}", display_path(path), notes.join("; "))];
                }
            }
        }
        Input::File(_) | Input::Stdin(_) => edited.output = bytes,
    }
    Ok(())
}

/// The edits of each game.
fn games((arguments, engine): Asked, refactoring: &Refactoring, text: &str) -> Result<Vec<EditedGame>, String> {
    if arguments.game.is_none() && arguments.at.is_none() {
        return Ok(all_games((arguments, engine), refactoring, text));
    }
    let database = Database::parse(text);
    let offset = chosen_offset(arguments, &database, text)?;
    let Some((placed, site)) = Site::at(&database, offset) else { return Ok(Vec::new()) };
    let site = Site { language: arguments.letters, engine, ..site };
    let answer = refactoring.edits(&site);
    Ok(vec![EditedGame { number: placed.index + 1, start: placed.start, answer }])
}

/// The byte offset of the place that the arguments name.
///
/// # Errors
/// A message: there is no such game or place.
fn chosen_offset(arguments: &EditArguments, database: &Database, text: &str) -> Result<usize, String> {
    let start = match arguments.game {
        None => 0,
        Some(game) => match database.start(game.get() - 1) {
            Some(start) => start,
            None => return Err(format!("there is no game {game}: the file has {}", database.len())),
        },
    };
    let game = arguments.game.and_then(|game| database.unit(game.get() - 1));
    let lines = game.map_or(text, |game| game.text());
    match arguments.at {
        None => Ok(start),
        Some(at) => Ok(start + offset_at(lines, at)?),
    }
}

/// Every game.
fn all_games(asked: Asked, refactoring: &Refactoring, text: &str) -> Vec<EditedGame> {
    let edited = Language::Pgn.map_pieces(text, |piece| games_of_piece(asked, refactoring, text, piece));
    let mut games: Vec<EditedGame> = edited.into_iter().flatten().collect();
    games.iter_mut().enumerate().for_each(|(index, game)| game.number = index + 1);
    games
}

fn games_of_piece(
    (arguments, engine): Asked,
    refactoring: &Refactoring,
    text: &str,
    piece: Range<usize>,
) -> Vec<EditedGame> {
    let mut games = Vec::new();
    let mut tree = Tree::default();
    let mut parser = Parser::new(&text[piece.clone()]);
    while let Some(range) = parser.next_game(&mut tree) {
        let start = piece.start + range.start;
        let game = GameView { text: &text[start..piece.start + range.end], tree: &tree };
        let site = Site { game, next: None, offset: 0, language: arguments.letters, engine };
        games.push(EditedGame { number: 0, start, answer: refactoring.edits(&site) });
    }
    games
}
