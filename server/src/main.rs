//! The `scoresheet` program: command line and language server.

use std::process::ExitCode;

// A broken text has a finding at every other word, which one thread makes and another drops: with the allocator of glibc, 10 MB of it take a
// quarter more time, for the budget of 5 s of CPU, and memory is not given back when the editor is quiet. With that of musl, all takes longer.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    scoresheet::cli::main()
}
