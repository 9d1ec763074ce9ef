//! The `scoresheet` program: command line and language server.

use std::process::ExitCode;

// The C library's own, which static binaries would have, takes three to five times as long for everything.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    scoresheet::cli::main(&scoresheet::cli::engine::ENGINE)
}
