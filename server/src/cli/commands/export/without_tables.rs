//! What a build says that writes no tables for other engines.

use std::io;

use scoresheet_lint::rule::KnownRules;

use super::arguments::ExportArguments;
use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{Exit, Streams};

/// How to get them.
const MISSING: &str = "this build writes no Parquet and no Arrow: packages do, and `cargo install --path server --features parquet`; `scoresheet table` writes CSV and JSON";

/// Says that this build cannot do it.
///
/// # Errors
/// Never.
pub(crate) fn run(
    _arguments: &ExportArguments,
    _global: &GlobalArguments,
    _rules: KnownRules,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    streams.error(MISSING);
    Ok(Exit::Trouble)
}
