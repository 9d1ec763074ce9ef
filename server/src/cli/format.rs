//! `scoresheet format`.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use scoresheet_analysis::format::{FormatOptions, Style};

use super::args::{self, FormatArguments, GlobalArguments};
use super::changed::{self, ChangedParts, Changes};
use super::engine::Engine;
use super::files::{COMPRESSED, Input};
use super::format_blocks::{BlockFormat, FormattedBlocks, refused_line, stays};
use super::language::Language;
use super::leftovers::remove_leftovers;
use super::paths::shown;
use super::render::{LineCursor, counted};
use super::settings::Configurations;
use super::streams::{StandardInput, Streams};
use super::{Exit, diff, pipeline};
use crate::text_file::{Advance, Archive, ReadError, block_size, encode_latin1};

/// Everything that decides what happens to a file.
struct Format<'a, 's> {
    arguments: &'a FormatArguments,
    engine: &'a Engine,
    configurations: Configurations,
    /// With `--changed`, what of the files did.
    changes: Option<Changes>,
    colors: bool,
    stdin: StandardInput<'s>,
    /// Where standard input goes when it is formatted, and whatever else is for standard output.
    output: &'a Mutex<dyn Write + Send + 'a>,
}

/// What happened to a file.
#[derive(Default)]
struct FormattedFile {
    /// What goes to standard output: a difference or a name.
    output: String,
    blocks: FormattedBlocks,
}

/// Runs the command. Its error is that standard output cannot be written.
pub fn run(
    arguments: &FormatArguments,
    global: &GlobalArguments,
    engine: &Engine,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let colors = streams.colors(global.color);
    let Ok((configurations, mut inputs)) = Configurations::with_inputs(&arguments.input, false, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    if !arguments.check && !arguments.diff {
        remove_leftovers(&inputs.found);
    }
    let changes = match changed::of_arguments(&arguments.revision, &arguments.input, &mut inputs) {
        Ok(changes) => changes,
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    };
    inputs.errors.iter().for_each(|error| streams.error(error));
    inputs.warning.iter().for_each(|warning| streams.note(warning));
    let stdin = std::mem::take(&mut streams.stdin);
    let stdout: &mut (dyn Write + Send) = &mut *streams.stdout;
    let output = Mutex::new(stdout);
    let format = Format { arguments, engine, configurations, changes, colors, stdin, output: &output };
    let bar = streams.stderr_is_terminal && !global.no_progress && !global.quiet;
    let mut trouble = inputs.errors.len();
    let (mut changed, mut unchanged, mut refused_games, mut refused_records) = (0, 0, 0, 0);
    pipeline::in_order(
        &inputs.found,
        bar,
        |input, advance| format.file(input, advance),
        |FormattedFile { output, mut blocks }| {
            let mut stdout = format.output.lock().unwrap_or_else(PoisonError::into_inner);
            blocks.closed.take().map_or(Ok(()), Err)?;
            stdout.write_all(output.as_bytes())?;
            blocks.copy_held(&mut *stdout)?;
            blocks.copy_refused(&mut streams.stderr)?;
            refused_games += blocks.refused_games;
            refused_records += blocks.refused_records;
            // Nothing helps where nobody reads it.
            blocks.note.iter().for_each(|note| drop(writeln!(streams.stderr, "{note}")));
            match blocks.error {
                Some(error) => {
                    trouble += 1;
                    let _ = writeln!(streams.stderr, "error: {error}");
                }
                None if blocks.changed => changed += 1,
                None => unchanged += 1,
            }
            Ok(())
        },
    )?;

    let writes_nothing = arguments.check || arguments.diff;
    if !global.quiet && !inputs.found.iter().all(Input::is_stdin) {
        let done = if writes_nothing { "would be reformatted" } else { "reformatted" };
        let mut summary = format!("{} {done}, {} unchanged", counted(changed, "file"), unchanged);
        for (refused, noun) in [(refused_games, "game"), (refused_records, "record")] {
            if refused > 0 {
                summary += &format!("; {} left alone for not reading cleanly", counted(refused, noun));
            }
        }
        let _ = writeln!(streams.stderr, "{summary}.");
    }
    Ok(Exit::of(trouble > 0, refused_games + refused_records > 0 || (writes_nothing && changed > 0)))
}

impl Format<'_, '_> {
    fn file(&self, input: &Input, advance: Advance) -> FormattedFile {
        let path = input.path();
        let formatted = if self.arguments.diff { self.difference(input, advance) } else { self.blocks(input, advance) };
        formatted.unwrap_or_else(|error| {
            let mut blocks = FormattedBlocks::default();
            blocks.error = Some(format!("{}: {error}", path.display()));
            FormattedFile { output: String::new(), blocks }
        })
    }

    fn blocks(&self, input: &Input, advance: Advance) -> Result<FormattedFile, String> {
        if matches!(input, Input::File(path) if Archive::of(path).is_some()) {
            return Err(COMPRESSED.to_owned());
        }
        if !self.arguments.check {
            input.ensure_replaceable()?;
        }
        let (options, archive) = self.options(input);
        let format = BlockFormat {
            engine: self.engine,
            language: self.language(input),
            options,
            archive,
            changed: self.changed(input),
            only_check: self.arguments.check,
            encoding: self.arguments.input.encoding,
            block: block_size(),
            output: self.output,
        };
        let origin = input.open(&self.stdin, advance).map_err(|error| ReadError::Io(error).to_string())?;
        let mut origin = if input.is_stdin() && !self.arguments.check { origin.deciding_early() } else { origin };
        let blocks = format.format(input, &mut origin).map_err(|error| error.to_string())?;
        let would_change = self.arguments.check && blocks.changed;
        let output = if would_change { format!("Would reformat: {}\n", shown(input.path())) } else { String::new() };
        Ok(FormattedFile { output, blocks })
    }

    fn difference(&self, input: &Input, advance: Advance) -> Result<FormattedFile, String> {
        let file = input.read(self.arguments.input.encoding, &self.stdin)?;
        advance(input.len_hint());
        let (options, archive) = self.options(input);
        let (path, language) = (input.path(), self.language(input));
        let outcome = match self.changed(input) {
            Some(changed) => changed.format(self.engine, &file.text, 0, language, options.for_text(&file.text)),
            None => self.engine.format(&file.text, language, options),
        };
        let mut blocks = FormattedBlocks::default();
        let mut cursor = LineCursor::default();
        for refused in &outcome.refused {
            let at = cursor.locate(&file.text, refused.offset);
            let line = refused_line(path, at, language, refused.game, &refused.reason);
            blocks.refuse(language, &line).map_err(|error| error.to_string())?;
        }
        let bytes = match archive.then(|| encode_latin1(&outcome.text)) {
            Some(Ok(latin1)) => Ok(latin1),
            Some(Err(lacking)) => {
                blocks.note = Some(stays(path, file.encoding, lacking));
                file.encode(&outcome.text)
            }
            None => file.encode(&outcome.text),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(lacking) => {
                blocks.error = Some(format!("{}: {lacking}; the file is unchanged", path.display()));
                return Ok(FormattedFile { output: String::new(), blocks });
            }
        };
        // Decoding lost nothing, so that the old text gives the bytes on disk.
        blocks.changed = file.encode(&file.text).map_or(true, |old| old != bytes);
        let mut output = diff::unified(&file.path, &file.text, &outcome.text, self.colors);
        if blocks.changed && output.is_empty() {
            output = format!("{}: only the encoding would change, to ISO 8859-1\n", shown(path));
        }
        Ok(FormattedFile { output, blocks })
    }

    fn changed(&self, input: &Input) -> Option<&ChangedParts> {
        self.changes.as_ref().and_then(|changes| changes.get(input.path()))
    }

    fn language(&self, input: &Input) -> Language {
        Language::of(input.path(), self.arguments.input.language)
    }

    /// The layout, and whether the file is for the archive.
    fn options(&self, input: &Input) -> (FormatOptions, bool) {
        let mut settings = self.configurations.of(input.path());
        // What did not change is not written anew, in whatever encoding.
        settings.archive = (settings.archive || self.arguments.archive) && self.changes.is_none();
        settings.style = match self.arguments.style {
            None => settings.style,
            Some(args::Style::Export) => Style::Export,
            Some(args::Style::Reduced) => Style::Reduced,
            Some(args::Style::Readable) => Style::Readable,
        };
        (settings.format_options(), settings.archive)
    }
}
