//! `scoresheet repertoire`: what one side means to play, checked against itself and against games.

mod check;
mod coverage;
mod export;

use std::io;

use clap::{Args, Subcommand};
use scoresheet_lint::rule::KnownRules;

use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{Exit, Streams};

/// Arguments of `repertoire`.
#[derive(Args, Debug)]
pub(crate) struct RepertoireArguments {
    #[command(subcommand)]
    command: RepertoireCommand,
}

#[derive(Debug, Subcommand)]
enum RepertoireCommand {
    /// Find what is wrong in a repertoire: two answers, missing replies, contradictory marks, lines that are never reached
    Check(check::RepertoireCheckArguments),
    /// Count how many games stay in a repertoire, and who leaves it first
    Coverage(coverage::CoverageArguments),
    /// Write a repertoire as an opening book for engines, as cards for Anki, or as one game with variations
    Export(export::RepertoireExportArguments),
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &RepertoireArguments,
    global: &GlobalArguments,
    rules: KnownRules,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    match &arguments.command {
        RepertoireCommand::Check(arguments) => check::run(arguments, global, rules, streams),
        RepertoireCommand::Coverage(arguments) => coverage::run(arguments, global, streams),
        RepertoireCommand::Export(arguments) => export::run(arguments, global, streams),
    }
}
