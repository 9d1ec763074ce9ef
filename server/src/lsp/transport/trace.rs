//! `$/setTrace` and `$/logTrace`: a client that wants it gets a log line for every message, with the time it took.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Instant;

use serde_json::{Value, json};
use tower_lsp::jsonrpc::Request;

use super::outbox::Outbox;

/// The parameters of a message are cut to so many bytes: a text that is opened may have megabytes.
const MOST_VERBOSE: usize = 1 << 12;

const OFF: u8 = 0;
const MESSAGES: u8 = 1;
const VERBOSE: u8 = 2;

/// How much the client wants to have logged (`TraceValue`). Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Trace(Arc<AtomicU8>);

/// A message that is being handled.
pub(crate) struct Handling {
    trace: Trace,
    entry: Entry,
}

enum Entry {
    /// The message sets the level.
    Level(u8),
    Message {
        name: String,
        params: Option<String>,
        since: Instant,
    },
}

impl Trace {
    /// Remembers what to log of a message when it is handled.
    pub(crate) fn begin(&self, request: &Request) -> Option<Handling> {
        let level_in = |member: &str| request.params().and_then(|params| level(&params[member])).map(Entry::Level);
        let entry = match request.method() {
            "initialize" => level_in("trace"),
            "$/setTrace" => level_in("value"),
            _ => self.message(request),
        };
        entry.map(|entry| Handling { trace: self.clone(), entry })
    }

    fn message(&self, request: &Request) -> Option<Entry> {
        if self.level() == OFF {
            return None;
        }
        let method = request.method();
        let name = request.id().map_or_else(|| method.to_owned(), |id| format!("{method} ({id})"));
        let params = (self.level() == VERBOSE).then(|| shortened(request.params().unwrap_or(&Value::Null).to_string()));
        Some(Entry::Message { name, params, since: Instant::now() })
    }

    fn level(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Handling {
    /// Logs that the message is handled, or its answer queued, if the client still wants that. A refused message does not set the level.
    pub(crate) fn end(self, is_refused: bool, outbox: &Outbox) {
        let (name, params, since) = match self.entry {
            Entry::Level(_) if is_refused => return,
            Entry::Level(level) => return self.trace.0.store(level, Ordering::Relaxed),
            Entry::Message { .. } if self.trace.level() == OFF => return,
            Entry::Message { name, params, since } => (name, params, since),
        };
        let message = format!("{name} took {:.1} ms", since.elapsed().as_secs_f64() * 1000.0);
        let mut params_of_log = json!({ "message": message });
        if let Some(params) = params.filter(|_| self.trace.level() == VERBOSE) {
            params_of_log["verbose"] = params.into();
        }
        outbox.send(&Request::build("$/logTrace").params(params_of_log).finish());
    }
}

fn level(value: &Value) -> Option<u8> {
    match value.as_str()? {
        "off" => Some(OFF),
        // What VS Code's client calls it.
        "messages" | "compact" => Some(MESSAGES),
        "verbose" => Some(VERBOSE),
        _ => None,
    }
}

fn shortened(mut text: String) -> String {
    if text.len() > MOST_VERBOSE {
        text.truncate(text.floor_char_boundary(MOST_VERBOSE));
        text.push('…');
    }
    text
}
