//! Standard input and output as the transport wants them: for few large messages, not for many lines.
//!
//! A pipe of Linux holds 64 KiB. An answer of 14 MB, all semantic tokens of a large file, makes writer and reader wait for each other two
//! hundred times; with the largest pipe that anybody may have, it is there in a quarter of the time.

use std::fs::File;
use std::io;

use tokio::io::{AsyncRead, AsyncWrite};

/// As much as Linux gives any user (`/proc/sys/fs/pipe-max-size`, where nobody has changed it). Bytes.
#[cfg(target_os = "linux")]
const PIPE_BYTES: usize = 1 << 20;

/// Standard input.
pub fn input() -> impl AsyncRead + Unpin {
    widen(&io::stdin());
    tokio::io::stdin()
}

/// Standard output without the standard library's buffer, which looks for the last line feed in all that is written.
///
/// # Errors
/// When standard output is closed.
pub fn output() -> io::Result<impl AsyncWrite + Unpin + Send + 'static> {
    let output = io::stdout();
    widen(&output);
    Ok(tokio::fs::File::from_std(duplicate(&output)?))
}

#[cfg(unix)]
fn duplicate(output: &io::Stdout) -> io::Result<File> {
    use std::os::fd::AsFd;
    output.as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn duplicate(output: &io::Stdout) -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    output.as_handle().try_clone_to_owned().map(File::from)
}

/// Lets a pipe hold more. What is no pipe, or may not, stays as it is.
#[cfg(target_os = "linux")]
fn widen(stream: &impl std::os::fd::AsFd) {
    if let Err(reason) = rustix::pipe::fcntl_setpipe_size(stream, PIPE_BYTES) {
        tracing::debug!("standard input or output is no pipe that can be larger: {reason}");
    }
}

#[cfg(not(target_os = "linux"))]
fn widen<S>(_: &S) {}
