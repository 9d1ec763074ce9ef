//! Tables: games as rows, with columns that users choose.
//!
//! A row keeps the texts of its cells and nothing else of its game, so a table takes the memory that it shows.

mod column;
mod key;
mod rows;
mod segment_rows;

pub use column::{Column, Value};
pub use key::Key;
pub use rows::{Row, Rows, SortBy, TableOptions};
pub use segment_rows::{SegmentRows, row_of_text};
