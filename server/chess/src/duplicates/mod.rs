//! Games that occur more than once: what is kept of every game, and the comparison of games that are read again.
//!
//! A [`GameDigest`] of every game is kept, or the [`MainLine`] of its [`Destinations`]. Games with the same [bucket](MainLine::bucket) are read again as
//! [`GameFacts`], and [`find_in_bucket`] compares them.

mod bucket;
mod destinations;
mod digest;
mod facts;
mod line_hash;
mod loss;

pub use bucket::{Duplicate, find_in_bucket};
pub use destinations::Destinations;
pub use digest::GameDigest;
pub use facts::{Criteria, GameFacts, Reason};
pub use line_hash::MainLine;
pub use loss::Loss;
