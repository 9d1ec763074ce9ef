//! `scoresheet completions`: completions for shells, made from the arguments.

use std::io;

use clap::Args;

use crate::cli::output::{Exit, Streams};

/// Arguments of `completions`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet completions bash > ~/.local/share/bash-completion/completions/scoresheet
  scoresheet completions fish > ~/.config/fish/completions/scoresheet.fish")]
pub(crate) struct CompletionsArguments {
    /// Print the completions for this shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Runs the command for the whole `program`.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &CompletionsArguments,
    mut program: clap::Command,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "scoresheet", &mut script);
    streams.stdout.write_all(&script)?;
    Ok(Exit::Clean)
}
