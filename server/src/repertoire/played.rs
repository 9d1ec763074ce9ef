//! What the games of a collection, or an opening book, play in the positions of a repertoire.

use std::fs;
use std::path::{Path, PathBuf};

use scoresheet_chess::repertoire::{PlayedMoves, Repertoire};
use scoresheet_collection::cache::Segment;
use scoresheet_collection::repertoire::PlayedCounter;
use scoresheet_collection::tree::count_book;

use crate::move_cache::{MoveCache, SegmentText, Work};
use crate::text_file::{Archive, Origin};

/// What a repertoire is compared with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Against {
    /// Files of games, and opening books in the format of Polyglot.
    pub(crate) files: Vec<PathBuf>,
}

/// Whether a file is an opening book in the format of Polyglot.
fn is_book(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin"))
}

/// Counts what is played. Coverage is that of the first `moves` moves. Returns messages for what cannot be read, too. Stops when it `is_enough`.
pub(crate) fn played_moves(
    against: &Against,
    repertoire: &Repertoire,
    moves: u32,
    caches: &MoveCache,
    is_enough: &(dyn Fn() -> bool + Sync),
) -> (PlayedMoves, Vec<String>) {
    let counter = PlayedCounter::new(repertoire, moves);
    let (mut played, mut errors) = (PlayedMoves::of(repertoire), Vec::new());
    for path in against.files.iter().take_while(|_| !is_enough()) {
        let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        if is_book(path) {
            match fs::read(path) {
                Ok(bytes) => count_book(&bytes, repertoire, &mut played),
                Err(error) => errors.push(fail(&error)),
            }
            continue;
        }
        let start = || PlayedMoves::of(repertoire);
        let on_segment = |segment: &Segment, _: &SegmentText| counter.count(segment, |_| true);
        let work = Work { start: &start, on_segment: &on_segment, add: &PlayedMoves::append, is_enough };
        let open = || Origin::open(path, Archive::of(path), &|_| {});
        match caches.read(Some(path), None, &open, &work) {
            Ok((of_file, broken_off)) => {
                played.append(of_file);
                errors.extend(broken_off.iter().map(|error| fail(error)));
            }
            Err(error) => errors.push(fail(&error)),
        }
    }
    (played, errors)
}
