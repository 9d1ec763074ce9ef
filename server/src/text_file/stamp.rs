//! Noticing that a file was written to.

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// By what a file shows that it was written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    /// What the file at `path` is like now.
    pub fn of(path: &Path) -> io::Result<Stamp> {
        let metadata = fs::metadata(path)?;
        Ok(Stamp { length: metadata.len(), modified: metadata.modified().ok() })
    }
}
