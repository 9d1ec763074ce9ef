//! `scoresheet convert`: games, records and problems into each other.

use std::io;
use std::ops::Range;
use std::path::Path;

use scoresheet_analysis::epd::{Converted, Notation, RecordKind, epd_to_fen, epd_to_games, fen_to_epd, games_to_epd};

use super::Exit;
use super::args::{ConvertArguments, GlobalArguments, LanguageName};
use super::files::Input;
use super::language::Language;
use super::render::{LineCursor, counted};
use super::side_by_side::side_by_side;
use super::streams::Streams;
use super::write::create_atomically;
use crate::text_file::{ReadError, STDIN_NAME, TextFile};

/// Runs the command. Its error is that standard output cannot be written.
pub fn run(arguments: &ConvertArguments, global: &GlobalArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let input = match arguments.file.as_path() {
        file if file == Path::new("-") => {
            Input::Stdin(arguments.stdin_filename.clone().unwrap_or_else(|| STDIN_NAME.into()))
        }
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
    let converted = convert(&file.text, from, to);
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
                    io::ErrorKind::AlreadyExists => "the file is there already; --force replaces it".to_owned(),
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

/// From what and to what, as the flags or the names of the files say it.
fn languages(arguments: &ConvertArguments, input: &Path) -> Result<(Language, LanguageName), String> {
    let from = match arguments.language {
        None => Language::of_extension(input)
            .ok_or_else(|| format!("{}: say what this is with --language pgn, epd or fen", input.display()))?,
        asked => Language::of(input, asked),
    };
    let of_output = || Language::of_extension(arguments.output.as_deref()?).map(name_of);
    let to = arguments.to.or_else(of_output).ok_or("say what to write with --to pgn, epd or fen")?;
    if name_of(from) == to {
        let what = to.display();
        return Err(format!("{}: this is {what} already; `scoresheet format` tidies it", input.display()));
    }
    Ok((from, to))
}

fn name_of(language: Language) -> LanguageName {
    match language {
        Language::Pgn => LanguageName::Pgn,
        Language::Records(RecordKind { notation: Notation::Epd, .. }) => LanguageName::Epd,
        Language::Records(RecordKind { notation: Notation::Fen, .. }) => LanguageName::Fen,
    }
}

fn read(input: &Input, arguments: &ConvertArguments, streams: &mut Streams<'_>) -> Result<TextFile, ReadError> {
    let stdin = std::mem::take(&mut streams.stdin);
    let origin = input.open(&stdin, &|_| {}).map_err(ReadError::Io)?;
    let bytes = origin.read_whole().map_err(ReadError::Io)?;
    TextFile::decode(input.path().to_path_buf(), bytes, arguments.encoding)
}

/// Pieces of the text side by side.
fn convert(text: &str, from: Language, to: LanguageName) -> Converted {
    let convert_piece = |piece: Range<usize>| {
        let (text, start) = (&text[piece.clone()], piece.start);
        let converted = match (from, to) {
            (Language::Records(kind), LanguageName::Pgn) => epd_to_games(text, kind),
            (Language::Records(kind), LanguageName::Fen) => epd_to_fen(text, kind),
            (Language::Records(_), LanguageName::Epd) => fen_to_epd(text),
            (Language::Pgn, LanguageName::Fen) => {
                let epd = games_to_epd(text);
                // What was put into the records to tell them apart is no loss.
                Converted { text: epd_to_fen(&epd.text, RecordKind::default()).text, ..epd }
            }
            (Language::Pgn, LanguageName::Epd | LanguageName::Pgn) => games_to_epd(text),
        };
        (start, converted)
    };
    let mut joined = Converted::default();
    side_by_side(text, from, convert_piece).into_iter().for_each(|(start, converted)| joined.append(converted, start));
    joined
}

/// Says on standard error what is not in the new text.
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
        streams.note(format_args!("{path}: not in {}: {}", to.display(), lost.join(", ")));
    }
}

impl LanguageName {
    /// As people write it.
    fn display(self) -> &'static str {
        match self {
            LanguageName::Pgn => "PGN",
            LanguageName::Epd => "EPD",
            LanguageName::Fen => "FEN",
        }
    }
}
