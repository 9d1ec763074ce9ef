//! What games play in the positions of a repertoire.

mod count;

pub use count::PlayedCounter;
