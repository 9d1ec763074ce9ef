//! What tables of many games are made of, for engines that read columns: the line of a game, and what was played in all positions.

mod annotated_moves;
mod played_line;
mod position_moves;
mod tree_row;

pub use crate::cache::uci;
pub use annotated_moves::{AnnotatedMove, annotated_moves};
pub use played_line::{PlayedLine, PlayedMove};
pub use position_moves::{PlayedHere, TalliedGame, tally};
pub use tree_row::{LONGEST_ROW, Threshold, TreeRow};
