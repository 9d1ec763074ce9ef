//! The segments of an open document. An edit makes only the segment anew whose games it changed.

use std::iter::Peekable;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::vec::IntoIter;

use scoresheet_collection::cache::{GameExtent, Piece, Segment, SegmentWriter};
use scoresheet_grammar::{Database, Game};

use crate::text_file::count_breaks;

/// About how many bytes of text are in a segment: so little that it is made anew within some ten milliseconds.
const SEGMENT_BYTES: usize = 2 << 20;

/// The segments of the last text of a document that was requested, for the texts to come.
#[derive(Default)]
pub(super) struct OpenSegments(Mutex<Vec<Arc<OpenSegment>>>);

/// A segment, and the games that it was made of.
pub(super) struct OpenSegment {
    games: Vec<Arc<Game>>,
    bytes: Vec<u8>,
    /// The length of its head.
    head: usize,
}

impl OpenSegment {
    /// Calls `work` with the segment.
    pub(super) fn with<T>(&self, work: impl FnOnce(&Segment) -> T) -> Option<T> {
        let read = |range: Range<usize>| self.bytes.get(range).map(<[u8]>::to_vec);
        Some(work(&Segment::new(self.bytes.get(..self.head)?, self.games.len(), &read)?))
    }

    fn of(games: Vec<Arc<Game>>) -> OpenSegment {
        let (mut piece, mut writer) = (Piece::default(), SegmentWriter::default());
        for game in &games {
            game.read(|view| {
                let (bytes, line_ends) = (view.text.len(), count_breaks(view.text));
                piece.add(view, GameExtent { bytes, line_ends, column: 0 });
            });
        }
        writer.add(piece);
        let (bytes, head) = writer.finish();
        OpenSegment { games, bytes, head }
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
        // Held for the whole walk: another request for the same document would make the same segments.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let old = std::mem::take(&mut *kept);
        let mut old = old.into_iter().peekable();
        let mut at = 0;
        while at < games.len() {
            let segment = next_segment(&games, at, &mut old);
            let end = at + segment.games.len();
            let text = starts[at]..starts.get(end).copied().unwrap_or_else(|| file.text_length());
            let goes_on = on_segment(&segment, text, at);
            kept.push(segment);
            if !goes_on {
                break;
            }
            at = end;
        }
        kept.extend(old);
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
