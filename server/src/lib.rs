//! The `scoresheet` program: command line and language server.

pub mod cli;
pub mod configuration;
pub mod lsp;
pub mod patterns;
pub mod repair;
pub mod rules_page;
pub mod text_edits;
pub mod text_file;
pub mod tokens_page;
