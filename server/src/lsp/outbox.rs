//! Outgoing messages: a queue that takes everything at once, and a task that writes it as fast as the client reads.
//!
//! A client that does not read must not keep the server from reading (both would wait for each other for ever), and a
//! client that has gone must not make the server fail in the middle of a handler. So sending never waits and never fails.

use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, WeakUnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

/// A longer message is not copied to stand behind its header.
const SHORT_BYTES: usize = 1 << 16;

/// The sending end of the queue; cheap to clone.
#[derive(Clone)]
pub struct Outbox(UnboundedSender<Message>);

/// The same for whoever is not to keep the session alive.
#[derive(Clone)]
pub struct WeakOutbox(WeakUnboundedSender<Message>);

/// The JSON of a message.
struct Message(Vec<u8>);

impl Outbox {
    /// A queue and the task that writes it to `output`. The task ends when every clone of the outbox is gone and the
    /// queue is written, or when `output` fails.
    pub fn start<W: AsyncWrite + Unpin + Send + 'static>(output: W) -> (Outbox, JoinHandle<()>) {
        let (sender, receiver) = unbounded_channel();
        (Outbox(sender), tokio::spawn(write(receiver, output)))
    }

    /// Puts one message into the queue. Never waits; without effect when the client is gone.
    pub fn send(&self, message: &impl Serialize) {
        match serde_json::to_vec(message) {
            Ok(json) => self.send_json(json),
            Err(error) => tracing::error!("a message could not be written as JSON: {error}"),
        }
    }

    /// The same for a message that is JSON already.
    pub fn send_json(&self, json: Vec<u8>) {
        // An error says that the writer has ended: nobody is left to be told.
        let _ = self.0.send(Message(json));
    }

    /// Another end of the queue, which the writer does not wait for.
    pub fn downgrade(&self) -> WeakOutbox {
        WeakOutbox(self.0.downgrade())
    }
}

impl WeakOutbox {
    /// Puts a message that is JSON into the queue. Never waits; without effect when the session is over.
    pub fn send_json(&self, json: Vec<u8>) {
        if let Some(sender) = self.0.upgrade() {
            Outbox(sender).send_json(json);
        }
    }
}

async fn write<W: AsyncWrite + Unpin>(mut messages: UnboundedReceiver<Message>, mut output: W) {
    while let Some(Message(json)) = messages.recv().await {
        let header = format!("Content-Length: {}\r\n\r\n", json.len());
        // A short message is written at once: most readers would rather not be woken twice.
        let written = match json.len() <= SHORT_BYTES {
            true => output.write_all(&[header.as_bytes(), &json].concat()).await,
            false => match output.write_all(header.as_bytes()).await {
                Ok(()) => output.write_all(&json).await,
                failed => failed,
            },
        };
        let flushed = if messages.is_empty() { output.flush().await } else { Ok(()) };
        if let Err(error) = written.and(flushed) {
            tracing::info!("the client no longer reads: {error}");
            return;
        }
    }
}
