//! The options of the commands that count and tabulate games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

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

impl OutputArguments {
    /// The form of the output: the one that is chosen, or that the extension of the file names; none where there is none.
    pub(crate) fn form<F: ValueEnum>(&self, chosen: Option<F>) -> Option<F> {
        let of_extension = || {
            let extension = self.output.as_deref()?.extension()?.to_str()?.to_ascii_lowercase();
            let name = match extension.as_str() {
                "md" => "markdown",
                "htm" => "html",
                other => other,
            };
            F::from_str(name, true).ok()
        };
        chosen.or_else(of_extension)
    }
}
