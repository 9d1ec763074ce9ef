//! Making segments of the blocks of a text, and writing them to a cache.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use scoresheet_collection::cache::{Checksum, GameExtent, Piece, SegmentPlace, SegmentWriter};
use scoresheet_collection::game::Facts;
use scoresheet_grammar::{GAMES_PER_CALL, GameView, Parser, Tree};

use super::reading::SegmentText;
use super::writer::CacheWriter;
use crate::text_file::{Block, Encoding, LineCursor};

/// About how many bytes of text are in a segment: enough that games have much in common, and that little is said twice.
/// Small in tests, so that their texts have several.
pub(super) const SEGMENT: u32 = if cfg!(test) { 2000 } else { 64 << 20 };

/// The same of the first segment, so that the first answers come soon. Each may be as long as all before it.
const FIRST: u64 = if cfg!(test) { 2000 } else { 8 << 20 };

/// About how many bytes a thread reads at a time.
const PIECE: usize = 128 << 10;

/// Longer trees are not reused: few games need them.
const MOST_KEPT: usize = 64 << 10;

/// The games of the pieces of a block, which are read in parallel.
pub(super) fn pieces(block: &Block) -> Vec<Piece> {
    let ranges = scoresheet_grammar::split(&block.text, PIECE);
    ranges.into_par_iter().map(|range| kept_games(&block.text[range], block.encoding, |_, _, _| {})).collect()
}

/// What is kept of the games of a piece of a block. Each is shown to `on_game`, with its byte offset in the piece and what is known of it.
pub(crate) fn kept_games(text: &str, encoding: Encoding, mut on_game: impl FnMut(GameView, usize, Facts)) -> Piece {
    let mut parser = Parser::new(text);
    let mut trees: Box<[Tree; GAMES_PER_CALL]> = Box::default();
    let mut piece = Piece::default();
    let mut cursor = LineCursor::default();
    loop {
        let games = parser.next_games(&mut trees);
        for (range, tree) in games.iter().zip(trees.iter()) {
            let start = cursor.locate(text, range.start);
            let line_ends = cursor.locate(text, range.end).line - start.line;
            let view = GameView { text: &text[range.clone()], tree };
            let bytes = encoding.encoded_len(view.text);
            let facts = piece.add(view, GameExtent { bytes, line_ends, column: start.column - 1 });
            on_game(view, range.start, facts);
        }
        if games.len() < GAMES_PER_CALL {
            return piece;
        }
        trees.iter_mut().filter(|tree| tree.heap_size() > MOST_KEPT).for_each(|tree| *tree = Tree::default());
    }
}

/// A segment that was made.
pub(super) struct Made {
    pub(super) bytes: Vec<u8>,
    /// The length of its head.
    pub(super) head: usize,
    /// How many games it has.
    pub(super) count: usize,
    pub(super) text: SegmentText,
    /// How many lines begin before its end.
    pub(super) lines_end: u64,
}

/// Joins pieces to segments.
pub(super) struct Filler {
    writer: SegmentWriter,
    checksum: Checksum,
    /// The text of the segment so far.
    text: SegmentText,
}

impl Filler {
    /// Begins at a byte offset on the disk, after some games and lines.
    pub(super) fn new(start: u64, games: u64, lines: u64) -> Filler {
        let text = SegmentText { range: start..start, games, lines, encoding: Encoding::UTF_8 };
        Filler { writer: SegmentWriter::default(), checksum: Checksum::default(), text }
    }

    /// Adds the games of a block. Returns the segment that it completes.
    pub(super) fn add(&mut self, block: &Block, pieces: Vec<Piece>) -> Option<Made> {
        if self.writer.games() == 0 {
            // A byte order mark is before the first game.
            let marked = self.text.range.end + block.bom.len() as u64;
            self.text.range = marked..marked;
        }
        if block.encoding == Encoding::UTF_8 {
            self.checksum.add(block.text.as_bytes());
        } else {
            // A text that was decoded can be encoded, to the same bytes.
            self.checksum.add(&block.encoding.encode(&block.text, b"").unwrap_or_default());
        }
        self.text.encoding = block.encoding;
        pieces.into_iter().for_each(|piece| self.writer.add(piece));
        self.text.range.end = self.text.range.start + u64::from(self.writer.text_length());
        let most = self.text.range.start.clamp(FIRST, u64::from(SEGMENT));
        (u64::from(self.writer.text_length()) >= most).then(|| self.finish())?
    }

    /// Returns the last segment, if there are games in it.
    pub(super) fn finish(&mut self) -> Option<Made> {
        let count = self.writer.games();
        if count == 0 {
            return None;
        }
        let (games, lines) = (count as u64, u64::from(self.writer.lines()));
        let (bytes, head) = self.writer.finish();
        let text = self.text.clone();
        self.text.range.start = text.range.end;
        self.text.games += games;
        self.text.lines += lines;
        Some(Made { bytes, head, count, text, lines_end: self.text.lines })
    }

    /// Returns the encoding of the last block.
    pub(super) fn encoding(&self) -> Encoding {
        self.text.encoding
    }

    /// The checksum of the text of the segment that was finished last.
    pub(super) fn take_checksum(&mut self) -> u64 {
        std::mem::take(&mut self.checksum).finish()
    }
}

/// The cache to which segments are written. Nothing is written any more after an error: then there will be no cache.
pub(super) struct Output(Mutex<Option<CacheWriter>>);

impl Output {
    pub(super) fn new(writer: Option<CacheWriter>) -> Output {
        Output(Mutex::new(writer))
    }

    /// Drops what was written, because reading starts again.
    pub(super) fn reset(&self) {
        self.change(CacheWriter::reset);
    }

    pub(super) fn add(&self, made: &Made, text_checksum: u64) {
        self.change(|writer| {
            let place = SegmentPlace {
                range: 0..0,
                head: made.head as u32,
                head_checksum: 0,
                games: made.count as u32,
                text: made.text.range.clone(),
                text_checksum,
                lines: made.text.lines..made.lines_end,
            };
            writer.add(&made.bytes, place)
        });
    }

    /// Whether segments are still written.
    pub(super) fn is_open(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    pub(super) fn take(&self) -> Option<CacheWriter> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn change(&self, change: impl FnOnce(&mut CacheWriter) -> std::io::Result<()>) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.as_mut().is_some_and(|writer| change(writer).is_err()) {
            *writer = None;
        }
    }
}
