//! `$/setTrace` and `$/logTrace`: a client that asks for it is told of every message that was handled, and how long that took.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Instant;

use serde_json::{Value, json};
use tower_lsp::jsonrpc::Request;

use super::outbox::Outbox;

/// How much the client wants to be told (`TraceValue`).
#[derive(Default)]
pub struct Trace(AtomicU8);

const OFF: u8 = 0;
const MESSAGES: u8 = 1;
const VERBOSE: u8 = 2;

/// A message that is being handled.
pub struct Handling {
    name: String,
    params: Option<String>,
    since: Instant,
}

impl Trace {
    /// Listens to the messages that say how much is wanted, and notes what is to be told of this one when it is handled.
    pub fn begin(&self, request: &Request) -> Option<Handling> {
        let member = match request.method() {
            "initialize" => "trace",
            "$/setTrace" => "value",
            method => return self.handling(method, request),
        };
        if let Some(level) = request.params().and_then(|params| level(&params[member])) {
            self.0.store(level, Ordering::Relaxed);
        }
        None
    }

    fn handling(&self, method: &str, request: &Request) -> Option<Handling> {
        let level = self.0.load(Ordering::Relaxed);
        if level == OFF {
            return None;
        }
        let name = request.id().map_or_else(|| method.to_owned(), |id| format!("{method} ({id})"));
        let params = (level == VERBOSE).then(|| request.params().unwrap_or(&Value::Null).to_string());
        Some(Handling { name, params, since: Instant::now() })
    }
}

impl Handling {
    /// Tells the client that the message is handled, or its answer in the queue.
    pub fn end(self, outbox: &Outbox) {
        let message = format!("{} took {:.1} ms", self.name, self.since.elapsed().as_secs_f64() * 1000.0);
        let mut params = json!({ "message": message });
        if let Some(verbose) = self.params {
            params["verbose"] = verbose.into();
        }
        outbox.send(&Request::build("$/logTrace").params(params).finish());
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
