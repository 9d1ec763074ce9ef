//! What is worked out of each game by itself, and kept as long as the game is in the file.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use scoresheet_analysis::placed_game::PlacedGame;
use scoresheet_grammar::{Chunk, Database, Game};

/// No more is kept than the file's length divided by this, so that the server's memory stays in proportion.
const MOST_KEPT_OF: usize = 2;

/// So much is always kept.
const SMALL_BYTES: usize = 1 << 20;

/// A chunk of games, with one `T` for each.
type OfChunk<T> = (Arc<Chunk<Game>>, Arc<[T]>);

/// One `T` for each game of a file, in order.
#[derive(Clone)]
pub struct PerGame<T> {
    chunks: Vec<OfChunk<T>>,
}

impl<T: Clone + Send + Sync> PerGame<T> {
    /// For each game of `file` what `kept` has for it if it `is_valid` for the game at this index, else what `work` makes of it.
    /// A game that is worked on begins at byte 0.
    pub fn of(
        file: &Database,
        kept: Option<&PerGame<T>>,
        is_valid: impl Fn(usize, &T) -> bool + Sync,
        work: impl Fn(PlacedGame) -> T + Sync,
    ) -> PerGame<T> {
        let known = Known::of(kept, file);
        let mut games = 0;
        let numbered: Vec<(usize, &Arc<Chunk<Game>>)> = (file.chunks())
            .map(|(_, chunk)| {
                let first_game = games;
                games += chunk.len();
                (first_game, chunk)
            })
            .collect();
        let of_chunk = |(first_game, chunk): (usize, &Arc<Chunk<Game>>)| {
            let known_chunk = known.chunks.get(&address(chunk)).map(|known| Arc::clone(known));
            let is_valid_chunk =
                |known: &Arc<[T]>| known.iter().enumerate().all(|(place, known)| is_valid(first_game + place, known));
            let of_games = || {
                let games = chunk.units().enumerate().map(|(place, (_, game))| {
                    let index = first_game + place;
                    let known_game = known.games.get(&address(game)).filter(|known| is_valid(index, known));
                    let fresh = || file.read(index, |view| work(PlacedGame { index, start: 0, view }));
                    known_game.map(|known| T::clone(known)).or_else(fresh)
                });
                games.flatten().collect()
            };
            (chunk.clone(), known_chunk.filter(is_valid_chunk).unwrap_or_else(of_games))
        };
        PerGame { chunks: numbered.into_par_iter().map(of_chunk).collect() }
    }

    /// The same for something else that is worked out of what there is.
    pub fn map<U>(&self, work: impl Fn(&T) -> U) -> PerGame<U> {
        let of_chunk = |(chunk, of_games): &OfChunk<T>| (chunk.clone(), of_games.iter().map(&work).collect());
        PerGame { chunks: self.chunks.iter().map(of_chunk).collect() }
    }

    /// The games, each with what there is of it.
    pub fn games(&self) -> impl Iterator<Item = (&Arc<Game>, &T)> {
        self.chunks.iter().flat_map(|(chunk, of_games)| chunk.units().map(|(_, game)| game).zip(of_games.iter()))
    }

    /// What there is, game by game.
    pub fn iter(&self) -> impl Iterator<Item = &T> + Clone {
        self.chunks.iter().flat_map(|(_, of_games)| of_games.iter())
    }
}

/// The last [`PerGame`] of a document, for the next.
pub struct LastPerGame<T>(Mutex<Option<Arc<PerGame<T>>>>);

impl<T> Default for LastPerGame<T> {
    fn default() -> LastPerGame<T> {
        LastPerGame(Mutex::default())
    }
}

impl<T: Clone + Send + Sync> LastPerGame<T> {
    /// What [`PerGame::of`] says of `file`, given the last one. Kept for the next if it takes little memory: each `T` takes
    /// so many `bytes` besides itself.
    pub fn of(
        &self,
        file: &Database,
        is_valid: impl Fn(usize, &T) -> bool + Sync,
        work: impl Fn(PlacedGame) -> T + Sync,
        bytes: impl Fn(&T) -> usize,
    ) -> Arc<PerGame<T>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let fresh = Arc::new(PerGame::of(file, last.as_deref(), is_valid, work));
        let is_small = is_small(fresh.iter().map(bytes).sum(), file.text_length());
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = is_small.then(|| fresh.clone());
        fresh
    }
}

/// Whether so many bytes may be kept of a text of this length.
pub fn is_small(bytes: usize, text_length: usize) -> bool {
    bytes <= most_kept(text_length)
}

/// How many bytes may be kept of a text of this length.
pub fn most_kept(text_length: usize) -> usize {
    text_length / MOST_KEPT_OF + SMALL_BYTES
}

/// What is known, by the addresses of chunks and of games in chunks that are gone. All of them are still kept, so that no other
/// has such an address.
struct Known<'kept, T> {
    chunks: HashMap<usize, &'kept Arc<[T]>>,
    games: HashMap<usize, &'kept T>,
}

impl<'kept, T> Known<'kept, T> {
    fn of(kept: Option<&'kept PerGame<T>>, file: &Database) -> Known<'kept, T> {
        let kept = kept.map_or(&[][..], |kept| &kept.chunks);
        let chunks = kept.iter().map(|(chunk, of_games)| (address(chunk), of_games)).collect();
        let still: std::collections::HashSet<_> = file.chunks().map(|(_, chunk)| address(chunk)).collect();
        let gone = kept.iter().filter(|(chunk, _)| !still.contains(&address(chunk)));
        let of_games = gone.flat_map(|(chunk, of_games)| chunk.units().zip(of_games.iter()));
        Known { chunks, games: of_games.map(|((_, game), known)| (address(game), known)).collect() }
    }
}

fn address<T>(kept: &Arc<T>) -> usize {
    Arc::as_ptr(kept) as usize
}
