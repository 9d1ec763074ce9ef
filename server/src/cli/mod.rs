//! The command line: one file per command.

mod args;
mod baseline;
mod changed;
mod check;
mod check_blocks;
mod check_report;
mod color;
mod convert;
mod diff;
mod doctor;
mod edit;
pub mod engine;
mod files;
mod format;
mod format_blocks;
mod generate;
mod git;
mod identity;
mod language;
mod leftovers;
mod paths;
mod pipeline;
mod render;
mod report;
mod rule;
mod second_look;
mod selection;
mod settings;
mod side_by_side;
mod sieve;
mod spool;
mod streams;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod walk;
mod watch;
mod write;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::Parser;

pub use args::Style;
use args::{Arguments, Command};
use engine::Engine;
use streams::Streams;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Nothing to complain about.
    Clean = 0,
    /// Findings, differences, or games left as they are.
    Found = 1,
    /// Wrong usage, or a file that cannot be read or written.
    Trouble = 2,
}

/// Runs the program with the arguments of the process.
pub fn main(engine: &Engine) -> ExitCode {
    let arguments = match parse(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(help_or_error) => {
            // Wrong usage is 2, help and version are 0; neither can be told to a closed pipe.
            let _ = help_or_error.print();
            return if help_or_error.use_stderr() { Exit::Trouble.into() } else { ExitCode::SUCCESS };
        }
    };
    // The server takes the streams for itself.
    if matches!(arguments.command, Command::Lsp(_)) {
        return (engine.serve)();
    }
    match streams::with_process_streams(|streams| run(&arguments, engine, streams)) {
        Ok(exit) => exit.into(),
        // Whoever reads the output has read enough, and need not be told. But nobody shall take it for a clean end.
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

fn run(arguments: &Arguments, engine: &Engine, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let global = &arguments.global;
    match &arguments.command {
        Command::Check(check) => check::run(check, global, engine, streams),
        Command::Format(format) => format::run(format, global, engine, streams),
        Command::Edit(edit) => edit::run(edit, global, streams),
        Command::Convert(convert) => convert::run(convert, global, streams),
        Command::Rule(rule) => rule::show(rule, global, engine.rules, streams),
        Command::Rules(rules) => rule::list(rules, global, engine.rules, streams),
        Command::Lsp(_) => Ok(Exit::Clean),
        Command::Doctor(doctor) => doctor::run(doctor, global, streams),
        Command::Completions(completions) => generate::completions(completions, streams),
        Command::Man(man) => generate::manual(man, streams),
    }
}

impl Exit {
    /// Trouble outweighs findings.
    fn of(trouble: bool, found: bool) -> Exit {
        match (trouble, found) {
            (true, _) => Exit::Trouble,
            (false, true) => Exit::Found,
            (false, false) => Exit::Clean,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
