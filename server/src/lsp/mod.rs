//! The language server: everything that knows the Language Server Protocol, and nothing that knows chess.
//!
//! Three rules keep answers true to the text on the screen:
//! 1. A notification changes the state before its handler's first await; the transport polls each handler once before
//!    it reads the next message, so changes happen in the order they were sent, or in that of their versions (`overtaken`).
//! 2. A request takes a snapshot before its first await and works on another thread.
//! 3. An answer that was worked out on a text that has changed since is not given (`ContentModified`).

mod allow_action;
mod answers;
mod aside;
mod background;
mod board;
mod call_hierarchy;
mod capabilities;
mod code_action;
mod code_lens;
mod colours;
mod completion;
mod config;
mod configurations;
mod content;
mod deferred;
mod definition;
mod derived;
mod diagnostics;
mod document_highlight;
mod document_links;
mod documents;
mod edits;
pub mod engine;
mod execute_command;
mod findings;
mod folding;
mod formatting;
mod formatting_games;
mod frames;
mod game;
mod game_places;
mod hover;
mod idle_trees;
mod inlay_hints;
mod linked_editing;
mod name_action;
mod on_type;
mod opened;
mod outbox;
mod overtaken;
mod parsed;
mod per_chunk;
mod per_game;
pub mod pgn_engine;
mod picture;
mod piece;
mod play;
pub mod position;
mod position_action;
mod progress;
pub mod protocol;
mod published;
mod pull_diagnostics;
mod reading;
mod record_engine;
mod record_formats;
mod record_outline;
mod refactor_action;
mod references;
mod rename;
mod reporter;
mod selection_range;
mod semantic_tokens;
mod server;
mod signature_help;
mod snapshot;
mod state;
mod stdio;
mod streamed;
mod symbols;
mod to_proto;
mod token_codes;
mod token_parts;
mod tolerance;
mod trace;
mod transport;
mod unmoved;
mod workspace;
mod workspace_diagnostics;
mod workspace_index;
mod workspace_symbols;

use std::process::ExitCode;
use std::sync::Arc;

pub use config::settings_schema;
use pgn_engine::PgnEngine;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::prelude::*;
pub use transport::{End, run_stdio, serve};

/// Runs the server on standard input and output until the client leaves. What it has to say besides goes to standard
/// error.
pub fn run() -> ExitCode {
    // Ours only: tower-lsp reports as errors what is none, such as a request for something the server never offered.
    let ours = filter_fn(|metadata| metadata.target().starts_with("scoresheet"));
    let to_stderr = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false).with_filter(ours);
    // Fails where somebody else listens already, which is as good.
    let _ = tracing_subscriber::registry().with(to_stderr).try_init();
    run_stdio(Arc::new(PgnEngine))
}
