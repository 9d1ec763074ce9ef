//! What stands around the findings: before and behind all of them, and those of each file.

use std::path::Path;

use scoresheet_analysis::finding::Level;
use scoresheet_analysis::rule::Rule;

use super::{Statistics, checkstyle, github, junit, rdjson, sarif};
use crate::cli::args::OutputFormat;

/// A file that was checked.
#[derive(Clone, Copy)]
pub struct FileFrame<'a> {
    /// As it is shown.
    pub path: &'a Path,
    /// Counts of what is said of it.
    pub statistics: &'a Statistics,
    /// From what level on its findings make the exit code 1.
    pub failing: Level,
    /// What kept it from being checked.
    pub errors: &'a [String],
}

/// All that was checked.
#[derive(Clone, Copy)]
pub struct RunFrame<'a> {
    /// The folder that paths are relative to.
    pub base: &'a Path,
    /// Every rule there is.
    pub rules: &'a [&'static Rule],
    /// Counts of all that is said.
    pub statistics: &'a Statistics,
    /// What could not be checked, and why.
    pub errors: &'a [String],
}

/// Frames one run's findings. Told of them in order.
#[derive(Debug)]
pub struct Frame {
    format: OutputFormat,
    any: bool,
    any_in_file: bool,
}

impl Frame {
    /// Around findings in this format.
    pub fn new(format: OutputFormat) -> Frame {
        Frame { format, any: false, any_in_file: false }
    }

    /// What stands before everything.
    pub fn start(&self) -> String {
        match self.format {
            OutputFormat::Sarif => sarif::start(),
            OutputFormat::Junit => junit::start(),
            OutputFormat::Checkstyle => checkstyle::start(),
            OutputFormat::Rdjson => rdjson::start(),
            _ => String::new(),
        }
    }

    /// What stands before the findings of a file, whether it has any or not.
    pub fn start_of_file(&mut self, file: &FileFrame) -> String {
        self.any_in_file = false;
        match self.format {
            OutputFormat::Junit => junit::start_of_file(file),
            OutputFormat::Checkstyle => checkstyle::start_of_file(file),
            _ => String::new(),
        }
    }

    /// What stands before the next finding.
    pub fn before_finding(&mut self) -> &'static str {
        let is_first = !std::mem::replace(&mut self.any, true);
        self.any_in_file = true;
        match self.format {
            OutputFormat::Json | OutputFormat::Gitlab if is_first => "[\n",
            OutputFormat::Sarif | OutputFormat::Rdjson if is_first => "\n",
            OutputFormat::Json | OutputFormat::Gitlab | OutputFormat::Sarif | OutputFormat::Rdjson => ",\n",
            _ => "",
        }
    }

    /// What stands behind the findings of a file.
    pub fn end_of_file(&mut self, file: &FileFrame) -> String {
        match self.format {
            OutputFormat::Junit => junit::end_of_file(file),
            OutputFormat::Checkstyle => checkstyle::end_of_file(file),
            _ => String::new(),
        }
    }

    /// What stands behind everything.
    pub fn end(&self, run: &RunFrame) -> String {
        match self.format {
            OutputFormat::Json | OutputFormat::Gitlab if self.any => "\n]\n".to_owned(),
            OutputFormat::Json | OutputFormat::Gitlab => "[]\n".to_owned(),
            OutputFormat::Sarif => sarif::end(run),
            OutputFormat::Junit => junit::end(),
            OutputFormat::Checkstyle => checkstyle::end(),
            OutputFormat::Rdjson => rdjson::end(),
            OutputFormat::Github => run.errors.iter().map(|error| github::error(error)).collect(),
            OutputFormat::Full | OutputFormat::Concise | OutputFormat::Jsonl => String::new(),
        }
    }
}
