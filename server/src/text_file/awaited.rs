//! Telling what a run waits for: a named pipe to which nobody writes.

use std::fs::Metadata;
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::system::is_device;

/// After this long the user is told. A program that is about to write needs less.
const PATIENCE: Duration = Duration::from_secs(2);

/// As long as it lives, something is waited for.
pub(super) struct Awaited(#[allow(dead_code, reason = "its end is the message")] Option<Sender<()>>);

impl Awaited {
    /// Begins to wait for the first bytes of a file. If it is no plain file with some content, and they do not come soon, a note says so.
    pub(super) fn file(path: &Path, metadata: &Metadata) -> Awaited {
        if metadata.is_file() && metadata.len() > 0 {
            return Awaited(None);
        }
        let (sender, ended) = channel::<()>();
        let note = format!("note: {}: waiting for another program to write to it", path.display());
        // Without a thread the wait is silent.
        let _ = std::thread::Builder::new().name("awaited".to_owned()).spawn(move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let _ = writeln!(io::stderr(), "{note}");
            }
        });
        Awaited(Some(sender))
    }
}

/// Checks that a file is none that never ends, such as `/dev/zero`, or that waits for what no program writes.
///
/// # Errors
///
/// If it is a device. `/dev/null` is an empty file.
pub(super) fn ensure_no_device(path: &Path, metadata: &Metadata) -> io::Result<()> {
    if is_device(metadata) && path.canonicalize().is_ok_and(|path| path != Path::new("/dev/null")) {
        return Err(io::Error::other("this is a device, not a file; use - for standard input"));
    }
    Ok(())
}
