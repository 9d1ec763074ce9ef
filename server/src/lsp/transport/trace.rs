//! `$/setTrace` and `$/logTrace`: a client that asks for it is told of every message that was handled, and how long that took.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Instant;

use serde_json::{Value, json};
use tower_lsp::jsonrpc::Request;

use super::outbox::Outbox;

/// So much is told of the parameters of a message. A text that is opened may have megabytes. Bytes.
const MOST_VERBOSE: usize = 1 << 12;

const OFF: u8 = 0;
const MESSAGES: u8 = 1;
const VERBOSE: u8 = 2;

/// How much the client wants to be told (`TraceValue`). Cheap to clone.
#[derive(Clone, Default)]
pub struct Trace(Arc<AtomicU8>);

/// A message that is being handled.
pub struct Handling {
    trace: Trace,
    told: Told,
}

enum Told {
    /// The message itself says how much is wanted from now on.
    Level(u8),
    Message {
        name: String,
        params: Option<String>,
        since: Instant,
    },
}

impl Trace {
    /// Notes what is to be told of a message when it is handled.
    pub fn begin(&self, request: &Request) -> Option<Handling> {
        let level_in = |member: &str| request.params().and_then(|params| level(&params[member])).map(Told::Level);
        let told = match request.method() {
            "initialize" => level_in("trace"),
            "$/setTrace" => level_in("value"),
            _ => self.message(request),
        };
        told.map(|told| Handling { trace: self.clone(), told })
    }

    fn message(&self, request: &Request) -> Option<Told> {
        if self.level() == OFF {
            return None;
        }
        let method = request.method();
        let name = request.id().map_or_else(|| method.to_owned(), |id| format!("{method} ({id})"));
        let params = (self.level() == VERBOSE).then(|| shortened(request.params().unwrap_or(&Value::Null).to_string()));
        Some(Told::Message { name, params, since: Instant::now() })
    }

    fn level(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Handling {
    /// Tells the client that the message is handled, or its answer in the queue, if it still wants to know. What a message that was
    /// refused says of the trace does not count.
    pub fn end(self, is_refused: bool, outbox: &Outbox) {
        let (name, params, since) = match self.told {
            Told::Level(_) if is_refused => return,
            Told::Level(level) => return self.trace.0.store(level, Ordering::Relaxed),
            Told::Message { .. } if self.trace.level() == OFF => return,
            Told::Message { name, params, since } => (name, params, since),
        };
        let message = format!("{name} took {:.1} ms", since.elapsed().as_secs_f64() * 1000.0);
        let mut told = json!({ "message": message });
        if let Some(params) = params.filter(|_| self.trace.level() == VERBOSE) {
            told["verbose"] = params.into();
        }
        outbox.send(&Request::build("$/logTrace").params(told).finish());
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
