//! `scoresheet convert`: converts between games, records and problems, and games to their binary form and back.

mod binary;
mod form;
mod outcome;
mod part;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use form::Form;
use outcome::Outcome;
use part::Part;

use crate::cli::arguments::{GlobalArguments, OutputArguments, parse_encoding};
use crate::cli::input::Input;
use crate::cli::language::{Language, LanguageName};
use crate::cli::output::{Exit, Streams, counted, display_path, printable, trouble};
use crate::cli::writing::{check_output, refuses_binary, remove_leftovers};
use crate::text_file::{Block, Encoding, in_blocks_by_stages};

/// About how many bytes of text are read at a time. Records of all positions take ten times as much.
const BLOCK: usize = 1 << 20;

/// How many names of lost tags and operations are printed.
const MOST_NAMED: usize = 10;

/// Arguments of `convert`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet convert suite.fen --to epd
  scoresheet convert games.pgn -o positions.epd
  scoresheet convert problems.epd --to pgn -o problems.pgn
  scoresheet convert games.pgn -o games.pgc
  scoresheet convert games.pgc --to pgn

What has no place in the new form is counted on standard error; PGC, the binary form of section 20 of the standard, is written only \
if nothing is lost, or with --lossy. Exit status: 0 done, 1 a record or game was left out because it does not read cleanly, or \
nothing was written because something would be lost, 2 wrong usage, or a file that cannot be read or written.")]
pub(crate) struct ConvertArguments {
    /// Read this file, which may be compressed, or - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// Write this form [default: the one that the extension of the output names]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) to: Option<Form>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) output: OutputArguments,
    /// Read the file in this form [default: the one that its extension names]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) language: Option<Form>,
    /// Write PGC although it has no place for comments, for characters that Latin-1 does not have, and for long tag values
    #[arg(long)]
    pub(crate) lossy: bool,
    /// Read and write this encoding [default: the one detected in the file]
    #[arg(long, value_name = "LABEL", value_parser = parse_encoding)]
    pub(crate) encoding: Option<Encoding>,
    /// Treat standard input as a file of this name: in messages, and for its language [default: <stdin>]
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin_filename: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &ConvertArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let input = match arguments.file.as_path() {
        file if file == Path::new("-") => Input::stdin(arguments.stdin_filename.as_deref()),
        file => Input::File(file.to_path_buf()),
    };
    let (from, to) = match forms(arguments, input.path()) {
        Ok(forms) => forms,
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    };
    let output = &arguments.output;
    if to == Form::Pgc && refuses_binary(output, streams) {
        return Ok(Exit::Trouble);
    }
    if let Some(Err(error)) = output.output.as_deref().map(|path| free(path, output.force, input.path())) {
        return trouble(streams, error);
    }
    let mut outcome = match convert(&input, arguments, from, to, streams) {
        Ok(outcome) => outcome,
        Err(error) => return trouble(streams, format_args!("{}: {error}", input.path().display())),
    };
    outcome.tell_left_out(streams)?;
    tell_lost(&input, to, &outcome, arguments.lossy, global.quiet, streams);
    if to == Form::Pgc && !outcome.lost.is_empty() && !arguments.lossy {
        return Ok(Exit::Found);
    }
    let lacks_units = outcome.lacks_units();
    match outcome.finish(streams)? {
        Ok(()) => Ok(Exit::of(false, lacks_units)),
        Err(error) => {
            let path = output.output.as_deref().map_or_else(|| "standard output".to_owned(), display_path);
            trouble(streams, format_args!("{path}: {error}"))
        }
    }
}

/// Checks that a file can be written, before anything is read.
fn free(path: &Path, force: bool, input: &Path) -> Result<(), String> {
    check_output(path, [input])?;
    if !force && path.exists() {
        return Err(format!("{}: the file exists; use --force to replace it", display_path(path)));
    }
    remove_leftovers([path]);
    Ok(())
}

/// Reads the input and converts it, block by block.
///
/// # Errors
///
/// If it cannot be read, or the result cannot be written in its encoding.
fn convert<'a>(
    input: &'a Input,
    arguments: &'a ConvertArguments,
    from: Form,
    to: Form,
    streams: &mut Streams<'_>,
) -> Result<Outcome<'a>, String> {
    let stdin = std::mem::take(&mut streams.stdin);
    let start = || Outcome::new(&arguments.output, input.path(), from.noun());
    let Some(language) = from.language(input.path()) else {
        let bytes = input.bytes(&stdin).map_err(|error| error.to_string())?;
        let mut outcome = start();
        binary::read(&bytes, to.language_name().unwrap_or(LanguageName::Pgn), &mut outcome)?;
        return Ok(outcome);
    };
    let mut origin = input.open(&stdin, &|_| {}).map_err(|error| error.to_string())?;
    let prepare = |block: &Block| converted(language, &block.text, to);
    let finish = |state: &mut (Outcome<'a>, Result<(), String>), block: &Block, part: Part| {
        if state.1.is_ok() {
            state.1 = state.0.add_block(block, part);
        }
    };
    let (size, start, cut) = (|| BLOCK, || (start(), Ok(())), language.cut());
    let finished = in_blocks_by_stages(&mut origin, arguments.encoding, cut, size, start, prepare, finish);
    let finished = finished.map_err(|error| error.to_string())?;
    if let Some(error) = finished.broken_off {
        return Err(error.to_string());
    }
    let (outcome, written) = finished.state;
    written.map(|()| outcome)
}

/// What a text becomes.
fn converted(language: Language, text: &str, to: Form) -> Part {
    match to.language_name() {
        Some(name) => language.convert(text, name).into(),
        None if language.has_games() => binary::of_games(text),
        None => binary::of_records(language, text),
    }
}

/// The forms of the input and of the output, as the options or the names of the files set them.
fn forms(arguments: &ConvertArguments, input: &Path) -> Result<(Form, Form), String> {
    let from = arguments.language.or_else(|| Form::of_extension(input)).ok_or_else(|| {
        format!("{}: it is not known what this is; use --language pgn, epd, fen or pgc", input.display())
    })?;
    let of_output = || Form::of_extension(arguments.output.output.as_deref()?);
    let to = arguments.to.or_else(of_output).ok_or("it is not known what to write; use --to pgn, epd, fen or pgc")?;
    if from == to {
        let what = to.display();
        let advice = if to == Form::Pgc { "" } else { "; use `scoresheet format` to tidy it" };
        return Err(format!("{}: this is {what} already{advice}", input.display()));
    }
    Ok((from, to))
}

/// Reports on standard error what has no place in the output.
fn tell_lost(input: &Input, to: Form, outcome: &Outcome, lossy: bool, quiet: bool, streams: &mut Streams<'_>) {
    if outcome.lost.is_empty() {
        return;
    }
    let path = input.path().display();
    let lost: Vec<String> = outcome.lost.iter().map(|(noun, count)| counted(*count, noun)).collect();
    let names: Vec<String> = outcome.lost_names.iter().take(MOST_NAMED).map(|name| printable(name)).collect();
    let more = if outcome.lost_names.len() > MOST_NAMED { ", ..." } else { "" };
    let names = if names.is_empty() { String::new() } else { format!("; by name: {}{more}", names.join(", ")) };
    let (lost, to_name) = (lost.join(", ") + &names, to.display());
    if to == Form::Pgc && !lossy {
        streams.error(format_args!("{path}: {to_name} has no place for {lost}; use --lossy to write it without"));
    } else if !quiet {
        streams.note(format_args!("{path}: lost in {to_name}: {lost}"));
    }
}
