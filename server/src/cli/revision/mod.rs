//! `--changed`: what differs from a revision of the Git repository.

mod changed;
mod git;

pub(super) use changed::{ChangedParts, Changes, changes};
