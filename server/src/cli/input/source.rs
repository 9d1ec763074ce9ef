//! An input: a file or standard input.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::cli::output::{InputStream, StandardInput};
use crate::cli::writing::ensure_replaceable;
use crate::text_file::{Advance, Archive, Encoding, Origin, ReadError, STDIN_NAME, TextFile};

/// Why a compressed file is not changed.
pub(crate) const COMPRESSED: &str = "a compressed file can be checked but not changed; decompress it first";

/// An input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Input {
    /// Standard input, with the name that it was given.
    Stdin(PathBuf),
    /// A file.
    File(PathBuf),
}

impl Input {
    /// Standard input, called `name` if there is one.
    pub(crate) fn stdin(name: Option<&Path>) -> Input {
        Input::Stdin(name.unwrap_or(Path::new(STDIN_NAME)).to_path_buf())
    }

    /// Its name.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Input::Stdin(path) | Input::File(path) => path,
        }
    }

    /// Its length in bytes; 0 if unknown before reading.
    pub(crate) fn len_hint(&self) -> u64 {
        match self {
            Input::Stdin(_) => 0,
            Input::File(path) => fs::metadata(path).map_or(0, |metadata| metadata.len()),
        }
    }

    /// Reads and decodes the whole input, to change it.
    ///
    /// # Errors
    ///
    /// A message; also for a compressed file, because these are not written.
    pub(crate) fn read(&self, encoding: Option<Encoding>, stdin: &StandardInput) -> Result<TextFile, String> {
        let read = match self {
            Input::File(path) if Archive::of(path).is_some() => return Err(COMPRESSED.to_owned()),
            Input::File(path) => TextFile::read(path, encoding),
            Input::Stdin(path) => {
                let read = stdin.take().map_or(Ok(Vec::new()), InputStream::read_to_end);
                read.map_err(ReadError::Io).and_then(|bytes| TextFile::decode(path.clone(), bytes, encoding))
            }
        };
        read.map_err(|error| error.to_string())
    }

    /// Reads the whole input, decompressing if necessary.
    ///
    /// # Errors
    ///
    /// If the operating system refuses.
    pub(crate) fn bytes(&self, stdin: &StandardInput) -> io::Result<Vec<u8>> {
        self.open(stdin, &|_| {})?.read_whole()
    }

    /// Checks that it can be written back.
    ///
    /// # Errors
    ///
    /// A message if it is neither standard input nor a file.
    pub(crate) fn ensure_replaceable(&self) -> Result<(), String> {
        match self {
            Input::File(path) => {
                ensure_replaceable(path).map_err(|error| format!("cannot write: {error}; use - for standard input"))
            }
            Input::Stdin(_) => Ok(()),
        }
    }

    /// Opens it, decompressing if necessary. `advance` receives the progress of reading.
    ///
    /// # Errors
    ///
    /// If the operating system refuses.
    pub(crate) fn open<'a, 's: 'a>(&self, stdin: &StandardInput<'s>, advance: Advance<'a>) -> io::Result<Origin<'a>> {
        match self {
            Input::File(path) => Origin::open(path, Archive::of(path), advance),
            Input::Stdin(_) => {
                let stdin = stdin.take().ok_or_else(|| io::Error::other("standard input was read already"))?;
                match stdin {
                    InputStream::File(file) => Origin::file(file, advance),
                    InputStream::Once(stream) => Origin::stream(stream, advance),
                }
            }
        }
    }

    /// A copy of standard input in a temporary file, for what is read twice; `None` for a file.
    ///
    /// # Errors
    ///
    /// If it was read already, or there is no space for the copy.
    pub(crate) fn copy_of_stdin(&self, stdin: &StandardInput) -> io::Result<Option<NamedTempFile>> {
        if !self.is_stdin() {
            return Ok(None);
        }
        let mut copy = NamedTempFile::new()?;
        match stdin.take() {
            Some(InputStream::File(mut file)) => io::copy(&mut file, &mut copy)?,
            Some(InputStream::Once(stream)) => io::copy(stream, &mut copy)?,
            None => return Err(io::Error::other("standard input was read already")),
        };
        Ok(Some(copy))
    }

    /// Whether it is standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        matches!(self, Input::Stdin(_))
    }
}
