//! `scoresheet convert`: converts between games, records and problems, and games to their binary form and back.

mod binary;
mod form;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use form::Form;
use scoresheet_format::RefusedGame;
use scoresheet_format::epd::Converted;

use crate::cli::arguments::{GlobalArguments, OutputArguments, parse_encoding};
use crate::cli::input::Input;
use crate::cli::language::{Language, LanguageName};
use crate::cli::output::{Exit, Streams, counted, printable};
use crate::cli::writing::{print_or_create, refuses_binary};
use crate::text_file::{Encoding, LineCursor, TextFile};

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
    if to == Form::Pgc && refuses_binary(&arguments.output, streams) {
        return Ok(Exit::Trouble);
    }
    let written = match convert(&input, arguments, from, to, streams) {
        Ok(written) => written,
        Err(error) => {
            streams.error(format_args!("{}: {error}", input.path().display()));
            return Ok(Exit::Trouble);
        }
    };
    tell(&input, from, to, &written, arguments.lossy, global.quiet, streams);
    if to == Form::Pgc && !written.lost.is_empty() && !arguments.lossy {
        return Ok(Exit::Found);
    }
    let is_written = print_or_create(&arguments.output, &written.bytes, [input.path()], streams)?;
    Ok(Exit::of(!is_written, !written.left_out.is_empty()))
}

/// What a file becomes.
#[derive(Debug, Default)]
struct Written {
    bytes: Vec<u8>,
    /// The games or records that were left out, each as where it is and why.
    left_out: Vec<LeftOut>,
    /// The count of each kind of lost content, by a singular noun.
    lost: BTreeMap<&'static str, usize>,
    /// The names of lost tags and operations.
    lost_names: BTreeSet<String>,
}

/// A game or record that was left out.
#[derive(Debug)]
struct LeftOut {
    /// `3:7` in a text, `byte 20` in a binary file.
    place: String,
    /// Counted from 1.
    number: usize,
    reason: String,
}

/// Reads the input and converts it.
///
/// # Errors
/// If it cannot be read, or the result cannot be written in its encoding.
fn convert(
    input: &Input,
    arguments: &ConvertArguments,
    from: Form,
    to: Form,
    streams: &mut Streams<'_>,
) -> Result<Written, String> {
    let stdin = std::mem::take(&mut streams.stdin);
    let bytes = input.bytes(&stdin).map_err(|error| error.to_string())?;
    let Some(language) = from.language(input.path()) else {
        let mut written = binary::games(&bytes);
        if let Some(name) = to.language_name().filter(|name| *name != LanguageName::Pgn) {
            let text = String::from_utf8(written.bytes).map_err(|error| error.to_string())?;
            let Converted { text, lost, lost_names, .. } = Language::default().convert(&text, name);
            (written.bytes, written.lost, written.lost_names) = (text.into_bytes(), lost, lost_names);
        }
        return Ok(written);
    };
    let file = TextFile::decode(input.path().to_path_buf(), bytes, arguments.encoding).map_err(|e| e.to_string())?;
    match to.language_name() {
        Some(name) => {
            let converted = language.convert(&file.text, name);
            let bytes = file.encode(&converted.text).map_err(|lacking| lacking.to_string())?;
            let left_out = located(&file.text, converted.refused);
            Ok(Written { bytes, left_out, lost: converted.lost, lost_names: converted.lost_names })
        }
        None if from == Form::Pgn => Ok(binary::stream(&file.text)),
        None => {
            let games = language.convert(&file.text, LanguageName::Pgn);
            let mut written = binary::stream(&games.text);
            written.left_out.splice(0..0, located(&file.text, games.refused));
            written.lost_names.extend(games.lost_names);
            games.lost.into_iter().for_each(|(what, count)| *written.lost.entry(what).or_default() += count);
            Ok(written)
        }
    }
}

/// The games or records that were left out, by line and column.
fn located(text: &str, refused: Vec<RefusedGame>) -> Vec<LeftOut> {
    let mut cursor = LineCursor::default();
    let left_out = |refused: RefusedGame| {
        let at = cursor.locate(text, refused.offset);
        LeftOut { place: format!("{}:{}", at.line, at.column), number: refused.game, reason: refused.reason }
    };
    refused.into_iter().map(left_out).collect()
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

/// Reports on standard error what the output lacks.
fn tell(input: &Input, from: Form, to: Form, written: &Written, lossy: bool, quiet: bool, streams: &mut Streams<'_>) {
    let path = input.path().display();
    for LeftOut { place, number, reason } in &written.left_out {
        streams.note(format_args!("{path}:{place}: {} {number} left out: {reason}", from.noun()));
    }
    if written.lost.is_empty() {
        return;
    }
    let lost: Vec<String> = written.lost.iter().map(|(noun, count)| counted(*count, noun)).collect();
    let names: Vec<String> = written.lost_names.iter().take(MOST_NAMED).map(|name| printable(name)).collect();
    let more = if written.lost_names.len() > MOST_NAMED { ", ..." } else { "" };
    let names = if names.is_empty() { String::new() } else { format!("; by name: {}{more}", names.join(", ")) };
    let (lost, to_name) = (lost.join(", ") + &names, to.display());
    if to == Form::Pgc && !lossy {
        streams.error(format_args!("{path}: {to_name} has no place for {lost}; use --lossy to write it without"));
    } else if !quiet {
        streams.note(format_args!("{path}: lost in {to_name}: {lost}"));
    }
}
