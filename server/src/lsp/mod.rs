//! The language server: everything that knows the Language Server Protocol, and nothing that knows chess.
//!
//! Three rules keep answers true to the text on the screen:
//! 1. A notification changes the state before its handler's first await; the transport polls each handler once before
//!    it reads the next message, so changes happen in the order they were sent, or in that of their versions (`overtaken`).
//! 2. A request takes a snapshot before its first await and works on another thread.
//! 3. An answer that was worked out on a text that has changed since is not given (`ContentModified`).

mod api;
mod diagnostics;
mod documents;
mod proto;
mod server;
mod session;
mod settings;
mod tasks;
mod transport;
mod workspace;

use std::process::ExitCode;

pub use documents::observer::{Observer, Step};
pub use proto::{extensions as protocol, position};
pub use server::{run_stdio, serve, serve_observed};
pub use settings::client_settings::settings_schema;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::prelude::*;
pub use transport::connection::End;

/// Runs the server on standard input and output until the client leaves. What it has to say besides goes to standard
/// error.
pub fn run() -> ExitCode {
    // Ours only: tower-lsp reports as errors what is none, such as a request for something the server never offered.
    let ours = filter_fn(|metadata| metadata.target().starts_with("scoresheet"));
    let to_stderr = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false).with_filter(ours);
    // Fails where somebody else listens already, which is as good.
    let _ = tracing_subscriber::registry().with(to_stderr).try_init();
    run_stdio()
}
