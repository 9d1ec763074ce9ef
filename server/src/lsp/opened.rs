//! The text of a large document that is opened, which goes beside tower-lsp: read from its message straight into a rope. In a tree of
//! values it would be once more in memory before that, and to take that memory is what an editor then waits for.

use std::cell::Cell;
use std::fmt;
use std::thread;

use memchr::{memchr, memmem};
use ropey::Rope;
use serde::Deserialize;
use serde::de::{Deserializer, Visitor};
use serde_json::{Value, json};
use tokio::task_local;
use tower_lsp::jsonrpc::Request;
use tower_lsp::lsp_types::TextDocumentItem;
use tower_lsp::lsp_types::notification::{DidOpenTextDocument, Notification};

/// A text of so many bytes is large: to build its rope takes longer than to start a thread, by far.
const LARGE_BYTES: usize = 4 << 20;

/// The method stands before the parameters or behind them, and so near the start or the end of the message.
const METHOD_WITHIN_BYTES: usize = 256;

task_local! {
    static TEXT: Cell<Option<Rope>>;
}

/// The request of a message that opens a large document, without the text, and its text. `None` is any other message, or one that is
/// not as it should be.
pub fn read(body: &[u8]) -> Option<(Request, Rope)> {
    if body.len() < LARGE_BYTES || !names_method(body) {
        return None;
    }
    let Message { jsonrpc, method, params: Params { text_document } } = serde_json::from_slice(body).ok()?;
    if (jsonrpc.as_str(), method.as_str()) != ("2.0", DidOpenTextDocument::METHOD) {
        return None;
    }
    let Document { uri, language_id, version, text: Text(text) } = text_document;
    let document = json!({ "uri": uri, "languageId": language_id, "version": version, "text": "" });
    Some((Request::build(method).params(json!({ "textDocument": document })).finish(), text))
}

/// Handles the request that was read with this text.
pub async fn with_text<T>(text: Option<Rope>, handler: impl Future<Output = T>) -> T {
    TEXT.scope(Cell::new(text), handler).await
}

/// The text of the document that is opened by the request that is being handled.
pub fn text(document: &TextDocumentItem) -> Rope {
    TEXT.try_with(Cell::take).ok().flatten().unwrap_or_else(|| rope(&document.text))
}

/// The rope of a text. Both halves of a large one are built at the same time. Linear.
pub fn rope(text: &str) -> Rope {
    let middle = text.len() / 2;
    let line_end = memchr(b'\n', &text.as_bytes()[middle..]).filter(|_| text.len() >= LARGE_BYTES);
    let Some(line_end) = line_end else { return Rope::from_str(text) };
    let (first, second) = text.split_at(middle + line_end + 1);
    thread::scope(|scope| {
        let aside = thread::Builder::new().spawn_scoped(scope, || Rope::from_str(second)).ok();
        let mut rope = Rope::from_str(first);
        // Where the system has no thread to give, one after the other.
        let second = aside.and_then(|second| second.join().ok()).unwrap_or_else(|| Rope::from_str(second));
        rope.append(second);
        rope
    })
}

fn names_method(body: &[u8]) -> bool {
    let ends = [&body[..METHOD_WITHIN_BYTES], &body[body.len() - METHOD_WITHIN_BYTES..]];
    ends.iter().any(|end| memmem::find(end, DidOpenTextDocument::METHOD.as_bytes()).is_some())
}

/// A notification: what has an id is none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Message {
    jsonrpc: String,
    method: String,
    params: Params,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params {
    text_document: Document,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    uri: Value,
    language_id: Value,
    version: Value,
    text: Text,
}

struct Text(Rope);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        deserializer.deserialize_str(Text(Rope::new()))
    }
}

impl Visitor<'_> for Text {
    type Value = Text;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a text")
    }

    fn visit_str<E>(self, text: &str) -> Result<Text, E> {
        Ok(Text(rope(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn large() -> String {
        "[White \"A\"]\r\n\r\n1. e4 \u{1f600} *\r\n\r\n".repeat(LARGE_BYTES / 30)
    }

    #[test]
    fn the_text_of_a_large_document_is_read_beside_its_request() {
        let document = json!({ "uri": "file:///a.pgn", "languageId": "pgn", "version": 7, "text": large() });
        let message = |method: &str, document: &Value| {
            json!({ "jsonrpc": "2.0", "method": method, "params": { "textDocument": document } }).to_string()
        };
        let body = message("textDocument/didOpen", &document);
        let method_last = body.replacen(r#""method":"textDocument/didOpen","#, "", 1);
        let method_last = format!(r#"{},"method":"textDocument/didOpen"}}"#, method_last.strip_suffix('}').unwrap());
        for body in [body.as_str(), &method_last] {
            let (request, text) = read(body.as_bytes()).unwrap();
            assert_eq!(text, large());
            assert_eq!(request.method(), "textDocument/didOpen");
            assert!(request.id().is_none());
            let mut without_text = document.clone();
            without_text["text"] = "".into();
            assert_eq!(request.params().unwrap()["textDocument"], without_text);
        }

        assert!(read(message("textDocument/didSave", &document).as_bytes()).is_none());
        let mut small = document.clone();
        small["text"] = "*".into();
        assert!(read(message("textDocument/didOpen", &small).as_bytes()).is_none());
        let mut no_text = document.clone();
        no_text["text"] = json!([large()]);
        assert!(read(message("textDocument/didOpen", &no_text).as_bytes()).is_none());
        assert!(read(&body.as_bytes()[..body.len() - 1]).is_none());
        assert!(read(body.replacen("2.0", "1.0", 1).as_bytes()).is_none());
        assert!(read(body.replacen('{', "{\"id\":1,", 1).as_bytes()).is_none());
    }

    #[test]
    fn a_rope_is_the_same_however_it_is_built() {
        for text in [large(), "a".repeat(LARGE_BYTES), "\u{1f600}".repeat(LARGE_BYTES / 4), "\n".repeat(LARGE_BYTES)] {
            let (built, plain) = (rope(&text), Rope::from_str(&text));
            assert_eq!(built, plain);
            assert_eq!(
                (built.len_lines(), built.len_chars(), built.len_utf16_cu()),
                (plain.len_lines(), plain.len_chars(), plain.len_utf16_cu())
            );
        }
    }
}
