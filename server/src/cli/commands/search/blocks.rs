//! The search in one file of any length, block by block.

use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use scoresheet_collection::query::{Answer, Found, Query};
use scoresheet_collection::text_game::TextGames;

use super::arguments::SearchArguments;
use super::hit::Hit;
use crate::cli::input::{Emit, Input};
use crate::cli::language::Language;
use crate::cli::output::StandardInput;
use crate::text_file::{Advance, Block, CHANGED, LineCursor, ReadError, block_size, count_breaks, in_blocks_until};

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
struct Piece {
    hits: Vec<Hit>,
    found: u64,
    broken: u64,
    games: usize,
    line_breaks: usize,
}

/// How far a file has been searched.
#[derive(Debug, Default)]
struct Known {
    games: usize,
    line_breaks: usize,
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
            return Ok(());
        }
        let searched = input.open(&self.stdin, advance).map_err(ReadError::Io).and_then(|mut origin| {
            let shown = Arc::new(path.to_path_buf());
            let prepare = |block: &Block| self.block(language, block, full);
            let finish = |known: &mut Known, _: &Block, pieces: Vec<Piece>| {
                for piece in pieces {
                    if known.error.is_some() || full.is_set() {
                        return;
                    }
                    if let Err(error) = emit(piece.told(&shown, known)) {
                        known.error = Some(error);
                    }
                }
            };
            let is_enough = |known: &Known| known.error.is_some() || full.is_set();
            let (encoding, cut) = (self.arguments.input.encoding, language.cut());
            let finished =
                in_blocks_until(&mut origin, encoding, cut, block_size(), Known::default, prepare, finish, is_enough)?;
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
            false => self.piece(&block.text[range]),
        })
    }

    fn piece(&self, text: &str) -> Piece {
        let mut games = TextGames::new(text);
        let mut piece = Piece { line_breaks: count_breaks(text), ..Piece::default() };
        let mut lines = LineCursor::default();
        while let Some(mut game) = games.next() {
            piece.games += 1;
            let answer = match self.query {
                Some(query) => query.find(&mut game),
                None => Answer::Found(Found::default()),
            };
            match answer {
                Answer::Found(found) => {
                    piece.found += 1;
                    if self.arguments.count {
                        continue;
                    }
                    let (view, range) = (game.view(), game.range.clone());
                    let at = range.start + place(view.text, &found.range);
                    let location = lines.locate(text, at);
                    let (line, column) = (location.line, location.column);
                    piece.hits.push(Hit { line, column, game: piece.games, ..Hit::of(view, range, &found) });
                }
                Answer::NotFound { is_broken } => piece.broken += u64::from(is_broken),
                Answer::Unknown => {}
            }
        }
        piece
    }
}

/// The byte offset in a game that shows what was found: the move, or the first token.
fn place(text: &str, range: &Range<usize>) -> usize {
    if range.is_empty() { text.len() - text.trim_start().len() } else { range.start }
}

impl Piece {
    /// What is told of it, at its place in the file.
    fn told(self, path: &Arc<PathBuf>, known: &mut Known) -> Told {
        let Piece { mut hits, found, broken, games, line_breaks } = self;
        for hit in &mut hits {
            hit.line += known.line_breaks;
            hit.game += known.games;
        }
        known.games += games;
        known.line_breaks += line_breaks;
        Told::Games { path: path.clone(), hits, found, broken }
    }
}
