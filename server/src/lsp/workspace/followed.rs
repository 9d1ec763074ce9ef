//! A cache of values per game of an open document, valid as long as the game is in the document. An edit leaves most chunks of games
//! unchanged, so updating the cache is cheap.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use scoresheet_grammar::{Chunk, Database, Game};

/// The cached values of the games of a document.
#[derive(Debug)]
pub(super) struct Followed<T> {
    /// Chunks whose games all have a value, by address. The cache holds the chunks, so no address is reused.
    chunks: HashMap<usize, Arc<Chunk<Game>>>,
    /// Games with their values, by address.
    games: HashMap<usize, (Arc<Game>, T)>,
}

impl<T> Default for Followed<T> {
    fn default() -> Followed<T> {
        Followed { chunks: HashMap::new(), games: HashMap::new() }
    }
}

impl<T> Followed<T> {
    /// Evicts the games that are no longer in the document, and returns their values. Linear in the number of chunks, and in the games of
    /// the chunks that have changed.
    pub(super) fn forget_others(&mut self, now: &Database) -> Vec<T> {
        let present: HashMap<usize, &Arc<Chunk<Game>>> =
            now.chunks().map(|(_, chunk)| (address(chunk), chunk)).collect();
        // While the games of a large file become known, nothing is gone.
        if self.chunks.keys().all(|at| present.contains_key(at)) {
            return Vec::new();
        }
        let changed = present.iter().filter(|(at, _)| !self.chunks.contains_key(at));
        let kept: HashSet<usize> =
            changed.flat_map(|(_, chunk)| chunk.units().map(|(_, game)| address(game))).collect();
        let mut forgotten = Vec::new();
        let games = &mut self.games;
        let mut forget = |chunk: &Chunk<Game>| {
            let gone = chunk.units().map(|(_, game)| address(game)).filter(|at| !kept.contains(at));
            forgotten.extend(gone.filter_map(|at| Some(games.remove(&at)?.1)));
        };
        self.chunks.retain(|at, chunk| {
            let is_present = present.contains_key(at);
            if !is_present {
                forget(chunk);
            }
            is_present
        });
        forgotten
    }

    /// Returns games of the document without a value: those of as many chunks as give at least `most` games.
    pub(super) fn unknown(&mut self, now: &Database, most: usize) -> Vec<Arc<Game>> {
        let mut unknown = Vec::new();
        for (_, chunk) in now.chunks().filter(|(_, chunk)| !self.chunks.contains_key(&address(chunk))) {
            if unknown.len() >= most {
                return unknown;
            }
            let games = chunk.units().map(|(_, game)| game);
            unknown.extend(games.filter(|game| !self.games.contains_key(&address(game))).cloned());
        }
        unknown
    }

    /// Inserts values of games.
    pub(super) fn insert(&mut self, now: &Database, known: impl IntoIterator<Item = (Arc<Game>, T)>) {
        self.games.extend(known.into_iter().map(|(game, known)| (address(&game), (game, known))));
        for (_, chunk) in now.chunks() {
            let is_known = |(_, game): (_, &Arc<Game>)| self.games.contains_key(&address(game));
            if !self.chunks.contains_key(&address(chunk)) && chunk.units().all(is_known) {
                self.chunks.insert(address(chunk), chunk.clone());
            }
        }
    }

    /// Returns the number of games with a value.
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns the value of the game at this address.
    pub(super) fn at(&self, address: usize) -> Option<&(Arc<Game>, T)> {
        self.games.get(&address)
    }

    /// Returns the value of a game.
    pub(super) fn of(&self, game: &Arc<Game>) -> Option<&T> {
        self.at(address(game)).map(|(_, known)| known)
    }

    /// Returns the values of all games.
    pub(super) fn into_values(self) -> impl Iterator<Item = T> {
        self.games.into_values().map(|(_, known)| known)
    }
}

/// Returns the address of a shared value.
pub(super) fn address<T>(shared: &Arc<T>) -> usize {
    Arc::as_ptr(shared) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_leaves_the_other_games_known() {
        let text: String = (0..1000).map(|number| format!("[Event \"{number}\"]\n\n1. e4 *\n\n")).collect();
        let before = Database::parse(&text);
        let mut followed = Followed::default();
        let first = followed.unknown(&before, 100);
        assert!(first.len() >= 100 && first.len() < 1000);
        followed.insert(&before, first.into_iter().map(|game| (game, "first")));
        assert!(followed.forget_others(&before).is_empty());
        let rest = followed.unknown(&before, usize::MAX);
        followed.insert(&before, rest.into_iter().map(|game| (game, "rest")));
        assert!(followed.unknown(&before, usize::MAX).is_empty());
        let (after, _) = Database::edit(&before, 8..9, "x");
        // Values of games before the edit remain until they are evicted.
        assert_eq!(followed.unknown(&after, usize::MAX).len(), 1);
        assert_eq!(followed.forget_others(&after), ["first"]);
        let new = followed.unknown(&after, usize::MAX);
        assert_eq!((new.len(), new[0].text().contains("[Event \"x\"]")), (1, true));
        followed.insert(&after, new.into_iter().map(|game| (game, "new")));
        assert!(followed.unknown(&after, usize::MAX).is_empty());
        assert_eq!(followed.of(after.unit(0).unwrap()), Some(&"new"));
        assert_eq!(followed.of(after.unit(999).unwrap()), Some(&"rest"));
        assert_eq!(followed.into_values().count(), 1000);
    }
}
