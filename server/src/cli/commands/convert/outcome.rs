//! The output of a conversion while it is made, and what it lacks.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use tempfile::SpooledTempFile;

use super::part::{Content, Part};
use crate::cli::arguments::OutputArguments;
use crate::cli::output::{Streams, printable};
use crate::cli::writing::Replacement;
use crate::text_file::{Block, LineCursor, count_breaks};

/// How much of what is printed in the end is held in memory; the rest goes to a temporary file.
const IN_MEMORY: usize = 8 << 20;

/// How many names of lost tags and operations are kept: more than are printed.
const MOST_NAMES: usize = 100;

/// What was made of the input so far. The output gets its name, or is printed, in the end: only then is it known whether it lacks something.
pub(super) struct Outcome<'a> {
    to: &'a OutputArguments,
    /// What messages call the input.
    path: &'a Path,
    /// What a unit of the input is called.
    noun: &'static str,
    sink: Option<Sink>,
    /// How many units and line ends were read.
    units: usize,
    line_breaks: usize,
    /// A line for each unit that was left out.
    told: SpooledTempFile,
    left_out: usize,
    /// The count of each kind of lost content, by a singular noun.
    pub(super) lost: BTreeMap<&'static str, usize>,
    /// The names of lost tags and operations, the first ones of many.
    pub(super) lost_names: BTreeSet<String>,
}

/// Where the output is while it is made.
enum Sink {
    File(Replacement),
    Printed(SpooledTempFile),
}

impl<'a> Outcome<'a> {
    /// Nothing so far.
    pub(super) fn new(to: &'a OutputArguments, path: &'a Path, noun: &'static str) -> Outcome<'a> {
        Outcome {
            to,
            path,
            noun,
            sink: None,
            units: 0,
            line_breaks: 0,
            told: SpooledTempFile::new(IN_MEMORY),
            left_out: 0,
            lost: BTreeMap::new(),
            lost_names: BTreeSet::new(),
        }
    }

    /// Whether units were left out.
    pub(super) fn lacks_units(&self) -> bool {
        self.left_out > 0
    }

    /// Adds what a block of text became, in the encoding of the block.
    ///
    /// # Errors
    ///
    /// A message: the encoding lacks a character, or nothing can be written.
    pub(super) fn add_block(&mut self, block: &Block, part: Part) -> Result<(), String> {
        let mut cursor = LineCursor::default();
        for refused in &part.refused {
            let at = cursor.locate(&block.text, refused.offset);
            let place = format!("{}:{}", at.line + self.line_breaks, at.column);
            self.leave_out(&place, self.units + refused.game, &refused.reason)?;
        }
        self.line_breaks += count_breaks(&block.text);
        self.units += part.count;
        let bytes = match part.content {
            Content::Text(text) => {
                block.encoding.encode_whole(text, block.bom).map_err(|lacking| lacking.to_string())?
            }
            Content::Bytes(bytes) => bytes,
        };
        self.add(&bytes, part.lost, part.lost_names)
    }

    /// Adds bytes of the output, and what they lack.
    ///
    /// # Errors
    ///
    /// A message: they cannot be written.
    pub(super) fn add(
        &mut self,
        bytes: &[u8],
        lost: BTreeMap<&'static str, usize>,
        lost_names: BTreeSet<String>,
    ) -> Result<(), String> {
        lost.into_iter().for_each(|(noun, count)| *self.lost.entry(noun).or_default() += count);
        let room = MOST_NAMES.saturating_sub(self.lost_names.len());
        self.lost_names.extend(lost_names.into_iter().take(room));
        self.sink().and_then(|sink| sink.write_all(bytes)).map_err(|error| unwritable(&error))
    }

    /// Says that a unit was left out.
    ///
    /// # Errors
    ///
    /// A message: there is no space to keep that until the end.
    pub(super) fn leave_out(&mut self, place: &str, number: usize, reason: &str) -> Result<(), String> {
        self.left_out += 1;
        let (path, noun) = (self.path.display(), self.noun);
        let line = printable(&format!("{path}:{place}: {noun} {number} left out: {reason}"));
        writeln!(self.told, "{line}").map_err(|error| unwritable(&error))
    }

    /// Prints which units were left out.
    pub(super) fn tell_left_out(&mut self, streams: &mut Streams<'_>) -> io::Result<()> {
        self.told.seek(SeekFrom::Start(0))?;
        // Where standard error cannot be written, there is no other place to report it.
        let _ = io::copy(&mut self.told, &mut streams.stderr);
        Ok(())
    }

    /// Gives the output its name, or prints it. The inner error is a message.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub(super) fn finish(mut self, streams: &mut Streams<'_>) -> io::Result<Result<(), String>> {
        if let Err(error) = self.sink() {
            return Ok(Err(unwritable(&error)));
        }
        match self.sink {
            Some(Sink::Printed(mut printed)) => {
                printed.seek(SeekFrom::Start(0))?;
                io::copy(&mut printed, &mut streams.stdout).map(|_| Ok(()))
            }
            Some(Sink::File(replacement)) => Ok(replacement.finish(None).map_err(|error| unwritable(&error))),
            None => Ok(Ok(())),
        }
    }

    fn sink(&mut self) -> io::Result<&mut Sink> {
        if self.sink.is_none() {
            self.sink = Some(match &self.to.output {
                Some(path) => Sink::File(Replacement::create(path, self.to.force)?),
                None => Sink::Printed(SpooledTempFile::new(IN_MEMORY)),
            });
        }
        self.sink.as_mut().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Sink {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Sink::File(replacement) => replacement.write_all(bytes),
            Sink::Printed(printed) => printed.write_all(bytes),
        }
    }
}

fn unwritable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists => "the file exists; use --force to replace it".to_owned(),
        _ => format!("cannot write: {error}"),
    }
}
