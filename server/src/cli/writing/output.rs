//! `--output`: the output in a file instead of on standard output.

use std::io;

use super::atomic::create_atomically;
use crate::cli::arguments::OutputArguments;
use crate::cli::output::Streams;

/// Whether the output, which is binary, would go to a terminal. That is reported.
pub(crate) fn refuses_binary(arguments: &OutputArguments, streams: &mut Streams<'_>) -> bool {
    let is_refused = streams.stdout_is_terminal && arguments.output.is_none();
    if is_refused {
        streams.error("this output is no text for a terminal; write it to a file with --output");
    }
    is_refused
}

/// Writes the output where the arguments want it. Returns whether it could be written; if not, it was reported.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn print_or_create(
    arguments: &OutputArguments,
    output: &[u8],
    streams: &mut Streams<'_>,
) -> io::Result<bool> {
    let Some(path) = &arguments.output else { return streams.stdout.write_all(output).map(|()| true) };
    let Err(error) = create_atomically(path, output, arguments.force) else { return Ok(true) };
    let message = match error.kind() {
        io::ErrorKind::AlreadyExists => "the file exists; use --force to replace it".to_owned(),
        _ => format!("cannot write: {error}"),
    };
    streams.error(format_args!("{}: {message}", path.display()));
    Ok(false)
}
