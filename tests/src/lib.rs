//! Helpers shared by the test files of this package.

pub mod samples;
