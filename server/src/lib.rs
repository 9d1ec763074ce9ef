//! The `scoresheet` program: command line and language server.

pub mod lsp;
