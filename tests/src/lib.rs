//! Helpers shared by the test files of this package.

pub mod client;
pub mod conformance;
pub mod edits;
pub mod encoded;
pub mod imports;
pub mod independent_reader;
pub mod laws;
pub mod meta_model;
pub mod mutants;
pub mod samples;
pub mod source_files;
pub mod watcher;
pub mod workspace;
