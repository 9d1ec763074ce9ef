//! Printing findings: one file per format.

mod concise;
mod excerpt;
mod full;
mod json;
mod lines;
mod part;
mod statistics;

use std::path::Path;

use scoresheet_analysis::finding::Finding;

use super::args::OutputFormat;
use super::engine::LocatedFinding;
use crate::text_file::TextFile;
pub use lines::{LineCursor, Location, count_breaks};
pub use part::{Part, Parts, Place};
pub use statistics::{Statistics, counted};

/// How a file's findings become text. Files are rendered in parallel and printed in order.
#[derive(Clone, Copy, Debug)]
pub struct Renderer {
    /// The format.
    pub format: OutputFormat,
    /// Whether to use colors.
    pub colors: bool,
    /// Columns to fit excerpts in.
    pub width: usize,
}

/// A finding in print, and the byte offset in the file's text at which what it speaks of starts.
pub type Rendered = (usize, String);

impl Renderer {
    /// Findings of the file at `path`, ordered by start.
    pub fn findings<T: AsRef<str>>(&self, path: &Path, parts: &Parts<T>, findings: &[LocatedFinding]) -> Vec<Rendered> {
        let render = |located: &LocatedFinding| match self.format {
            OutputFormat::Full => full::render(path, parts, &located.finding, self),
            OutputFormat::Concise => concise::render(path, parts, &located.finding, self),
            OutputFormat::Json => json::render(path, parts, located),
        };
        findings.iter().map(|located| (located.finding.range.start, render(located))).collect()
    }

    /// What stands before a finding; whether it is the `first` of all files.
    pub fn before_finding(&self, first: bool) -> &'static str {
        match (self.format, first) {
            (OutputFormat::Json, true) => "[\n",
            (OutputFormat::Json, false) => ",\n",
            (OutputFormat::Full | OutputFormat::Concise, _) => "",
        }
    }

    /// What stands after the last file, whether or not there were findings at all.
    pub fn after_files(&self, any: bool) -> &'static str {
        match (self.format, any) {
            (OutputFormat::Json, true) => "\n]\n",
            (OutputFormat::Json, false) => "[]\n",
            (OutputFormat::Full | OutputFormat::Concise, _) => "",
        }
    }
}

/// All of a file.
pub fn whole(file: &TextFile) -> Part<&str> {
    let place = Place { start: 0, disk_start: file.bom.len(), first_line: 1, encoding: file.encoding };
    Part::new(&file.text, place)
}

/// Whether `--fix` would repair it, with or without `--unsafe-fixes`.
pub fn is_fixable(finding: &Finding, unsafe_fixes: bool) -> bool {
    crate::repair::usable_fix(finding, unsafe_fixes).is_some()
}

/// `text` without the control characters that would move a terminal's cursor or change its colors.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
