//! Why a file could not be read as text.

use std::io;

use super::encoding::Encoding;

/// Why a file could not be read as text.
#[derive(Debug)]
pub enum ReadError {
    /// The operating system refused.
    Io(io::Error),
    /// The bytes are not text in the requested encoding.
    NotIn(Encoding),
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReadError::Io(error) if error.kind() == io::ErrorKind::NotFound => f.write_str("no such file"),
            ReadError::Io(error) => write!(f, "{error}"),
            ReadError::NotIn(encoding) => {
                write!(f, "the file is not valid {}; try without --encoding", encoding.name())
            }
        }
    }
}

impl std::error::Error for ReadError {}
