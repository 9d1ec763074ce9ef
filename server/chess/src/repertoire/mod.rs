//! A repertoire: what one side means to play, from many games with their variations, as one graph in which transpositions meet.
//!
//! A position is known by its [`PositionKey`](crate::position_key::PositionKey), and compared when it is found. Moves after one that its own side marks
//! as a mistake (`?`, `??`, `?!`) are there to show why it is one: they are no part of what is to be played.

mod graph;
mod played;
mod reached;
mod reader;

pub use graph::{Node, Occurrence, OccurrenceId, Place, Repertoire, RepertoireMove};
pub use played::{Coverage, PlayedHere, PlayedMoves};
pub use reached::Reached;
