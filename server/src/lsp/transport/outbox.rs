//! Outgoing messages: a queue that takes everything at once, and a thread that writes them as fast as the client reads.
//!
//! A client that does not read must not keep the server from reading (both would wait for each other for ever), and a
//! client that has gone must not make the server fail in the middle of a handler. So sending never waits and never fails.
//! The thread does nothing else: neither do requests wait for a long answer to be written, nor it for them.

use std::io::IoSlice;
use std::{io, thread};

use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, WeakUnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

/// The sending end of the queue; cheap to clone.
#[derive(Clone)]
pub(crate) struct Outbox(UnboundedSender<Message>);

/// A sending end that does not keep the session alive.
#[derive(Clone)]
pub(crate) struct WeakOutbox(WeakUnboundedSender<Message>);

/// The thread that writes.
pub(crate) struct Writer(oneshot::Receiver<()>);

/// The JSON of a message, in parts that are written one after the other.
pub(crate) struct Message(Vec<Vec<u8>>);

impl From<Vec<u8>> for Message {
    fn from(json: Vec<u8>) -> Message {
        Message(vec![json])
    }
}

impl Message {
    /// After it nothing more is written.
    const END: Message = Message(Vec::new());

    /// A message of these parts.
    pub(crate) fn new(parts: impl Into<Vec<Vec<u8>>>) -> Message {
        Message(parts.into())
    }

    /// All of it.
    #[cfg(test)]
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0.concat()
    }
}

impl Outbox {
    /// A queue and the thread that writes it to `output`. The thread ends when every clone of the outbox is gone and the
    /// queue is written, or when `output` fails.
    ///
    /// # Errors
    /// Where the system has no thread to give.
    pub(crate) fn start<W: AsyncWrite + Unpin + Send + 'static>(output: W) -> io::Result<(Outbox, Writer)> {
        let (sender, receiver) = unbounded_channel();
        let (ended, end) = oneshot::channel();
        let write = move || {
            futures::executor::block_on(write(receiver, output));
            // Nobody may be waiting.
            let _ = ended.send(());
        };
        thread::Builder::new().name("writer".to_owned()).spawn(write)?;
        Ok((Outbox(sender), Writer(end)))
    }

    /// Puts one message into the queue. Never waits; without effect when the client is gone.
    pub(crate) fn send(&self, message: &impl Serialize) {
        match serde_json::to_vec(message) {
            Ok(json) => self.send_json(json),
            Err(error) => tracing::error!("a message could not be written as JSON: {error}"),
        }
    }

    /// The same for a message that is JSON already.
    pub(crate) fn send_json(&self, json: impl Into<Message>) {
        // Fails if the writer has ended: the client is gone.
        let _ = self.0.send(json.into());
    }

    /// Waits until nothing more is written, because the client no longer reads, the writer has failed or the queue was closed.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }

    /// Another end of the queue, which the writer does not wait for.
    pub(crate) fn downgrade(&self) -> WeakOutbox {
        WeakOutbox(self.0.downgrade())
    }
}

impl WeakOutbox {
    /// Puts a message into the queue. Never waits; without effect when the session is over.
    pub(crate) fn send(&self, message: &impl Serialize) {
        if let Some(sender) = self.0.upgrade() {
            Outbox(sender).send(message);
        }
    }

    /// The same for a message that is JSON already.
    pub(crate) fn send_json(&self, json: impl Into<Message>) {
        if let Some(sender) = self.0.upgrade() {
            Outbox(sender).send_json(json);
        }
    }

    /// Ends the writer after the messages that are in the queue, and so the session: the client is gone.
    pub(crate) fn close(&self) {
        if let Some(sender) = self.0.upgrade() {
            let _ = sender.send(Message::END);
        }
    }

    /// Whether the session is over.
    pub(crate) fn is_over(&self) -> bool {
        self.0.upgrade().is_none()
    }
}

impl Writer {
    /// Waits until all is written, or cannot be.
    pub(crate) async fn end(self) {
        // A failure is an end, too.
        let _ = self.0.await;
    }
}

/// Writes messages until there are no more, or the client no longer reads.
async fn write<W: AsyncWrite + Unpin>(mut messages: UnboundedReceiver<Message>, mut output: W) {
    while let Some(message) = messages.recv().await.filter(|message| !message.0.is_empty()) {
        let written = write_message(&message, &mut output).await;
        let flushed = if messages.is_empty() { output.flush().await } else { Ok(()) };
        if let Err(error) = written.and(flushed) {
            return tracing::info!("the client no longer reads: {error}");
        }
    }
}

async fn write_message<W: AsyncWrite + Unpin>(Message(parts): &Message, output: &mut W) -> io::Result<()> {
    let header = format!("Content-Length: {}\r\n\r\n", parts.iter().map(Vec::len).sum::<usize>());
    let parts = || std::iter::once(header.as_bytes()).chain(parts.iter().map(Vec::as_slice));
    // All at once: most readers would rather not be woken twice.
    let joined: Vec<u8> = if output.is_write_vectored() { Vec::new() } else { parts().collect::<Vec<_>>().concat() };
    let mut slices: Vec<IoSlice> = match joined.is_empty() {
        true => parts().map(IoSlice::new).collect(),
        false => vec![IoSlice::new(&joined)],
    };
    let mut slices = &mut slices[..];
    while !slices.is_empty() {
        match output.write_vectored(slices).await? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            written => IoSlice::advance_slices(&mut slices, written),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, duplex};

    use super::*;

    #[tokio::test]
    async fn messages_are_written_in_order_each_with_its_length() {
        let (mut client, server) = duplex(8);
        let (outbox, writer) = Outbox::start(server).unwrap();
        outbox.send_json(Message::new([b"[".to_vec(), Vec::new(), b"1,2]".to_vec()]));
        outbox.send(&"\u{265e}");
        drop(outbox);
        let mut text = String::new();
        client.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, "Content-Length: 5\r\n\r\n[1,2]Content-Length: 5\r\n\r\n\"\u{265e}\"");
        writer.end().await;
    }

    #[tokio::test]
    async fn a_client_that_is_gone_is_no_failure() {
        let (client, server) = duplex(8);
        drop(client);
        let (outbox, writer) = Outbox::start(server).unwrap();
        outbox.send(&[1, 2, 3]);
        writer.end().await;
        outbox.send(&[1, 2, 3]);
    }
}
