//! What the search in a file tells, in the order of the file, whatever comes from a cache and whatever from the text.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::hit::Hit;
use super::piece::{Piece, Totals};
use crate::cli::input::Emit;

/// What the search in a file tells.
#[derive(Debug)]
pub(super) enum Told {
    /// The next games that were found, with the name of their file.
    Hits(Arc<PathBuf>, Vec<Hit>),
    /// All of a file, or what could be read of it, was searched.
    File(Arc<PathBuf>, Totals),
    /// Why a file was not read, or not to its end.
    Error(String),
}

/// A flag that ends the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Full(Arc<AtomicBool>);

impl Full {
    pub(super) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Tells what is found in a file.
pub(super) struct Teller<'a> {
    path: Arc<PathBuf>,
    /// Set if no more is wanted of any file.
    full: &'a Full,
    /// Set if no more is wanted of this file.
    is_done: AtomicBool,
    telling: Mutex<Telling<'a>>,
}

struct Telling<'a> {
    emit: Emit<'a, Told>,
    /// That of writing, after which nothing is emitted.
    error: Option<io::Error>,
    /// How many hits were emitted. If reading starts again, they are found again.
    hits: u64,
}

/// How far a file has been searched.
#[derive(Debug, Default)]
pub(super) struct Known {
    games: usize,
    line_breaks: usize,
    /// Where the next piece begins on disk.
    disk_start: usize,
    /// How many hits are in it.
    hits: u64,
    pub(super) totals: Totals,
}

/// Where a piece is in its file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlaceInFile {
    /// How many games and line ends are before it.
    pub(super) games: usize,
    pub(super) line_breaks: usize,
    /// How many characters are before it in its first line.
    pub(super) column: usize,
    /// The byte offset on disk.
    pub(super) disk_start: usize,
}

impl<'a> Teller<'a> {
    pub(super) fn new(path: PathBuf, full: &'a Full, emit: Emit<'a, Told>) -> Teller<'a> {
        let telling = Mutex::new(Telling { emit, error: None, hits: 0 });
        Teller { path: Arc::new(path), full, is_done: AtomicBool::new(false), telling }
    }

    /// Whether the rest of the file does not matter.
    pub(super) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Relaxed) || self.full.is_set()
    }

    /// Makes the rest of the file not matter.
    pub(super) fn end(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }

    /// Emits hits of which so many of the file come before. Those that were emitted already are left out.
    pub(super) fn hits(&self, before: u64, mut hits: Vec<Hit>) {
        let mut telling = self.lock();
        let known = telling.hits.saturating_sub(before).min(hits.len() as u64);
        hits.drain(..known as usize);
        if hits.is_empty() || telling.error.is_some() || self.full.is_set() {
            return;
        }
        telling.hits += hits.len() as u64;
        if let Err(error) = (telling.emit)(Told::Hits(self.path.clone(), hits)) {
            telling.error = Some(error);
            self.end();
        }
    }

    /// Tells what was counted in the file, and why it was not read to its end.
    ///
    /// # Errors
    /// That of writing.
    pub(super) fn finish(self, mut totals: Totals, error: Option<String>) -> io::Result<()> {
        if self.is_done() {
            // How far a search got that ended early is chance, and so is how many broken games were on the way.
            totals.broken = 0;
        }
        let Telling { emit, error: of_writing, .. } = self.telling.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = of_writing {
            return Err(error);
        }
        emit(Told::File(self.path, totals))?;
        error.map_or(Ok(()), |error| emit(Told::Error(error)))
    }

    fn lock(&self) -> MutexGuard<'_, Telling<'a>> {
        self.telling.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// The place of the next piece.
    fn place(&self) -> PlaceInFile {
        let Known { games, line_breaks, disk_start, .. } = *self;
        PlaceInFile { games, line_breaks, column: 0, disk_start }
    }

    /// Skips bytes of a byte order mark.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.disk_start += bytes;
    }

    /// Tells what was found in the next piece of text.
    pub(super) fn tell(&mut self, mut piece: Piece, teller: &Teller) {
        self.place().apply(&mut piece.hits);
        self.games += piece.games;
        self.line_breaks += piece.line_breaks;
        self.disk_start += piece.disk_length;
        self.add(std::mem::take(&mut piece.hits), piece.totals, teller);
    }

    /// Tells what was found in games whose places are known.
    pub(super) fn add(&mut self, hits: Vec<Hit>, totals: Totals, teller: &Teller) {
        let count = hits.len() as u64;
        teller.hits(self.hits, hits);
        self.hits += count;
        self.totals.add(totals);
    }

    /// Goes to the place after some games.
    pub(super) fn go_to(&mut self, place: PlaceInFile) {
        (self.games, self.line_breaks, self.disk_start) = (place.games, place.line_breaks, place.disk_start);
    }

    /// Counts hits that were emitted.
    pub(super) fn was_told(&mut self, hits: u64) {
        self.hits += hits;
    }

    /// How many hits come before the next piece.
    pub(super) fn hits(&self) -> u64 {
        self.hits
    }
}

impl PlaceInFile {
    /// Moves hits with places relative to a piece to their places in the file.
    pub(super) fn apply(self, hits: &mut [Hit]) {
        for hit in hits {
            if hit.location.line == 1 {
                hit.location.column += self.column;
            }
            hit.location.line += self.line_breaks;
            hit.game += self.games;
            hit.on_disk = hit.on_disk.start + self.disk_start..hit.on_disk.end + self.disk_start;
        }
    }
}
