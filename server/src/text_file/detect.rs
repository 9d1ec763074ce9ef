//! Guessing an encoding: from the first bytes of a file and, where the rest contradicts them, from all of it.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::encoding::{Encoding, Lossy, UTF8_BOM, UTF16_BE_BOM, UTF16_LE_BOM};
use super::stray_bytes::Tally;

/// How many bytes at the start tell UTF-16 without a byte order mark.
pub(super) const UTF16_SAMPLE: usize = 256;

/// How many bytes are looked at together, at least.
const PART: usize = 1 << 20;

/// How much of the lines with other characters than ASCII is looked at to guess an encoding. A guess does not get better
/// with more, and reading 100 MB for it takes longer than checking all the games.
const GUESS_SAMPLE: usize = 64 * 1024;

/// The text, its encoding and its byte order mark, as the bytes suggest. Never loses a byte.
pub(super) fn decode_guessing(bytes: Vec<u8>) -> (String, Encoding, &'static [u8]) {
    let guess = first_guess(&bytes);
    let Lossy(bytes) = match guess.decode_file(bytes) {
        Ok((text, bom)) => return (text, guess, bom),
        Err(lossy) => lossy,
    };
    // Memory can always be read.
    let guess = encoding(&mut Cursor::new(&bytes)).unwrap_or(Encoding::WINDOWS_1252);
    match guess.decode_file(bytes) {
        Ok((text, bom)) => (text, guess, bom),
        Err(Lossy(bytes)) => (Encoding::WINDOWS_1252.decode_roughly(&bytes), Encoding::WINDOWS_1252, b""),
    }
}

/// What the start of a file suggests: one of UTF-16's two or UTF-8. Where the rest contradicts it, [`encoding`] decides.
pub(super) fn first_guess(start: &[u8]) -> Encoding {
    utf16_guess(start).unwrap_or(Encoding::UTF_8)
}

/// UTF-16 by its byte order mark, or because every other byte is NUL, as in Latin letters.
fn utf16_guess(bytes: &[u8]) -> Option<Encoding> {
    if bytes.starts_with(UTF16_LE_BOM) {
        return Some(Encoding::UTF_16LE);
    }
    if bytes.starts_with(UTF16_BE_BOM) {
        return Some(Encoding::UTF_16BE);
    }
    let (pairs, rest) = bytes[..bytes.len().min(UTF16_SAMPLE)].as_chunks::<2>();
    if pairs.len() < 2 || !rest.is_empty() {
        return None;
    }
    if pairs.iter().all(|&[low, high]| low != 0 && high == 0) {
        return Some(Encoding::UTF_16LE);
    }
    pairs.iter().all(|&[high, low]| high == 0 && low != 0).then_some(Encoding::UTF_16BE)
}

/// The encoding of all that `file` holds, no byte of which is lost in it. Leaves `file` anywhere.
///
/// # Errors
/// Where the file cannot be sought in.
pub(super) fn encoding(file: &mut (impl Read + Seek)) -> io::Result<Encoding> {
    let mut tally = Tally::default();
    let mut lines = Vec::new();
    each_part(file, |part, is_first| {
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
    each_part(file, |part, is_first| {
        // A mark of UTF-8 also stands, wrongly, before single-byte text.
        let text = if is_first { part.strip_prefix(UTF8_BOM).unwrap_or(part) } else { part };
        holds = guess.decode_part(text).is_some();
        holds
    })?;
    Ok(if holds { guess } else { Encoding::WINDOWS_1252 })
}

/// Hands parts of `file`, none of which ends within a line, to `look`, and whether each is the first, as long as it wants more.
fn each_part(file: &mut (impl Read + Seek), mut look: impl FnMut(&[u8], bool) -> bool) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
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
