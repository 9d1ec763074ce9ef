//! A language client for tests, connected to the server by in-memory pipes.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use scoresheet::lsp::{End, serve_observed};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::edits::RandomEdit;
use crate::meta_model::{Direction, Session, meta_model};
use crate::watcher::Watcher;

/// The timeout, only against a hang of the whole test run; no test measures time.
pub(crate) const HANG: Duration = Duration::from_secs(120);

/// The size of the pipes in bytes: small, so that tests catch a server that waits for its client to read.
const PIPE_BYTES: usize = 4096;

/// The URI of the document that most tests use.
pub const URI: &str = "file:///games.pgn";

/// A client and its server.
pub struct Client {
    to_server: Option<DuplexStream>,
    from_server: UnboundedReceiver<Value>,
    unread: VecDeque<Value>,
    server: Option<JoinHandle<End>>,
    last_id: i64,
    /// The session, checked message by message.
    session: Arc<Mutex<Session>>,
    is_checked: bool,
}

impl Client {
    /// Starts a server and sends nothing.
    pub fn start() -> Client {
        Client::watched(Watcher::new())
    }

    /// Starts a server with an observer and sends nothing.
    pub fn watched(watcher: Arc<Watcher>) -> Client {
        let (to_server, input) = duplex(PIPE_BYTES);
        let (output, from_server) = duplex(PIPE_BYTES);
        let server = tokio::spawn(serve_observed(input, output, watcher));
        let (sender, receiver) = unbounded_channel();
        let session = Arc::new(Mutex::new(Session::new(meta_model())));
        tokio::spawn(read(from_server, sender, session.clone()));
        Client {
            to_server: Some(to_server),
            from_server: receiver,
            unread: VecDeque::new(),
            server: Some(server),
            last_id: 0,
            session,
            is_checked: true,
        }
    }

    /// Starts a server and initializes it for a client with `capabilities`.
    pub async fn initialized(capabilities: Value) -> Client {
        Client::watched_initialized(Watcher::new(), capabilities).await
    }

    /// Like [`Client::with_capabilities`], with an observer.
    pub async fn watched_initialized(watcher: Arc<Watcher>, capabilities: Value) -> Client {
        let mut client = Client::watched(watcher);
        client.initialize(json!({ "processId": null, "rootUri": null, "capabilities": capabilities })).await;
        client
    }

    /// Sends `initialize` and `initialized`; returns the server's answer. Adds the usual capabilities for code actions and rename if
    /// `capabilities` has none.
    pub async fn initialize(&mut self, mut params: Value) -> Value {
        if let Some(capabilities) = params["capabilities"].as_object_mut() {
            let text_document = capabilities.entry("textDocument").or_insert_with(|| json!({}));
            let usual = [
                ("codeAction", json!({ "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } })),
                ("rename", json!({ "prepareSupport": true })),
            ];
            for (name, usual) in usual {
                if let Some(members) = text_document.as_object_mut() {
                    members.entry(name).or_insert(usual);
                }
            }
        }
        let answer = self.request("initialize", params).await.unwrap();
        self.notify("initialized", json!({})).await;
        answer
    }

    /// Opens [`URI`] with version 1.
    pub async fn open(&mut self, text: &str) {
        self.open_at(URI, text).await;
    }

    /// Opens a document at `uri` with version 1.
    pub async fn open_at(&mut self, uri: &str, text: &str) {
        self.open_as("pgn", uri, text).await;
    }

    /// Opens a document at `uri` in a language with version 1.
    pub async fn open_as(&mut self, language_id: &str, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": language_id, "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document })).await;
    }

    /// Changes [`URI`] to `version` by `changes`.
    pub async fn change(&mut self, version: i32, changes: Value) {
        let document = json!({ "uri": URI, "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes })).await;
    }

    /// Sends a request and waits for its result or error.
    pub async fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.ask(method, params).await;
        self.answer(id).await
    }

    /// Sends a request about a place in [`URI`] and waits for its result or error.
    pub async fn request_at(&mut self, method: &str, line: u32, character: u32) -> Result<Value, Value> {
        self.request(method, at(line, character)).await
    }

    /// Sends a request; returns its id.
    pub async fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        id
    }

    /// Waits for the result or error of the request with `id`.
    pub async fn answer(&mut self, id: i64) -> Result<Value, Value> {
        let mut answer = self.expect(|message| message["id"] == id && message.get("method").is_none()).await;
        match answer.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(answer["result"].take()),
        }
    }

    /// Sends a notification.
    pub async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    /// Sends one message unchanged.
    pub async fn send(&mut self, message: Value) {
        self.session.lock().unwrap().message(Direction::ToServer, &message);
        self.write(&frame(&message)).await;
    }

    /// Sends bytes that need not be a message. The session is not checked from here on; the test checks the server's reaction.
    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        self.may_break_protocol();
        self.write(bytes).await;
    }

    /// Allows protocol violations by this client: the session is not checked from here on.
    pub fn may_break_protocol(&mut self) {
        self.is_checked = false;
    }

    async fn write(&mut self, bytes: &[u8]) {
        let to_server = self.to_server.as_mut().expect("the client has hung up");
        timeout(HANG, to_server.write_all(bytes)).await.expect("the server does not read").unwrap();
    }

    /// Waits for a notification; returns its parameters.
    pub async fn notification(&mut self, method: &str) -> Value {
        self.expect(|message| message["method"] == method).await["params"].take()
    }

    /// Waits for a request of the server and answers it with `result`; returns its parameters.
    pub async fn respond(&mut self, method: &str, result: Value) -> Value {
        let mut request = self.expect(|message| message["method"] == method && message.get("id").is_some()).await;
        self.send(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result })).await;
        request["params"].take()
    }

    /// Waits for the next diagnostics of `uri`, whatever their version.
    pub async fn next_diagnostics(&mut self, uri: &str) -> Value {
        let published =
            |message: &Value| message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri;
        self.expect(published).await["params"]["diagnostics"].take()
    }

    /// Waits for the diagnostics of version `version` of [`URI`], and skips those of other versions.
    pub async fn diagnostics(&mut self, version: impl Into<Value>) -> Value {
        let version = version.into();
        let published = |message: &Value| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == version
        };
        self.expect(published).await["params"]["diagnostics"].take()
    }

    /// Waits for the first message for which `wanted` returns true; others remain unread.
    pub async fn expect(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.unread.iter().position(&wanted) {
            return self.unread.remove(index).unwrap();
        }
        loop {
            let next = timeout(HANG, self.from_server.recv()).await;
            let message = next.expect("the message never comes").expect("the server has hung up");
            if wanted(&message) {
                return message;
            }
            self.unread.push_back(message);
        }
    }

    /// Drops the unread messages of which `unwanted` says so.
    pub fn skip(&mut self, unwanted: impl Fn(&Value) -> bool) {
        while let Ok(message) = self.from_server.try_recv() {
            self.unread.push_back(message);
        }
        self.unread.retain(|message| !unwanted(message));
    }

    /// Types `edits` into `text`, which is open in version 1, and waits for the diagnostics and the outline after every `pause`
    /// edits except the last. Returns the resulting version.
    pub async fn type_edits(&mut self, text: &mut String, edits: &[RandomEdit], pause: usize) -> i32 {
        let mut version = 1;
        for (number, edit) in edits.iter().enumerate() {
            let (range, new) = edit.of(text);
            let range = between_characters(text, range);
            let change = json!({ "range": range_of(text, &range), "text": new });
            text.replace_range(range, new);
            version += 1;
            self.change(version, json!([change])).await;
            if number.is_multiple_of(pause) && number + 1 < edits.len() {
                self.diagnostics(version).await;
                self.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } })).await.unwrap();
            }
        }
        version
    }

    /// Closes the pipe to the server, as a killed client does.
    pub fn hang_up(&mut self) {
        self.to_server = None;
    }

    /// Waits for the server to end, and reads its last messages.
    pub async fn ended(&mut self) -> End {
        let server = self.server.take().expect("already ended");
        let end = timeout(HANG, server).await.expect("the server does not end").expect("the server failed");
        while let Ok(Some(message)) = timeout(HANG, self.from_server.recv()).await {
            self.unread.push_back(message);
        }
        end
    }

    /// Ends the session by the protocol, and ignores unread messages.
    pub async fn read_rest(mut self) {
        self.request("shutdown", Value::Null).await.unwrap();
        self.notify("exit", Value::Null).await;
        assert_eq!(self.ended().await, End::AfterShutdown);
        self.unread.clear();
    }

    /// Ends the session by the protocol, and checks that no request is unanswered and no message unread.
    pub async fn finish(mut self) {
        self.request("shutdown", Value::Null).await.unwrap();
        self.notify("exit", Value::Null).await;
        assert_eq!(self.ended().await, End::AfterShutdown);
        if self.is_checked {
            let unanswered: Vec<_> = self.session.lock().unwrap().unanswered().map(|it| format!("{it:?}")).collect();
            assert!(unanswered.is_empty(), "never answered: {unanswered:?}");
        }
    }
}

impl Drop for Client {
    /// Checks that every answer, request or error of the server was expected. Diagnostics and log lines may come at any time.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        while let Ok(message) = self.from_server.try_recv() {
            self.unread.push_back(message);
        }
        if self.is_checked {
            let session = self.session.lock().unwrap();
            assert!(session.faults().is_empty(), "against the protocol:\n{}", session.faults().join("\n"));
        }
        let may_be_unread = ["textDocument/publishDiagnostics", "window/logMessage"];
        for message in &self.unread {
            let method = message["method"].as_str().unwrap_or_default();
            assert!(may_be_unread.contains(&method), "never read: {message}");
        }
    }
}

/// Adds the header to a message.
pub fn frame(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// The parameters of a request about a place in [`URI`].
pub fn at(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
}

/// A range in the protocol's JSON.
pub fn range(start_line: u32, start: u32, end_line: u32, end: u32) -> Value {
    json!({ "start": { "line": start_line, "character": start }, "end": { "line": end_line, "character": end } })
}

/// Converts half-open byte offsets of a text to the protocol's JSON, with columns in UTF-16 units.
pub fn range_of(text: &str, range: &Range<usize>) -> Value {
    json!({ "start": position_of(text, range.start), "end": position_of(text, range.end) })
}

/// Converts a byte offset of a text to the protocol's JSON, with columns in UTF-16 units.
pub fn position_of(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let lines = before.replace("\r\n", "\n").replace('\r', "\n");
    let line_start = lines.rfind('\n').map_or(0, |line_end| line_end + 1);
    json!({ "line": lines.matches('\n').count(), "character": lines[line_start..].encode_utf16().count() })
}

/// Moves range ends out of the middle of `\r\n`, where the protocol has no position.
pub fn between_characters(text: &str, range: Range<usize>) -> Range<usize> {
    let outside =
        |offset: usize| offset - usize::from(text[..offset].ends_with('\r') && text[offset..].starts_with('\n'));
    outside(range.start)..outside(range.end)
}

/// Applies `edits` to `text` one by one, in this order. Columns count UTF-16 units; lines end with `\n`.
pub fn apply(text: &str, edits: &Value) -> String {
    let mut text: Vec<u16> = text.encode_utf16().collect();
    for edit in edits.as_array().expect("edits") {
        let start = unit(&text, &edit["range"]["start"]);
        let end = unit(&text, &edit["range"]["end"]);
        text.splice(start..end, edit["newText"].as_str().unwrap().encode_utf16());
    }
    String::from_utf16(&text).unwrap()
}

fn unit(text: &[u16], position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive(|&unit| unit == u16::from(b'\n')).take(line).map(<[u16]>::len).sum();
    start + position["character"].as_u64().unwrap() as usize
}

async fn read(from_server: DuplexStream, messages: UnboundedSender<Value>, session: Arc<Mutex<Session>>) {
    let mut input = BufReader::new(from_server);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if input.read_line(&mut line).await.unwrap() == 0 {
                return;
            }
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap(),
                Some(header) => panic!("unknown header {header:?}"),
                None => break,
            }
        }
        let mut body = vec![0; length];
        input.read_exact(&mut body).await.unwrap();
        let message = serde_json::from_slice(&body).unwrap();
        session.lock().unwrap().message(Direction::ToClient, &message);
        if messages.send(message).is_err() {
            return;
        }
    }
}
