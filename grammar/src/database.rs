//! The games of a file, in chunks, so that an edit copies and moves little.

use std::ops::Range;
use std::sync::Arc;

use crate::game::Game;

/// How many games a chunk has where nothing speaks against it: then the list of chunks of a large file and a chunk are about
/// equally cheap to copy.
const USUAL_GAMES: usize = 128;

/// A chunk with more games is cut up.
const MOST_GAMES: usize = 2 * USUAL_GAMES;

/// A chunk with fewer games is put together with the next, so that deleting games does not leave a trail of chunks.
const FEWEST_GAMES: usize = USUAL_GAMES / 4;

/// The games of a file, in order. Games and chunks that an edit did not touch are shared between the database before and
/// after, so a clone is cheap: linear in the number of chunks.
#[derive(Clone, Debug, Default)]
pub struct Database {
    chunks: Vec<Placed>,
    games: usize,
    length: usize,
}

/// A run of games, its offsets relative to its first byte. Never empty.
#[derive(Debug)]
pub struct Chunk {
    games: Vec<Arc<Game>>,
    starts: Vec<usize>,
    length: usize,
}

/// A chunk and what stands before it.
#[derive(Clone, Debug)]
struct Placed {
    chunk: Arc<Chunk>,
    first_game: usize,
    start: usize,
}

impl Database {
    /// Read a file. Never fails; linear in the text.
    pub fn parse(text: &str) -> Database {
        Database::of_games(Game::read(text).map(Arc::new))
    }

    fn of_games(games: impl Iterator<Item = Arc<Game>>) -> Database {
        let mut database = Database::default();
        let mut games = games.peekable();
        while games.peek().is_some() {
            database.push(Chunk::new(games.by_ref().take(USUAL_GAMES).collect()));
        }
        database
    }

    /// The database of a text whose pieces ([`crate::split`]) were read one by one, given those of the pieces in order. Linear
    /// in the number of chunks.
    pub fn joined(pieces: impl IntoIterator<Item = Database>) -> Database {
        let mut joined = Database::default();
        for placed in pieces.into_iter().flat_map(|piece| piece.chunks) {
            joined.push_shared(placed.chunk);
        }
        joined
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games
    }

    /// Whether there are no games, as in an empty file only.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The length of the file in bytes.
    pub fn text_length(&self) -> usize {
        self.length
    }

    /// Game `index` (0-based), if there is one. Logarithmic in the number of chunks.
    pub fn game(&self, index: usize) -> Option<&Arc<Game>> {
        let placed = self.placed(index)?;
        placed.chunk.games.get(index - placed.first_game)
    }

    /// The byte offset in the file at which game `index` (0-based) begins, if there is one. Logarithmic in the number of
    /// chunks.
    pub fn start(&self, index: usize) -> Option<usize> {
        let placed = self.placed(index)?;
        Some(placed.start + placed.chunk.starts.get(index - placed.first_game)?)
    }

    /// The games, in file order, each with the byte offset in the file at which it begins.
    pub fn games(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<Game>)> {
        self.chunks().flat_map(|(start, chunk)| chunk.games().map(move |(at, game)| (start + at, game)))
    }

    /// The runs of games that an edit leaves together where it does not touch them, each with the byte offset in the file at
    /// which it begins.
    pub fn chunks(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<Chunk>)> + ExactSizeIterator {
        self.chunks.iter().map(|placed| (placed.start, &placed.chunk))
    }

    /// The 0-based index of the game that byte `offset` of the file belongs to; the last game for the file's end.
    /// Logarithmic in the number of games.
    pub fn game_at(&self, offset: usize) -> Option<usize> {
        let chunk = self.chunks.partition_point(|placed| placed.start <= offset).checked_sub(1)?;
        let Placed { chunk, first_game, start } = &self.chunks[chunk];
        let game = chunk.starts.partition_point(|at| start + at <= offset).checked_sub(1)?;
        Some(first_game + game)
    }

    /// The same games but for those of `range` (indices), in whose place `games` stand. Chunks that `range` does not touch
    /// are kept: linear in their number and in the games put in.
    pub(crate) fn spliced(&self, range: Range<usize>, games: Vec<Arc<Game>>) -> Database {
        let first = self.chunks.partition_point(|placed| placed.first_game + placed.chunk.len() < range.start);
        let mut behind = self.chunks.partition_point(|placed| placed.first_game < range.end).max(first);
        let mut touched: Vec<Arc<Game>> = Vec::with_capacity(MOST_GAMES);
        let old = |chunks: Range<usize>| self.chunks[chunks].iter().flat_map(|placed| placed.numbered());
        touched.extend(old(first..behind).filter(|(index, _)| *index < range.start).map(|(_, game)| game.clone()));
        touched.extend(games);
        touched.extend(old(first..behind).filter(|(index, _)| *index >= range.end).map(|(_, game)| game.clone()));
        while touched.len() < FEWEST_GAMES && behind < self.chunks.len() {
            touched.extend(old(behind..behind + 1).map(|(_, game)| game.clone()));
            behind += 1;
        }
        let mut database = Database::default();
        self.chunks[..first].iter().for_each(|placed| database.push_shared(placed.chunk.clone()));
        let size = if touched.len() > MOST_GAMES { USUAL_GAMES } else { MOST_GAMES };
        touched.chunks(size).for_each(|games| database.push(Chunk::new(games.to_vec())));
        self.chunks[behind..].iter().for_each(|placed| database.push_shared(placed.chunk.clone()));
        database
    }

    fn placed(&self, index: usize) -> Option<&Placed> {
        let after = self.chunks.partition_point(|placed| placed.first_game <= index);
        self.chunks.get(after.checked_sub(1)?)
    }

    fn push(&mut self, chunk: Chunk) {
        self.push_shared(Arc::new(chunk));
    }

    fn push_shared(&mut self, chunk: Arc<Chunk>) {
        let (first_game, start) = (self.games, self.length);
        self.games += chunk.len();
        self.length += chunk.length;
        self.chunks.push(Placed { chunk, first_game, start });
    }
}

/// Equal where the games are: how they lie in chunks is a matter of history.
impl PartialEq for Database {
    fn eq(&self, other: &Database) -> bool {
        self.games == other.games && self.games().eq(other.games())
    }
}

impl Eq for Database {}

impl Chunk {
    fn new(games: Vec<Arc<Game>>) -> Chunk {
        let mut length = 0;
        let mut starts = Vec::with_capacity(games.len());
        for game in &games {
            starts.push(length);
            length += game.view().text.len();
        }
        Chunk { games, starts, length }
    }

    /// How many games there are.
    #[allow(clippy::len_without_is_empty)] // It never is.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// The length of the text of all games in bytes.
    pub fn text_length(&self) -> usize {
        self.length
    }

    /// The offsets in bytes from the start of the chunk at which the games begin, in order.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// Game `index` (0-based) of the chunk, if there is one.
    pub fn game(&self, index: usize) -> Option<&Arc<Game>> {
        self.games.get(index)
    }

    /// The games, in order, each with the offset in bytes from the start of the chunk at which it begins.
    pub fn games(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<Game>)> + ExactSizeIterator {
        self.starts.iter().copied().zip(&self.games)
    }
}

impl Placed {
    /// The games with their indices in the file.
    fn numbered(&self) -> impl Iterator<Item = (usize, &Arc<Game>)> {
        (self.first_game..).zip(&self.chunk.games)
    }
}
