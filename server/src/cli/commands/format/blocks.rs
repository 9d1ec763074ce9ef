//! The layout of one file of any length: block by block, to where it belongs.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use scoresheet_analysis::format::{FormatOptions, Formatted};
use tempfile::SpooledTempFile;

use crate::cli::input::Input;
use crate::cli::language::{Analysis, Language};
use crate::cli::output::{printable, refusal};
use crate::cli::revision::ChangedParts;
use crate::cli::writing::Replacement;
use crate::text_file::{
    Block, Encoding, LineCursor, Location, Origin, ReadError, Unencodable, count_breaks, encode_latin1,
    in_blocks_by_stages,
};

/// How many bytes of messages about a file are held in memory; the rest is written to a temporary file.
const MESSAGES_IN_MEMORY: usize = 1 << 20;

/// The same of formatted standard input.
const OUTPUT_IN_MEMORY: usize = 8 << 20;

/// What decides how a file is written.
pub(super) struct BlockFormat<'a> {
    /// Lays out the games or records.
    pub(super) analysis: &'a Analysis,
    /// What the file is written in.
    pub(super) language: Language,
    /// The layout.
    pub(super) options: FormatOptions,
    /// Whether it is written in ISO 8859-1 where the text allows it.
    pub(super) archive: bool,
    /// What of the file is formatted; all of it where there is nothing said.
    pub(super) changed: Option<&'a ChangedParts>,
    /// Whether nothing is written.
    pub(super) only_check: bool,
    /// The encoding that is asked for.
    pub(super) encoding: Option<Encoding>,
    /// About how many bytes are held at a time.
    pub(super) block: usize,
}

/// What came of a file.
#[derive(Debug)]
pub(super) struct FormattedBlocks {
    /// Standard input as it is to be printed. It is printed at the end: only then is its encoding certain.
    output: SpooledTempFile,
    /// A line for each game or record that was left as it is.
    refused: SpooledTempFile,
    /// How many those are.
    pub(super) refused_count: usize,
    /// What one of them is called.
    pub(super) noun: &'static str,
    /// What was asked for and could not be done, though the file is formatted.
    pub(super) note: Option<String>,
    /// Why the file is as it was.
    pub(super) error: Option<String>,
    /// Whether it is not.
    pub(super) changed: bool,
}

impl FormattedBlocks {
    /// A file of which nothing is written yet, and what its games or records are called.
    pub(super) fn new(noun: &'static str) -> FormattedBlocks {
        FormattedBlocks {
            output: SpooledTempFile::new(OUTPUT_IN_MEMORY),
            refused: SpooledTempFile::new(MESSAGES_IN_MEMORY),
            refused_count: 0,
            noun,
            note: None,
            error: None,
            changed: false,
        }
    }

    /// Adds a line about a game or record that was left as it is.
    pub(super) fn refuse(&mut self, line: &str) -> io::Result<()> {
        self.refused_count += 1;
        writeln!(self.refused, "{line}")
    }

    /// Copies standard input as it is to be printed.
    pub(super) fn copy_output(&mut self, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
        self.output.seek(SeekFrom::Start(0))?;
        io::copy(&mut self.output, to).map(|_| ())
    }

    /// Copies the lines about games and records that were left as they are. Nothing helps where nobody reads them.
    pub(super) fn copy_refused(&mut self, to: &mut impl Write) -> io::Result<()> {
        self.refused.seek(SeekFrom::Start(0))?;
        let _ = io::copy(&mut self.refused, to);
        Ok(())
    }
}

/// Says that a file is not for the archive.
pub(super) fn stays(path: &Path, encoding: Encoding, lacking: char) -> String {
    printable(&format!("{}: stays in {}, as ISO 8859-1 has no '{lacking}'", path.display(), encoding.name()))
}

impl BlockFormat<'_> {
    /// Formats what `origin`, which is `input`, holds.
    ///
    /// # Errors
    /// Where it cannot be read. The outcome has an error where it cannot be written: a file is unchanged then, and standard input is
    /// printed as it came.
    pub(super) fn format(&self, input: &Input, origin: &mut Origin) -> Result<FormattedBlocks, ReadError> {
        let mut progress = self.format_as(self.archive, input, origin)?;
        let mut note = None;
        if let Some(Stop::Latin1Lacks(character)) = progress.stop {
            note = Some(character);
            origin.seek(SeekFrom::Start(0)).map_err(ReadError::Io)?;
            progress = self.format_as(false, input, origin)?;
        }
        let Progress { mut blocks, replacement, encoding, mut stop, .. } = progress;
        blocks.note = note.map(|lacking| stays(input.path(), encoding, lacking));
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
        // Those for the text, which its first block tells.
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
        let finished = in_blocks_by_stages(origin, self.encoding, cut, self.block, start, prepare, finish)?;
        // Half a file is not written.
        finished.broken_off.map_or(Ok(finished.state), Err)
    }

    fn formatted(&self, block: &Block, options: FormatOptions) -> Vec<(usize, Formatted)> {
        match self.changed {
            Some(changed) => {
                vec![(0, changed.format(self.analysis, &block.text, block.start, self.language, options))]
            }
            None => (self.analysis.format_pieces)(self.language, &block.text, options),
        }
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
            for refused in std::mem::take(&mut piece.refused) {
                let at = cursor.locate(&block.text, *start + refused.offset);
                let at = Location { line: at.line + progress.line_breaks, ..at };
                let game = progress.games + refused.game;
                let line = refusal(input.path(), at, self.language.noun(), game, &refused.reason);
                progress.blocks.refuse(&line).map_err(Stop::Unwritable)?;
            }
            progress.games += piece.games;
        }
        progress.line_breaks += count_breaks(&block.text);
        progress.encoding = block.encoding;
        let is_same = is_text(&pieces, &block.text);
        if !latin1 && is_same && progress.replacement.is_none() && !self.is_printed(input) {
            return Ok(());
        }
        let bytes = encoded(latin1, block, pieces)?;
        // Decoding lost nothing, so that the old text gives the bytes on disk.
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

/// Whether these pieces, one behind the other, are `text`.
fn is_text(pieces: &[(usize, Formatted)], text: &str) -> bool {
    let mut rest = Some(text);
    pieces.iter().for_each(|(_, piece)| rest = rest.and_then(|rest| rest.strip_prefix(piece.text.as_str())));
    rest == Some("")
}

/// The pieces of a block as they go to the disk.
fn encoded(latin1: bool, block: &Block, pieces: Vec<(usize, Formatted)>) -> Result<Vec<Vec<u8>>, Stop> {
    let texts = pieces.into_iter().map(|(_, piece)| piece.text);
    if latin1 {
        return texts.map(|text| encode_latin1(&text).map_err(Stop::Latin1Lacks)).collect();
    }
    let encode = |text| block.encoding.encode_whole(text, b"").map_err(Stop::Lacks);
    std::iter::once(Ok(block.bom.to_vec())).chain(texts.map(encode)).collect()
}

/// Adds a block to what replaces the file at `path`. Until something changes, nothing is written; the file may be as it should.
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

/// What is done of a file.
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
    /// ISO 8859-1 lacks a character: the file is not for the archive.
    Latin1Lacks(char),
    /// The file's encoding lacks one.
    Lacks(Unencodable),
    Unwritable(io::Error),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Latin1Lacks(character) => write!(f, "ISO 8859-1 has no '{character}'"),
            Stop::Lacks(lacking) => write!(f, "{lacking}"),
            Stop::Unwritable(error) => write!(f, "cannot write: {error}"),
        }
    }
}

#[cfg(test)]
mod tests;
