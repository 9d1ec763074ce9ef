//! Detecting that a file was written to.

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use crate::system::{changed_nanoseconds, identity};

/// The properties of a file that change when it is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Which file it is, and when it was changed last, which no program can set; where the system tells them.
    identity: Option<(u64, u64)>,
    changed: Option<i64>,
}

impl Stamp {
    /// The current stamp of the file at `path`.
    pub fn of(path: &Path) -> io::Result<Stamp> {
        let metadata = fs::metadata(path)?;
        Ok(Stamp {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            identity: identity(&metadata),
            changed: changed_nanoseconds(&metadata),
        })
    }
}
