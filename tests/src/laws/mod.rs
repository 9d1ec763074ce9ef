//! Properties of any text, for the property tests, which generate texts, and for the fuzzers, which search for counterexamples.
//! Each function panics with the text if its property does not hold.

pub mod epd;
pub mod findings;
pub mod fixes;
pub mod format;
pub mod kept;
pub mod reparse;
pub mod session;
pub mod trees;
