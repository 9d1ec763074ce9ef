//! `scoresheet check`.

mod across;
mod add_suppressions;
mod arguments;
mod baseline;
mod binary;
mod blocks;
mod document;
mod explain_slips;
mod file_check;
mod filter;
mod fixed;
mod identify;
mod once;
mod printer;
mod rendering;
mod repertoires;
mod report;
mod reread;
mod rule_choice;
mod show;
mod watch;

use std::io;

pub(super) use arguments::{CheckArguments, formats, levels};
use scoresheet_lint::rule::KnownRules;

use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{Exit, Streams};

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &CheckArguments,
    global: &GlobalArguments,
    rules: KnownRules,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    if arguments.explain_slips {
        return explain_slips::run(arguments, global, rules, streams);
    }
    if arguments.show_files || arguments.show_settings {
        return show::run(arguments, global, rules, streams);
    }
    if arguments.add_suppressions {
        return add_suppressions::run(arguments, global, rules, streams);
    }
    match arguments.watch {
        true => watch::run(arguments, global, rules, streams),
        false => once::run(arguments, global, rules, streams),
    }
}
