//! Findings as the commands hand them on: where they are, and by what they are known again.

mod identity;
mod located;

pub(super) use identity::{Hash, Identity};
pub(crate) use located::LocatedFinding;
