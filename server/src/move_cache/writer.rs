//! Writing a cache while the games are read.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use scoresheet_collection::cache::{Checksum, FileState, Head, START, SegmentPlace};

use super::file_state::state_of;
use super::folder::CacheFolder;
use super::stored::StoredCache;
use crate::temporary_files::{new_temporary, remove_leftovers};

/// A cache that is being written, to a file without a name: whatever ends the program, nothing is left of it.
pub(super) struct CacheWriter {
    folder: CacheFolder,
    /// Where the cache will be.
    target: PathBuf,
    file: File,
    length: u64,
    head: Head,
    archive: Option<u64>,
    /// The length and the number of segments at the start.
    begun: (u64, usize),
}

impl CacheWriter {
    /// Begins a cache at `target`, with the first `kept` segments of an older one. `head` tells of which file; its segments are
    /// ignored. The text of an archive is known by the checksum of the `archive`.
    pub(super) fn start(
        folder: &CacheFolder,
        target: PathBuf,
        head: Head,
        archive: Option<u64>,
        old: Option<(&StoredCache, usize)>,
    ) -> io::Result<CacheWriter> {
        folder.create()?;
        remove_leftovers([target.as_path()]);
        let mut file = tempfile::tempfile_in(folder.path())?;
        file.write_all(&[0; START])?;
        let mut segments = Vec::new();
        if let Some((old, kept)) = old {
            old.copy_segments(kept, &mut file)?;
            segments.extend_from_slice(&old.head().segments[..kept]);
        }
        let length = file.stream_position()?;
        let begun = (length, segments.len());
        Ok(CacheWriter {
            folder: folder.clone(),
            target,
            file,
            length,
            head: Head { segments, ..head },
            archive,
            begun,
        })
    }

    /// Drops the segments that were added.
    pub(super) fn reset(&mut self) -> io::Result<()> {
        let (length, segments) = self.begun;
        self.head.segments.truncate(segments);
        self.length = self.file.seek(SeekFrom::Start(length))?;
        self.file.set_len(length)
    }

    /// Adds the next segment. `place` lacks where it is and the checksum of its head.
    pub(super) fn add(&mut self, bytes: &[u8], place: SegmentPlace) -> io::Result<()> {
        self.file.write_all(bytes)?;
        let range = self.length..self.length + bytes.len() as u64;
        self.length = range.end;
        let head_checksum = Checksum::of(&bytes[..place.head as usize]);
        let text_checksum = self.archive.unwrap_or(place.text_checksum);
        self.head.segments.push(SegmentPlace { range, head_checksum, text_checksum, ..place });
        Ok(())
    }

    /// Finishes the cache and puts it in its place, unless the file at `path` is no longer in the state in which it was read.
    pub(super) fn finish(mut self, path: &Path, encoding: &str, state: FileState, is_young: bool) -> io::Result<()> {
        (self.head.state, self.head.is_young) = (state, is_young);
        self.head.encoding = encoding.to_owned();
        let (start, head) = self.head.write(self.length);
        self.file.write_all(&head)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&start)?;
        self.file.seek(SeekFrom::Start(0))?;
        let mut temporary = new_temporary(self.folder.path(), false)?;
        io::copy(&mut self.file, temporary.as_file_mut())?;
        if state_of(path).is_none_or(|(now, _)| now != state) {
            return Err(io::Error::other("the file has changed"));
        }
        temporary.persist(&self.target)?;
        self.folder.trim(&self.target);
        Ok(())
    }
}
