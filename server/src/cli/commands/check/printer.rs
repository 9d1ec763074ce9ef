//! What `check` prints: the findings of all files, what the format puts around them, and the summary.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use scoresheet_lint::finding::Level;
use scoresheet_lint::rule::Rule;

use super::baseline::Tally;
use super::report::Report;
use crate::cli::input::Inputs;
use crate::cli::language::Language;
use crate::cli::output::{Exit, Printed, Streams};
use crate::cli::render::{Audience, FileFrame, Renderer, RunFrame, Statistics};

/// The result of checking a file.
pub(super) struct Checked {
    /// As it is printed.
    pub(super) path: PathBuf,
    /// The level from which its findings make the exit code 1.
    pub(super) failing: Level,
    /// The printed findings.
    pub(super) report: Report,
    /// The difference that fixes would make.
    pub(super) difference: String,
    /// Standard input after fixes.
    pub(super) repaired_stdin: Option<Vec<u8>>,
    /// Why it could not be read or written.
    pub(super) errors: Vec<String>,
    /// What was not done because there was too much to do.
    pub(super) notes: Vec<String>,
    /// Whether a finding or a difference makes the exit code 1.
    pub(super) counts: bool,
    /// Counts of the reported findings.
    pub(super) statistics: Statistics,
    /// The result of comparing it with the baseline.
    pub(super) tally: Tally,
}

impl Checked {
    /// A file without results so far.
    pub(super) fn new(path: PathBuf, failing: Level) -> Checked {
        Checked {
            path,
            failing,
            report: Report::default(),
            difference: String::new(),
            repaired_stdin: None,
            errors: Vec::new(),
            notes: Vec::new(),
            counts: false,
            statistics: Statistics::default(),
            tally: Tally::default(),
        }
    }

    fn frame(&self) -> FileFrame<'_> {
        FileFrame { path: &self.path, statistics: &self.statistics, failing: self.failing, errors: &self.errors }
    }
}

/// Printed in place of a file's name for errors that belong to no file.
const NO_FILE: &str = "scoresheet";

/// Where findings are printed.
pub(super) enum Target {
    /// Standard output.
    Stdout,
    /// Standard error, because fixed standard input is printed on standard output.
    Stderr,
    /// A report, and its path.
    File(BufWriter<File>, PathBuf),
}

/// How findings are printed.
#[derive(Clone, Copy)]
pub(super) struct Printing<'p> {
    /// How a finding becomes text.
    pub(super) renderer: Renderer,
    /// The folder that paths are relative to.
    pub(super) base: &'p Path,
    /// Every rule.
    pub(super) rules: &'p [&'static Rule],
    /// Whether the summary is omitted.
    pub(super) quiet: bool,
    /// Whether findings are counted, not shown.
    pub(super) only_counts: bool,
    /// Whether differences are shown instead of findings.
    pub(super) only_differences: bool,
}

/// Prints findings file by file.
pub(super) struct Printer<'p> {
    printing: Printing<'p>,
    has_findings: bool,
    target: Target,
    errors: Vec<String>,
    counts: bool,
    /// Counts of all files so far.
    pub(super) statistics: Statistics,
    /// The result of comparing them with the baseline.
    pub(super) tally: Tally,
}

impl Target {
    /// The `file` if there is one, else standard error if standard output `is_taken`, else standard output.
    ///
    /// # Errors
    ///
    /// A message if the file cannot be written.
    pub(super) fn new(is_taken: bool, file: Option<&Path>) -> Result<Target, String> {
        match file {
            Some(path) if Language::of_extension(path).is_some() => {
                Err(format!("{}: the report must not overwrite games or records", path.display()))
            }
            Some(path) => match File::create(path) {
                Ok(file) => Ok(Target::File(BufWriter::new(file), path.to_path_buf())),
                Err(error) => Err(unwritten(path, &error).to_string()),
            },
            None if is_taken => Ok(Target::Stderr),
            None => Ok(Target::Stdout),
        }
    }
}

impl<'p> Printer<'p> {
    /// Prints what precedes all files, and reports the arguments that are not `inputs`.
    pub(super) fn start(
        printing: Printing<'p>,
        target: Target,
        inputs: &Inputs,
        streams: &mut Streams<'_>,
    ) -> io::Result<Printer<'p>> {
        inputs.report(streams);
        let mut printer = Printer::new(printing, target);
        printer.open(&inputs.errors, streams)?;
        Ok(printer)
    }

    /// Prints a complete report of a run that could not start. Its `errors` were reported already; readers of the
    /// report see them here.
    pub(super) fn refuse(
        printing: Printing<'p>,
        target: Target,
        errors: &[String],
        streams: &mut Streams<'_>,
    ) -> io::Result<()> {
        let mut printer = Printer::new(printing, target);
        printer.open(errors, streams)?;
        printer.end(streams)
    }

    fn new(printing: Printing<'p>, target: Target) -> Printer<'p> {
        Printer {
            printing,
            has_findings: false,
            target,
            errors: Vec::new(),
            counts: false,
            statistics: Statistics::default(),
            tally: Tally::default(),
        }
    }

    fn open(&mut self, errors: &[String], streams: &mut Streams<'_>) -> io::Result<()> {
        self.errors.extend_from_slice(errors);
        if !self.is_framed() {
            return Ok(());
        }
        let format = self.printing.renderer.format;
        put(&mut self.target, streams, format.start().as_bytes())?;
        if errors.is_empty() {
            return Ok(());
        }
        // They belong to no file, so they are printed like one.
        let name = Path::new(NO_FILE);
        let nothing = FileFrame { path: name, statistics: &Statistics::default(), failing: Level::Error, errors };
        let parts = [format.start_of_file(&nothing), format.end_of_file(&nothing)];
        put(&mut self.target, streams, parts.concat().as_bytes())
    }

    /// What a signal breaks off.
    pub(super) fn printed(&self) -> Printed {
        let is_document = self.is_framed() && self.printing.renderer.format.is_document();
        if is_document { Printed::Document } else { Printed::Lines }
    }

    /// Reports an error that belongs to no file. What was found before it is printed all the same.
    pub(super) fn fail(&mut self, error: &dyn std::fmt::Display, streams: &mut Streams<'_>) {
        streams.error(error);
        self.errors.push(error.to_string());
    }

    /// Prints the findings of the next file.
    pub(super) fn file(&mut self, checked: &mut Checked, streams: &mut Streams<'_>) -> io::Result<()> {
        checked.errors.iter().for_each(|error| streams.error(error));
        for note in checked.notes.iter().filter(|_| !self.printing.quiet) {
            streams.note(format_args!("{}: {note}", checked.path.display()));
        }
        self.errors.extend_from_slice(&checked.errors);
        self.counts |= checked.counts;
        if let Some(bytes) = checked.repaired_stdin.take() {
            streams.stdout.write_all(&bytes)?;
        }
        let (format, target) = (self.printing.renderer.format, &mut self.target);
        put(target, streams, checked.difference.as_bytes())?;
        if !self.printing.only_counts && !self.printing.only_differences {
            let start = format.start_of_file(&checked.frame());
            put(target, streams, start.as_bytes())?;
            checked.report.for_each(|finding| {
                let is_first = !std::mem::replace(&mut self.has_findings, true);
                put(target, streams, format.before_finding(is_first).as_bytes())?;
                put(target, streams, finding)
            })?;
            let end = format.end_of_file(&checked.frame());
            put(target, streams, end.as_bytes())?;
        }
        self.statistics.add(checked.statistics.clone());
        self.tally.add(std::mem::take(&mut checked.tally));
        // Nothing of it is kept back when a signal ends the run.
        match &mut self.target {
            Target::Stdout => streams.stdout.flush(),
            Target::Stderr => Ok(()),
            Target::File(file, path) => file.flush().map_err(|error| unwritten(path, &error)),
        }
    }

    /// Prints what follows all files.
    pub(super) fn end(&mut self, streams: &mut Streams<'_>) -> io::Result<()> {
        let Printing { renderer, quiet, .. } = self.printing;
        if self.printing.only_differences {
            return Ok(());
        }
        if self.printing.only_counts {
            let table = renderer.format.statistics(&self.statistics, renderer.colors).unwrap_or_default();
            put(&mut self.target, streams, table.as_bytes())?;
        } else {
            let Printing { base, rules, .. } = self.printing;
            let (statistics, errors) = (&self.statistics, self.errors.as_slice());
            let run = RunFrame { base, rules, statistics, has_findings: self.has_findings, errors };
            let end = renderer.format.end(&run);
            put(&mut self.target, streams, end.as_bytes())?;
        }
        let is_file = matches!(self.target, Target::File(..));
        let summary = self.statistics.summary();
        match renderer.format.audience() {
            _ if quiet || summary.is_empty() => {}
            Audience::Person if !is_file => put(&mut self.target, streams, summary.as_bytes())?,
            Audience::Program if !is_file => {}
            _ => streams.note(summary.trim_end()),
        }
        match &mut self.target {
            Target::File(file, path) => file.flush().map_err(|error| unwritten(path, &error)),
            Target::Stdout | Target::Stderr => Ok(()),
        }
    }

    /// How the command ends.
    pub(super) fn exit(&self, exit_zero: bool) -> Exit {
        Exit::of(!self.errors.is_empty(), self.counts && !exit_zero)
    }

    fn is_framed(&self) -> bool {
        !self.printing.only_counts && !self.printing.only_differences
    }
}

fn put(target: &mut Target, streams: &mut Streams<'_>, part: &[u8]) -> io::Result<()> {
    match target {
        Target::Stdout => streams.stdout.write_all(part),
        Target::Stderr => streams.stderr.write_all(part),
        Target::File(file, path) => file.write_all(part).map_err(|error| unwritten(path, &error)),
    }
}

fn unwritten(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("{}: cannot write: {error}", path.display()))
}
