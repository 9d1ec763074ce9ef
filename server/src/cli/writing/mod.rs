//! Writing files so that no interrupted run leaves half of one.

mod atomic;
mod leftovers;

pub(super) use atomic::{Replacement, create_atomically, ensure_replaceable, write_atomically};
pub(super) use leftovers::remove_leftovers;
