//! A copy of what can be read only once.

use std::io::{self, Read, Write};

use tempfile::SpooledTempFile;

/// So much of it is held in memory; the rest lies on the disk until the input is done with.
const MOST_IN_MEMORY: usize = 8 << 20;

/// How much is copied at a time. Bytes.
const PART: u64 = 1 << 20;

/// The copy, as long as there is room for it. Most inputs are never looked at again, so that only who wants to is told that
/// there is none.
pub(super) struct StreamCopy {
    file: SpooledTempFile,
    /// Why there is no copy any more.
    lost: Option<io::Error>,
}

impl Default for StreamCopy {
    fn default() -> StreamCopy {
        StreamCopy { file: SpooledTempFile::new(MOST_IN_MEMORY), lost: None }
    }
}

impl StreamCopy {
    /// Adds bytes to the copy. Where there is no room for them, there is no copy any more.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        if self.lost.is_none()
            && let Err(error) = self.file.write_all(bytes)
        {
            // What was there leaves its room to others.
            *self = StreamCopy { lost: Some(error), ..StreamCopy::default() };
        }
    }

    /// Adds all that `from` has to give.
    ///
    /// # Errors
    /// Where it cannot be read. Of no room [`StreamCopy::file`] tells.
    pub(super) fn add_all(&mut self, from: &mut impl Read) -> io::Result<()> {
        let mut part = Vec::new();
        while from.take(PART).read_to_end(&mut part)? > 0 {
            self.add(&part);
            part.clear();
        }
        Ok(())
    }

    /// The copy itself.
    ///
    /// # Errors
    /// Where there was no room for it.
    pub(super) fn file(&mut self) -> io::Result<&mut SpooledTempFile> {
        let Some(error) = &self.lost else { return Ok(&mut self.file) };
        let folder = std::env::temp_dir();
        let message =
            format!("there is no room in {} for a copy of what is to be read again ({error})", folder.display());
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
        assert!(error.to_string().starts_with("there is no room in "), "{error}");
    }
}
