//! The move cache: what was read of the games of a file, so that the next search need not read them again.
//!
//! A cache has segments, each for some megabytes of text, so that a file that has grown costs what was appended.

mod bytes;
mod cached_move;
mod columns;
mod game;
mod head;
mod men;
mod node;
mod opening_walk;
mod openings;
mod piece;
mod placed;
mod reaching;
mod segment;
mod strings;
#[cfg(test)]
mod tests;
mod walk;
mod writer;

pub use bytes::Checksum;
pub use cached_move::CachedMove;
pub use cached_move::uci;
pub(crate) use cached_move::{read_long, write_long};
pub use game::CachedGame;
pub use head::{FileState, Head, START, SegmentPlace};
pub use men::Men;
pub use piece::{GameExtent, GameResult, Piece};
pub(crate) use placed::PlacedMen;
pub use reaching::Reaching;
pub use segment::{Named, ReadBytes, Segment};
pub use writer::SegmentWriter;
