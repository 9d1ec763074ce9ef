//! The three standard streams, as values that tests can replace.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Seek, Write};
use std::sync::{Mutex, PoisonError};

use super::exit::Exit;
use super::messages::printable;
use crate::cli::arguments::{ColorChoice, GlobalArguments};
use crate::system::own_stdin;

/// Columns if the output is not a terminal.
const DEFAULT_WIDTH: usize = 100;
/// Excerpts are not readable in fewer columns.
const LEAST_WIDTH: usize = 40;

/// The content of standard input.
pub(crate) enum InputStream<'a> {
    /// A file that can be read at any position, at its start.
    File(File),
    /// A pipe, a terminal, or anything else that can be read only once.
    Once(&'a mut (dyn Read + Send)),
}

/// Standard input, which can be taken once.
#[derive(Default)]
pub(crate) struct StandardInput<'a>(Mutex<Option<InputStream<'a>>>);

impl<'a> StandardInput<'a> {
    /// Standard input that is read from `stdin`.
    pub(crate) fn new(stdin: &'a mut (dyn Read + Send)) -> StandardInput<'a> {
        StandardInput(Mutex::new(Some(InputStream::Once(stdin))))
    }

    /// Standard input of the process.
    fn of_process(stdin: &'a mut io::Stdin) -> StandardInput<'a> {
        match redirected_file(stdin) {
            Some(file) => StandardInput(Mutex::new(Some(InputStream::File(file)))),
            None => StandardInput::new(stdin),
        }
    }

    /// Standard input; none if it was taken before.
    pub(crate) fn take(&self) -> Option<InputStream<'a>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl InputStream<'_> {
    /// All of it.
    pub(crate) fn read_to_end(self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self {
            InputStream::File(mut file) => file.read_to_end(&mut bytes)?,
            InputStream::Once(stream) => stream.read_to_end(&mut bytes)?,
        };
        Ok(bytes)
    }
}

/// The file that standard input reads, as in `scoresheet check - < games.pgn`, if nothing was read from it yet.
fn redirected_file(stdin: &io::Stdin) -> Option<File> {
    let mut file = own_stdin(stdin).ok()?;
    let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
    (is_file && file.stream_position().is_ok_and(|position| position == 0)).then_some(file)
}

/// Standard input, output and error, with the properties of the terminal.
pub(crate) struct Streams<'a> {
    /// Standard input.
    pub(crate) stdin: StandardInput<'a>,
    /// Standard output, buffered.
    pub(crate) stdout: &'a mut (dyn Write + Send),
    /// Standard error.
    pub(crate) stderr: &'a mut dyn Write,
    /// Whether standard output is a terminal.
    pub(crate) stdout_is_terminal: bool,
    /// Whether standard error is a terminal.
    pub(crate) stderr_is_terminal: bool,
    /// Columns of the terminal.
    pub(crate) width: usize,
}

impl Streams<'_> {
    /// Reports an error. If standard error is closed, there is no other place to report it.
    pub(crate) fn error(&mut self, message: impl Display) {
        let _ = writeln!(self.stderr, "error: {}", printable(&message.to_string()));
    }

    /// The same for an error that keeps the command from starting. Returns the message, for reports.
    pub(crate) fn refusal(&mut self, message: impl Display) -> Vec<String> {
        self.error(&message);
        vec![message.to_string()]
    }

    /// Prints something for people who read standard error.
    pub(crate) fn note(&mut self, message: impl Display) {
        let _ = writeln!(self.stderr, "{message}");
    }

    /// Whether to show a progress bar on standard error.
    pub(crate) fn shows_progress(&self, global: &GlobalArguments) -> bool {
        self.stderr_is_terminal && !global.no_progress && !global.quiet
    }

    /// Whether to color standard output.
    pub(crate) fn colors(&self, choice: ColorChoice) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                self.stdout_is_terminal
                    && !set("NO_COLOR")
                    && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }
}

/// Reports an error that ends the command.
pub(crate) fn trouble(streams: &mut Streams<'_>, error: impl Display) -> io::Result<Exit> {
    streams.error(error);
    Ok(Exit::Trouble)
}

/// Runs `work` on the streams of the process. Its error is that standard output cannot be written.
pub(crate) fn with_process_streams<T>(work: impl FnOnce(&mut Streams<'_>) -> io::Result<T>) -> io::Result<T> {
    let mut stdout = io::BufWriter::with_capacity(1 << 16, io::stdout());
    let result = work(&mut Streams {
        stdin: StandardInput::of_process(&mut io::stdin()),
        stdout: &mut stdout,
        stderr: &mut io::stderr(),
        stdout_is_terminal: io::stdout().is_terminal(),
        stderr_is_terminal: io::stderr().is_terminal(),
        width: terminal_size::terminal_size().map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0).max(LEAST_WIDTH)),
    })?;
    stdout.flush()?;
    Ok(result)
}
