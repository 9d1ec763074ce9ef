//! `scoresheet format`: rewrites files in export format.

mod blocks;
mod document;

use std::collections::BTreeMap;
use std::io;

use blocks::{BlockFormat, FormattedBlocks, kept_note};
use clap::{Args, ValueEnum};
use scoresheet_format as format;
use scoresheet_format::{FormatOptions, LeftOut, LineWidth};

use crate::cli::arguments::{EmbeddedArguments, GlobalArguments, InputArguments, RevisionArguments};
use crate::cli::input::{COMPRESSED, Configurations, Documents, InFolders, Input, map_in_order};
use crate::cli::language::Language;
use crate::cli::output::{
    Exit, Printed, StandardInput, Streams, counted, display_path, report_interruption, unified_diff,
};
use crate::cli::revision::{ChangedParts, Changes, changes};
use crate::cli::shard::{ShardArguments, Shares};
use crate::cli::writing::remove_leftovers;
use crate::text_file::{Advance, Archive, LineCursor, ReadError, block_size, encode_latin1};

/// Arguments of `format`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet format games.pgn              rewrite a file
  scoresheet format --check .              name the files that are not formatted, as in CI
  scoresheet format --style readable - < games.pgn

Exit status: 0 done, 1 a game or record does not read cleanly and was left unchanged, or is not in export format although it was \
formatted (with --check or --diff: or a file would change), 2 wrong usage, or a file that cannot be read or written.")]
pub(crate) struct FormatArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) embedded: EmbeddedArguments,
    /// Name the files that would change and write nothing; exit with 1 if there is one
    #[arg(long)]
    pub(crate) check: bool,
    /// Show what would change and write nothing; exit with 1 if anything would
    #[arg(long)]
    pub(crate) diff: bool,
    /// Use this layout [default: as configured, otherwise export]
    #[arg(long, value_enum)]
    pub(crate) style: Option<Style>,
    /// Fill lines up to this column, 40 to 255; export format has 79 [default: as configured, otherwise 79]
    #[arg(long, value_name = "COLUMNS", value_parser = line_width)]
    pub(crate) line_width: Option<LineWidth>,
    /// Write LF line endings and, if the text allows it, ISO 8859-1 [default: as configured, otherwise keep both]
    #[arg(long)]
    pub(crate) archive: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) revision: RevisionArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) shard: ShardArguments,
}

/// The layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// The standard's export format
    Export,
    /// The standard's reduced export format (section 3.2.4): seven tags, no comments or variations
    Reduced,
    /// A pair of moves a line, comments and variations on lines of their own
    Readable,
}

impl From<Style> for format::Style {
    fn from(style: Style) -> format::Style {
        match style {
            Style::Export => format::Style::Export,
            Style::Reduced => format::Style::Reduced,
            Style::Readable => format::Style::Readable,
        }
    }
}

fn line_width(argument: &str) -> Result<LineWidth, String> {
    let (least, most) = LineWidth::RANGE.into_inner();
    argument.parse().ok().and_then(LineWidth::new).ok_or_else(|| format!("lines have {least} to {most} columns"))
}

/// How all files are formatted.
struct Format<'a, 's> {
    arguments: &'a FormatArguments,
    configurations: Configurations,
    /// With `--changed`: the changed games of each file.
    changes: Option<Changes>,
    colors: bool,
    stdin: StandardInput<'s>,
    shares: Shares,
}

/// The result of formatting a file.
struct FormattedFile {
    /// What is printed on standard output: a difference or a name.
    output: String,
    blocks: FormattedBlocks,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &FormatArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let colors = streams.colors(global.color);
    let in_folders = InFolders { archives: false, documents: Documents::of_option(arguments.embedded.embedded) };
    let Ok((configurations, mut inputs)) = Configurations::with_inputs(&arguments.input, in_folders, colors, streams)
    else {
        return Ok(Exit::Trouble);
    };
    if arguments.shard.shard.is_some() && (!arguments.check || arguments.diff) {
        streams.error("--shard goes with --check: a file is rewritten as a whole");
        return Ok(Exit::Trouble);
    }
    if !arguments.check && !arguments.diff {
        remove_leftovers(inputs.files());
    }
    let changes = match changes(&arguments.revision, &arguments.input, &mut inputs) {
        Ok(changes) => changes,
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    };
    inputs.report(streams);
    let shares = arguments.shard.choose(&mut inputs, |path| Language::of(path, arguments.input.language));
    let stdin = std::mem::take(&mut streams.stdin);
    let format = Format { arguments, configurations, changes, colors, stdin, shares };
    let bar = streams.shows_progress(global);
    let mut trouble = inputs.errors.len();
    let (mut changed, mut unchanged, mut refused) = (0, 0, BTreeMap::<&str, usize>::new());
    let (mut departed, mut left_out, mut is_kept) = (0, LeftOut::default(), false);
    report_interruption(Printed::Lines);
    map_in_order(
        &inputs.found,
        bar,
        |input, advance| format.file(input, advance),
        |FormattedFile { output, mut blocks }| {
            streams.stdout.write_all(output.as_bytes())?;
            blocks.copy_output(streams.stdout)?;
            blocks.copy_remarks(&mut streams.stderr)?;
            if blocks.refused_count > 0 {
                *refused.entry(blocks.noun).or_default() += blocks.refused_count;
            }
            departed += blocks.departed_count;
            left_out += blocks.left_out;
            is_kept |= blocks.note.is_some();
            blocks.note.iter().for_each(|note| streams.note(note));
            match blocks.error {
                Some(error) => {
                    trouble += 1;
                    streams.error(error);
                }
                None if blocks.changed => changed += 1,
                None => unchanged += 1,
            }
            streams.stdout.flush()
        },
    )?;

    let writes_nothing = arguments.check || arguments.diff;
    if !global.quiet && !inputs.found.iter().all(Input::is_stdin) {
        let done = if writes_nothing { "would be reformatted" } else { "reformatted" };
        let mut summary = format!("{} {done}, {} unchanged", counted(changed, "file"), unchanged);
        for (noun, count) in &refused {
            let (does, was) = if *count == 1 { ("does", "was") } else { ("do", "were") };
            summary += &format!("; {} {does} not read cleanly and {was} left unchanged", counted(*count, noun));
        }
        match departed {
            0 => {}
            1 => summary += "; 1 game is not in export format",
            _ => summary += &format!("; {departed} games are not in export format"),
        }
        streams.note(summary + ".");
    }
    if !global.quiet && left_out != LeftOut::default() {
        streams.note(names_of(left_out));
    }
    let is_short_of_format = !refused.is_empty() || departed > 0 || is_kept;
    Ok(Exit::of(trouble > 0, is_short_of_format || (writes_nothing && changed > 0)))
}

/// What reduced export format leaves out, in words.
fn names_of(left_out: LeftOut) -> String {
    let LeftOut { tags, comments, variations, nags } = left_out;
    let counts = [(tags, "tag"), (comments, "comment"), (variations, "variation"), (nags, "NAG")];
    let there = counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, noun)| counted(count, noun));
    format!("Left out, as reduced export format does: {}.", there.collect::<Vec<_>>().join(", "))
}

impl Format<'_, '_> {
    fn file(&self, input: &Input, advance: Advance) -> FormattedFile {
        let path = input.path();
        let formatted = match self.document_kind(input) {
            Some(kind) => self.document(kind, input, advance),
            None if self.arguments.diff => self.difference(input, advance),
            None => self.blocks(input, advance),
        };
        formatted.unwrap_or_else(|error| {
            let mut blocks = FormattedBlocks::new(self.language(input).noun());
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
            language: self.language(input),
            options,
            archive,
            changed: self.changed(input),
            share: self.shares.of(input.path()),
            only_check: self.arguments.check,
            encoding: self.arguments.input.encoding,
            block: block_size(),
        };
        let mut origin = input.open(&self.stdin, advance).map_err(|error| ReadError::Io(error).to_string())?;
        let blocks = format.format(input, &mut origin).map_err(|error| error.to_string())?;
        let would_change = self.arguments.check && blocks.changed;
        let output =
            if would_change { format!("Would reformat: {}\n", display_path(input.path())) } else { String::new() };
        Ok(FormattedFile { output, blocks })
    }

    fn difference(&self, input: &Input, advance: Advance) -> Result<FormattedFile, String> {
        let file = input.read(self.arguments.input.encoding, &self.stdin)?;
        advance(input.len_hint());
        let (options, archive) = self.options(input);
        let (path, language) = (input.path(), self.language(input));
        let mut outcome = match self.changed(input) {
            Some(changed) => changed.format(&file.text, 0, language, options.for_text(&file.text)),
            None => language.format(&file.text, options),
        };
        let mut blocks = FormattedBlocks::new(language.noun());
        let mut cursor = LineCursor::default();
        blocks
            .take_remarks(path, options.style, &mut outcome, 0, |offset| cursor.locate(&file.text, offset))
            .map_err(|error| error.to_string())?;
        let bytes = match archive.then(|| encode_latin1(&outcome.text)) {
            Some(Ok(latin1)) => Ok(latin1),
            Some(Err(lacking)) => {
                blocks.note = Some(kept_note(path, file.encoding, lacking));
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
        // Decoding lost nothing, so encoding the old text gives the bytes on disk.
        blocks.changed = file.encode(&file.text).map_or(true, |old| old != bytes);
        let mut output = unified_diff(&file.path, &file.text, &outcome.text, self.colors);
        if blocks.changed && output.is_empty() {
            output = format!("{}: only the encoding would change, to ISO 8859-1\n", display_path(path));
        }
        Ok(FormattedFile { output, blocks })
    }

    fn changed(&self, input: &Input) -> Option<&ChangedParts> {
        self.changes.as_ref().and_then(|changes| changes.get(input.path()))
    }

    fn language(&self, input: &Input) -> Language {
        Language::of(input.path(), self.arguments.input.language)
    }

    /// The layout, and whether to write ISO 8859-1.
    fn options(&self, input: &Input) -> (FormatOptions, bool) {
        let mut settings = self.configurations.of(input.path());
        // With `--changed`, other games must stay byte for byte the same, so the encoding stays, too.
        settings.archive = (settings.archive || self.arguments.archive) && self.changes.is_none();
        settings.style = self.arguments.style.map_or(settings.style, format::Style::from);
        settings.line_width = self.arguments.line_width.unwrap_or(settings.line_width);
        (settings.format_options(), settings.archive)
    }
}
