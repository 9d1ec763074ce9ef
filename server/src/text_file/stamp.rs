//! Detecting that a file was written to.

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// The properties of a file that change when it is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    /// The current stamp of the file at `path`.
    pub fn of(path: &Path) -> io::Result<Stamp> {
        let metadata = fs::metadata(path)?;
        Ok(Stamp { length: metadata.len(), modified: metadata.modified().ok() })
    }
}
