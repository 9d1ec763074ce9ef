//! `scoresheet engine`: asks a chess engine of the user.

mod analyse;
mod test;

use std::io;

use clap::{Args, Subcommand};

use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{Exit, Streams};

/// Arguments of `engine`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet engine test --engine stockfish suite.epd
  scoresheet engine test --engine stockfish --nodes 1000000 --output-format csv suite.epd > results.csv
  scoresheet engine analyse --engine stockfish --fen 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'

check --engine compares what is written with an engine, and edit annotate writes its evaluations into games.
All about engines: https://github.com/scoresheet/scoresheet/blob/main/server/docs/engine.md")]
pub(crate) struct EngineCommandArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Let the engine solve test positions: a table of what it plays, which are solved, and how far it disagrees
    Test(test::TestArguments),
    /// Let the engine analyse a position: a line of JSON for each state of its search, until it ends or is ended
    Analyse(analyse::AnalyseArguments),
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &EngineCommandArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    match &arguments.action {
        Action::Test(arguments) => test::run(arguments, global, streams),
        Action::Analyse(arguments) => analyse::run(arguments, streams),
    }
}
