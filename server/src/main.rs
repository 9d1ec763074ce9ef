//! The `scoresheet` program: command line and language server.
fn main() {}
