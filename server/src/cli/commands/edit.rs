//! `scoresheet edit`: applies one refactoring to games.

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use scoresheet_chess::piece_letters::{self, languages};
use scoresheet_format::refactor::{Answer, REFACTORINGS, Refactoring, Scope, Site, apply};
use scoresheet_grammar::{Database, GameView, Parser, Tree};
use scoresheet_lint::finding::Edit;

use crate::cli::arguments::{GlobalArguments, InputArguments};
use crate::cli::input::{Configurations, Input, map_in_order, offset_at, parse_location};
use crate::cli::language::Language;
use crate::cli::output::{Exit, StandardInput, Streams, counted, refusal, unified_diff};
use crate::cli::writing::{remove_leftovers, write_atomically};
use crate::text_file::{Advance, LineCursor, Location, TextFile};

/// Arguments of `edit`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet edit strip-comments games.pgn > plain.pgn
  scoresheet edit promote-variation --at 12:5 --write games.pgn
  scoresheet edit delete-game --game 3 --write games.pgn
  scoresheet edit sort-tags --diff .
  scoresheet edit add-opening --write games.pgn

Exit status: 0 done, 1 a game was left unchanged because this cannot be done in it (with --diff: or a file would change), 2 wrong \
usage, or a file that cannot be read or written.")]
pub(crate) struct EditArguments {
    /// Make this change
    #[arg(value_name = "REFACTORING", value_parser = refactorings())]
    pub(crate) refactoring: &'static Refactoring,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) input: InputArguments,
    /// Change only this game, counted from 1 [default: every game]
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<NonZeroUsize>,
    /// Change the variation or move at this place, both counted from 1; with --game in the lines of that game
    #[arg(long, value_name = "LINE:COLUMN", value_parser = parse_location)]
    pub(crate) at: Option<Location>,
    /// Write the piece letters of this language (German, French, ...)
    #[arg(long, value_name = "LANGUAGE", value_parser = parse_letters)]
    pub(crate) letters: Option<&'static piece_letters::Language>,
    /// Rewrite the files [default: print the new text]
    #[arg(long)]
    pub(crate) write: bool,
    /// Show what would change and write nothing; exit with 1 if anything would
    #[arg(long, conflicts_with = "write")]
    pub(crate) diff: bool,
}

/// The names of all refactorings, with what each does.
fn refactorings() -> impl TypedValueParser<Value = &'static Refactoring> {
    let names = REFACTORINGS.iter().map(|refactoring| PossibleValue::new(refactoring.name).help(refactoring.title));
    PossibleValuesParser::new(names).try_map(|name| Refactoring::of_name(&name).ok_or("unknown refactoring"))
}

fn parse_letters(name: &str) -> Result<&'static piece_letters::Language, String> {
    let found = languages().iter().find(|language| language.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let names: Vec<&str> = languages().iter().map(|language| language.name).collect();
        format!("the languages are {}", names.join(", "))
    })
}

/// The result of editing a file.
#[derive(Default)]
struct Edited {
    /// What is printed on standard output.
    output: Vec<u8>,
    /// A line for each game that was left unchanged.
    refused: Vec<String>,
    changed: bool,
    error: Option<String>,
}

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
    let Ok((_, inputs)) = Configurations::with_inputs(&arguments.input, false, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    if let Some(misuse) = misuse(arguments, inputs.found.len()) {
        streams.error(misuse);
        return Ok(Exit::Trouble);
    }
    if arguments.write {
        remove_leftovers(inputs.files());
    }
    let stdin = std::mem::take(&mut streams.stdin);
    let bar = streams.shows_progress(global);
    inputs.report(streams);
    let mut trouble = inputs.errors.len();
    let (mut changed, mut unchanged, mut refused) = (0, 0, 0);
    map_in_order(
        &inputs.found,
        bar,
        |input, advance| file(arguments, colors, input, &stdin, advance),
        |edited| {
            streams.stdout.write_all(&edited.output)?;
            edited.refused.iter().for_each(|line| streams.note(line));
            refused += edited.refused.len();
            match edited.error {
                Some(error) => {
                    trouble += 1;
                    streams.error(error);
                }
                None if edited.changed => changed += 1,
                None => unchanged += 1,
            }
            Ok(())
        },
    )?;
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
    Ok(Exit::of(trouble > 0, refused > 0 || arguments.diff && changed > 0))
}

/// Why the arguments contradict each other.
fn misuse(arguments: &EditArguments, files: usize) -> Option<String> {
    let name = arguments.refactoring.name;
    let has_place = arguments.at.is_some() || arguments.game.is_some();
    match arguments.refactoring.scope {
        Scope::Place if arguments.at.is_none() => {
            return Some(format!(
                "{name} changes one place in a game: use --at LINE:COLUMN, with --game N for the lines of that game"
            ));
        }
        Scope::OneGame if !has_place => {
            return Some(format!("{name} changes one game: use --game N or --at LINE:COLUMN"));
        }
        _ => {}
    }
    if name == "localise-pieces" && arguments.letters.is_none() {
        return Some(format!("{name} needs --letters LANGUAGE"));
    }
    if files > 1 && has_place {
        return Some("--at and --game need exactly one file".to_owned());
    }
    (files > 1 && !arguments.write && !arguments.diff)
        .then(|| "only one file can be printed; use --write or --diff for several".to_owned())
}

fn file(arguments: &EditArguments, colors: bool, input: &Input, stdin: &StandardInput, advance: Advance) -> Edited {
    let path = input.path().display();
    let trouble = |error: String| Edited { error: Some(format!("{path}: {error}")), ..Edited::default() };
    let replaceable = if arguments.write { input.ensure_replaceable() } else { Ok(()) };
    let file = match replaceable.and_then(|()| input.read(arguments.input.encoding, stdin)) {
        Ok(file) => file,
        Err(error) => return trouble(error),
    };
    advance(input.len_hint());
    let games = match games(arguments, &file.text) {
        Ok(games) => games,
        Err(error) => return trouble(error),
    };
    let mut edited = Edited::default();
    let mut edits: Vec<Edit> = Vec::new();
    let mut cursor = LineCursor::default();
    for EditedGame { number, start, answer } in games {
        match answer {
            Ok(new) => edits.extend(new.into_iter().map(|edit| edit.shifted(start))),
            Err(refused) => {
                let at = cursor.locate(&file.text, start + refused.offset);
                edited.refused.push(refusal(input.path(), at, Language::Pgn.noun(), number, &refused.reason));
            }
        }
    }
    let text = apply(&file.text, &edits);
    edited.changed = text != file.text;
    if arguments.diff {
        edited.output = unified_diff(&file.path, &file.text, &text, colors).into_bytes();
    } else if let Err(error) = write(arguments, input, &file, &text, &mut edited) {
        return Edited { refused: edited.refused, ..trouble(format!("{error}; the file is unchanged")) };
    }
    edited
}

/// Writes the new text to the file, or puts it out on standard output, whether it differs or not.
fn write(
    arguments: &EditArguments,
    input: &Input,
    file: &TextFile,
    text: &str,
    edited: &mut Edited,
) -> Result<(), String> {
    let bytes = file.encode(text).map_err(|lacking| lacking.to_string())?;
    match input {
        Input::File(path) if arguments.write => {
            if edited.changed {
                write_atomically(path, &bytes, file.stamp).map_err(|error| format!("cannot write: {error}"))?;
            }
        }
        Input::File(_) | Input::Stdin(_) => edited.output = bytes,
    }
    Ok(())
}

/// The edits of each game.
fn games(arguments: &EditArguments, text: &str) -> Result<Vec<EditedGame>, String> {
    if arguments.game.is_none() && arguments.at.is_none() {
        return Ok(all_games(arguments, text));
    }
    let database = Database::parse(text);
    let start = match arguments.game {
        None => 0,
        Some(game) => match database.start(game.get() - 1) {
            Some(start) => start,
            None => return Err(format!("there is no game {game}: the file has {}", database.len())),
        },
    };
    let game = arguments.game.and_then(|game| database.unit(game.get() - 1));
    let lines = game.map_or(text, |game| game.text());
    let offset = match arguments.at {
        None => start,
        Some(at) => start + offset_at(lines, at)?,
    };
    let Some((placed, site)) = Site::at(&database, offset) else { return Ok(Vec::new()) };
    let site = Site { language: arguments.letters, ..site };
    let answer = arguments.refactoring.edits(&site);
    Ok(vec![EditedGame { number: placed.index + 1, start: placed.start, answer }])
}

/// Every game.
fn all_games(arguments: &EditArguments, text: &str) -> Vec<EditedGame> {
    let edited = Language::Pgn.map_pieces(text, |piece| games_of_piece(arguments, text, piece));
    let mut games: Vec<EditedGame> = edited.into_iter().flatten().collect();
    games.iter_mut().enumerate().for_each(|(index, game)| game.number = index + 1);
    games
}

fn games_of_piece(arguments: &EditArguments, text: &str, piece: Range<usize>) -> Vec<EditedGame> {
    let mut games = Vec::new();
    let mut tree = Tree::default();
    let mut parser = Parser::new(&text[piece.clone()]);
    while let Some(range) = parser.next_game(&mut tree) {
        let start = piece.start + range.start;
        let game = GameView { text: &text[start..piece.start + range.end], tree: &tree };
        let site = Site { game, next: None, offset: 0, language: arguments.letters };
        games.push(EditedGame { number: 0, start, answer: arguments.refactoring.edits(&site) });
    }
    games
}
