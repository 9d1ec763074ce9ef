//! The move cache: what was read of the games of a file, so that the next search need not read them again.
//!
//! A cache has segments, each for some megabytes of text, so that a file that has grown costs what was appended.

mod bytes;
mod columns;
mod game;
mod head;
mod men;
mod openings;
mod piece;
mod placed;
mod reaching;
mod segment;
mod strings;
#[cfg(test)]
mod tests;
mod writer;

pub use bytes::Checksum;
pub use game::CachedGame;
pub use head::{FileState, Head, START, SegmentPlace};
pub(crate) use men::read_long;
pub use men::{CachedMove, Men};
pub use openings::Named;
pub use piece::{GameExtent, GameResult, Piece};
pub(crate) use placed::PlacedMen;
pub use reaching::{Reaching, Target};
pub use segment::{ReadBytes, Segment};
pub use writer::SegmentWriter;
