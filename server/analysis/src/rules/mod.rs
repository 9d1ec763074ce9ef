//! The rules, one file each, and the list of them.

mod illegal_move;

#[cfg(test)]
mod doc_tests;

use crate::rule::Rule;

/// Every rule, in the order of its name.
pub static RULES: &[&Rule] = &[&illegal_move::ILLEGAL_MOVE];
