//! Opening trees: what was played from a position, how often, and with which score.
//!
//! [`TreeLines`] collects what games played after they reached a position; [`Tree`] counts it. [`MoveCounts`] counts the next move alone.

mod count;
mod lines;
mod move_counts;
mod openings;
mod polyglot;
mod root;
mod stats;

pub use count::{Node, NodeMove, Tree, TreeOptions};
pub use lines::{BestGame, GameFacts, SegmentFacts, TreeLines};
pub use move_counts::MoveCounts;
pub use openings::{CountedOpening, OpeningCounts};
pub use polyglot::{BookEntry, book, book_of_repertoire, count_book};
pub use root::{RootError, RootPosition, read_uci, root};
pub use stats::{Stats, performance, score};
