//! The `scoresheet` program: command line and language server.

use std::process::ExitCode;

// For builds with musl; the packages use glibc. With the allocator of musl, checking and formatting take 1.3 to 4
// times as long.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    scoresheet::cli::main()
}
