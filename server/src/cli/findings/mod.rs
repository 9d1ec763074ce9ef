//! Findings as the commands hand them on: where they are, and by what they are known again.

mod identity;
mod located;

pub use identity::{Hash, Identity};
pub use located::LocatedFinding;
