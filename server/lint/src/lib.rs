//! lint

pub mod configuration;
pub mod digest;
pub mod epd;
pub mod file_view;
pub mod finding;
pub mod lint;
pub mod root_cause;
pub mod rule;
pub mod rule_id;
pub mod rules;
pub mod selector;
pub mod suppression;
#[cfg(test)]
mod testing;
