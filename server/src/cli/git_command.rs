//! Running Git.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// The output of a `git` command. It runs no program that the repository names, except the filters of a checkout.
///
/// # Errors
///
/// A message: Git cannot be run, or what it says first.
pub(super) fn git<S: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = S>) -> Result<Vec<u8>, String> {
    let mut command = Command::new("git");
    command.args(["--no-optional-locks", "--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-C"]);
    command.arg(folder).args(arguments).stdin(Stdio::null());
    match command.output() {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(format!("git: {}", said.lines().next().unwrap_or("no message")))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err("git is not on the PATH".to_owned()),
        Err(error) => Err(format!("git cannot be run: {error}")),
    }
}
