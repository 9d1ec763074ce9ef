//! A copy of a stream that can be read only once. Promise: a pipe gives the same findings as a file.

use std::io::{self, Read, Write};

use tempfile::SpooledTempFile;

/// How much is held in memory; the rest goes to a temporary file.
const MOST_IN_MEMORY: usize = 8 << 20;

/// How many bytes are copied at a time.
const PART: u64 = 1 << 20;

/// The copy, if there is space for it. Most streams are never read again, so a lack of space is reported only on
/// access.
pub(super) struct StreamCopy {
    file: SpooledTempFile,
    /// Why there is no copy.
    lost: Option<io::Error>,
}

impl Default for StreamCopy {
    fn default() -> StreamCopy {
        StreamCopy { file: SpooledTempFile::new(MOST_IN_MEMORY), lost: None }
    }
}

impl StreamCopy {
    /// Appends bytes. If there is no space for them, the copy is dropped.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        if self.lost.is_none()
            && let Err(error) = self.file.write_all(bytes)
        {
            // This frees the space of the copy.
            *self = StreamCopy { lost: Some(error), ..StreamCopy::default() };
        }
    }

    /// Appends everything that `from` holds.
    ///
    /// # Errors
    ///
    /// If it cannot be read. [`StreamCopy::file`] reports a lack of space.
    pub(super) fn add_all(&mut self, from: &mut impl Read) -> io::Result<()> {
        let mut part = Vec::new();
        while from.take(PART).read_to_end(&mut part)? > 0 {
            self.add(&part);
            part.clear();
        }
        Ok(())
    }

    /// The copy.
    ///
    /// # Errors
    ///
    /// If there was no space for it.
    pub(super) fn file(&mut self) -> io::Result<&mut SpooledTempFile> {
        let Some(error) = &self.lost else { return Ok(&mut self.file) };
        let folder = std::env::temp_dir();
        let message =
            format!("no space in {} for a copy of the input, which is read twice ({error})", folder.display());
        Err(io::Error::new(error.kind(), message))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, SeekFrom};

    use super::*;

    #[test]
    fn who_wants_a_copy_that_had_no_room_is_told_why() {
        let mut copied = StreamCopy::default();
        copied.add_all(&mut &b"abc"[..]).unwrap();
        copied.file().unwrap().seek(SeekFrom::Start(1)).unwrap();
        let mut read = String::new();
        copied.file().unwrap().read_to_string(&mut read).unwrap();
        assert_eq!(read, "bc");
        copied.lost = Some(io::ErrorKind::StorageFull.into());
        copied.add(b"d");
        let error = copied.file().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(error.to_string().starts_with("no space in "), "{error}");
    }
}
