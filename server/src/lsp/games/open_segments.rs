//! The segments of an open document. An edit makes only the segment anew whose games it changed.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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
        // An old segment whose first game is gone comes no more.
        let mut firsts: HashMap<*const Game, usize> =
            kept.iter().filter_map(|segment| Some((Arc::as_ptr(segment.games.first()?), usize::MAX))).collect();
        for (at, game) in games.iter().enumerate().rev() {
            if let Some(first) = firsts.get_mut(&Arc::as_ptr(game)) {
                *first = at;
            }
        }
        let mut old: VecDeque<(usize, Arc<OpenSegment>)> = std::mem::take(&mut *kept)
            .into_iter()
            .filter_map(|segment| Some((*firsts.get(&Arc::as_ptr(segment.games.first()?))?, segment)))
            .filter(|(at, _)| *at < games.len())
            .collect();
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
/// `old` has those that may come, each with the place of its first game.
fn next_segment(games: &[Arc<Game>], at: usize, old: &mut VecDeque<(usize, Arc<OpenSegment>)>) -> Arc<OpenSegment> {
    while let Some((begins, segment)) = old.pop_front() {
        if begins == at && segment.is_at(games, at) {
            return segment;
        }
        if begins > at {
            old.push_front((begins, segment));
            return Arc::new(OpenSegment::of(first_games(&games[at..begins])));
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
    fn only_the_segments_of_changed_games_are_made_anew() {
        let games = |count: usize| -> Vec<Arc<Game>> {
            let game = format!("[White \"Ada\"]\n\n1. e4 {{{}}} e5 *\n\n", "word ".repeat(SEGMENT_BYTES / 8));
            Database::parse(&game.repeat(count)).units().map(|(_, game)| game.clone()).collect()
        };
        let segments = OpenSegments::default();
        let (text, other) = (games(5), games(3));
        let first = segments.planned(&text);
        let is_kept = |games: &[Arc<Game>]| -> Vec<Option<usize>> {
            let planned = segments.planned(games);
            let place = |segment: &Arc<OpenSegment>| first.iter().position(|old| Arc::ptr_eq(old, segment));
            planned.iter().map(place).collect()
        };
        let changed = [&text[..2], &other[..1], &text[3..]].concat();
        assert_eq!(is_kept(&changed), [Some(0), Some(1), None, Some(3), Some(4)]);
        assert_eq!(is_kept(&[&other[1..], &changed[3..]].concat()), [None, None, Some(3), Some(4)]);
        assert_eq!(is_kept(&[&text[4..], &text[3..4]].concat()), [None, Some(3)]);
        assert_eq!(is_kept(&other), [None; 3]);
        assert_eq!(is_kept(&[]), []);
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
