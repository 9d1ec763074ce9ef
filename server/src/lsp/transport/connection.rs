//! Between a client's pipe and tower-lsp's handlers.
//!
//! tower-lsp's own `Server` stays at `exit` while standard input is open, stops at the first message it cannot read,
//! stops reading when the client does not read, and dies with a panicking handler. So only its `LspService`, which
//! routes requests and keeps the protocol's life cycle, is used; this file moves the messages.

use std::panic::AssertUnwindSafe;
use std::process::ExitCode;
use std::time::Duration;

use futures::{FutureExt, Sink, SinkExt, StreamExt};
use ropey::Rope;
use serde_json::Value;
use tokio::io::AsyncRead;
use tokio::task::JoinSet;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};
use tower_lsp::{ClientSocket, LanguageServer, LspService};
use tower_service::Service;

use super::frames::{Frame, FrameReader};
use super::free_memory::Messages;
use super::large_text;
use super::outbox::{Outbox, Writer};
use super::raw_answer::{RawAnswer, with_answer};
use super::tolerance::tolerate;
use super::trace::{Handling, Trace};

/// How long the server goes on after the end of its input to finish answers, and again to write them. A client
/// that does not read must not keep it alive.
const GRACE: Duration = Duration::from_secs(1);

/// So many messages are handled before the handlers have their turn: more than an editor sends for a keystroke.
const MOST_TOGETHER: usize = 16;

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// `shutdown` was requested and answered before `exit` or the end of the input.
    AfterShutdown,
    /// `exit` came, or the client went or could not be answered, without `shutdown`.
    WithoutShutdown,
}

impl From<End> for ExitCode {
    /// The codes that the protocol prescribes for `exit`: 0 after `shutdown`, else 1.
    fn from(end: End) -> ExitCode {
        match end {
            End::AfterShutdown => ExitCode::SUCCESS,
            End::WithoutShutdown => ExitCode::FAILURE,
        }
    }
}

/// Moves messages between a client and the service until the client sends `exit`, is gone or cannot be answered.
pub(crate) async fn run<R: AsyncRead + Unpin, S: LanguageServer>(
    input: R,
    (service, socket): (LspService<S>, ClientSocket),
    (outbox, writer): (Outbox, Writer),
) -> End {
    let (mut to_client, answers) = socket.split();
    let forwarded = outbox.clone();
    let forwarding = tokio::spawn(async move {
        while let Some(request) = to_client.next().await {
            forwarded.send(&request);
        }
    });

    let queue = outbox.clone();
    let mut session =
        Session { service, answers, outbox, running: JoinSet::new(), trace: Trace::default(), shut_down: false };
    tokio::select! {
        () = session.run(FrameReader::new(input)) => {}
        () = queue.closed() => {}
    }
    let end = if session.shut_down { End::AfterShutdown } else { End::WithoutShutdown };

    // The writer ends once every outbox is dropped: the session's, the forwarding task's and this one.
    drop((session, queue));
    forwarding.abort();
    let _ = forwarding.await;
    let _ = tokio::time::timeout(GRACE, writer.end()).await;
    end
}

struct Session<S, A> {
    service: LspService<S>,
    answers: A,
    outbox: Outbox,
    /// Handlers that wait for something.
    running: JoinSet<()>,
    trace: Trace,
    shut_down: bool,
}

impl<S: LanguageServer, A: Sink<Response> + Unpin> Session<S, A> {
    async fn run(&mut self, mut frames: FrameReader<impl AsyncRead + Unpin>) {
        let mut handled = 0;
        let messages = Messages::watched();
        while let Some(frame) = frames.next().await {
            messages.add();
            match frame {
                Frame::Garbage(reason) => self.outbox.send(&fault(Id::Null, ErrorCode::ParseError, reason)),
                Frame::Message(body) => match parse(body) {
                    Ok(Message::Request(request)) if request.method() == "exit" => return,
                    Ok(Message::Request(request)) => self.handle(request, None),
                    Ok(Message::Opening(request, text)) => self.handle(request, Some(text)),
                    Ok(Message::Answer(answer)) => deliver(&mut self.answers, answer).await,
                    Err(fault) => self.outbox.send(&fault),
                },
            }
            while self.running.try_join_next().is_some() {}
            // What came together is handled together: the work for a keystroke does not delay the request after it.
            handled += 1;
            if handled == MOST_TOGETHER || !frames.has_more() {
                handled = 0;
                tokio::task::yield_now().await;
            }
        }
        let running = std::mem::take(&mut self.running);
        let _ = tokio::time::timeout(GRACE, running.join_all()).await;
    }

    /// Calls the handler and polls it once before anything else is read, so that whatever it does before its first
    /// await happens in the order of the messages. There is no limit to handlers waiting: a `$/cancelRequest` is never
    /// delayed by them, and the work itself is limited where it is done. `text` is what the request leaves out; see [`large_text`].
    fn handle(&mut self, request: Request, text: Option<Rope>) {
        let traced = self.trace.begin(&request);
        let id = request.id().cloned();
        let is_shutdown = request.method() == "shutdown";
        if let Some(id) = id.clone().filter(|_| request.method().starts_with("$/")) {
            // tower-lsp answers nothing here, and the client would wait for ever.
            return self.outbox.send(&Response::from_error(id, Error::method_not_found()));
        }
        let handler = large_text::with_text(text, self.service.call(tolerate(request)));
        let mut answer = async move {
            match AssertUnwindSafe(with_answer(handler)).catch_unwind().await {
                Ok((answer, written)) => (answer.ok().flatten(), written),
                Err(_panic) => {
                    (id.map(|id| fault(id, ErrorCode::InternalError, "the server failed at this request")), None)
                }
            }
        }
        .boxed();
        match answer.as_mut().now_or_never() {
            Some((answer, written)) => {
                self.shut_down |= is_shutdown && answer.as_ref().is_some_and(Response::is_ok);
                send(&self.outbox, answer, written, traced);
            }
            None => {
                let outbox = self.outbox.clone();
                self.running.spawn(async move {
                    let (answer, written) = answer.await;
                    send(&outbox, answer, written, traced);
                });
            }
        }
    }
}

/// Sends tower-lsp's answer, or the raw answer of the handler if that succeeded.
fn send(outbox: &Outbox, answer: Option<Response>, written: Option<RawAnswer>, traced: Option<Handling>) {
    let is_refused = answer.as_ref().is_some_and(|answer| !answer.is_ok());
    match (answer, written) {
        (Some(answer), Some(written)) if answer.is_ok() => outbox.send_json(written.to(answer.id())),
        (Some(answer), _) => outbox.send(&answer),
        (None, _) => {}
    }
    if let Some(traced) = traced {
        traced.end(is_refused, outbox);
    }
}

/// Delivers a client's response to the handler that waits for it. tower-lsp panics when that handler is gone (cancelled).
async fn deliver(answers: &mut (impl Sink<Response> + Unpin), answer: Response) {
    if AssertUnwindSafe(answers.send(answer)).catch_unwind().await.is_err() {
        tracing::info!("the client answered a request that is no longer waiting");
    }
}

enum Message {
    Request(Request),
    /// A large document is opened, and its text is not in the request.
    Opening(Request, Rope),
    Answer(Response),
}

/// The message of a body, which may be as long as a document and is gone before the message is handled.
fn parse(body: Vec<u8>) -> Result<Message, Response> {
    if let Some((request, text)) = large_text::read(&body) {
        return Ok(Message::Opening(request, text));
    }
    let message: Value = serde_json::from_slice(&body)
        .map_err(|error| fault(Id::Null, ErrorCode::ParseError, format!("not JSON: {error}")))?;
    drop(body);
    if message.get("method").is_none() {
        let answer = serde_json::from_value(message).map(Message::Answer);
        return answer.map_err(|error| fault(Id::Null, ErrorCode::InvalidRequest, error.to_string()));
    }
    let id = message.get("id").and_then(|id| serde_json::from_value(id.clone()).ok()).unwrap_or(Id::Null);
    serde_json::from_value(message)
        .map(Message::Request)
        .map_err(|error| fault(id, ErrorCode::InvalidRequest, error.to_string()))
}

fn fault(id: Id, code: ErrorCode, message: impl Into<std::borrow::Cow<'static, str>>) -> Response {
    Response::from_error(id, Error { code, message: message.into(), data: None })
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use tokio::io::{AsyncWrite, AsyncWriteExt, duplex};
    use tower_lsp::lsp_types::{InitializeParams, InitializeResult};
    use tower_lsp::{LanguageServer, async_trait, jsonrpc};

    use super::*;

    struct Mute;

    #[async_trait]
    impl LanguageServer for Mute {
        async fn initialize(&self, _: InitializeParams) -> jsonrpc::Result<InitializeResult> {
            Ok(InitializeResult::default())
        }

        async fn shutdown(&self) -> jsonrpc::Result<()> {
            Ok(())
        }
    }

    /// How a session ends whose client keeps sending, but whose answers go to `output`.
    async fn end_with(output: impl AsyncWrite + Unpin + Send + 'static) -> Option<End> {
        let (mut client, input) = duplex(1 << 10);
        client.write_all(b"Content-Length: 2\r\n\r\n[]").await.unwrap();
        let session = run(input, LspService::new(|_| Mute), Outbox::start(output).unwrap());
        tokio::time::timeout(Duration::from_secs(60), session).await.ok()
    }

    #[tokio::test]
    async fn a_session_ends_when_the_client_no_longer_reads() {
        let (client, output) = duplex(8);
        drop(client);
        assert_eq!(end_with(output).await, Some(End::WithoutShutdown));
    }

    struct Panicking;

    impl AsyncWrite for Panicking {
        fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, _: &[u8]) -> Poll<io::Result<usize>> {
            panic!("as the test wants it")
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[tokio::test]
    async fn a_session_ends_when_the_writer_fails() {
        assert_eq!(end_with(Panicking).await, Some(End::WithoutShutdown));
    }

    #[tokio::test]
    async fn an_answer_nobody_waits_for_any_more_is_dropped() {
        let mut client = None;
        let (_service, socket) = LspService::new(|it| {
            client = Some(it);
            Mute
        });
        let mut client = client.unwrap();
        let (mut requests, mut answers) = socket.split();
        let ask = |id: i64| Request::build("ask").id(id).finish();
        let answer = |id: i64| Response::from_ok(id.into(), Value::Null);

        drop(client.call(ask(1)));
        deliver(&mut answers, answer(1)).await;

        let waiting = tokio::spawn(client.call(ask(2)));
        assert_eq!(requests.next().await, Some(ask(2)));
        deliver(&mut answers, answer(2)).await;
        assert_eq!(waiting.await.unwrap(), Ok(Some(answer(2))));
    }
}
