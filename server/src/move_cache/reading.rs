//! Games by segments: from the cache where it is fresh, else from the text, which then fills the cache.

use std::io::{self, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use scoresheet_collection::cache::{FileState, Head, Segment, SegmentPlace};

use super::file_state::{begins_game, checksum_of_file, state_of};
use super::filler::{Filler, Made, Output, SEGMENT};
use super::folder::CacheFolder;
use super::stored::StoredCache;
use super::work::GamesWork;
use super::writer::CacheWriter;
use crate::text_file::{
    Archive, Block, CHANGED, Cut, Encoding, Origin, ReadError, block_size, guessed_encoding, in_blocks_until,
};

/// Shorter files are read as quickly as their caches.
const LEAST_CACHED: u64 = if cfg!(test) { 500 } else { 64 << 10 };

/// The caches that are used; none without a directory.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveCache {
    folder: Option<CacheFolder>,
}

/// The text that a segment was made of.
#[derive(Clone, Debug)]
pub(crate) struct SegmentText {
    /// Where it is on the disk; of an archive, as decompressed.
    pub(crate) range: Range<u64>,
    /// How many games are before it.
    pub(crate) games: u64,
    /// How many lines begin before it.
    pub(crate) lines: u64,
    /// The encoding of the file.
    pub(crate) encoding: Encoding,
}

impl SegmentText {
    /// The byte at which a game of its segment begins on the disk; after the last game, the end of the text.
    pub(crate) fn start_of(&self, segment: &Segment, game: usize) -> u64 {
        segment.start(game).map_or(self.range.end, |start| self.range.start + u64::from(start))
    }
}

/// Opens what is read.
pub(crate) type Open<'a, 'o> = &'a dyn Fn() -> io::Result<Origin<'o>>;

impl MoveCache {
    /// The caches in a directory; none without one.
    pub(crate) fn new(folder: Option<CacheFolder>) -> MoveCache {
        MoveCache { folder }
    }

    /// Reads the games of a file, or of what `open` opens if there is no `path`, as standard input. Returns the state after the last
    /// game that could be read, and why there is no more. A cache is made as a by-product.
    ///
    /// # Errors
    /// If nothing can be read.
    pub(crate) fn read<W: GamesWork>(
        &self,
        path: Option<&Path>,
        requested: Option<Encoding>,
        open: Open<'_, '_>,
        work: &W,
    ) -> Result<(W::State, Option<ReadError>), ReadError> {
        self.read_or_fill(path, requested, open, work, true)
    }

    /// The same; without `fills`, a cache that is there is used, but none is made.
    ///
    /// # Errors
    /// If nothing can be read.
    pub(crate) fn read_or_fill<W: GamesWork>(
        &self,
        path: Option<&Path>,
        requested: Option<Encoding>,
        open: Open<'_, '_>,
        work: &W,
        fills: bool,
    ) -> Result<(W::State, Option<ReadError>), ReadError> {
        let folder = self.folder.as_ref().zip(path);
        let Some(file) = folder.and_then(|(folder, path)| Cacheable::of(folder, path, requested)) else {
            return read_text(open, requested, Done::default(), None, &|| work.start(), work);
        };
        let output = |old: Option<(&StoredCache, usize)>| {
            if fills { Some((&file, file.writer(old))) } else { None }
        };
        if let Some(kept) = file.kept() {
            let (state, done) = kept.work(work);
            if work.is_enough() {
                return Ok((state, None));
            }
            // Texts of games were read beside the cache: they must be of the file that it is about.
            if state_of(file.path).is_none_or(|(state, _)| state != file.state) {
                return Ok((state, Some(ReadError::Io(io::Error::other(CHANGED)))));
            }
            if done.segments == kept.count && kept.is_whole {
                file.is_used(&kept);
                return Ok((state, None));
            }
            if kept.is_resumable && done.segments > 0 {
                let state = Mutex::new(Some(state));
                // The encoding is requested, so reading does not start again.
                let start =
                    || state.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_else(|| work.start());
                match read_text(
                    open,
                    Some(kept.encoding),
                    done,
                    output(Some((&kept.stored, done.segments))),
                    &start,
                    work,
                ) {
                    // Together with what was appended, the file is in another encoding.
                    Err(ReadError::NotIn(_)) => {}
                    read => return read,
                }
            }
        }
        read_text(open, requested, Done::default(), output(None), &|| work.start(), work)
    }
}

#[cfg(test)]
impl MoveCache {
    /// Whether reading a file begins after what its cache has.
    pub(super) fn resumes(&self, path: &Path, requested: Option<Encoding>) -> bool {
        let file = self.folder.as_ref().and_then(|folder| Cacheable::of(folder, path, requested));
        file.and_then(|file| file.kept()).is_some_and(|kept| kept.is_resumable && !kept.is_whole)
    }
}

/// How far a file has been read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Done {
    /// How many segments of the cache.
    segments: usize,
    /// The end of what was read, in bytes on the disk.
    pub(crate) end: u64,
    /// How many games were read.
    pub(crate) games: u64,
    /// How many lines begin before the end.
    pub(crate) lines: u64,
}

/// Reads the games after what is done, and writes their segments.
fn read_text<W: GamesWork>(
    open: Open<'_, '_>,
    requested: Option<Encoding>,
    done: Done,
    output: Option<(&Cacheable, Option<CacheWriter>)>,
    start: &(dyn Fn() -> W::State + Sync),
    work: &W,
) -> Result<(W::State, Option<ReadError>), ReadError> {
    let (file, writer) = output.unzip();
    let output = Output::new(writer.flatten());
    let mut origin = open().map_err(ReadError::Io)?;
    if done.end > 0 {
        origin.seek(SeekFrom::Start(done.end)).map_err(ReadError::Io)?;
    }
    let begin = || {
        output.reset();
        (start(), Filler::new(done.end, done.games, done.lines))
    };
    let on_made = |state: &mut W::State, filler: &mut Filler, made: Made| {
        output.add(&made, filler.take_checksum());
        let read = |range: Range<usize>| made.bytes.get(range).map(<[u8]>::to_vec);
        if W::ONLY_SEGMENTS
            && let Some(segment) = Segment::new(&made.bytes[..made.head], made.count, &read)
        {
            let text = &made.text;
            let done =
                Done { segments: 0, end: text.range.end, games: text.games + made.count as u64, lines: made.lines_end };
            work.add_segment(state, work.segment(&segment, text), done);
        }
    };
    // Of no use once nothing can be written any more.
    let prepare = |block: &Block| work.block(block, output.is_open());
    let finish = |(state, filler): &mut (W::State, Filler), block: &Block, (pieces, found)| {
        work.add_block(state, block, found);
        if (W::ONLY_SEGMENTS || output.is_open())
            && let Some(made) = filler.add(block, pieces)
        {
            on_made(state, filler, made);
        }
    };
    let finished =
        in_blocks_until(&mut origin, requested, Cut::Games, block, begin, prepare, finish, |_| work.is_enough())?;
    let (mut state, mut filler) = finished.state;
    if work.is_enough() {
        return Ok((state, None));
    }
    let encoding = filler.encoding();
    if let Some(made) = filler.finish() {
        on_made(&mut state, &mut filler, made);
    }
    let changed = || origin.has_changed().then(|| ReadError::Io(io::Error::other(CHANGED)));
    let broken_off = finished.broken_off.or_else(changed);
    if broken_off.is_none()
        && let Some((file, writer)) = file.zip(output.take())
    {
        // A cache that cannot be written is made another time.
        let _ = writer.finish(file.path, encoding.name(), file.state, file.is_young);
    }
    Ok((state, broken_off))
}

/// About how many bytes of text are held at a time. Small in tests, so that their texts have several blocks.
fn block() -> usize {
    if cfg!(test) { SEGMENT as usize } else { block_size() }
}

/// A file that may have a cache.
struct Cacheable<'a> {
    folder: &'a CacheFolder,
    path: &'a Path,
    /// Where its cache is.
    cache: PathBuf,
    head: Head,
    is_archive: bool,
    /// The state before reading, and whether another change may leave the same state.
    state: FileState,
    is_young: bool,
}

impl<'a> Cacheable<'a> {
    /// `None` if the file is none, or too short to be worth it.
    fn of(folder: &'a CacheFolder, path: &'a Path, requested: Option<Encoding>) -> Option<Cacheable<'a>> {
        let (state, is_young) = state_of(path)?;
        if state.size < LEAST_CACHED {
            return None;
        }
        let absolute = std::fs::canonicalize(path).ok()?;
        Some(Cacheable {
            cache: folder.cache_of(&absolute, requested),
            head: Head {
                path: absolute.to_string_lossy().into_owned(),
                requested: requested.map_or("", Encoding::name).to_owned(),
                ..Head::default()
            },
            is_archive: Archive::of(path).is_some(),
            folder,
            path,
            state,
            is_young,
        })
    }

    /// What the cache has of the file as it is now.
    fn kept(&self) -> Option<Kept> {
        let stored = StoredCache::open(&self.cache)?;
        let head = stored.head();
        if head.path != self.head.path || head.requested != self.head.requested {
            return None;
        }
        let encoding = Encoding::of_name(&head.encoding)?;
        let fresh = stored.count_fresh(self.path, self.is_archive, &self.state);
        let end = |count: usize| count.checked_sub(1).map_or(0, |last| head.segments[last].text.end);
        let is_whole = fresh == head.segments.len() && (self.is_archive || end(fresh) == self.state.size);
        // What was appended may change what the bytes suggest, unless the encoding is requested. UTF-8 is noticed while it is read. To look
        // at all bytes takes a small part of the time to read the games.
        let keeps_encoding = || is_whole || !head.requested.is_empty() || guessed_encoding(self.path) == Some(encoding);
        let is_resumable =
            !self.is_archive && (encoding == Encoding::UTF_8 || encoding.extends_ascii() && keeps_encoding());
        let mut count = fresh;
        if !is_whole {
            if !is_resumable {
                return None;
            }
            // The last segment may end within a game that has been continued.
            if count > 0 && !begins_game(self.path, end(count)) {
                count -= 1;
            }
            // Short segments are joined with what follows, so that there are never many.
            while count > 0 && is_short(&head.segments[count - 1], self.state.size - end(count)) {
                count -= 1;
            }
        }
        (count > 0).then_some(Kept { count, is_whole, is_resumable, encoding, stored })
    }

    /// Begins a cache, with the first segments of an older one. `None` if none can be written.
    fn writer(&self, old: Option<(&StoredCache, usize)>) -> Option<CacheWriter> {
        let archive = if self.is_archive { Some(checksum_of_file(self.path).ok()?) } else { None };
        CacheWriter::start(self.folder, self.cache.clone(), self.head.clone(), archive, old).ok()
    }

    /// Notes that a cache was used that is fresh.
    fn is_used(&self, kept: &Kept) {
        if kept.stored.head().state != self.state || kept.stored.head().is_young && !self.is_young {
            // The file was read as a whole to find out, which should not be necessary next time.
            if let Some(writer) = self.writer(Some((&kept.stored, kept.count))) {
                let _ = writer.finish(self.path, kept.encoding.name(), self.state, self.is_young);
            }
        } else {
            CacheFolder::note_use(&self.cache);
        }
    }
}

/// Whether a segment should be joined with `following` bytes of text.
fn is_short(place: &SegmentPlace, following: u64) -> bool {
    place.text.end - place.text.start < following.min(u64::from(SEGMENT / 2))
}

/// What a cache has of a file.
struct Kept {
    stored: StoredCache,
    /// How many of its segments are of the text that the file has now.
    count: usize,
    /// Whether they are all of the file.
    is_whole: bool,
    /// Whether reading can begin after them.
    is_resumable: bool,
    encoding: Encoding,
}

impl Kept {
    /// Works on the segments up to the first one that is damaged.
    fn work<W: GamesWork>(&self, work: &W) -> (W::State, Done) {
        let (mut state, mut done) = (work.start(), Done::default());
        let places = &self.stored.head().segments[..self.count];
        let texts: Vec<SegmentText> = places
            .iter()
            .scan(0, |games, place| {
                let before = *games;
                *games += u64::from(place.games);
                let (range, lines) = (place.text.clone(), place.lines.start);
                Some(SegmentText { range, games: before, lines, encoding: self.encoding })
            })
            .collect();
        // One a thread at a time bounds the memory.
        for batch in places.iter().zip(&texts).collect::<Vec<_>>().chunks(rayon::current_num_threads()) {
            if work.is_enough() {
                break;
            }
            let results: Vec<Option<W::OfSegment>> =
                batch.par_iter().map(|(place, text)| self.work_on(place, text, work)).collect();
            for ((place, text), result) in batch.iter().zip(results) {
                let Some(result) = result else { return (state, done) };
                done.segments += 1;
                (done.end, done.games) = (text.range.end, text.games + u64::from(place.games));
                done.lines = place.lines.end;
                work.add_segment(&mut state, result, done);
            }
        }
        (state, done)
    }

    fn work_on<W: GamesWork>(&self, place: &SegmentPlace, text: &SegmentText, work: &W) -> Option<W::OfSegment> {
        let head = self.stored.segment_head(place)?;
        let read = |range: Range<usize>| self.stored.bytes(place, range);
        let segment = Segment::new(&head, place.games as usize, &read)?;
        let result = work.segment(&segment, text);
        (!segment.has_failed()).then_some(result)
    }
}
