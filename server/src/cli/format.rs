//! `scoresheet format`.

use std::io;

use scoresheet_analysis::format::{Formatted, RefusedGame, Style};

use super::args::{self, FormatArguments, GlobalArguments};
use super::engine::Engine;
use super::files::Input;
use super::render::{LineCursor, counted};
use super::settings::Configurations;
use super::streams::Streams;
use super::write::write_atomically;
use super::{Exit, diff, pipeline};
use crate::text_file::{TextFile, encode_latin1};

/// Everything that decides what happens to a file.
struct Format<'a> {
    arguments: &'a FormatArguments,
    engine: &'a Engine,
    configurations: Configurations,
    colors: bool,
    stdin: Vec<u8>,
}

/// What happened to a file.
#[derive(Default)]
struct FormattedFile {
    /// What goes to standard output: a difference, a name or the formatted standard input.
    output: Vec<u8>,
    /// One line for each game that was left as it is.
    refused: Vec<String>,
    /// What was asked for and could not be done, though the file is formatted.
    note: Option<String>,
    error: Option<String>,
    changed: bool,
}

/// Runs the command. Its error is that standard output cannot be written.
pub fn run(
    arguments: &FormatArguments,
    global: &GlobalArguments,
    engine: &Engine,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let colors = streams.colors(global.color);
    let Some((configurations, inputs)) = Configurations::with_inputs(&arguments.input, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    let stdin = streams.read_stdin_for(&inputs.found)?;
    let format = Format { arguments, engine, configurations, colors, stdin };
    let bar = streams.stderr_is_terminal && !global.no_progress && !global.quiet;
    let mut trouble = inputs.errors.len();
    inputs.errors.iter().for_each(|error| streams.error(error));
    inputs.warning.iter().for_each(|warning| streams.note(warning));
    let (mut changed, mut unchanged, mut refused) = (0, 0, 0);
    pipeline::in_order(
        &inputs.found,
        bar,
        |input| format.file(input),
        |formatted| {
            streams.stdout.write_all(&formatted.output)?;
            formatted.refused.iter().for_each(|game| streams.note(game));
            refused += formatted.refused.len();
            formatted.note.iter().for_each(|note| streams.note(note));
            match formatted.error {
                Some(error) => {
                    trouble += 1;
                    streams.error(error);
                }
                None if formatted.changed => changed += 1,
                None => unchanged += 1,
            }
            Ok(())
        },
    )?;

    let writes_nothing = arguments.check || arguments.diff;
    if !global.quiet && !inputs.found.iter().all(Input::is_stdin) {
        let done = if writes_nothing { "would be reformatted" } else { "reformatted" };
        let mut summary = format!("{} {done}, {} unchanged", counted(changed, "file"), unchanged);
        if refused > 0 {
            summary += &format!("; {} left alone for not reading cleanly", counted(refused, "game"));
        }
        streams.note(summary + ".");
    }
    Ok(Exit::of(trouble > 0, refused > 0 || (writes_nothing && changed > 0)))
}

impl Format<'_> {
    fn file(&self, input: &Input) -> FormattedFile {
        let path = input.path().display();
        let file = match input.read(self.arguments.input.encoding, &self.stdin) {
            Ok(file) => file,
            Err(error) => return FormattedFile { error: Some(format!("{path}: {error}")), ..FormattedFile::default() },
        };
        let mut settings = self.configurations.of(input.path());
        settings.archive |= self.arguments.archive;
        settings.style = match self.arguments.style {
            None => settings.style,
            Some(args::Style::Export) => Style::Export,
            Some(args::Style::Reduced) => Style::Reduced,
            Some(args::Style::Readable) => Style::Readable,
        };
        let outcome = (self.engine.format)(&file.text, settings.format_options());
        let refused = refusals(&file, &outcome);
        let latin1 = settings.archive.then(|| encode_latin1(&outcome.text));
        let note = match &latin1 {
            Some(Err(lacking)) => {
                let encoding = file.encoding.name();
                Some(format!("{path}: stays in {encoding}, as ISO 8859-1 has no '{lacking}'"))
            }
            _ => None,
        };
        match self.finish(input, &file, &outcome.text, latin1.and_then(Result::ok)) {
            Ok((output, changed)) => FormattedFile { output, refused, note, error: None, changed },
            Err(error) => {
                let error = Some(format!("{path}: {error}; the file is unchanged"));
                // Standard input that cannot be formatted goes through as it came.
                let output = if self.prints_stdin(input) { self.stdin.clone() } else { Vec::new() };
                FormattedFile { output, refused, note, error, changed: false }
            }
        }
    }

    /// Writes the new text, or its form for the archive, to where it belongs: what to print, and whether the file changes.
    fn finish(
        &self,
        input: &Input,
        file: &TextFile,
        new: &str,
        latin1: Option<Vec<u8>>,
    ) -> Result<(Vec<u8>, bool), String> {
        let changed = match &latin1 {
            // Decoding lost nothing, so that the old text gives the bytes on disk.
            Some(bytes) => file.encode(&file.text).map_or(true, |old| old != *bytes),
            None => new != file.text,
        };
        if !changed && !self.prints_stdin(input) {
            return Ok((Vec::new(), false));
        }
        let bytes = latin1.map_or_else(|| file.encode(new), Ok).map_err(|lacking| lacking.to_string())?;
        let path = file.path.display();
        if self.arguments.diff {
            let mut output = diff::unified(&file.path, &file.text, new, self.colors);
            if output.is_empty() {
                output = format!("{path}: only the encoding would change, to ISO 8859-1\n");
            }
            return Ok((output.into_bytes(), changed));
        }
        if self.arguments.check {
            return Ok((format!("Would reformat: {path}\n").into_bytes(), changed));
        }
        match input {
            Input::Stdin(_) => return Ok((bytes, changed)),
            Input::File(path) if changed => {
                write_atomically(path, &bytes, file.stamp).map_err(|error| format!("cannot write: {error}"))?;
            }
            Input::File(_) => {}
        }
        Ok((Vec::new(), changed))
    }

    fn prints_stdin(&self, input: &Input) -> bool {
        input.is_stdin() && !self.arguments.check && !self.arguments.diff
    }
}

fn refusals(file: &TextFile, outcome: &Formatted) -> Vec<String> {
    let mut cursor = LineCursor::new(&file.text);
    let mut line = |refused: &RefusedGame| {
        let at = cursor.locate(refused.offset);
        let (path, game, reason) = (file.path.display(), refused.game, &refused.reason);
        format!("{path}:{}:{}: game {game} left as it is: {reason}", at.line, at.column)
    };
    outcome.refused.iter().map(&mut line).collect()
}
