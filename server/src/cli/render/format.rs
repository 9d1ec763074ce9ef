//! What an output format is, and its input.

use std::fmt::Debug;
use std::path::Path;

use scoresheet_lint::finding::{Finding, Level};
use scoresheet_lint::rule::Rule;

use super::statistics::Statistics;
use crate::cli::findings::LocatedFinding;
use crate::cli::output::{display_path, printable};
use crate::text_file::Parts;

/// An output format of `check`. Only its name, its line in `--help` and the text of a finding are required.
pub(crate) trait OutputFormat: Debug + Sync {
    /// What `--output-format` calls it.
    fn name(&self) -> &'static str;

    /// What `--help` says of it.
    fn help(&self) -> &'static str;

    /// The text of a finding. Files are rendered in parallel and printed in order.
    fn finding(&self, finding: &LocatedFinding, file: &FileContext) -> String;

    /// Whether all that it prints is one document, which nothing reads without its end.
    fn is_document(&self) -> bool {
        false
    }

    /// What precedes all files.
    fn start(&self) -> String {
        String::new()
    }

    /// What precedes the findings of a file, whether it has any or not.
    fn start_of_file(&self, _: &FileFrame) -> String {
        String::new()
    }

    /// What precedes a finding, the first one of the run or another.
    fn before_finding(&self, _is_first: bool) -> &'static str {
        ""
    }

    /// What follows the findings of a file.
    fn end_of_file(&self, _: &FileFrame) -> String {
        String::new()
    }

    /// What follows all files.
    fn end(&self, _: &RunFrame) -> String {
        String::new()
    }

    /// The counts that `--statistics` prints; none if the format has no place for them.
    fn statistics(&self, _: &Statistics, _colors: bool) -> Option<String> {
        None
    }

    /// Who reads it.
    fn audience(&self) -> Audience {
        Audience::Service { root: None }
    }

    /// Whether it prints the identity of findings, by which they are recognised after edits of the file.
    fn has_fingerprints(&self) -> bool {
        false
    }
}

/// Who reads a format: this decides how paths and the summary are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// A person: paths as they were given, and a summary after the findings.
    Person,
    /// A program that the user runs: paths as they were given, and no summary.
    Program,
    /// A service: paths relative to a folder, and the summary on standard error.
    Service {
        /// The environment variable that names the folder; the working directory if there is none.
        root: Option<&'static str>,
    },
}

/// How findings are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Renderer {
    /// The format.
    pub(crate) format: &'static dyn OutputFormat,
    /// Whether to use colors.
    pub(crate) colors: bool,
    /// Columns that excerpts must fit in.
    pub(crate) width: usize,
    /// The level from which findings make the exit code 1.
    pub(crate) failing: Level,
}

/// A finding as it is printed, and the byte offset in the file's text at which its range starts.
pub(crate) type Rendered = (usize, String);

impl Renderer {
    /// Findings of the file at `path`, ordered by start.
    pub(crate) fn findings(&self, path: &Path, parts: &Parts, findings: &[LocatedFinding]) -> Vec<Rendered> {
        let file = FileContext { path, parts, renderer: self };
        let render = |located: &LocatedFinding| (located.finding.range.start, self.format.finding(located, &file));
        findings.iter().map(render).collect()
    }
}

/// The file of a finding.
#[derive(Clone, Copy)]
pub(crate) struct FileContext<'a, 'text> {
    /// Its path as it is printed.
    pub(crate) path: &'a Path,
    /// Its text.
    pub(crate) parts: &'a Parts<'text>,
    /// How the finding is printed.
    pub(crate) renderer: &'a Renderer,
}

impl FileContext<'_, '_> {
    /// The other places of a finding, such as the first of two games, for outputs with a line for each finding: empty, or in parentheses. Those
    /// on the same line are seen without it.
    pub(super) fn other_places(&self, finding: &Finding) -> String {
        let line_of = |offset: usize| self.parts.at(offset).locate_related(offset);
        let own_line = line_of(finding.range.start).line;
        let here = finding.related.iter().filter_map(|related| {
            let at = line_of(related.range.start);
            let is_apart = at.line != own_line;
            is_apart.then(|| format!("{}:{}:{}: {}", display_path(self.path), at.line, at.column, related.message))
        });
        let is_told = |file: &str| finding.message.contains(file);
        let elsewhere = finding
            .elsewhere
            .iter()
            .filter(|place| !is_told(&place.file))
            .map(|place| format!("{}:{}: {}", place.file, place.line, place.message));
        let places: Vec<String> = here.chain(elsewhere).collect();
        if places.is_empty() { String::new() } else { printable(&format!(" ({})", places.join("; "))) }
    }
}

/// A file that was checked.
#[derive(Clone, Copy)]
pub(crate) struct FileFrame<'a> {
    /// Its path as it is printed.
    pub(crate) path: &'a Path,
    /// Counts of its findings.
    pub(crate) statistics: &'a Statistics,
    /// The level from which its findings make the exit code 1.
    pub(crate) failing: Level,
    /// Why it could not be checked, or not to its end.
    pub(crate) errors: &'a [String],
}

/// A whole run.
#[derive(Clone, Copy)]
pub(crate) struct RunFrame<'a> {
    /// The folder that paths are relative to.
    pub(crate) base: &'a Path,
    /// Every rule there is.
    pub(crate) rules: &'a [&'static Rule],
    /// Counts of all findings.
    pub(crate) statistics: &'a Statistics,
    /// Whether a finding was printed.
    pub(crate) has_findings: bool,
    /// What could not be checked, and why.
    pub(crate) errors: &'a [String],
}
