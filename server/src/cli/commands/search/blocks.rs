//! The search in one file of any length, block by block.

use std::borrow::Cow;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use scoresheet_collection::game::{Game, Kept, Lines, Reached, Visitor};
use scoresheet_collection::query::{Answer, Found, Query};
use scoresheet_collection::text_game::{TextGame, TextGames};

use super::arguments::SearchArguments;
use super::format::SearchFormat;
use super::hit::Hit;
use super::next_moves::NextMoves;
use crate::cli::input::{Emit, Input};
use crate::cli::language::Language;
use crate::cli::output::StandardInput;
use crate::text_file::{
    Advance, Block, CHANGED, DiskOffsets, Encoding, LineCursor, ReadError, block_size, count_breaks, in_blocks_until,
};

/// How all files are searched.
pub(super) struct FileSearch<'a, 's> {
    /// All games are found without one.
    pub(super) query: Option<&'a Query>,
    pub(super) arguments: &'a SearchArguments,
    pub(super) stdin: StandardInput<'s>,
}

/// What the search in a file tells.
#[derive(Debug)]
pub(super) enum Told {
    /// Some games of a file.
    Games {
        /// As it was named.
        path: Arc<PathBuf>,
        /// Those that were found, in the order of the file; none if only their number matters.
        hits: Vec<Hit>,
        /// How many were found.
        found: u64,
        /// What is played next in them, if that is asked for.
        next: NextMoves,
        /// How many of those that were not found end where they no longer read.
        broken: u64,
    },
    /// Why a file was not read, or not to its end.
    Error(String),
}

/// Set when enough was found.
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

/// What was found in a piece of a block.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub(super) hits: Vec<Hit>,
    pub(super) found: u64,
    pub(super) next: NextMoves,
    pub(super) broken: u64,
    pub(super) games: usize,
    pub(super) line_breaks: usize,
    pub(super) disk_length: usize,
}

/// How far a file has been searched.
#[derive(Debug, Default)]
pub(super) struct Known {
    games: usize,
    line_breaks: usize,
    found: u64,
    /// How many were told of before reading started anew, and are found again.
    told_before: u64,
    /// Where the next piece begins on disk.
    disk_start: usize,
    error: Option<io::Error>,
}

impl FileSearch<'_, '_> {
    /// Searches a file, and emits what it finds as it goes.
    ///
    /// # Errors
    /// That of `emit`.
    pub(super) fn file(&self, input: &Input, advance: Advance, full: &Full, emit: Emit<'_, Told>) -> io::Result<()> {
        let path = input.path();
        let language = Language::of(path, self.arguments.input.language);
        if language.record_kind().is_some() {
            // A folder may hold records beside games.
            let is_named = self.arguments.input.files.iter().any(|named| named == path);
            let advice =
                "search finds games, but this file has records; `scoresheet convert --to pgn` writes them as games";
            return if is_named { emit(Told::Error(format!("{}: {advice}", path.display()))) } else { Ok(()) };
        }
        // Reading starts anew where the encoding turns out to be another one; what was told is not told again.
        let told = AtomicU64::new(0);
        let searched = input.open(&self.stdin, advance).map_err(ReadError::Io).and_then(|mut origin| {
            let shown = Arc::new(path.to_path_buf());
            let prepare = |block: &Block| self.block(language, block, full);
            let finish = |known: &mut Known, block: &Block, pieces: Vec<Piece>| {
                known.disk_start = block.disk_start;
                for mut piece in pieces {
                    if known.is_done(self.arguments, full) {
                        return;
                    }
                    piece.forget(&mut known.told_before);
                    known.found += piece.found;
                    told.fetch_add(piece.found, Ordering::Relaxed);
                    if let Err(error) = emit(piece.told(&shown, known)) {
                        known.error = Some(error);
                    }
                }
            };
            let start = || Known { told_before: told.load(Ordering::Relaxed), ..Known::default() };
            let is_enough = |known: &Known| known.is_done(self.arguments, full);
            let (encoding, cut) = (self.arguments.input.encoding, language.cut());
            let finished =
                in_blocks_until(&mut origin, encoding, cut, block_size(), start, prepare, finish, is_enough)?;
            let has_changed = origin.has_changed().then(|| ReadError::Io(io::Error::other(CHANGED)));
            Ok((finished.state, finished.broken_off.or(has_changed)))
        });
        let error = match searched {
            Ok((Known { error: Some(error), .. }, _)) => return Err(error),
            Ok((_, broken_off)) => broken_off,
            Err(error) => Some(error),
        };
        match error {
            Some(error) => emit(Told::Error(format!("{}: {error}", path.display()))),
            None => Ok(()),
        }
    }

    fn block(&self, language: Language, block: &Block, full: &Full) -> Vec<Piece> {
        language.map_pieces(&block.text, |range| match full.is_set() {
            true => Piece::default(),
            false => self.piece(&block.text[range], block.encoding),
        })
    }

    pub(super) fn piece(&self, text: &str, encoding: Encoding) -> Piece {
        let mut games = TextGames::new(text);
        let (line_breaks, disk_length) = (count_breaks(text), encoding.encoded_len(text));
        let mut piece = Piece { line_breaks, disk_length, ..Piece::default() };
        let (mut lines, disk) = (LineCursor::default(), DiskOffsets::default());
        while let Some(mut game) = games.next() {
            piece.games += 1;
            let answer = match self.query {
                Some(query) => query.find(&mut game),
                None => Answer::Found(Found::default()),
            };
            match answer {
                Answer::Found(found) => {
                    piece.found += 1;
                    if let Some(plies) = self.arguments.next_plies() {
                        piece.next.add(&mut game, &found, plies);
                    } else if self.arguments.lists_games() {
                        let offset = |offset: usize| disk.offset(encoding, text, offset);
                        piece.hits.push(self.hit(&mut game, &found, piece.games, text, &mut lines, offset, encoding));
                    }
                }
                Answer::NotFound { is_broken } => piece.broken += u64::from(is_broken),
                Answer::Unknown => {}
            }
        }
        piece
    }

    #[allow(clippy::too_many_arguments)]
    fn hit(
        &self,
        game: &mut TextGame,
        found: &Found,
        number: usize,
        text: &str,
        lines: &mut LineCursor,
        on_disk: impl Fn(usize) -> usize,
        encoding: Encoding,
    ) -> Hit {
        let range = game.range.clone();
        let is_broken = found.ply.and_then(|_| query_reading(game));
        let view = game.view();
        let location = lines.locate(text, range.start + place(view.text, &found.range));
        let mut hit = Hit::of(view, location, number, found);
        hit.on_disk = on_disk(range.start)..on_disk(range.end);
        hit.is_broken = is_broken;
        if self.arguments.output_format == SearchFormat::Pgn {
            // What was decoded is encoded again without loss.
            hit.bytes = encoding.encode(&copied(view.text), b"").unwrap_or_default();
        }
        hit
    }
}

/// The text of a game, with the empty line after it that keeps it apart from the next one.
fn copied(text: &str) -> Cow<'_, str> {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let without = text.strip_suffix(line_end).unwrap_or(text);
    match (without.len() < text.len(), without.ends_with(line_end)) {
        (true, true) => Cow::Borrowed(text),
        (true, false) => Cow::Owned(format!("{text}{line_end}")),
        (false, _) => Cow::Owned(format!("{text}{line_end}{line_end}")),
    }
}

/// Whether the main line of a game reads to its end.
fn query_reading(game: &mut TextGame) -> Option<bool> {
    match game.play(Lines::Main, &mut ToTheEnd) {
        Kept::Known(reading) => Some(reading.is_broken),
        Kept::Not => None,
    }
}

struct ToTheEnd;

impl Visitor for ToTheEnd {
    fn reach(&mut self, _: &Reached<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The byte offset in a game that shows what was found: the move, or the first token.
fn place(text: &str, range: &Range<usize>) -> usize {
    if range.is_empty() { text.len() - text.trim_start().len() } else { range.start }
}

impl Known {
    /// Whether the rest of the file does not matter.
    fn is_done(&self, arguments: &SearchArguments, full: &Full) -> bool {
        self.error.is_some() || full.is_set() || arguments.files_with_matches && self.found > 0
    }
}

impl Piece {
    /// Forgets the first games that were found, up to so many, which are subtracted.
    fn forget(&mut self, count: &mut u64) {
        if *count == 0 {
            return;
        }
        let forgotten = self.found.min(*count);
        *count -= forgotten;
        self.found -= forgotten;
        let hits = usize::try_from(forgotten).unwrap_or(usize::MAX).min(self.hits.len());
        self.hits.drain(..hits);
        if self.found == 0 {
            (self.next, self.broken) = (NextMoves::default(), 0);
        }
    }

    /// What is told of it, at its place in the file.
    pub(super) fn told(self, path: &Arc<PathBuf>, known: &mut Known) -> Told {
        let Piece { mut hits, found, next, broken, games, line_breaks, disk_length } = self;
        for hit in &mut hits {
            hit.location.line += known.line_breaks;
            hit.game += known.games;
            hit.on_disk = hit.on_disk.start + known.disk_start..hit.on_disk.end + known.disk_start;
        }
        known.games += games;
        known.line_breaks += line_breaks;
        known.disk_start += disk_length;
        Told::Games { path: path.clone(), hits, found, next, broken }
    }
}
