//! Writing files so that no interrupted run leaves half of one.

mod atomic;
mod leftovers;

pub use atomic::{Replacement, create_atomically, ensure_replaceable, write_atomically};
pub use leftovers::remove_leftovers;
