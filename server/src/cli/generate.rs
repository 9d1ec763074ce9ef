//! `scoresheet completions` and `scoresheet man`: what is made from the arguments themselves.

use std::fs;
use std::io;

use clap::CommandFactory;

use super::Exit;
use super::args::{Arguments, CompletionsArguments, ManArguments};
use super::streams::Streams;

/// Prints the completions of a shell. The error is that standard output cannot be written.
pub fn completions(arguments: &CompletionsArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "scoresheet", &mut script);
    streams.stdout.write_all(&script)?;
    Ok(Exit::Clean)
}

/// Prints the manual page, or writes those of all commands. The error is that standard output cannot be written.
pub fn manual(arguments: &ManArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Some(folder) = &arguments.folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
        streams.stdout.write_all(&page)?;
        return Ok(Exit::Clean);
    };
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Arguments::command(), folder));
    if let Err(error) = written {
        streams.error(format_args!("{}: cannot write: {error}", folder.display()));
        return Ok(Exit::Trouble);
    }
    Ok(Exit::Clean)
}
