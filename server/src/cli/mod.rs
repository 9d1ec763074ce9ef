//! The command line.

mod arguments;
mod commands;
mod file_identity;
mod findings;
mod git_command;
mod input;
mod language;
mod output;
mod render;
mod repertoire_options;
mod revision;
mod segments;
mod shard;
#[cfg(test)]
mod shard_tests;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod tournament_table;
mod whole_files;
mod writing;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{CommandFactory, Parser};
use scoresheet_lint::rule::KnownRules;
use scoresheet_lint::rules::RULES;

use arguments::GlobalArguments;
use commands::Command;
use output::{Exit, Streams, with_process_streams};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Check, format, edit, search and tabulate chess games in PGN files and positions in EPD and FEN files.
#[derive(Debug, Parser)]
#[command(
    name = "scoresheet",
    version,
    styles = STYLES,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  scoresheet check                  check all games and positions below the current folder
  scoresheet check --fix games.pgn  repair what can be repaired safely
  scoresheet format games.pgn       bring games into the standard's form
  scoresheet search games.pgn --player Carlsen --since 2019
                                    find games; tree counts what they played, table lists them
  scoresheet tree games.pgn --line '1. e4 c5'
  scoresheet table games.pgn --columns date,white,black,result,opening --sort -date

Menu items of other programs: https://github.com/scoresheet/scoresheet/blob/main/server/docs/manual.md"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    global: GlobalArguments,
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = match parse(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(help_or_error) => {
            // Wrong usage is 2, help and version are 0; a closed pipe cannot be written to either.
            let _ = help_or_error.print();
            return if help_or_error.use_stderr() { Exit::Trouble.into() } else { ExitCode::SUCCESS };
        }
    };
    if let Command::Lsp(_) = arguments.command {
        return commands::lsp::run();
    }
    match with_process_streams(|streams| run(&arguments, RULES, streams)) {
        Ok(exit) => exit.into(),
        // The reader of the output has read enough and needs no message. But this must not look like a clean end.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Trouble.into(),
        Err(error) => {
            eprintln!("error: {error}");
            Exit::Trouble.into()
        }
    }
}

fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
    Arguments::try_parse_from(arguments)
}

fn run(arguments: &Arguments, rules: KnownRules, streams: &mut Streams<'_>) -> io::Result<Exit> {
    commands::run(&arguments.command, Arguments::command(), &arguments.global, rules, streams)
}
