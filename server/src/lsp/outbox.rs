//! Outgoing messages: a queue that takes everything at once, and a task that writes it as fast as the client reads.
//!
//! A client that does not read must not keep the server from reading (both would wait for each other for ever), and a
//! client that has gone must not make the server fail in the middle of a handler. So sending never waits and never fails.

use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

/// The sending end of the queue; cheap to clone.
#[derive(Clone)]
pub struct Outbox(UnboundedSender<Vec<u8>>);

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
            Ok(body) => {
                let header = format!("Content-Length: {}\r\n\r\n", body.len());
                // An error says that the writer has ended: nobody is left to be told.
                let _ = self.0.send([header.into_bytes(), body].concat());
            }
            Err(error) => tracing::error!("a message could not be written as JSON: {error}"),
        }
    }
}

async fn write<W: AsyncWrite + Unpin>(mut messages: UnboundedReceiver<Vec<u8>>, mut output: W) {
    while let Some(message) = messages.recv().await {
        let written = output.write_all(&message).await;
        let flushed = if messages.is_empty() { output.flush().await } else { Ok(()) };
        if let Err(error) = written.and(flushed) {
            tracing::info!("the client no longer reads: {error}");
            return;
        }
    }
}
