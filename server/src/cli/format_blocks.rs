//! The layout of one file of any length: block by block, to where it belongs.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use scoresheet_analysis::format::{FormatOptions, Formatted};
use tempfile::SpooledTempFile;

use super::changed::ChangedParts;
use super::engine::Engine;
use super::files::Input;
use super::language::Language;
use super::render::{LineCursor, Location, count_breaks, printable};
use super::spool::Spool;
use super::write::Replacement;
use crate::text_file::{Block, Encoding, Origin, ReadError, Unencodable, encode_latin1, in_blocks};

/// So many bytes of what is said of one file are held in memory until it is done.
const MOST_IN_MEMORY: usize = 1 << 20;

/// What decides how a file is written.
pub struct BlockFormat<'a> {
    /// Lays out the games or records.
    pub engine: &'a Engine,
    /// What the file is written in.
    pub language: Language,
    /// The layout.
    pub options: FormatOptions,
    /// Whether it is written in ISO 8859-1 where the text allows it.
    pub archive: bool,
    /// What of the file is formatted; all of it where there is nothing said.
    pub changed: Option<&'a ChangedParts>,
    /// Whether nothing is written.
    pub only_check: bool,
    /// The encoding that is asked for.
    pub encoding: Option<Encoding>,
    /// About how many bytes are held at a time.
    pub block: usize,
}

/// What came of a file.
#[derive(Debug)]
pub struct FormattedBlocks {
    /// Standard input, formatted.
    output: Spool,
    /// One line for each game or record that was left as it is.
    refused: SpooledTempFile,
    /// How many games those are.
    pub refused_games: usize,
    /// How many records.
    pub refused_records: usize,
    /// What was asked for and could not be done, though the file is formatted.
    pub note: Option<String>,
    /// Why the file is as it was.
    pub error: Option<String>,
    /// Whether it is not.
    pub changed: bool,
}

impl Default for FormattedBlocks {
    fn default() -> FormattedBlocks {
        FormattedBlocks {
            output: Spool::default(),
            refused: SpooledTempFile::new(MOST_IN_MEMORY),
            refused_games: 0,
            refused_records: 0,
            note: None,
            error: None,
            changed: false,
        }
    }
}

impl FormattedBlocks {
    /// Adds a line about a game or record that was left as it is.
    pub fn refuse(&mut self, language: Language, line: &str) -> io::Result<()> {
        match language {
            Language::Pgn => self.refused_games += 1,
            Language::Records(_) => self.refused_records += 1,
        }
        writeln!(self.refused, "{line}")
    }

    /// Copies what goes to standard output.
    pub fn copy_output(&mut self, to: &mut impl Write) -> io::Result<()> {
        self.output.copy_to(to)
    }

    /// Copies the lines about games and records that were left as they are. Nothing helps where nobody reads them.
    pub fn copy_refused(&mut self, to: &mut impl Write) -> io::Result<()> {
        self.refused.seek(SeekFrom::Start(0))?;
        let _ = io::copy(&mut self.refused, to);
        Ok(())
    }
}

/// "games.pgn:3:1: game 2 left as it is: ..."
pub fn refused_line(path: &Path, at: Location, language: Language, game: usize, reason: &str) -> String {
    let (path, noun) = (path.display(), language.noun());
    printable(&format!("{path}:{}:{}: {noun} {game} left as it is: {reason}", at.line, at.column))
}

/// Says that a file is not for the archive.
pub fn stays(path: &Path, encoding: Encoding, lacking: char) -> String {
    printable(&format!("{}: stays in {}, as ISO 8859-1 has no '{lacking}'", path.display(), encoding.name()))
}

impl BlockFormat<'_> {
    /// Formats what `origin`, which is `input`, holds.
    ///
    /// # Errors
    /// Where it cannot be read. What is wrong with writing is told in the outcome; the file is as it was then, and standard
    /// input goes through as it came.
    pub fn format(&self, input: &Input, origin: &mut Origin) -> Result<FormattedBlocks, ReadError> {
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
            blocks.output = Spool::default();
            if self.passes_on(input) {
                origin.seek(SeekFrom::Start(0)).map_err(ReadError::Io)?;
                blocks.output.add_all(origin).map_err(ReadError::Io)?;
            }
        }
        Ok(blocks)
    }

    fn format_as(&self, latin1: bool, input: &Input, origin: &mut Origin) -> Result<Progress, ReadError> {
        let work = |progress: &mut Progress, block: &Block| {
            if progress.stop.is_none() {
                progress.stop = self.add(latin1, input, block, progress).err();
            }
        };
        let finished = in_blocks(origin, self.encoding, self.language.cut(), self.block, Progress::default, work)?;
        // Half a file is not written.
        finished.broken_off.map_or(Ok(finished.state), Err)
    }

    fn add(&self, latin1: bool, input: &Input, block: &Block, progress: &mut Progress) -> Result<(), Stop> {
        let options = *progress.options.get_or_insert_with(|| self.options.for_text(&block.text));
        let Formatted { text, refused, games } = match self.changed {
            Some(changed) => changed.format(self.engine, &block.text, block.start, self.language, options),
            None => (self.engine.format)(&block.text, self.language, options),
        };
        let mut cursor = LineCursor::default();
        for refused in refused {
            let at = cursor.locate(&block.text, refused.offset);
            let at = Location { line: at.line + progress.line_breaks, ..at };
            let line = refused_line(input.path(), at, self.language, progress.games + refused.game, &refused.reason);
            progress.blocks.refuse(self.language, &line).map_err(Stop::Unwritable)?;
        }
        progress.games += games;
        progress.line_breaks += count_breaks(&block.text);
        progress.encoding = block.encoding;
        if !latin1 && text == block.text && progress.replacement.is_none() && !self.passes_on(input) {
            return Ok(());
        }
        let (bytes, changes) = if latin1 {
            let bytes = encode_latin1(&text).map_err(Stop::Latin1Lacks)?;
            // Decoding lost nothing, so that the old text gives the bytes on disk.
            let changes = block.encoding.encode(&block.text, block.bom).map_or(true, |old| old != bytes);
            (bytes, changes)
        } else {
            let changes = text != block.text;
            (block.encoding.encode_whole(text, block.bom).map_err(Stop::Lacks)?, changes)
        };
        progress.blocks.changed |= changes;
        self.write(input, block, bytes, changes, progress).map_err(Stop::Unwritable)
    }

    fn write(
        &self,
        input: &Input,
        block: &Block,
        bytes: Vec<u8>,
        changes: bool,
        progress: &mut Progress,
    ) -> io::Result<()> {
        match input {
            _ if self.only_check => Ok(()),
            Input::Stdin(_) => progress.blocks.output.add(bytes),
            Input::File(path) => {
                // Until something changes, nothing is written; the file may be as it should.
                if progress.replacement.is_none() && changes {
                    let mut replacement = Replacement::of(path)?;
                    replacement.copy_start((block.disk_start - block.bom.len()) as u64)?;
                    progress.replacement = Some(replacement);
                }
                progress.replacement.as_mut().map_or(Ok(()), |replacement| replacement.write_all(&bytes))
            }
        }
    }

    fn passes_on(&self, input: &Input) -> bool {
        input.is_stdin() && !self.only_check
    }
}

/// What is done of a file.
struct Progress {
    blocks: FormattedBlocks,
    replacement: Option<Replacement>,
    /// The options for this file; none until the first block is there.
    options: Option<FormatOptions>,
    encoding: Encoding,
    games: usize,
    line_breaks: usize,
    stop: Option<Stop>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            blocks: FormattedBlocks::default(),
            replacement: None,
            options: None,
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
