//! Printing findings: one file per format.

mod checkstyle;
mod concise;
mod excerpt;
mod frame;
mod full;
mod github;
mod gitlab;
mod json;
mod junit;
mod lines;
mod part;
mod rdjson;
mod sarif;
mod statistics;
mod xml;

use std::path::Path;

use scoresheet_analysis::finding::{Finding, Level};

use super::args::OutputFormat;
use super::engine::LocatedFinding;
use crate::text_file::TextFile;
pub use frame::{FileFrame, Frame, RunFrame};
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
    /// From what level on findings make the exit code 1.
    pub failing: Level,
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
            OutputFormat::Jsonl => json::render(path, parts, located) + "\n",
            OutputFormat::Sarif => sarif::render(path, parts, located),
            OutputFormat::Github => github::render(path, parts, &located.finding),
            OutputFormat::Gitlab => gitlab::render(path, parts, located),
            OutputFormat::Junit => junit::render(path, parts, &located.finding, self.failing),
            OutputFormat::Checkstyle => checkstyle::render(path, parts, &located.finding),
            OutputFormat::Rdjson => rdjson::render(path, parts, located),
        };
        findings.iter().map(|located| (located.finding.range.start, render(located))).collect()
    }
}

impl OutputFormat {
    /// Whether a person reads it, who wants a summary, too.
    pub fn is_for_people(self) -> bool {
        matches!(self, OutputFormat::Full | OutputFormat::Concise)
    }

    /// Whether findings are known in it by what they are, not only by where they are.
    pub fn has_fingerprints(self) -> bool {
        matches!(self, OutputFormat::Sarif | OutputFormat::Gitlab)
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

/// `text` without the control characters that would move a terminal's cursor, change its colors, or begin a line that somebody takes for
/// one of ours: the log of a pipeline may read commands there.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
