//! `--output`: the output in a file instead of on standard output.

use std::io;
use std::path::Path;

use super::atomic::create_atomically;
use crate::cli::arguments::OutputArguments;
use crate::cli::file_identity::is_same_file;
use crate::cli::output::{Streams, display_path};
use crate::text_file::Archive;

/// Whether the output, which is binary, would go to a terminal. That is reported.
pub(crate) fn refuses_binary(arguments: &OutputArguments, streams: &mut Streams<'_>) -> bool {
    let is_refused = streams.stdout_is_terminal && arguments.output.is_none();
    if is_refused {
        streams.error("this output is no text for a terminal; write it to a file with --output");
    }
    is_refused
}

/// Checks the name of a file that is to be written, but for whether the file exists.
///
/// # Errors
///
/// A message with the path: it is a folder, its name is that of a compressed file, or it is one of the files at `read`.
pub(crate) fn check_output<'p>(output: &Path, read: impl IntoIterator<Item = &'p Path>) -> Result<(), String> {
    let shown = display_path(output);
    if output.is_dir() {
        return Err(format!("{shown}: this is a folder"));
    }
    if Archive::of(output).is_some() {
        let ending = output.extension().unwrap_or_default().display();
        return Err(format!("{shown}: what is written is not compressed; leave out .{ending}"));
    }
    match read.into_iter().any(|path| is_same_file(path, output)) {
        true => Err(format!("{shown}: this file is read; give the output another name")),
        false => Ok(()),
    }
}

/// Writes the output, which is made from the files at `read`, where the arguments want it. Returns whether it could be written; if not, it was
/// reported.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn print_or_create<'p>(
    arguments: &OutputArguments,
    output: &[u8],
    read: impl IntoIterator<Item = &'p Path>,
    streams: &mut Streams<'_>,
) -> io::Result<bool> {
    let Some(path) = &arguments.output else { return streams.stdout.write_all(output).map(|()| true) };
    if let Err(error) = check_output(path, read) {
        streams.error(error);
        return Ok(false);
    }
    let Err(error) = create_atomically(path, output, arguments.force) else { return Ok(true) };
    let message = match error.kind() {
        io::ErrorKind::AlreadyExists => "the file exists; use --force to replace it".to_owned(),
        _ => format!("cannot write: {error}"),
    };
    streams.error(format_args!("{}: {message}", path.display()));
    Ok(false)
}
