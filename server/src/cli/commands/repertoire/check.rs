//! `scoresheet repertoire check`: the rules of the group `repertoire`, for files that are one.

use std::io;
use std::path::PathBuf;

use clap::Args;
use scoresheet_lint::finding::Level;
use scoresheet_lint::rule::KnownRules;
use scoresheet_lint::rule_id::Group;

use crate::cli::arguments::{GlobalArguments, InputArguments};
use crate::cli::commands::check::{self, CheckArguments, formats, levels};
use crate::cli::output::{Exit, Streams, trouble};
use crate::cli::render::OutputFormat;
use crate::cli::repertoire_options::RepertoireOptions;

/// Arguments of `repertoire check`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet repertoire check white/*.pgn --side white
  scoresheet repertoire check white --side white --against games.pgn --threshold 5 --moves 12
  scoresheet repertoire check --output-format github     the sides and games of scoresheet.toml

All rules: https://github.com/scoresheet/scoresheet/blob/main/server/docs/repertoire.md
Exit status: 0 no errors, 1 at least one finding of level error (or --level), 2 wrong usage, or a file that cannot be read.")]
pub(crate) struct RepertoireCheckArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) options: RepertoireOptions,
    /// Report only these rules (comma-separated) [default: all rules about repertoires]
    #[arg(long, value_delimiter = ',', value_name = "RULES")]
    pub(crate) select: Vec<String>,
    /// Do not report these rules (comma-separated) [default: none]
    #[arg(long, value_delimiter = ',', value_name = "RULES")]
    pub(crate) ignore: Vec<String>,
    /// Report findings from this level up, and exit with 1 if there is one [default: report all, exit with 1 on errors]
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    pub(crate) level: Option<Level>,
    /// Exit with 0 even if there are findings
    #[arg(long)]
    pub(crate) exit_zero: bool,
    /// Count the findings of each rule instead of showing them
    #[arg(long)]
    pub(crate) statistics: bool,
    /// Print findings in this format [default: full on a terminal, otherwise concise]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(crate) output_format: Option<&'static dyn OutputFormat>,
    /// Write the findings to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", conflicts_with = "statistics")]
    pub(crate) output_file: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &RepertoireCheckArguments,
    global: &GlobalArguments,
    rules: KnownRules,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let of_group: Vec<&'static str> =
        rules.iter().filter(|rule| rule.group == Group::Repertoire).map(|rule| rule.name).collect();
    let all = || of_group.iter().map(|name| (*name).to_owned()).collect();
    let others = arguments.select.iter().chain(&arguments.ignore).find(|name| !of_group.contains(&name.trim()));
    if let Some(other) = others {
        return trouble(
            streams,
            format_args!("{other} is no rule about repertoires; these are {}", of_group.join(", ")),
        );
    }
    let check = CheckArguments {
        input: arguments.input.clone(),
        select: if arguments.select.is_empty() { all() } else { arguments.select.clone() },
        ignore: arguments.ignore.clone(),
        level: arguments.level,
        exit_zero: arguments.exit_zero,
        statistics: arguments.statistics,
        output_format: arguments.output_format,
        output_file: arguments.output_file.clone(),
        repertoire: Some(arguments.options.clone()),
        ..CheckArguments::default()
    };
    check::run(&check, global, rules, streams)
}
