//! The `scoresheet` program: command line and language server.
//!
//! Public is what `main` and the tests of the workspace need.

pub mod cli;
pub mod configuration;
mod embedded;
mod engine;
mod language;
mod linters;
pub mod lsp;
mod move_cache;
mod patterns;
pub mod repair;
mod repertoire;
pub mod rules_page;
mod system;
mod temporary_files;
pub mod text_edits;
pub mod text_file;
pub mod tokens_page;
