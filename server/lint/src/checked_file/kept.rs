//! What is known of a file from what was found in a text before it.

use std::collections::HashMap;
use std::sync::Arc;

use scoresheet_grammar::{Chunk, Database, Game};

use super::change::Change;
use super::findings::{CheckedChunk, CheckedFile, KnownGame, Placed};
use super::since_asked::{MOST_REPLACED, Replaced};

/// A file and what was found in a text before it, with the chunks told apart that they share.
pub(super) struct Kept<'kept> {
    before: &'kept CheckedFile,
    file: &'kept Database,
    /// How many chunks at the start are shared.
    first: usize,
    /// How many behind those at the end are.
    last: usize,
}

impl<'kept> Kept<'kept> {
    pub(super) fn of(before: &'kept CheckedFile, file: &'kept Database) -> Kept<'kept> {
        let is_shared = |(old, (_, new)): &(&Placed, (usize, &Arc<Chunk<Game>>))| Arc::ptr_eq(&old.checked.chunk, new);
        let first = before.chunks.iter().zip(file.chunks()).take_while(is_shared).count();
        // The first game of a file is known by itself, as its escape lines speak for all: the first chunk is no other's equal.
        let most = (before.chunks.len().min(file.chunks().len()) - first).saturating_sub(usize::from(first == 0));
        let last = before.chunks.iter().rev().zip(file.chunks().rev()).take(most).take_while(is_shared).count();
        Kept { before, file, first, last }
    }

    pub(super) fn take_over(&self) -> CheckedFile {
        let known = self.known_games();
        let behind = self.file.chunks().len() - self.last;
        let offset = self.before.chunks.len().wrapping_sub(self.file.chunks().len());
        let of_chunk = |(index, (start, chunk)): (usize, (usize, &Arc<Chunk<Game>>))| {
            let checked = match index {
                _ if index < self.first => self.before.chunks[index].checked.clone(),
                _ if index >= behind => self.before.chunks[index.wrapping_add(offset)].checked.clone(),
                _ => of_known_games(start, chunk, &known),
            };
            Placed { start, checked }
        };
        let chunks = self.file.chunks().enumerate().map(of_chunk).collect();
        let (of_file, origin) = (self.before.of_file.after(self.change()), self.before.origin.clone());
        let since_asked = self.before.since_asked.as_ref().and_then(|since| since.and(self.replaced()?));
        CheckedFile { chunks, of_file, since_asked, origin, checked_games: 0, looked_at_games: 0 }
    }

    /// The games that have been replaced by others, one by one; nothing where some have come or gone, or more than a few are replaced.
    fn replaced(&self) -> Option<Vec<Replaced>> {
        let games = |chunks: &[Placed]| chunks.iter().map(|placed| placed.checked.games.len()).sum::<usize>();
        if games(&self.before.chunks) != self.file.len() {
            return None;
        }
        let first = games(&self.before.chunks[..self.first]);
        let old = self.old_chunks().iter().flat_map(|placed| placed.checked.chunk.units().zip(&placed.checked.games));
        let new = self.new_chunks().flat_map(|(_, chunk)| chunk.units());
        let mut replaced = Vec::new();
        for (index, (((_, old), known), (_, new))) in old.zip(new).enumerate() {
            if !Arc::ptr_eq(old, new) {
                let digest = known.as_ref().map(KnownGame::digest);
                replaced.push(Replaced { index: first + index, old: old.clone(), digest });
            }
            if replaced.len() > MOST_REPLACED {
                return None;
            }
        }
        Some(replaced)
    }

    /// What is known of the games of chunks that are not shared, by their identity, and whether they are the first of the file.
    fn known_games(&self) -> HashMap<(*const Game, bool), &'kept KnownGame> {
        let mut known = HashMap::new();
        for Placed { start, checked } in self.old_chunks() {
            for ((at, game), checked) in checked.chunk.units().zip(&checked.games) {
                if let Some(checked) = checked {
                    known.insert((Arc::as_ptr(game), start + at == 0), checked);
                }
            }
        }
        known
    }

    /// How the text differs; nothing where it does not.
    fn change(&self) -> Option<Change> {
        let is_same_length = self.before.chunks.len() == self.file.chunks().len();
        if is_same_length && self.first + self.last == self.before.chunks.len() {
            return None;
        }
        let games = |chunk: &'kept Arc<Chunk<Game>>| chunk.units().map(|(_, game)| game.text());
        let old = || self.old_chunks().iter().flat_map(|placed| games(&placed.checked.chunk));
        let new = || self.new_chunks().flat_map(|(_, chunk)| games(chunk));
        let old_length = self.before.chunks.last().map_or(0, |last| last.start + last.checked.chunk.text_length());
        let lengths = (old_length, self.file.text_length());
        let shared = |chunks: &[Placed]| chunks.iter().map(|placed| placed.checked.chunk.text_length()).sum::<usize>();
        let (first, last) = (&self.before.chunks[..self.first], self.before.chunks.len() - self.last);
        Some(Change::between(old, new, (shared(first), shared(&self.before.chunks[last..])), lengths))
    }

    /// The chunks of the text now that are not shared.
    fn new_chunks(&self) -> impl DoubleEndedIterator<Item = (usize, &'kept Arc<Chunk<Game>>)> {
        self.file.chunks().skip(self.first).take(self.file.chunks().len() - self.first - self.last)
    }

    /// The chunks of the text before that are not shared.
    fn old_chunks(&self) -> &'kept [Placed] {
        &self.before.chunks[self.first..self.before.chunks.len() - self.last]
    }
}

/// A chunk with what is known of its games.
fn of_known_games(
    start: usize,
    chunk: &Arc<Chunk<Game>>,
    known: &HashMap<(*const Game, bool), &KnownGame>,
) -> Arc<CheckedChunk> {
    let mut checked = Arc::unwrap_or_clone(CheckedChunk::of(chunk));
    for (place, (at, game)) in chunk.units().enumerate() {
        if let Some(known) = known.get(&(Arc::as_ptr(game), start + at == 0)) {
            checked.put(place, KnownGame::clone(known));
        }
    }
    Arc::new(checked)
}
