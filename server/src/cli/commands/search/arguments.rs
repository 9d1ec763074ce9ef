//! The arguments of `search`.

use clap::Args;

use crate::cli::arguments::{InputArguments, QueryArguments};

/// Arguments of `search`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet search games.pgn --player Carlsen --since 2019
  scoresheet search games/ --where 'material KRPvKR' --count

Exit status: 0 games were found, 1 none was found, 2 wrong usage, or a file that cannot be read.")]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) query: QueryArguments,
    /// Print the number of games that were found, and nothing else
    #[arg(long)]
    pub(crate) count: bool,
    /// Stop after so many games [default: find all]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
}
