//! The language server: everything that knows the Language Server Protocol.
//!
//! Three rules keep answers true to the text on the screen:
//! 1. A notification changes the state before its handler's first await; the transport polls each handler once before
//!    it reads the next message, so changes happen in the order they were sent, or in that of their versions (`documents/change_order`).
//! 2. A request takes a snapshot before its first await and works on another thread.
//! 3. An answer about a text that has changed meanwhile is dropped (`ContentModified`).

mod api;
mod diagnostics;
mod documents;
mod games;
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

/// Runs the server on standard input and output until the client leaves. Its log goes to standard error.
pub fn run() -> ExitCode {
    // Ours only: tower-lsp logs as errors what is none, such as a request for a method that the server does not offer.
    let ours = filter_fn(|metadata| metadata.target().starts_with("scoresheet"));
    let to_stderr = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false).with_filter(ours);
    // Fails if there is a subscriber already, which is as good.
    let _ = tracing_subscriber::registry().with(to_stderr).try_init();
    run_stdio()
}
