//! The segments of an open document. An edit makes only the segment anew whose games it changed.

use std::iter::Peekable;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::vec::IntoIter;

use scoresheet_collection::cache::{GameExtent, Piece, Segment, SegmentWriter};
use scoresheet_grammar::{Database, Game};

use crate::text_file::count_breaks;

/// About how many bytes of text are in a segment: so little that it is made anew within some ten milliseconds.
const SEGMENT_BYTES: usize = 2 << 20;

/// The segments of the last text of a document that was requested, for the texts to come.
#[derive(Default)]
pub(super) struct OpenSegments(Mutex<Vec<Arc<OpenSegment>>>);

/// A segment, and the games that it is made of.
pub(super) struct OpenSegment {
    games: Vec<Arc<Game>>,
    /// Its bytes and the length of its head, once it was needed. Two requests that need it at once make it once.
    made: OnceLock<(Vec<u8>, usize)>,
}

impl OpenSegment {
    /// Calls `work` with the segment.
    pub(super) fn with<T>(&self, work: impl FnOnce(&Segment) -> T) -> Option<T> {
        let (bytes, head) = self.made.get_or_init(|| self.make());
        let read = |range: Range<usize>| bytes.get(range).map(<[u8]>::to_vec);
        Some(work(&Segment::new(bytes.get(..*head)?, self.games.len(), &read)?))
    }

    fn of(games: Vec<Arc<Game>>) -> OpenSegment {
        OpenSegment { games, made: OnceLock::new() }
    }

    fn make(&self) -> (Vec<u8>, usize) {
        let (mut piece, mut writer) = (Piece::default(), SegmentWriter::default());
        for game in &self.games {
            game.read(|view| {
                let (bytes, line_ends) = (view.text.len(), count_breaks(view.text));
                piece.add(view, GameExtent { bytes, line_ends, column: 0 });
            });
        }
        writer.add(piece);
        writer.finish()
    }

    /// Whether the games from `at` on are those of the segment.
    fn is_at(&self, games: &[Arc<Game>], at: usize) -> bool {
        let here = games.get(at..at + self.games.len());
        here.is_some_and(|here| here.iter().zip(&self.games).all(|(one, other)| Arc::ptr_eq(one, other)))
    }
}

impl OpenSegments {
    /// Calls `on_segment` with the segments of `file` in order, each with the byte range of its text and the number of games before it,
    /// until it returns `false`. Linear in what has changed, and in the number of games.
    pub(super) fn each(&self, file: &Database, mut on_segment: impl FnMut(&OpenSegment, Range<usize>, usize) -> bool) {
        let (starts, games): (Vec<usize>, Vec<Arc<Game>>) = file.units().map(|(at, game)| (at, game.clone())).unzip();
        let mut at = 0;
        for segment in self.planned(&games) {
            let end = at + segment.games.len();
            let text = starts[at]..starts.get(end).copied().unwrap_or_else(|| file.text_length());
            if !on_segment(&segment, text, at) {
                return;
            }
            at = end;
        }
    }

    /// The segments of some games: those that are known, and new ones that are not yet made. So the lock is not held while one is made or
    /// worked on, and no request waits for what another one does with the same document.
    fn planned(&self, games: &[Arc<Game>]) -> Vec<Arc<OpenSegment>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut old = std::mem::take(&mut *kept).into_iter().peekable();
        let mut at = 0;
        while at < games.len() {
            let segment = next_segment(games, at, &mut old);
            at += segment.games.len();
            kept.push(segment);
        }
        kept.clone()
    }
}

/// The segment that begins with a game: an old one if there is one of the same games, else a new one that ends where an old one begins.
fn next_segment(games: &[Arc<Game>], at: usize, old: &mut Peekable<IntoIter<Arc<OpenSegment>>>) -> Arc<OpenSegment> {
    // Old segments of which the first game is gone, or is before this place, come no more.
    while let Some(next) = old.peek() {
        let begins = next.games.first();
        let before = games[at..].iter().position(|game| begins.is_some_and(|first| Arc::ptr_eq(first, game)));
        match before {
            Some(0) if next.is_at(games, at) => {
                let kept = next.clone();
                old.next();
                return kept;
            }
            Some(before) if before > 0 => return Arc::new(OpenSegment::of(first_games(&games[at..at + before]))),
            _ => {
                old.next();
            }
        }
    }
    Arc::new(OpenSegment::of(first_games(&games[at..])))
}

/// As many of the games as a segment has.
fn first_games(games: &[Arc<Game>]) -> Vec<Arc<Game>> {
    let mut bytes = 0;
    let fits = |game: &&Arc<Game>| {
        let is_first = bytes == 0;
        bytes += game.text().len();
        is_first || bytes <= SEGMENT_BYTES
    };
    games.iter().take_while(fits).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The segments of a text, as addresses.
    fn walk(segments: &OpenSegments, file: &Database) -> Vec<*const OpenSegment> {
        let mut walked = Vec::new();
        segments.each(file, |segment, _, _| {
            walked.push(std::ptr::from_ref(segment));
            true
        });
        walked
    }

    #[test]
    fn a_second_walk_need_not_wait_for_the_first() {
        let game = format!("[White \"Ada\"]\n\n1. e4 {{{}}} e5 *\n\n", "word ".repeat(SEGMENT_BYTES / 8));
        let file = Database::parse(&game.repeat(3));
        let segments = OpenSegments::default();
        let mut outer = Vec::new();
        segments.each(&file, |segment, _, _| {
            outer.push(std::ptr::from_ref(segment));
            assert!(segments.0.try_lock().is_ok(), "the lock is held during the work");
            assert_eq!(walk(&segments, &file).len(), 3);
            assert_eq!(segment.with(|segment| segment.start(0)), Some(Some(0)));
            true
        });
        assert_eq!(outer.len(), 3);
        assert_eq!(walk(&segments, &file), outer);
    }

    #[test]
    fn a_walk_that_ends_early_loses_no_segment() {
        let game = format!("[White \"Ada\"]\n\n1. e4 {{{}}} e5 *\n\n", "word ".repeat(SEGMENT_BYTES / 8));
        let file = Database::parse(&game.repeat(3));
        let segments = OpenSegments::default();
        let all = walk(&segments, &file);
        segments.each(&file, |_, _, at| at > 0);
        assert_eq!(walk(&segments, &file), all);
    }
}
