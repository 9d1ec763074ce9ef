//! `scoresheet convert`: converts between games, records and problems.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use scoresheet_format::epd::Converted;

use crate::cli::arguments::{GlobalArguments, parse_encoding};
use crate::cli::input::Input;
use crate::cli::language::{Language, LanguageName};
use crate::cli::output::{Exit, Streams, counted};
use crate::cli::writing::create_atomically;
use crate::text_file::{Encoding, LineCursor, ReadError, TextFile};

/// Arguments of `convert`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet convert suite.fen --to epd
  scoresheet convert games.pgn -o positions.epd
  scoresheet convert problems.epd --to pgn -o problems.pgn

What has no place in the new language is counted on standard error. Exit status: 0 done, 1 a record or game was left out because \
it does not read cleanly, 2 wrong usage, or a file that cannot be read or written.")]
pub(crate) struct ConvertArguments {
    /// Read this file, which may be compressed, or - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// Write this language [default: the one that the extension of the output names]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) to: Option<LanguageName>,
    /// Write this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the output if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Read the file in this language [default: the one that its extension names]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) language: Option<LanguageName>,
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
    let (from, to) = match languages(arguments, input.path()) {
        Ok(languages) => languages,
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    };
    let file = match read(&input, arguments, streams) {
        Ok(file) => file,
        Err(error) => {
            streams.error(format_args!("{}: {error}", input.path().display()));
            return Ok(Exit::Trouble);
        }
    };
    let converted = from.convert(&file.text, to);
    let output = match file.encode(&converted.text) {
        Ok(bytes) => bytes,
        Err(lacking) => {
            streams.error(format_args!("{}: {lacking}", input.path().display()));
            return Ok(Exit::Trouble);
        }
    };
    match &arguments.output {
        None => streams.stdout.write_all(&output)?,
        Some(path) => {
            if let Err(error) = create_atomically(path, &output, arguments.force) {
                let message = match error.kind() {
                    io::ErrorKind::AlreadyExists => "the file exists; use --force to replace it".to_owned(),
                    _ => format!("cannot write: {error}"),
                };
                streams.error(format_args!("{}: {message}", path.display()));
                return Ok(Exit::Trouble);
            }
        }
    }
    tell(&file, from, to, &converted, global.quiet, streams);
    Ok(Exit::of(false, !converted.refused.is_empty()))
}

/// The source and target languages, as the options or the names of the files set them.
fn languages(arguments: &ConvertArguments, input: &Path) -> Result<(Language, LanguageName), String> {
    let from = match arguments.language {
        None => Language::of_extension(input)
            .ok_or_else(|| format!("{}: unknown language; use --language pgn, epd or fen", input.display()))?,
        asked => Language::of(input, asked),
    };
    let of_output = || Language::of_extension(arguments.output.as_deref()?).map(Language::name);
    let to = arguments.to.or_else(of_output).ok_or("unknown output language; use --to pgn, epd or fen")?;
    if from.name() == to {
        let what = to.display();
        return Err(format!("{}: this is {what} already; use `scoresheet format` to tidy it", input.display()));
    }
    Ok((from, to))
}

fn read(input: &Input, arguments: &ConvertArguments, streams: &mut Streams<'_>) -> Result<TextFile, ReadError> {
    let stdin = std::mem::take(&mut streams.stdin);
    let origin = input.open(&stdin, &|_| {}).map_err(ReadError::Io)?;
    let bytes = origin.read_whole().map_err(ReadError::Io)?;
    TextFile::decode(input.path().to_path_buf(), bytes, arguments.encoding)
}

/// Reports on standard error what the new text lacks.
fn tell(
    file: &TextFile,
    from: Language,
    to: LanguageName,
    converted: &Converted,
    quiet: bool,
    streams: &mut Streams<'_>,
) {
    let mut cursor = LineCursor::default();
    let path = file.path.display();
    for refused in &converted.refused {
        let at = cursor.locate(&file.text, refused.offset);
        let (noun, number, reason) = (from.noun(), refused.game, &refused.reason);
        streams.note(format_args!("{path}:{}:{}: {noun} {number} left out: {reason}", at.line, at.column));
    }
    if !quiet && !converted.lost.is_empty() {
        let lost: Vec<String> = converted.lost.iter().map(|(noun, count)| counted(*count, noun)).collect();
        streams.note(format_args!("{path}: lost in {}: {}", to.display(), lost.join(", ")));
    }
}
