//! Outgoing messages: a queue that takes everything at once, and a thread that writes it as fast as the client reads.
//!
//! A client that does not read must not keep the server from reading (both would wait for each other for ever), and a
//! client that has gone must not make the server fail in the middle of a handler. So sending never waits and never fails.
//! The thread does nothing else: neither do requests wait for a long answer to be written, nor it for them.

use std::io::IoSlice;
use std::sync::Arc;
use std::{future, io, thread};

use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, WeakUnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use super::json_stream::Streamed;

/// The sending end of the queue; cheap to clone.
#[derive(Clone)]
pub struct Outbox(UnboundedSender<Message>);

/// The same for whoever is not to keep the session alive.
#[derive(Clone)]
pub struct WeakOutbox(WeakUnboundedSender<Message>);

/// The thread that writes.
pub struct Writer {
    /// Closed without a word when the thread fails. Nothing once it has ended.
    end: Option<oneshot::Receiver<()>>,
}

/// The JSON of a message.
pub struct Message {
    json: Arc<Vec<u8>>,
    rest: Option<Streamed>,
}

impl From<Vec<u8>> for Message {
    fn from(json: Vec<u8>) -> Message {
        Message::from(Arc::new(json))
    }
}

impl From<Arc<Vec<u8>>> for Message {
    fn from(json: Arc<Vec<u8>>) -> Message {
        Message { json, rest: None }
    }
}

impl Message {
    /// A message that begins with this JSON and goes on with `rest`.
    pub fn streamed(json: Vec<u8>, rest: Streamed) -> Message {
        Message { json: Arc::new(json), rest: Some(rest) }
    }

    /// All of it, of the length that its header would say.
    #[cfg(test)]
    pub fn into_bytes(self) -> Vec<u8> {
        let length = self.len();
        let rest = self.rest.into_iter().flatten();
        let bytes = std::iter::once(self.json.to_vec()).chain(rest).collect::<Vec<_>>().concat();
        assert_eq!(bytes.len(), length);
        bytes
    }

    fn len(&self) -> usize {
        self.json.len() + self.rest.as_ref().map_or(0, |rest| rest.bytes())
    }
}

impl Outbox {
    /// A queue and the thread that writes it to `output`. The thread ends when every clone of the outbox is gone and the
    /// queue is written, or when `output` fails.
    ///
    /// # Errors
    /// Where the system has no thread to give.
    pub fn start<W: AsyncWrite + Unpin + Send + 'static>(output: W) -> io::Result<(Outbox, Writer)> {
        let (sender, receiver) = unbounded_channel();
        let (ended, end) = oneshot::channel();
        let write = move || {
            if futures::executor::block_on(write(receiver, output)) {
                // Nobody may be waiting.
                let _ = ended.send(());
            }
        };
        thread::Builder::new().name("writer".to_owned()).spawn(write)?;
        Ok((Outbox(sender), Writer { end: Some(end) }))
    }

    /// Puts one message into the queue. Never waits; without effect when the client is gone.
    pub fn send(&self, message: &impl Serialize) {
        match serde_json::to_vec(message) {
            Ok(json) => self.send_json(json),
            Err(error) => tracing::error!("a message could not be written as JSON: {error}"),
        }
    }

    /// The same for a message that is JSON already, or will be while it is written.
    pub fn send_json(&self, json: impl Into<Message>) {
        // An error says that the writer has ended: nobody is left to be told.
        let _ = self.0.send(json.into());
    }

    /// Another end of the queue, which the writer does not wait for.
    pub fn downgrade(&self) -> WeakOutbox {
        WeakOutbox(self.0.downgrade())
    }
}

impl WeakOutbox {
    /// Puts a message into the queue. Never waits; without effect when the session is over.
    pub fn send(&self, message: &impl Serialize) {
        if let Some(sender) = self.0.upgrade() {
            Outbox(sender).send(message);
        }
    }

    /// The same for a message that is JSON already.
    pub fn send_json(&self, json: impl Into<Message>) {
        if let Some(sender) = self.0.upgrade() {
            Outbox(sender).send_json(json);
        }
    }
}

impl Writer {
    /// Waits until the thread fails, for ever if it never does. That the client does not read any more is no failure.
    pub async fn failure(&mut self) {
        let Some(end) = &mut self.end else { return future::pending().await };
        let end = end.await;
        self.end = None;
        if end.is_ok() {
            future::pending().await
        }
    }

    /// Waits until all is written, or cannot be.
    pub async fn end(self) {
        if let Some(end) = self.end {
            // A failure is an end, too.
            let _ = end.await;
        }
    }
}

/// Writes messages until there are no more, or nobody reads them. Whether everything that was written can be read: where a message is
/// longer than its header says, the client could not find the next one.
async fn write<W: AsyncWrite + Unpin>(mut messages: UnboundedReceiver<Message>, mut output: W) -> bool {
    while let Some(message) = messages.recv().await {
        let written = write_message(message, &mut output).await;
        let flushed = if messages.is_empty() { output.flush().await } else { Ok(()) };
        match written.and(flushed) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                tracing::error!("an answer was not what it was said to be: {error}");
                return false;
            }
            Err(error) => {
                tracing::info!("the client no longer reads: {error}");
                return true;
            }
        }
    }
    true
}

async fn write_message<W: AsyncWrite + Unpin>(message: Message, output: &mut W) -> io::Result<()> {
    let header = format!("Content-Length: {}\r\n\r\n", message.len());
    // Both at once: most readers would rather not be woken twice.
    let joined = (!output.is_write_vectored()).then(|| [header.as_bytes(), &message.json].concat());
    let mut parts = match &joined {
        Some(joined) => [IoSlice::new(joined), IoSlice::new(b"")],
        None => [IoSlice::new(header.as_bytes()), IoSlice::new(&message.json)],
    };
    let mut parts = &mut parts[..];
    while !parts.is_empty() {
        match output.write_vectored(parts).await? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            written => IoSlice::advance_slices(&mut parts, written),
        }
    }
    let Some(rest) = message.rest else { return Ok(()) };
    let mut left = rest.bytes();
    for batch in rest {
        left = left.checked_sub(batch.len()).ok_or(io::ErrorKind::InvalidData)?;
        output.write_all(&batch).await?;
    }
    // Blanks behind JSON mean nothing, bytes that are missing would be those of the next message.
    output.write_all(&vec![b' '; left]).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of a message whose rest is announced with so many bytes: whether the writer fails, and what was written.
    async fn written(announced: usize, batches: impl Iterator<Item = Vec<u8>> + Send + 'static) -> (bool, String) {
        let (client, server) = tokio::io::duplex(1 << 10);
        let (outbox, mut writer) = Outbox::start(server).unwrap();
        outbox.send_json(Message::streamed(b"[".to_vec(), Streamed::new(announced, batches)));
        drop(outbox);
        let reading = async {
            let mut text = String::new();
            tokio::io::AsyncReadExt::read_to_string(&mut { client }, &mut text).await.unwrap();
            text
        };
        let text = reading.await;
        let fails = tokio::time::timeout(std::time::Duration::from_millis(200), writer.failure()).await.is_ok();
        (fails, text)
    }

    #[tokio::test]
    async fn a_message_is_as_long_as_its_header_says_or_the_last() {
        let batches = || [b"1,2".to_vec(), b"]".to_vec()].into_iter();
        assert_eq!(written(4, batches()).await, (false, "Content-Length: 5\r\n\r\n[1,2]".to_owned()));
        assert_eq!(written(6, batches()).await, (false, "Content-Length: 7\r\n\r\n[1,2]  ".to_owned()));
        assert_eq!(written(3, batches()).await, (true, "Content-Length: 4\r\n\r\n[1,2".to_owned()));
    }

    #[tokio::test]
    async fn a_writer_that_panics_is_heard_of() {
        let fail = || -> Option<Vec<u8>> { std::iter::empty::<Vec<u8>>().next().unwrap().into() };
        assert!(written(4, std::iter::from_fn(fail)).await.0);
    }
}
