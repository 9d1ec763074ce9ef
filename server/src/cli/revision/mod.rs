//! `--changed`: what differs from a revision of the Git repository.

mod changed;
mod git;

pub use changed::{ChangedParts, Changes, changes};
