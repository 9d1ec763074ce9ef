//! Files that are edited: units that are shared between versions, and what is kept of each.
//!
//! A file is units: games ([`Database`]) or runs of records ([`EpdFile`](crate::epd::EpdFile)). [`UnitFile`] keeps them in chunks. An edit reads only the units
//! that it touches; all others, and the chunks that it does not touch, are the same in the file before and after it. So a clone is a
//! snapshot, and a [`Memo`] keeps what was computed of a unit as long as the unit is in the file.

mod edit;
mod file;
mod games;
mod memo;
mod missing;
mod run;
mod trees;
mod unit;

pub use edit::Edited;
pub use file::{Chunk, UnitFile};
pub use games::Database;
pub use memo::Memo;
pub use missing::{Computed, Missing, UnitPlace};
pub use run::{MemoRun, Summary};
pub use unit::Unit;
