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
    /// The inode and the time of its last change in nanoseconds, which no program can set: zeros where the system has none.
    inode: (u64, i128),
}

impl Stamp {
    /// The current stamp of the file at `path`.
    pub fn of(path: &Path) -> io::Result<Stamp> {
        let metadata = fs::metadata(path)?;
        Ok(Stamp { length: metadata.len(), modified: metadata.modified().ok(), inode: inode(&metadata) })
    }
}

#[cfg(unix)]
fn inode(metadata: &fs::Metadata) -> (u64, i128) {
    use std::os::unix::fs::MetadataExt;
    (metadata.ino(), i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec()))
}

#[cfg(not(unix))]
fn inode(_: &fs::Metadata) -> (u64, i128) {
    (0, 0)
}
