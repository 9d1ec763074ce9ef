//! Which encoding a file is in that is not what its first bytes suggest: decided by all of it, a few lines at a time.

use std::io::{self, Read, Seek, SeekFrom};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::encoding::{Encoding, UTF8_BOM};
use super::stray::Tally;

/// How many bytes are looked at together, at least.
const PART: usize = 1 << 20;

/// How much of the lines with other characters than ASCII is looked at to guess an encoding. A guess does not get better
/// with more, and reading 100 MB for it takes longer than checking all the games.
const GUESS_SAMPLE: usize = 64 * 1024;

/// The encoding of all that `file` holds, no byte of which is lost in it. Leaves `file` anywhere.
///
/// # Errors
/// Where the file cannot be sought in.
pub(super) fn encoding(file: &mut (impl Read + Seek)) -> io::Result<Encoding> {
    let mut tally = Tally::default();
    let mut lines = Vec::new();
    each_part(file, 0, |part, is_first| {
        let mark = if is_first { Encoding::UTF_8.bom_of(part) } else { b"" };
        tally.add(&part[mark.len()..]);
        add_lines_beyond_ascii(part, &mut lines);
        true
    })?;
    if tally.is_utf8() {
        return Ok(Encoding::UTF_8);
    }
    if tally.is_utf8_with_accidents() {
        return Ok(Encoding::UTF_8_WITH_STRAY_BYTES);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&lines, true);
    let guess = Encoding::of(detector.guess(None, Utf8Detection::Deny));
    let mut holds = true;
    each_part(file, 0, |part, is_first| {
        // A mark of UTF-8 also stands, wrongly, before single-byte text.
        let text = if is_first { part.strip_prefix(UTF8_BOM).unwrap_or(part) } else { part };
        holds = guess.decode_part(text).is_some();
        holds
    })?;
    Ok(if holds { guess } else { Encoding::WINDOWS_1252 })
}

/// Whether all that `file` holds from byte `start` on, where a line begins, is UTF-8. Leaves `file` anywhere.
///
/// # Errors
/// Where the file cannot be sought in.
pub(super) fn is_utf8(file: &mut (impl Read + Seek), start: u64) -> io::Result<bool> {
    let mut is_utf8 = true;
    each_part(file, start, |part, _| {
        is_utf8 = std::str::from_utf8(part).is_ok();
        is_utf8
    })?;
    Ok(is_utf8)
}

/// Hands parts of `file` from byte `start` on, none of which ends within a line, to `look`, and whether each is the first, as long as
/// it wants more.
fn each_part(file: &mut (impl Read + Seek), start: u64, mut look: impl FnMut(&[u8], bool) -> bool) -> io::Result<()> {
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::with_capacity(2 * PART);
    let mut is_first = true;
    loop {
        let wanted = PART.max(bytes.len());
        // An archive that is cut short is in the encoding of what it still holds. Who reads it meets the same end.
        let is_over = !file.take(wanted as u64).read_to_end(&mut bytes).is_ok_and(|count| count == wanted);
        let end = if is_over { bytes.len() } else { memchr::memrchr2(b'\n', b'\r', &bytes).map_or(0, |at| at + 1) };
        if (end > 0 && !look(&bytes[..end], is_first)) || is_over {
            return Ok(());
        }
        is_first &= end == 0;
        bytes.drain(..end);
    }
}

/// Add the first lines that hold other bytes than ASCII, up to [`GUESS_SAMPLE`].
fn add_lines_beyond_ascii(bytes: &[u8], lines: &mut Vec<u8>) {
    for line in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_ascii()) {
        if lines.len() >= GUESS_SAMPLE {
            return;
        }
        lines.extend_from_slice(&line[..line.len().min(GUESS_SAMPLE)]);
    }
}
