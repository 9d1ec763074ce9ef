//! The standard streams as files.

use std::fs::File;
use std::io;

/// Whether a write of several parts is one call of the system. Windows writes one part after the other.
pub(crate) const WRITES_VECTORED: bool = cfg!(unix);

/// Standard input as a file of its own.
pub(crate) fn own_stdin(stdin: &io::Stdin) -> io::Result<File> {
    own(stdin)
}

/// Standard output as a file of its own, without the buffer of the standard library.
pub(crate) fn own_stdout(stdout: &io::Stdout) -> io::Result<File> {
    own(stdout)
}

#[cfg(unix)]
fn own(stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn own(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    stream.as_handle().try_clone_to_owned().map(File::from)
}

/// Lets a pipe hold so many bytes. What is no pipe, or may not, stays as it is.
#[cfg(target_os = "linux")]
pub(crate) fn widen_pipe(stream: &impl std::os::fd::AsFd, bytes: usize) {
    if let Err(reason) = rustix::pipe::fcntl_setpipe_size(stream, bytes) {
        tracing::debug!("standard input or output is no pipe that can be larger: {reason}");
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn widen_pipe<S>(_: &S, _: usize) {}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::io::{Read, Write, pipe};

    use super::*;

    #[test]
    fn a_wide_pipe_holds_more_than_others() {
        let (mut reader, mut writer) = pipe().unwrap();
        widen_pipe(&writer, 1 << 18);
        // Nobody reads yet: an ordinary pipe holds a quarter of it.
        writer.write_all(&[1; 1 << 18]).unwrap();
        drop(writer);
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes.len(), 1 << 18);
        widen_pipe(&tempfile::tempfile().unwrap(), 1 << 18);
    }

    #[test]
    fn a_file_of_its_own_writes_to_the_same_stream() {
        let mut file = tempfile::tempfile().unwrap();
        let mut same = own(&file).unwrap();
        same.write_all(b"games").unwrap();
        assert_eq!(io::Seek::stream_position(&mut file).unwrap(), 5);
    }
}
