//! Outgoing messages: a queue that takes everything at once, and a task that writes it as fast as the client reads.
//!
//! A client that does not read must not keep the server from reading (both would wait for each other for ever), and a
//! client that has gone must not make the server fail in the middle of a handler. So sending never waits and never fails.

use std::io;

use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, WeakUnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use super::streamed::Streamed;

/// A longer message is not copied to stand behind its header. The findings of a large file, which are sent after every keystroke, are
/// shorter: two writes would wake two threads twice.
const SHORT_BYTES: usize = 1 << 20;

/// The sending end of the queue; cheap to clone.
#[derive(Clone)]
pub struct Outbox(UnboundedSender<Message>);

/// The same for whoever is not to keep the session alive.
#[derive(Clone)]
pub struct WeakOutbox(WeakUnboundedSender<Message>);

/// The JSON of a message.
pub struct Message {
    json: Vec<u8>,
    rest: Option<Streamed>,
}

impl From<Vec<u8>> for Message {
    fn from(json: Vec<u8>) -> Message {
        Message { json, rest: None }
    }
}

impl Message {
    /// A message that begins with this JSON and goes on with `rest`.
    pub fn streamed(json: Vec<u8>, rest: Streamed) -> Message {
        Message { json, rest: Some(rest) }
    }

    /// All of it, of the length that its header would say.
    #[cfg(test)]
    pub fn into_bytes(self) -> Vec<u8> {
        let length = self.len();
        let rest = self.rest.into_iter().flatten();
        let bytes = std::iter::once(self.json).chain(rest).collect::<Vec<_>>().concat();
        assert_eq!(bytes.len(), length);
        bytes
    }

    fn len(&self) -> usize {
        self.json.len() + self.rest.as_ref().map_or(0, |rest| rest.bytes())
    }
}

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
        self.send_message(json.into());
    }

    /// The same for one that may not be all there yet.
    pub fn send_message(&self, message: Message) {
        // An error says that the writer has ended: nobody is left to be told.
        let _ = self.0.send(message);
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
    while let Some(message) = messages.recv().await {
        let written = write_message(message, &mut output).await;
        let flushed = if messages.is_empty() { output.flush().await } else { Ok(()) };
        if let Err(error) = written.and(flushed) {
            tracing::info!("the client no longer reads: {error}");
            return;
        }
    }
}

async fn write_message<W: AsyncWrite + Unpin>(message: Message, output: &mut W) -> io::Result<()> {
    let header = format!("Content-Length: {}\r\n\r\n", message.len());
    // A short message is written at once: most readers would rather not be woken twice.
    if message.json.len() <= SHORT_BYTES {
        output.write_all(&[header.as_bytes(), &message.json].concat()).await?;
    } else {
        output.write_all(header.as_bytes()).await?;
        output.write_all(&message.json).await?;
    }
    for piece in message.rest.into_iter().flatten() {
        output.write_all(&piece).await?;
    }
    Ok(())
}
