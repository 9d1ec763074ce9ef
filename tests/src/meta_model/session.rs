//! The messages of a session, one by one.

use std::collections::HashMap;

use scoresheet::lsp::protocol;
use serde_json::{Value, json};

use super::announced::is_announced;
use super::capabilities::{Client, registered};
use super::documents::{Documents, Encoding, Lines};
use super::places::{Place, places};
use super::types::{Method, Type};
use super::{MetaModel, schema, tokens};

/// The sender of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The client.
    ToServer,
    /// The server.
    ToClient,
}

/// The messages that a server may send before its answer to `initialize`.
const BEFORE_ANSWER: [&str; 5] =
    ["window/logMessage", "window/showMessage", "telemetry/event", "window/showMessageRequest", "$/progress"];

/// The number of faults that are reported per kind of message.
const MOST_OF_A_MESSAGE: usize = 5;

/// A session so far.
pub struct Session {
    model: Option<&'static MetaModel>,
    custom: HashMap<&'static str, (Value, Value)>,
    /// The number of messages.
    count: usize,
    documents: Documents,
    client: Value,
    server: Value,
    is_initialized: bool,
    registered: Vec<String>,
    /// Requests of the client without an answer, by their id.
    open: HashMap<String, Request>,
    /// Requests of the server without an answer, by their id.
    open_of_server: HashMap<String, Request>,
    faults: Vec<String>,
    remarks: Vec<String>,
}

/// A request without an answer.
struct Request {
    number: usize,
    method: String,
    params: Value,
}

impl Session {
    /// A session before its first message. Without a `model` the shapes of messages are not checked.
    pub fn new(model: Option<&'static MetaModel>) -> Session {
        let custom = protocol::schemas().into_iter().map(|(method, params, answer)| (method, (params, answer)));
        Session {
            model,
            custom: custom.collect(),
            count: 0,
            documents: Documents::default(),
            client: Value::Null,
            server: Value::Null,
            is_initialized: false,
            registered: Vec::new(),
            open: HashMap::new(),
            open_of_server: HashMap::new(),
            faults: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// Checks the next message.
    pub fn message(&mut self, direction: Direction, message: &Value) {
        self.count += 1;
        match message["method"].as_str() {
            Some(method) => self.request_or_notification(direction, method, message),
            None => self.answer(direction, message),
        }
    }

    /// The faults of the server so far.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The oddities of the client so far, for which the server is not responsible.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The number of messages.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there was no message.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The unanswered requests of the client, each with the number of its message.
    pub fn unanswered(&self) -> impl Iterator<Item = (usize, &str)> {
        self.open.values().map(|request| (request.number, request.method.as_str()))
    }

    fn say(&mut self, direction: Direction, what: &str, faults: Vec<String>) {
        let list = if direction == Direction::ToClient { &mut self.faults } else { &mut self.remarks };
        let more = faults.len().saturating_sub(MOST_OF_A_MESSAGE);
        let told =
            faults.into_iter().take(MOST_OF_A_MESSAGE).map(|fault| format!("message {} ({what}): {fault}", self.count));
        list.extend(told);
        list.extend((more > 0).then(|| format!("message {} ({what}): {more} more", self.count)));
    }

    fn request_or_notification(&mut self, direction: Direction, method: &str, message: &Value) {
        let id = message.get("id");
        let params = &message["params"];
        let mut faults = self.faults_of_shape(direction, method, id.is_some(), message);
        if direction == Direction::ToClient {
            if !self.is_initialized && !BEFORE_ANSWER.contains(&method) {
                faults.push("sent before initialize is answered".to_owned());
            }
            faults.extend(Client(&self.client).faults_of_message(method, params));
            if method == "client/registerCapability" {
                self.registered.extend(registered(params));
            }
            if method == "textDocument/publishDiagnostics" {
                let uri = params["uri"].as_str().unwrap_or_default();
                let texts = self.documents.texts_of_version(uri, params["version"].as_i64());
                faults.extend(outside(params, Some(uri), |_| texts.clone()));
            }
        } else {
            if method == "initialize" {
                self.client = params["capabilities"].clone();
            }
            self.documents.notice(self.count, method, params);
        }
        let open = if direction == Direction::ToServer { &mut self.open } else { &mut self.open_of_server };
        if let Some(id) = id {
            let request = Request { number: self.count, method: method.to_owned(), params: params.clone() };
            if open.insert(id.to_string(), request).is_some() {
                faults.push(format!("the id {id} is in use"));
            }
        }
        self.say(direction, method, faults);
    }

    /// The faults in the shape of a request or a notification.
    fn faults_of_shape(&self, direction: Direction, method: &str, is_request: bool, message: &Value) -> Vec<String> {
        let params = message.get("params");
        if let Some((schema, _)) = self.custom.get(method) {
            return schema::faults(params.unwrap_or(&Value::Null), schema, schema, "params");
        }
        let Some(model) = self.model else { return Vec::new() };
        let (known, other) = match is_request {
            true => (model.request(method), model.notification(method)),
            false => (model.notification(method), model.request(method)),
        };
        let Some(Method { params: kind, is_of_client, is_of_server, .. }) = known else {
            let what = if other.is_some() { "a request and a notification are mixed up" } else { "unknown method" };
            return vec![what.to_owned()];
        };
        let mut faults = Vec::new();
        if *is_of_client && direction == Direction::ToClient || *is_of_server && direction == Direction::ToServer {
            faults.push("the other side sends this".to_owned());
        }
        faults.extend(envelope(message, &["jsonrpc", "id", "method", "params"]));
        let shape = |kind: &Type| model.faults(params.unwrap_or(&Value::Null), kind, "params");
        faults.extend(kind.iter().flat_map(shape));
        faults
    }

    fn answer(&mut self, direction: Direction, message: &Value) {
        let id = message["id"].to_string();
        let open = if direction == Direction::ToClient { &mut self.open } else { &mut self.open_of_server };
        let Some(request) = open.remove(&id) else {
            // An error about an unreadable message has no id.
            let is_about_garbage = message["id"].is_null() && message.get("error").is_some();
            if !is_about_garbage {
                self.say(direction, "an answer", vec![format!("no request is open with the id {id}")]);
            }
            return;
        };
        let mut faults = envelope(message, &["jsonrpc", "id", "result", "error"]);
        match (message.get("result"), message.get("error")) {
            (Some(result), None) => faults.extend(self.faults_of_result(direction, &request, result)),
            (None, Some(error)) => {
                if !error["code"].is_i64() || !error["message"].is_string() {
                    faults.push(format!("no error object: {error}"));
                }
                faults.extend(envelope_of(error, &["code", "message", "data"]));
            }
            _ => faults.push("exactly one of result and error is wanted".to_owned()),
        }
        self.say(direction, &request.method, faults);
    }

    fn faults_of_result(&mut self, direction: Direction, request: &Request, result: &Value) -> Vec<String> {
        let method = request.method.as_str();
        let mut faults = Vec::new();
        if let Some((_, schema)) = self.custom.get(method) {
            faults.extend(schema::faults(result, schema, schema, "result"));
        } else if let Some(kind) = self.model.and_then(|model| model.request(method)).and_then(|it| it.result.as_ref())
        {
            faults.extend(self.model.map(|model| model.faults(result, kind, "result")).unwrap_or_default());
        }
        if direction == Direction::ToServer {
            return faults;
        }
        if method == "initialize" {
            self.is_initialized = true;
            self.server = result["capabilities"].clone();
            let encoding = self.server["positionEncoding"].as_str().unwrap_or("utf-16");
            match Encoding::of_name(encoding) {
                Some(encoding) => self.documents.set_encoding(encoding),
                None => faults.push(format!("unknown encoding {encoding}")),
            }
            faults.extend(Client(&self.client).faults_of_announcement(&self.server));
            return faults;
        }
        if !result.is_null() && *result != json!([]) && !is_announced(method, &self.server, &self.registered) {
            faults.push("answered, but not announced".to_owned());
        }
        faults.extend(Client(&self.client).faults_of_answer(method, result));
        let about = [&request.params["textDocument"]["uri"], &request.params["item"]["uri"]];
        let uri = about.into_iter().find_map(Value::as_str);
        let texts = |uri: &str| self.documents.texts_since(uri, request.number);
        if method.starts_with("textDocument/semanticTokens/") {
            let legend = &self.server["semanticTokensProvider"]["legend"];
            let of_text = |lines: &Lines| tokens::faults(&result["data"], legend, lines);
            faults.extend(
                uri.map(texts).unwrap_or_default().iter().map(of_text).min_by_key(Vec::len).unwrap_or_default(),
            );
        } else if method == protocol::PLAY {
            // The position refers to the text after the edits.
            faults.extend(outside(&result["edits"], uri, texts));
        } else if method == protocol::MOVE_GAME {
            // So does that of the game.
            faults.extend(outside(&result["documents"], uri, texts));
        } else if method == protocol::QUERY {
            // Its positions are in the query.
        } else {
            // Positions that the client has sent may come back, even if the text has changed.
            let said: Vec<Place> = places(&request.params, uri);
            faults.extend(outside_but(&said, result, uri, texts));
        }
        faults
    }
}

/// The positions in a message that lie outside of all texts that their document may have had.
fn outside(message: &Value, uri: Option<&str>, texts: impl Fn(&str) -> Vec<Lines>) -> Vec<String> {
    outside_but(&[], message, uri, texts)
}

/// The same without positions that the client has sent before.
fn outside_but(said: &[Place], message: &Value, uri: Option<&str>, texts: impl Fn(&str) -> Vec<Lines>) -> Vec<String> {
    let mut known: HashMap<String, Vec<Lines>> = HashMap::new();
    let mut faults = Vec::new();
    for place in places(message, uri) {
        let texts = known.entry(place.uri.clone()).or_insert_with(|| texts(&place.uri));
        let is_in = |lines: &Lines| {
            let columns = usize::try_from(place.line).ok().and_then(|line| lines.get(line));
            columns.is_some_and(|columns| place.character.is_none_or(|character| character <= u64::from(*columns)))
        };
        let is_said = said.iter().any(|other| (other.line, other.character) == (place.line, place.character));
        if !texts.is_empty() && !texts.iter().any(is_in) && !is_said {
            let column = place.character.map(|character| format!(":{character}")).unwrap_or_default();
            faults.push(format!("{}: {}{column} lies outside {}", place.at, place.line, place.uri));
        }
    }
    faults
}

fn envelope(message: &Value, known: &[&str]) -> Vec<String> {
    let mut faults = envelope_of(message, known);
    if message["jsonrpc"] != "2.0" {
        faults.push("not marked as JSON-RPC 2.0".to_owned());
    }
    faults
}

fn envelope_of(message: &Value, known: &[&str]) -> Vec<String> {
    let members = message.as_object().into_iter().flat_map(|members| members.keys());
    members.filter(|name| !known.contains(&name.as_str())).map(|name| format!("{name}: unknown member")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::meta_model;
    use super::*;

    const URI: &str = "file:///a.pgn";

    /// The faults of a session that begins with `initialize`, with these capabilities on both sides, and continues with `messages`: those
    /// with a method are the client's.
    fn faults(client: Value, server: Value, messages: &[Value]) -> Vec<String> {
        let mut session = Session::new(meta_model());
        let open = json!({ "uri": URI, "languageId": "pgn", "version": 1, "text": "1. e4 🏆\n" });
        let usual = [
            json!({ "id": 0, "method": "initialize", "params": { "processId": null, "rootUri": null, "capabilities": client } }),
            json!({ "id": 0, "result": { "capabilities": server } }),
            json!({ "method": "textDocument/didOpen", "params": { "textDocument": open } }),
        ];
        for message in usual.iter().chain(messages) {
            let mut message = message.clone();
            message["jsonrpc"] = json!("2.0");
            let is_of_client =
                message.get("method").is_some() && message["method"] != "textDocument/publishDiagnostics";
            session.message(if is_of_client { Direction::ToServer } else { Direction::ToClient }, &message);
        }
        session.faults().iter().map(|fault| fault.split_once("): ").unwrap().1.to_owned()).collect()
    }

    fn ask(id: u32, method: &str) -> Value {
        let position = json!({ "line": 0, "character": 4 });
        json!({ "id": id, "method": method, "params": { "textDocument": { "uri": URI }, "position": position } })
    }

    fn range(line: u32, start: u32, end: u32) -> Value {
        json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } })
    }

    #[test]
    fn a_session_as_it_should_be_has_no_faults() {
        let server = json!({ "hoverProvider": true, "definitionProvider": true });
        let messages = [
            ask(1, "textDocument/hover"),
            json!({ "id": 1, "result": { "contents": { "kind": "plaintext", "value": "e4" }, "range": range(0, 6, 8) } }),
            ask(2, "textDocument/definition"),
            json!({ "id": 2, "result": null }),
            json!({ "method": "textDocument/publishDiagnostics", "params": { "uri": URI, "version": 1, "diagnostics": [] } }),
        ];
        assert_eq!(faults(json!({}), server, &messages), Vec::<String>::new());
    }

    #[test]
    fn answers_out_of_order_are_found() {
        let hover = json!({ "hoverProvider": true });
        let check = |messages: &[Value], expected: &str| {
            assert_eq!(faults(json!({}), hover.clone(), messages), [expected], "{messages:?}");
        };
        let answer = |id: u32| json!({ "id": id, "result": null });
        check(&[ask(1, "textDocument/hover"), answer(1), answer(1)], "no request is open with the id 1");
        check(&[answer(7)], "no request is open with the id 7");
        check(&[ask(1, "textDocument/hover"), json!({ "id": 1 })], "exactly one of result and error is wanted");
        let location = json!({ "id": 1, "result": { "uri": URI, "range": range(0, 0, 1) } });
        check(&[ask(1, "textDocument/definition"), location], "answered, but not announced");
    }

    #[test]
    fn positions_outside_the_text_are_found() {
        let server = json!({ "definitionProvider": true, "positionEncoding": "utf-16" });
        let check = |range: Value, count: usize| {
            let result = json!({ "id": 1, "result": { "uri": URI, "range": range } });
            let found = faults(json!({}), server.clone(), &[ask(1, "textDocument/definition"), result]);
            assert_eq!(found.len(), count, "{found:?}");
        };
        check(range(0, 6, 8), 0);
        check(range(1, 0, 0), 0);
        check(range(0, 6, 9), 1);
        check(range(1, 0, 1), 1);
        check(range(2, 0, 0), 2);
    }

    #[test]
    fn what_the_client_does_not_know_is_found() {
        let server = json!({ "definitionProvider": true, "completionProvider": {}, "codeActionProvider": true });
        let link = json!([{ "targetUri": URI, "targetRange": range(0, 0, 1), "targetSelectionRange": range(0, 0, 1) }]);
        let snippet = json!([{ "label": "x", "insertTextFormat": 2 }]);
        let action = json!([{ "title": "x", "edit": { "documentChanges": [] } }]);
        let know_all = json!({ "textDocument": {
            "definition": { "linkSupport": true },
            "completion": { "completionItem": { "snippetSupport": true } },
            "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } },
        }});
        let code_action = json!({ "id": 1, "method": "textDocument/codeAction", "params":
            { "textDocument": { "uri": URI }, "range": range(0, 0, 0), "context": { "diagnostics": [] } } });
        let cases = [
            (ask(1, "textDocument/definition"), link),
            (ask(1, "textDocument/completion"), snippet),
            (code_action, action),
        ];
        for (question, result) in cases {
            let messages = [question, json!({ "id": 1, "result": result })];
            assert_eq!(faults(json!({}), server.clone(), &messages).len(), 1, "{messages:?}");
            assert_eq!(faults(know_all.clone(), server.clone(), &messages), Vec::<String>::new());
        }
        let options = json!({ "renameProvider": { "prepareProvider": true }, "positionEncoding": "utf-8" });
        assert_eq!(faults(json!({}), options, &[]).len(), 2);
    }

    #[test]
    fn shapes_that_are_wrong_are_found() {
        if meta_model().is_none() {
            return;
        }
        let server = json!({ "hoverProvider": true });
        let check = |result: Value, expected: &str| {
            let found = faults(
                json!({}),
                server.clone(),
                &[ask(1, "textDocument/hover"), json!({ "id": 1, "result": result })],
            );
            assert_eq!(found, [expected]);
        };
        let plain = json!({ "kind": "plaintext", "value": "e4" });
        check(json!({ "contents": plain, "more": 1 }), "result.more: unknown property");
        check(json!({ "range": range(0, 0, 0) }), "result.contents: required property missing");
        let round = json!({ "start": { "line": 0, "character": 2 }, "end": { "line": 0, "character": 1 } });
        let message = format!("result.range: the range ends before it starts: {round}");
        check(json!({ "contents": plain, "range": round }), &message);
        check(json!({ "contents": plain, "range": 5 }), "result.range: object wanted, 5 found");
    }
}
