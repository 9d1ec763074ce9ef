//! Streaming a text in blocks of whole games or records. Budget: 1 GB within 64 MB of memory; `check` and `format` on
//! two cores.

use std::io::{self, Seek, SeekFrom};
use std::ops::RangeInclusive;

use super::cut::Cut;
use super::detect::{self, UTF16_SAMPLE, first_guess};
use super::encoding::{Encoding, Lossy};
use super::origin::{CHANGED, Origin};
use super::read_error::ReadError;

/// Bytes of a block per thread: a game more or less at the end of a block makes no difference, and memory stays small.
const SHARE: usize = 1 << 20;

/// The least and the largest size of a block, except the first and the last.
const SIZES: RangeInclusive<usize> = 2 << 20..=32 << 20;

/// About how long the first block of games is, so that all threads soon have work. The first block of records must
/// contain the top of the file, which may be long.
const FIRST: usize = 512 << 10;

/// A tag pair that is cut by the end of what was read is found with what follows.
const LONGEST_START: usize = 1024;

/// Most files are short, so the first request to the system is small.
const FIRST_READ: usize = 64 << 10;

/// The longest text without a place to cut if the input may be endless. Regular files have no limit.
const LONGEST_PIECE: usize = 256 << 20;

/// Some whole games or records of a file, and their place in it.
#[derive(Debug)]
pub(crate) struct Block {
    /// The text, without a byte order mark at the start of the file.
    pub(crate) text: String,
    /// The encoding on disk.
    pub(crate) encoding: Encoding,
    /// The byte order mark before the text; only in the first block.
    pub(crate) bom: &'static [u8],
    /// The byte offset in the text of the file at which it begins.
    pub(crate) start: usize,
    /// The byte offset in the file on disk at which the text begins, after the byte order mark. Compressed files are
    /// counted as decompressed.
    pub(crate) disk_start: usize,
}

/// The result of reading a file.
#[derive(Debug)]
pub(crate) struct Finished<S> {
    /// The final state of the work on the blocks.
    pub(crate) state: S,
    /// Why the rest of the file could not be read, for example a damaged archive.
    pub(crate) broken_off: Option<ReadError>,
}

/// The size of blocks in bytes, for the number of threads.
pub(crate) fn block_size() -> usize {
    (SHARE * rayon::current_num_threads()).clamp(*SIZES.start(), *SIZES.end())
}

/// Passes all of `origin` to `work`, block by block, in order; see [`in_blocks_by_stages`].
///
/// # Errors
///
/// If nothing can be read, or the file is not in the requested encoding.
pub(crate) fn in_blocks<S: Send>(
    origin: &mut Origin,
    requested: Option<Encoding>,
    cut: Cut,
    size: usize,
    start: impl Fn() -> S,
    mut work: impl FnMut(&mut S, &Block) + Send,
) -> Result<Finished<S>, ReadError> {
    in_blocks_by_stages(origin, requested, cut, || size, start, |_| (), |state, block, ()| work(state, block))
}

/// Passes all of `origin` to `prepare`, block by block, in order, and each block with the result to `finish`, in
/// order. While a block is read, the one before it is prepared, and the one before that finished, so that
/// single-threaded work does not keep other threads waiting. At most three blocks are held. Each is about `size` bytes
/// long or longer, as asked before it is read, except the first: they are `cut` where a game certainly begins or a line ends. A file without such
/// a place is one block.
///
/// The encoding is the `requested` one, or the one that the bytes suggest, the same as for a file that is decoded as a
/// whole. If blocks turn out to be in another encoding, reading starts again, with a fresh state from `start`, and
/// `prepare` sees the block at byte 0 once more.
///
/// # Errors
///
/// If nothing can be read, or the file is not in the requested encoding.
pub(crate) fn in_blocks_by_stages<S: Send, W: Send>(
    origin: &mut Origin,
    requested: Option<Encoding>,
    cut: Cut,
    size: impl Fn() -> usize + Send + Sync,
    start: impl Fn() -> S,
    prepare: impl FnMut(&Block) -> W + Send,
    finish: impl FnMut(&mut S, &Block, W) + Send,
) -> Result<Finished<S>, ReadError> {
    in_blocks_until(origin, requested, cut, size, start, prepare, finish, |_| false)
}

/// The same up to the block after which the state `is_enough`. Blocks after it may have been prepared.
///
/// # Errors
///
/// If nothing can be read, or the file is not in the requested encoding.
#[allow(clippy::too_many_arguments)]
pub(crate) fn in_blocks_until<S: Send, W: Send>(
    origin: &mut Origin,
    requested: Option<Encoding>,
    cut: Cut,
    size: impl Fn() -> usize + Send + Sync,
    start: impl Fn() -> S,
    mut prepare: impl FnMut(&Block) -> W + Send,
    mut finish: impl FnMut(&mut S, &Block, W) + Send,
    is_enough: impl Fn(&S) -> bool,
) -> Result<Finished<S>, ReadError> {
    let mut decided = None;
    'anew: loop {
        let mut reader = Reader::new(origin, requested, decided, cut, &size);
        let mut state = start();
        let mut prepared: Option<(Block, W)> = None;
        let mut next = reader.next();
        loop {
            if is_enough(&state) {
                return Ok(Finished { state, broken_off: None });
            }
            let broken_off = match next {
                Ok(Some(block)) => {
                    let last = prepared.take();
                    let finish_last = || {
                        last.map(|(block, work)| {
                            finish(&mut state, &block, work);
                            block.text.into_bytes()
                        })
                    };
                    let (following, (spare, work)) =
                        rayon::join(|| reader.next(), || rayon::join(finish_last, || prepare(&block)));
                    reader.spare = spare.unwrap_or_default();
                    prepared = Some((block, work));
                    next = following;
                    continue;
                }
                Ok(None) => None,
                Err(Stop::Anew(encoding)) => {
                    decided = Some(encoding);
                    origin.seek(SeekFrom::Start(0)).map_err(ReadError::Io)?;
                    continue 'anew;
                }
                Err(Stop::At(error @ ReadError::Io(_))) if prepared.is_some() => Some(error),
                Err(Stop::At(error)) => return Err(error),
            };
            if let Some((block, work)) = prepared {
                finish(&mut state, &block, work);
            }
            return Ok(Finished { state, broken_off });
        }
    }
}

/// Why there is no next block.
enum Stop {
    At(ReadError),
    /// The encoding of earlier blocks was wrong.
    Anew(Encoding),
}

/// Reads, cuts and decodes.
struct Reader<'r, 'a> {
    origin: &'r mut Origin<'a>,
    cut: Cut,
    size: &'r (dyn Fn() -> usize + Sync),
    /// None until something was read.
    encoding: Option<Encoding>,
    is_certain: bool,
    is_requested: bool,
    is_ascii: bool,
    /// The start of the next block.
    carried: Vec<u8>,
    /// Memory of an earlier block, to be reused: page faults cost as much as checking.
    spare: Vec<u8>,
    start: usize,
    disk_start: usize,
    is_over: bool,
    error: Option<io::Error>,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn new(
        origin: &'r mut Origin<'a>,
        requested: Option<Encoding>,
        decided: Option<Encoding>,
        cut: Cut,
        size: &'r (dyn Fn() -> usize + Sync),
    ) -> Reader<'r, 'a> {
        Reader {
            origin,
            cut,
            size,
            encoding: requested.or(decided),
            is_certain: decided.is_some(),
            is_requested: requested.is_some(),
            is_ascii: true,
            carried: Vec::new(),
            spare: Vec::new(),
            start: 0,
            disk_start: 0,
            is_over: false,
            error: None,
        }
    }

    fn next(&mut self) -> Result<Option<Block>, Stop> {
        let Some(bytes) = self.read() else {
            return self.error.take().map_or(Ok(None), |error| Err(Stop::At(ReadError::Io(error))));
        };
        let length = bytes.len();
        let is_ascii = self.is_ascii && bytes.is_ascii();
        let guess = *self.encoding.get_or_insert_with(|| first_guess(&bytes));
        let (text, bom) = match guess.decode_file(bytes) {
            Ok(decoded) => decoded,
            Err(_) if self.is_requested => return Err(Stop::At(ReadError::NotIn(guess))),
            Err(Lossy(bytes)) => self.decide(guess, bytes)?,
        };
        let encoding = self.encoding.unwrap_or(guess);
        self.is_ascii = is_ascii;
        let (start, disk_start) = (self.start, self.disk_start + bom.len());
        self.start += text.len();
        self.disk_start += length;
        Ok(Some(Block { text, encoding, bom, start, disk_start }))
    }

    /// Finds out the encoding of the whole file, because `guess` was wrong, and decodes a block in it.
    fn decide(&mut self, guess: Encoding, bytes: Vec<u8>) -> Result<(String, &'static [u8]), Stop> {
        // This can only be a file that is being written to.
        let is_lost = || Stop::At(ReadError::Io(io::Error::other(CHANGED)));
        if self.is_certain {
            return Err(is_lost());
        }
        let read_so_far = self.disk_start + bytes.len() + self.carried.len();
        let decided = detect::encoding(self.origin)
            .and_then(|encoding| self.origin.seek(SeekFrom::Start(read_so_far as u64)).map(|_| encoding))
            .map_err(|error| Stop::At(ReadError::Io(error)))?;
        let is_utf8_so_far = guess == Encoding::UTF_8 && decided == Encoding::UTF_8_WITH_STRAY_BYTES;
        if !(self.is_ascii && guess == Encoding::UTF_8 || is_utf8_so_far || self.disk_start == 0) {
            return Err(Stop::Anew(decided));
        }
        self.encoding = Some(decided);
        self.is_certain = true;
        decided.decode_file(bytes).map_err(|_| is_lost())
    }

    /// The bytes of the next block; none at the end and after errors. A file has at least one block.
    fn read(&mut self) -> Option<Vec<u8>> {
        let is_first = self.disk_start == 0 && self.start == 0 && !self.is_over;
        let mut bytes = std::mem::replace(&mut self.carried, std::mem::take(&mut self.spare));
        self.carried.clear();
        let size = (self.size)();
        let size = if is_first && self.cut == Cut::Games { size.min(FIRST) } else { size };
        while !self.is_over {
            let before = bytes.len();
            let wanted = size.max(before).max(UTF16_SAMPLE);
            bytes.reserve(FIRST_READ.min(wanted));
            let read = self.origin.read_more(&mut bytes, wanted);
            self.is_over = !matches!(read, Ok(count) if count == wanted);
            let search_from = if read.is_err() { 0 } else { before.saturating_sub(LONGEST_START) };
            if let Err(error) = read {
                self.error = Some(error);
            } else if self.is_over {
                break;
            }
            let encoding = *self.encoding.get_or_insert_with(|| first_guess(&bytes));
            let cut = self.cut.last_in(encoding, &bytes, search_from).filter(|cut| *cut > 0);
            if let Some(cut) = cut {
                if self.error.is_none() {
                    self.carried.extend_from_slice(&bytes[cut..]);
                }
                bytes.truncate(cut);
                return Some(bytes);
            }
            if self.error.is_none() && self.origin.may_be_endless() && bytes.len() >= LONGEST_PIECE {
                self.is_over = true;
                let (lacking, most) = (self.cut.lacking(), LONGEST_PIECE >> 20);
                let message = format!("{lacking} in {most} MiB of text; save it to a file to read it");
                self.error = Some(io::Error::other(message));
            }
        }
        if self.error.is_some() {
            // Text without a following game may be cut off anywhere.
            return None;
        }
        (is_first || !bytes.is_empty()).then_some(bytes)
    }
}
