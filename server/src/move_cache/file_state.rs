//! In which state a file is, and checksums of its parts.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use scoresheet_collection::cache::{Checksum, FileState};

use crate::system::{changed_nanoseconds, identity};

/// Two changes within this time may leave the same times: some file systems keep times of two seconds only.
const COARSEST_CLOCK: Duration = Duration::from_secs(2);

/// How far around a place a text is looked at to see whether a game begins there.
const AROUND: u64 = 4096;

/// How much is read at a time.
const PART: u64 = 1 << 20;

/// The state of the file at `path`, and whether it changed so recently that another change may leave the same state.
/// `None` if it is not an ordinary file.
pub(super) fn state_of(path: &Path) -> Option<(FileState, bool)> {
    let metadata = std::fs::metadata(path).ok().filter(Metadata::is_file)?;
    let modified = metadata.modified().ok()?;
    let (changed, inode) = (changed_nanoseconds(&metadata), identity(&metadata));
    let state = FileState { size: metadata.len(), modified: nanoseconds(modified), changed, inode };
    let latest = changed.map_or(state.modified, |changed| changed.max(state.modified));
    let now = nanoseconds(SystemTime::now());
    Some((state, now.saturating_sub(latest) < COARSEST_CLOCK.as_nanos() as i64))
}

/// Since 1970; negative before.
pub(super) fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |before| -before),
    }
}

/// The checksum of a range of a file.
///
/// # Errors
/// If there are not so many bytes, or they cannot be read.
pub(super) fn checksum(file: &mut File, range: &Range<u64>) -> io::Result<u64> {
    file.seek(SeekFrom::Start(range.start))?;
    let mut left = range.end.saturating_sub(range.start);
    let mut checksum = Checksum::default();
    let mut part = Vec::new();
    while left > 0 {
        part.clear();
        let count = file.take(left.min(PART)).read_to_end(&mut part)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        checksum.add(&part);
        left -= count as u64;
    }
    Ok(checksum.finish())
}

/// The checksum of a whole file.
pub(super) fn checksum_of_file(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    checksum(&mut file, &(0..length))
}

/// Whether a game certainly begins at byte `at` of a file, whatever is before it: so that what is before reads as it did when the file
/// ended there. False if the file cannot be read.
pub(super) fn begins_game(path: &Path, at: u64) -> bool {
    let read = || {
        let mut file = File::open(path)?;
        let start = at.saturating_sub(AROUND);
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(at - start + AROUND).read_to_end(&mut bytes)?;
        Ok::<_, io::Error>((bytes, (at - start) as usize))
    };
    let Ok((bytes, at)) = read() else { return false };
    // The first line may be cut; nothing that begins after it depends on what is before.
    let from = bytes[..at].iter().position(|byte| *byte == b'\n').unwrap_or(at);
    let (before, after) = bytes.split_at(at);
    // Only one cut can be there if what follows has none.
    let next_line = after.iter().position(|byte| *byte == b'\n').map_or(after.len(), |end| end + 1);
    scoresheet_grammar::last_cut(&bytes[from..before.len() + next_line], 0) == Some(at - from)
}
