//! `scoresheet merge-reports`: the reports of several runs of `check` as one.

mod findings;
mod junit;
mod no_report;
mod sarif;
mod statistics;

use std::io;
use std::path::PathBuf;

use clap::Args;

use crate::cli::arguments::{GlobalArguments, OutputArguments};
use crate::cli::output::{Exit, Streams};
use crate::cli::writing::print_or_create;
use no_report::no_report;

/// Arguments of `merge-reports`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet check 2023/ --output-format sarif > 1.sarif
  scoresheet check 2024/ --output-format sarif > 2.sarif
  scoresheet merge-reports 1.sarif 2.sarif -o all.sarif

The reports are those of --output-format sarif, junit, json and jsonl, and of --statistics --output-format json, all of the same kind. Findings are put in order: by file and place. \
Exit status: 0 done, 2 a file that cannot be read or written, or is no such report.")]
pub(crate) struct MergeReportsArguments {
    /// Merge these reports
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &MergeReportsArguments,
    _global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let mut texts = Vec::new();
    for path in &arguments.files {
        match std::fs::read_to_string(path) {
            Ok(text) => texts.push((path.display().to_string(), text)),
            Err(error) => {
                streams.error(format_args!("{}: {error}", path.display()));
                return Ok(Exit::Trouble);
            }
        }
    }
    match merged(&texts) {
        Ok(report) => {
            let inputs = arguments.files.iter().map(PathBuf::as_path);
            let is_written = print_or_create(&arguments.output, report.as_bytes(), inputs, streams)?;
            Ok(if is_written { Exit::Clean } else { Exit::Trouble })
        }
        Err(error) => {
            streams.error(error);
            Ok(Exit::Trouble)
        }
    }
}

/// Merges reports, each with its name. The error is a message.
fn merged(reports: &[(String, String)]) -> Result<String, String> {
    let first = reports.first().map_or("", |(_, text)| text.trim_start());
    match first.as_bytes().first() {
        // An empty array may be a report of either kind.
        Some(b'[' | b'{') if reports.iter().any(|(_, text)| findings::are_in(text)) => findings::merged(reports),
        // Nobody has findings, so a report of one a line is empty.
        None if !reports.is_empty() => findings::merged(reports),
        Some(b'{') => sarif::merged(reports),
        Some(b'[') => statistics::merged(reports),
        Some(b'<') => junit::merged(reports),
        _ => Err(no_report(reports.first().map_or("", |(name, _)| name))),
    }
}
