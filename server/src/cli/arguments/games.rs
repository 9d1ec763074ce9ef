//! The options of the commands that count and tabulate games.

use std::path::PathBuf;

use clap::Args;

use super::{CacheArguments, InputArguments, QueryArguments};

/// Which games are read, and from where.
#[derive(Args, Debug)]
pub(crate) struct GamesArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) query: QueryArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) cache: CacheArguments,
}

/// Where the output goes.
#[derive(Args, Debug)]
pub(crate) struct OutputArguments {
    /// Write this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the output if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}
