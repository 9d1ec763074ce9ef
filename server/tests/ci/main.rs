//! What pipelines rely on, through the real program and on the sample repository: formats, exit codes, baselines and changes
//! since a revision.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test file outside of cfg(test)")]

mod across;
mod baseline;
mod changed;
mod commands;
mod formats;
mod interrupted;
mod run;
