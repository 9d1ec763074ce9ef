//! Detecting an encoding: from the first bytes of a file and, if the rest contradicts them, from all of it. Promise:
//! decoding loses no byte.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::encoding::{Encoding, Lossy, UTF8_BOM, UTF16_BE_BOM, UTF16_LE_BOM};
use super::stray_bytes::Tally;

/// How many bytes at the start are checked for UTF-16 without a byte order mark.
pub(super) const UTF16_SAMPLE: usize = 256;

/// The least number of bytes that are checked together.
const PART: usize = 1 << 20;

/// How many bytes of the lines beyond ASCII are sampled. More bytes do not improve the guess, and reading 100 MB takes
/// longer than checking all games.
const GUESS_SAMPLE: usize = 64 * 1024;

/// The text, its encoding and its byte order mark, guessed from the bytes. Never loses a byte.
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

/// What the start of a file suggests: UTF-16 of either byte order, or UTF-8. If the rest contradicts it, [`encoding`]
/// decides.
pub(super) fn first_guess(start: &[u8]) -> Encoding {
    utf16_guess(start).unwrap_or(Encoding::UTF_8)
}

/// UTF-16 by its byte order mark, or because every other byte is NUL, as in Latin text.
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

/// The encoding that the first bytes of the file at `path` suggest if it is UTF-16, else the one that all bytes suggest, as [`encoding`] decides. `None` if it cannot
/// be read. Linear in its length.
pub(crate) fn guessed_encoding(path: &Path) -> Option<Encoding> {
    let mut file = File::open(path).ok()?;
    let mut start = Vec::new();
    (&mut file).take(UTF16_SAMPLE as u64).read_to_end(&mut start).ok()?;
    utf16_guess(&start).or_else(|| encoding(&mut file).ok())
}

/// An encoding that loses no byte of `file`. Leaves `file` at any position.
///
/// # Errors
///
/// If the file cannot be rewound.
pub(super) fn encoding(file: &mut (impl Read + Seek)) -> io::Result<Encoding> {
    let mut tally = Tally::default();
    each_part(file, |part, is_first| {
        let mark = if is_first { Encoding::UTF_8.bom_of(part) } else { b"" };
        tally.add(&part[mark.len()..]);
        true
    })?;
    if tally.is_utf8() {
        return Ok(Encoding::UTF_8);
    }
    if tally.is_utf8_with_accidents() {
        return Ok(Encoding::UTF_8_WITH_STRAY_BYTES);
    }
    let mut lines = Vec::new();
    each_part(file, |part, _| {
        add_lines_beyond_ascii(part, &mut lines);
        lines.len() < GUESS_SAMPLE
    })?;
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&lines, true);
    let guess = Encoding::of(detector.guess(None, Utf8Detection::Deny));
    let mut holds = true;
    each_part(file, |part, is_first| {
        // Some single-byte text begins with the mark of UTF-8, which is wrong.
        let text = if is_first { part.strip_prefix(UTF8_BOM).unwrap_or(part) } else { part };
        holds = guess.decode_part(text).is_some();
        holds
    })?;
    Ok(if holds { guess } else { Encoding::WINDOWS_1252 })
}

/// Passes parts of `file`, none of which ends within a line, to `look`, and whether each is the first, while `look`
/// returns true.
fn each_part(file: &mut (impl Read + Seek), mut look: impl FnMut(&[u8], bool) -> bool) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    let mut bytes = Vec::with_capacity(2 * PART);
    let mut is_first = true;
    loop {
        let wanted = PART.max(bytes.len());
        // The encoding of a truncated archive is that of what it still holds. Readers reach the same end.
        let is_over = !file.take(wanted as u64).read_to_end(&mut bytes).is_ok_and(|count| count == wanted);
        let end = if is_over { bytes.len() } else { memchr::memrchr2(b'\n', b'\r', &bytes).map_or(0, |at| at + 1) };
        if (end > 0 && !look(&bytes[..end], is_first)) || is_over {
            return Ok(());
        }
        is_first &= end == 0;
        bytes.drain(..end);
    }
}

/// Adds the first lines with bytes beyond ASCII, up to [`GUESS_SAMPLE`].
fn add_lines_beyond_ascii(bytes: &[u8], lines: &mut Vec<u8>) {
    for line in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_ascii()) {
        if lines.len() >= GUESS_SAMPLE {
            return;
        }
        lines.extend_from_slice(&line[..line.len().min(GUESS_SAMPLE)]);
    }
}
