//! A cache on the disk.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use scoresheet_collection::cache::{Checksum, FileState, Head, START, SegmentPlace};

use super::file_state::checksum;

/// A longer head is damaged: a segment takes less than 100 bytes in it.
const LONGEST_HEAD: u64 = 64 << 20;

/// An open cache.
pub(super) struct StoredCache {
    file: Mutex<File>,
    head: Head,
}

impl StoredCache {
    /// Opens a cache. `None` if there is none, or it is damaged or of another version.
    pub(super) fn open(path: &Path) -> Option<StoredCache> {
        let mut file = File::open(path).ok()?;
        let mut start = [0; START];
        file.read_exact(&mut start).ok()?;
        let range = Head::range(&start)?;
        let is_whole = range.end == file.metadata().ok()?.len() && range.end - range.start <= LONGEST_HEAD;
        let head = is_whole.then(|| read(&mut file, &range).ok())??;
        let head = Head::read(&start, &head)?;
        Some(StoredCache { file: Mutex::new(file), head })
    }

    pub(super) fn head(&self) -> &Head {
        &self.head
    }

    /// The bytes of a segment in a range. `None` if they cannot be read.
    pub(super) fn bytes(&self, place: &SegmentPlace, range: Range<usize>) -> Option<Vec<u8>> {
        let at = |offset: usize| place.range.start.checked_add(offset as u64);
        let range = at(range.start)?..at(range.end)?;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        (range.end <= place.range.end).then(|| read(&mut file, &range).ok())?
    }

    /// The head of a segment. `None` if it is damaged.
    pub(super) fn segment_head(&self, place: &SegmentPlace) -> Option<Vec<u8>> {
        let head = self.bytes(place, 0..place.head as usize)?;
        (Checksum::of(&head) == place.head_checksum).then_some(head)
    }

    /// Copies the first `count` segments to `to`.
    pub(super) fn copy_segments(&self, count: usize, to: &mut File) -> io::Result<()> {
        let Some(last) = count.checked_sub(1).and_then(|last| self.head.segments.get(last)) else { return Ok(()) };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(START as u64))?;
        let length = last.range.end.saturating_sub(START as u64);
        let copied = io::copy(&mut (&mut *file).take(length), to)?;
        if copied < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    /// How many of the first segments are of the text that the file at `path` has now.
    pub(super) fn count_fresh(&self, path: &Path, is_archive: bool, state: &FileState) -> usize {
        let Head { state: known, is_young, segments, .. } = &self.head;
        if known == state && state.is_proof() && !is_young {
            return segments.len();
        }
        let Ok(mut file) = File::open(path) else { return 0 };
        if is_archive {
            let is_same = |sum| segments.iter().all(|segment| segment.text_checksum == sum);
            let is_fresh = known.size == state.size && checksum(&mut file, &(0..state.size)).is_ok_and(is_same);
            return if is_fresh { segments.len() } else { 0 };
        }
        let is_fresh = |segment: &&SegmentPlace| {
            segment.text.end <= state.size
                && checksum(&mut file, &segment.text).is_ok_and(|sum| sum == segment.text_checksum)
        };
        segments.iter().take_while(is_fresh).count()
    }
}

fn read(file: &mut File, range: &Range<u64>) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(range.start))?;
    let length = range.end.saturating_sub(range.start);
    let mut bytes = Vec::with_capacity(usize::try_from(length).map_err(io::Error::other)?);
    let read = file.take(length).read_to_end(&mut bytes)?;
    if (read as u64) < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
}
