//! Findings as the commands pass them on: with their place and their identity.

mod identity;
mod located;
mod requested;

pub(super) use identity::{Hash, Identity};
pub(crate) use located::{LocatedFinding, MOST_IN_FILE, Place, limit};
pub(crate) use requested::retain_requested;
