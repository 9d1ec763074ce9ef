//! `scoresheet man`: manual pages, made from the arguments.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Args;

use crate::cli::output::{Exit, Streams};

/// Arguments of `man`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet man | man -l -
  scoresheet man ~/.local/share/man/man1")]
pub(crate) struct ManArguments {
    /// Write a page for every command to this folder [default: print the page of the program]
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}

/// Runs the command for the whole `program`.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &ManArguments, program: clap::Command, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Some(folder) = &arguments.folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(program).render(&mut page)?;
        streams.stdout.write_all(&page)?;
        return Ok(Exit::Clean);
    };
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(program, folder));
    if let Err(error) = written {
        streams.error(format_args!("{}: cannot write: {error}", folder.display()));
        return Ok(Exit::Trouble);
    }
    Ok(Exit::Clean)
}
