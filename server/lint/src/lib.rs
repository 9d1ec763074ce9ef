//! Findings in games, records and files: the rules that report them, the walk that calls the rules, and the slips that explain syntax
//! faults and illegal moves.
//!
//! Pure functions: no input or output, no threads. Callers pass the list of rules.

pub mod checked_file;
pub mod configuration;
mod decoded_again;
mod digest;
pub mod explanation;
pub mod file_view;
pub mod finding;
pub mod findings;
pub mod linter;
pub mod name_hash;
pub mod record_linter;
pub mod records;
pub mod repertoire;
pub mod rule;
pub mod rule_id;
pub mod rules;
pub mod selector;
pub mod suppression;
mod suspicious_comment;
#[cfg(test)]
mod testing;
mod walk;
