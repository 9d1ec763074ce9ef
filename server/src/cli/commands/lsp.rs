//! `scoresheet lsp`: the language server.

use std::process::ExitCode;

use clap::Args;

/// Arguments of `lsp`.
#[derive(Args, Debug)]
#[command(after_help = "Example, in the configuration of an editor:\n  scoresheet lsp")]
pub(crate) struct LspArguments {
    /// Talk over standard input and output; this is the default, and some editors pass the option anyway
    #[arg(long)]
    pub(crate) stdio: bool,
}

/// Runs the server until the client leaves. It takes the standard streams for itself.
pub(crate) fn run() -> ExitCode {
    crate::lsp::run()
}
