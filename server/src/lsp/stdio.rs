//! Standard input and output as the transport wants them: for few large messages, not for many lines.
//!
//! A pipe of Linux holds 64 KiB. An answer of 14 MB, all semantic tokens of a large file, makes writer and reader wait for each other two
//! hundred times; with the largest pipe that anybody may have, it is there in a quarter of the time. Editors on libuv (VS Code, Neovim)
//! have a pair of sockets instead, which holds 200 KiB and stays as it is.

use std::fs::File;
use std::io::{self, IoSlice, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite};

/// What [`output`] gives.
pub struct Output(File);

/// As much as Linux gives any user (`/proc/sys/fs/pipe-max-size`, where nobody has changed it). Bytes.
#[cfg(target_os = "linux")]
const PIPE_BYTES: usize = 1 << 20;

/// Standard input.
pub fn input() -> impl AsyncRead + Unpin {
    widen(&io::stdin());
    tokio::io::stdin()
}

/// Standard output without the standard library's buffer, which looks for the last line feed in all that is written. Writing waits: it is
/// for a thread that does nothing else.
///
/// # Errors
/// When standard output is closed.
pub fn output() -> io::Result<Output> {
    let output = io::stdout();
    widen(&output);
    Ok(Output(duplicate(&output)?))
}

impl AsyncWrite for Output {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        loop {
            match (&self.0).write_vectored(parts) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                written => return Poll::Ready(written),
            }
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready((&self.0).flush())
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(context)
    }
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
