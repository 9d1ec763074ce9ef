//! Printing findings: one file per format.

mod concise;
mod excerpt;
mod full;
mod json;
mod lines;
mod statistics;

use std::ops::Range;

use scoresheet_analysis::finding::Finding;

use super::args::OutputFormat;
use super::engine::LocatedFinding;
use crate::text_file::TextFile;
pub use lines::{LineCursor, Location};
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

impl Renderer {
    /// The findings of one file, which are ordered by start. Empty where there are none.
    pub fn file(&self, file: &TextFile, findings: &[LocatedFinding]) -> String {
        match self.format {
            OutputFormat::Full => full::render(file, findings, self),
            OutputFormat::Concise => concise::render(file, findings, self),
            OutputFormat::Json => json::render(file, findings),
        }
    }

    /// What stands before the text of a file that has findings.
    pub fn before_file(&self, first: bool) -> &'static str {
        match (self.format, first) {
            (OutputFormat::Json, true) => "[",
            (OutputFormat::Json, false) => ",",
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

/// Locates the ranges of findings: starts and ends ascend each by themselves, so each has a cursor.
struct RangeLocator<'a> {
    starts: LineCursor<'a>,
    ends: LineCursor<'a>,
}

impl<'a> RangeLocator<'a> {
    fn new(text: &'a str) -> RangeLocator<'a> {
        RangeLocator { starts: LineCursor::new(text), ends: LineCursor::new(text) }
    }

    fn locate(&mut self, range: &Range<usize>) -> (Location, Location) {
        (self.starts.locate(range.start), self.ends.locate(range.end))
    }
}

/// Whether `--fix` would repair it, with or without `--unsafe-fixes`.
pub fn is_fixable(finding: &Finding, unsafe_fixes: bool) -> bool {
    crate::repair::usable_fix(finding, unsafe_fixes).is_some()
}

/// `text` without the control characters that would move a terminal's cursor or change its colors.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
