//! Formatting one file of any length, block by block.

use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use scoresheet_format::{FormatOptions, Formatted, LeftOut, RefusedGame, Style};
use tempfile::SpooledTempFile;

use crate::cli::input::Input;
use crate::cli::language::Language;
use crate::cli::output::{departure, printable, refusal};
use crate::cli::revision::ChangedParts;
use crate::cli::shard::FileShare;
use crate::cli::writing::Replacement;
use crate::text_file::{
    Block, Encoding, LineCursor, Location, Origin, ReadError, Unencodable, count_breaks, encode_latin1,
    in_blocks_by_stages,
};

/// How many bytes of messages about a file are held in memory; the rest goes to a temporary file.
const MESSAGES_IN_MEMORY: usize = 1 << 20;

/// The same of formatted standard input.
const OUTPUT_IN_MEMORY: usize = 8 << 20;

/// How a file is formatted.
pub(super) struct BlockFormat<'a> {
    /// The language of the file.
    pub(super) language: Language,
    /// The layout.
    pub(super) options: FormatOptions,
    /// Whether to write ISO 8859-1 if the text allows it.
    pub(super) archive: bool,
    /// The changed games, if only these are formatted.
    pub(super) changed: Option<&'a ChangedParts>,
    /// What is formatted of the file, if not all; then nothing is written.
    pub(super) share: Option<FileShare>,
    /// Whether nothing is written.
    pub(super) only_check: bool,
    /// The requested encoding.
    pub(super) encoding: Option<Encoding>,
    /// About how many bytes are held at a time.
    pub(super) block: usize,
}

/// The result of formatting a file.
#[derive(Debug)]
pub(super) struct FormattedBlocks {
    /// Standard input as it is to be printed. It is printed at the end: only then is its encoding certain.
    output: SpooledTempFile,
    /// A line for each game or record that was left unchanged or is not in export format.
    remarks: SpooledTempFile,
    /// How many were left unchanged.
    pub(super) refused_count: usize,
    /// How many were formatted and are not in export format.
    pub(super) departed_count: usize,
    /// What reduced export format leaves out.
    pub(super) left_out: LeftOut,
    /// What one of them is called.
    pub(super) noun: &'static str,
    /// What was requested and impossible, although the file is formatted.
    pub(super) note: Option<String>,
    /// Why the file was not formatted.
    pub(super) error: Option<String>,
    /// Whether formatting changes the file.
    pub(super) changed: bool,
}

impl FormattedBlocks {
    /// A file without results so far, whose units are called `noun`.
    pub(super) fn new(noun: &'static str) -> FormattedBlocks {
        FormattedBlocks {
            output: SpooledTempFile::new(OUTPUT_IN_MEMORY),
            remarks: SpooledTempFile::new(MESSAGES_IN_MEMORY),
            refused_count: 0,
            departed_count: 0,
            left_out: LeftOut::default(),
            noun,
            note: None,
            error: None,
            changed: false,
        }
    }

    /// Takes what is to be said of games or records out of what formatting returned, with a line for each; `locate` returns the place
    /// of a byte offset, and is asked in ascending order. `before` is the number of games before these.
    pub(super) fn take_remarks(
        &mut self,
        path: &Path,
        style: Style,
        formatted: &mut Formatted,
        before: usize,
        mut locate: impl FnMut(usize) -> Location,
    ) -> io::Result<()> {
        self.left_out += std::mem::take(&mut formatted.left_out);
        let refused = std::mem::take(&mut formatted.refused).into_iter().map(|game| (false, game));
        let departed = std::mem::take(&mut formatted.departures).into_iter().map(|game| (true, game));
        let mut remarks: Vec<_> = refused.chain(departed).collect();
        remarks.sort_by_key(|(_, game)| game.offset);
        for (is_departure, RefusedGame { game, offset, reason }) in remarks {
            let (at, number) = (locate(offset), before + game);
            let line = match is_departure {
                true => departure(path, at, self.noun, number, style, &reason),
                false => refusal(path, at, self.noun, number, &reason),
            };
            *(if is_departure { &mut self.departed_count } else { &mut self.refused_count }) += 1;
            writeln!(self.remarks, "{line}")?;
        }
        Ok(())
    }

    /// Adds to formatted standard input.
    pub(super) fn print(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.write_all(bytes)
    }

    /// Copies formatted standard input.
    pub(super) fn copy_output(&mut self, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
        self.output.seek(SeekFrom::Start(0))?;
        io::copy(&mut self.output, to).map(|_| ())
    }

    /// Copies the lines about games and records. Ignores that they cannot be written: there is no other place to report
    /// it.
    pub(super) fn copy_remarks(&mut self, to: &mut impl Write) -> io::Result<()> {
        self.remarks.seek(SeekFrom::Start(0))?;
        let _ = io::copy(&mut self.remarks, to);
        Ok(())
    }
}

/// The note that a file cannot be written in ISO 8859-1.
pub(super) fn kept_note(path: &Path, encoding: Encoding, lacking: char) -> String {
    let kept = format!("{}: kept in {}", path.display(), encoding.name());
    printable(&format!("{kept}, because ISO 8859-1 {}", lacks(lacking)))
}

/// That ISO 8859-1 lacks a character.
fn lacks(character: char) -> String {
    match character.is_control() {
        true => format!("does not use the control character U+{:04X}", u32::from(character)),
        false => format!("has no '{character}'"),
    }
}

impl BlockFormat<'_> {
    /// Formats what `origin` holds; `input` names it.
    ///
    /// # Errors
    ///
    /// If it cannot be read. If it cannot be written, the result has an error: a file is unchanged then, and standard
    /// input is printed as it came.
    pub(super) fn format(&self, input: &Input, origin: &mut Origin) -> Result<FormattedBlocks, ReadError> {
        let mut progress = self.format_as(self.archive, input, origin)?;
        let mut note = None;
        if let Some(Stop::Latin1Lacks(character)) = progress.stop {
            note = Some(character);
            origin.seek(SeekFrom::Start(0)).map_err(ReadError::Io)?;
            progress = self.format_as(false, input, origin)?;
        }
        let Progress { mut blocks, replacement, encoding, mut stop, .. } = progress;
        blocks.note = note.map(|lacking| kept_note(input.path(), encoding, lacking));
        if let Some(replacement) = replacement.filter(|_| stop.is_none())
            && let Err(error) = replacement.finish(origin.stamp())
        {
            stop = Some(Stop::Unwritable(error));
        }
        if let Some(stop) = stop {
            blocks.error = Some(format!("{}: {stop}; the file is unchanged", input.path().display()));
            blocks.changed = false;
            blocks.output = SpooledTempFile::new(OUTPUT_IN_MEMORY);
            if self.is_printed(input) {
                origin.seek(SeekFrom::Start(0)).map_err(ReadError::Io)?;
                io::copy(origin, &mut blocks.output).map_err(ReadError::Io)?;
            }
        }
        Ok(blocks)
    }

    fn format_as(&self, latin1: bool, input: &Input, origin: &mut Origin) -> Result<Progress, ReadError> {
        let has_stopped = AtomicBool::new(false);
        // Some options depend on the start of the text.
        let mut options = self.options;
        let prepare = |block: &Block| {
            if block.start == 0 {
                options = self.options.for_text(&block.text);
            }
            match has_stopped.load(Ordering::Relaxed) {
                true => Vec::new(),
                false => self.formatted(block, options),
            }
        };
        let finish = |progress: &mut Progress, block: &Block, pieces: Vec<(usize, Formatted)>| {
            if !has_stopped.load(Ordering::Relaxed) {
                progress.stop = self.add(latin1, input, block, pieces, progress).err();
                has_stopped.store(progress.stop.is_some(), Ordering::Relaxed);
            }
        };
        let start = || {
            has_stopped.store(false, Ordering::Relaxed);
            Progress::new(self.language.noun())
        };
        let cut = self.language.cut();
        let finished = in_blocks_by_stages(origin, self.encoding, cut, || self.block, start, prepare, finish)?;
        // A file that was only read in part is not written.
        finished.broken_off.map_or(Ok(finished.state), Err)
    }

    fn formatted(&self, block: &Block, options: FormatOptions) -> Vec<(usize, Formatted)> {
        match self.changed {
            Some(changed) => {
                vec![(0, changed.format(&block.text, block.start, self.language, options))]
            }
            None => match self.share {
                Some(share) => self.formatted_share(share, block, options),
                None => self.language.format_pieces(&block.text, options),
            },
        }
    }

    /// The same of games of a shard; the others stay as they are.
    fn formatted_share(&self, share: FileShare, block: &Block, options: FormatOptions) -> Vec<(usize, Formatted)> {
        let run = |(is_own, run): (bool, Range<usize>)| {
            let text = &block.text[run.clone()];
            if is_own {
                let pieces = self.language.format_pieces(text, options).into_iter();
                return pieces.map(|(start, piece)| (run.start + start, piece)).collect();
            }
            let games = self.language.units(text).count();
            vec![(run.start, Formatted { text: text.to_owned(), games, ..Formatted::default() })]
        };
        share.runs(self.language, block).into_iter().flat_map(run).collect()
    }

    fn add(
        &self,
        latin1: bool,
        input: &Input,
        block: &Block,
        mut pieces: Vec<(usize, Formatted)>,
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        let mut cursor = LineCursor::default();
        for (start, piece) in &mut pieces {
            let locate = |offset| {
                let at = cursor.locate(&block.text, *start + offset);
                Location { line: at.line + progress.line_breaks, ..at }
            };
            let remarks = progress.blocks.take_remarks(input.path(), self.options.style, piece, progress.games, locate);
            remarks.map_err(Stop::Unwritable)?;
            progress.games += piece.games;
        }
        progress.line_breaks += count_breaks(&block.text);
        progress.encoding = block.encoding;
        let is_same = is_text(&pieces, &block.text);
        if !latin1 && is_same && progress.replacement.is_none() && !self.is_printed(input) {
            return Ok(());
        }
        let bytes = encoded(latin1, block, pieces)?;
        // Decoding lost nothing, so encoding the old text gives the bytes on disk.
        let is_as_on_disk = |old: Vec<u8>| old == bytes.concat();
        let changes = match latin1 {
            true => !block.encoding.encode(&block.text, block.bom).is_ok_and(is_as_on_disk),
            false => !is_same,
        };
        progress.blocks.changed |= changes;
        match input {
            _ if self.only_check => Ok(()),
            Input::Stdin(_) => bytes.iter().try_for_each(|bytes| progress.blocks.output.write_all(bytes)),
            Input::File(path) => replace(path, block, &bytes, changes, &mut progress.replacement),
        }
        .map_err(Stop::Unwritable)
    }

    fn is_printed(&self, input: &Input) -> bool {
        input.is_stdin() && !self.only_check
    }
}

/// Whether these pieces, concatenated, are `text`.
fn is_text(pieces: &[(usize, Formatted)], text: &str) -> bool {
    let mut rest = Some(text);
    pieces.iter().for_each(|(_, piece)| rest = rest.and_then(|rest| rest.strip_prefix(piece.text.as_str())));
    rest == Some("")
}

/// The pieces of a block as they are written to disk.
fn encoded(latin1: bool, block: &Block, pieces: Vec<(usize, Formatted)>) -> Result<Vec<Vec<u8>>, Stop> {
    let texts = pieces.into_iter().map(|(_, piece)| piece.text);
    if latin1 {
        return texts.map(|text| encode_latin1(&text).map_err(Stop::Latin1Lacks)).collect();
    }
    let encode = |text| block.encoding.encode_whole(text, b"").map_err(Stop::Lacks);
    std::iter::once(Ok(block.bom.to_vec())).chain(texts.map(encode)).collect()
}

/// Adds a block to the replacement of the file at `path`. Nothing is written before the first change, because the file
/// may be formatted already.
fn replace(
    path: &Path,
    block: &Block,
    bytes: &[Vec<u8>],
    changes: bool,
    replacement: &mut Option<Replacement>,
) -> io::Result<()> {
    if replacement.is_none() && changes {
        let fresh = replacement.insert(Replacement::of(path)?);
        fresh.copy_start((block.disk_start - block.bom.len()) as u64)?;
    }
    let Some(replacement) = replacement else { return Ok(()) };
    bytes.iter().try_for_each(|bytes| replacement.write_all(bytes))
}

/// The state after some blocks.
struct Progress {
    blocks: FormattedBlocks,
    replacement: Option<Replacement>,
    encoding: Encoding,
    games: usize,
    line_breaks: usize,
    stop: Option<Stop>,
}

impl Progress {
    fn new(noun: &'static str) -> Progress {
        Progress {
            blocks: FormattedBlocks::new(noun),
            replacement: None,
            encoding: Encoding::UTF_8,
            games: 0,
            line_breaks: 0,
            stop: None,
        }
    }
}

/// Why the rest of a file is not written.
enum Stop {
    /// ISO 8859-1 lacks a character of the text.
    Latin1Lacks(char),
    /// The file's encoding lacks a character.
    Lacks(Unencodable),
    Unwritable(io::Error),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Latin1Lacks(character) => write!(f, "ISO 8859-1 {}", lacks(*character)),
            Stop::Lacks(lacking) => write!(f, "{lacking}"),
            Stop::Unwritable(error) => write!(f, "cannot write: {error}"),
        }
    }
}

#[cfg(test)]
mod tests;
