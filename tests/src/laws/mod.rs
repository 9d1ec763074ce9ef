//! What must hold of any text, for the property tests, which make up texts, and for the fuzzers, which look for texts that break
//! it. Each function panics, with the text, where its law does not hold.

pub mod epd;
pub mod findings;
pub mod fixes;
pub mod format;
pub mod reparse;
pub mod session;
pub mod trees;
