//! What is done with the games of a file: with those that come from a cache, and those that are read from the text.

use scoresheet_collection::cache::{Piece, Segment};

use super::filler::pieces;
use super::reading::{Done, SegmentText};
use crate::text_file::Block;

/// What is done with the games of a file. They come in segments as far as there is a fresh cache, then in blocks of text.
pub(crate) trait GamesWork: Sync {
    /// What is known after some of the games.
    type State: Send;
    /// What is found in a segment.
    type OfSegment: Send;
    /// What is found in a block.
    type OfBlock: Send;

    /// Whether segments are made of all blocks, for the sake of [`GamesWork::segment`]; then [`GamesWork::add_block`] has nothing to do.
    const ONLY_SEGMENTS: bool;

    /// Returns the state before the first game. Called again if reading has to start again.
    fn start(&self) -> Self::State;

    /// Works on a segment, in parallel with others. Whether what it read was damaged is known afterwards; then the result is dropped, and
    /// the same games come in blocks.
    fn segment(&self, segment: &Segment, text: &SegmentText) -> Self::OfSegment;

    /// Adds the results of segments, in the order of the file. `done` is how far they go.
    fn add_segment(&self, state: &mut Self::State, found: Self::OfSegment, done: Done);

    /// Works on a block. With `fills`, returns what a cache keeps of its games, too.
    fn block(&self, block: &Block, fills: bool) -> (Vec<Piece>, Self::OfBlock);

    /// Adds the results of blocks, in the order of the file.
    fn add_block(&self, state: &mut Self::State, block: &Block, found: Self::OfBlock);

    /// Ends the work before the end of the file; then no cache is made.
    fn is_enough(&self) -> bool;
}

/// Work on segments alone.
pub(crate) struct Work<'a, S, T> {
    /// Returns the state before the first segment. Called again if reading has to start again.
    pub(crate) start: &'a (dyn Fn() -> S + Sync),
    /// Works on a segment.
    pub(crate) on_segment: &'a (dyn Fn(&Segment, &SegmentText) -> T + Sync),
    /// Adds the results in the order of the file.
    pub(crate) add: &'a (dyn Fn(&mut S, T) + Sync),
    /// Ends the work before the end of the file; then no cache is made.
    pub(crate) is_enough: &'a (dyn Fn() -> bool + Sync),
}

impl<S: Send, T: Send> GamesWork for Work<'_, S, T> {
    type State = S;
    type OfSegment = T;
    type OfBlock = ();

    const ONLY_SEGMENTS: bool = true;

    fn start(&self) -> S {
        (self.start)()
    }

    fn segment(&self, segment: &Segment, text: &SegmentText) -> T {
        (self.on_segment)(segment, text)
    }

    fn add_segment(&self, state: &mut S, found: T, _: Done) {
        (self.add)(state, found);
    }

    fn block(&self, block: &Block, _: bool) -> (Vec<Piece>, ()) {
        (pieces(block), ())
    }

    fn add_block(&self, _: &mut S, _: &Block, (): ()) {}

    fn is_enough(&self) -> bool {
        (self.is_enough)()
    }
}
