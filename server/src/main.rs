//! The `scoresheet` program: command line and language server.

use std::process::ExitCode;

fn main() -> ExitCode {
    scoresheet::cli::main(&scoresheet::cli::engine::ENGINE)
}
