//! Helpers shared by the test files of this package.

pub mod client;
pub mod edits;
pub mod samples;
pub mod word_engine;
