//! The text of a large document that is opened, parsed from its message straight into a rope, for the budget of 300 ms from opening 50 MB to the
//! first hover.
//!
//! In tower-lsp's tree of values the text would be once more in memory, and the system takes its time to give that memory.

use std::cell::Cell;
use std::fmt;
use std::panic::catch_unwind;
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

/// The method is before the parameters or after them, and so near the start or the end of the message.
const METHOD_WITHIN_BYTES: usize = 256;

/// What the request has in place of the text: a trace shows that there is one.
const LEFT_OUT: &str = "...";

task_local! {
    static TEXT: Cell<Option<Rope>>;
}

/// The request of a message that opens a large document, without the text, and its text. `None` is any other message, or one that is
/// not as it should be.
pub(crate) fn read(body: &[u8]) -> Option<(Request, Rope)> {
    if body.len() < LARGE_BYTES || !names_method(body) {
        return None;
    }
    // A panic of a library must not end the session.
    let message = catch_unwind(|| serde_json::from_slice(body)).ok()?;
    let Message { jsonrpc, method, params: Params { text_document } } = message.ok()?;
    if (jsonrpc.as_str(), method.as_str()) != ("2.0", DidOpenTextDocument::METHOD) {
        return None;
    }
    let Document { uri, language_id, version, text: Text(text) } = text_document;
    let document = json!({ "uri": uri, "languageId": language_id, "version": version, "text": LEFT_OUT });
    Some((Request::build(method).params(json!({ "textDocument": document })).finish(), text))
}

/// Handles the request that was read with this text.
pub(crate) async fn with_text<T>(text: Option<Rope>, handler: impl Future<Output = T>) -> T {
    TEXT.scope(Cell::new(text), handler).await
}

/// The text of the document that is opened by the request that is being handled: once for each, before the handler first waits.
pub(crate) fn take_text(document: &TextDocumentItem) -> Rope {
    TEXT.try_with(Cell::take).ok().flatten().unwrap_or_else(|| rope(&document.text))
}

/// The rope of a text. Both halves of a large one are built at the same time, by a thread of its own, since those that check games may
/// be busy. Linear.
pub(crate) fn rope(text: &str) -> Rope {
    if text.len() < LARGE_BYTES {
        return Rope::from_str(text);
    }
    let middle = text.len() / 2;
    // Between lines, so that no character and no line end is cut.
    let Some(line_end) = memchr(b'\n', &text.as_bytes()[middle..]) else { return Rope::from_str(text) };
    let (first, second) = text.split_at(middle + line_end + 1);
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("rope".to_owned());
        let aside = builder.spawn_scoped(scope, || Rope::from_str(second)).ok();
        let mut rope = Rope::from_str(first);
        // Where no thread is to be had, one after the other.
        let second = aside.and_then(|second| second.join().ok()).unwrap_or_else(|| Rope::from_str(second));
        rope.append(second);
        rope
    })
}

fn names_method(body: &[u8]) -> bool {
    let ends = [&body[..METHOD_WITHIN_BYTES], &body[body.len() - METHOD_WITHIN_BYTES..]];
    ends.iter().any(|end| memmem::find(end, DidOpenTextDocument::METHOD.as_bytes()).is_some())
}

/// A notification and nothing else: with an id or any other member it goes the ordinary way.
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
        deserializer.deserialize_str(TextVisitor)
    }
}

struct TextVisitor;

impl Visitor<'_> for TextVisitor {
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
            without_text["text"] = LEFT_OUT.into();
            assert_eq!(request.params().unwrap()["textDocument"], without_text);
        }

        let mut small = document.clone();
        small["text"] = "*".into();
        let mut no_text = document.clone();
        no_text["text"] = json!([large()]);
        for other in [
            message("textDocument/didSave", &document),
            message("textDocument/didOpen", &small),
            message("textDocument/didOpen", &no_text),
            body[..body.len() - 1].to_owned(),
            body.replacen("2.0", "1.0", 1),
            body.replacen('{', r#"{"id":null,"#, 1),
            body.replacen(r#","version":7"#, "", 1),
            body.replacen(r#""version":7"#, r#""version":7,"text":"""#, 1),
            body.replacen("[White", r"\ud800", 1),
        ] {
            assert!(read(other.as_bytes()).is_none(), "{}", &other[other.len() - 99..]);
        }
    }

    #[test]
    fn a_rope_is_the_same_however_it_is_built() {
        let line = "a".repeat(LARGE_BYTES);
        let lines_at_the_end = ["\n", "\r\n", "\nb"].map(|end| line.clone() + end);
        let others = [large(), line, "\u{1f600}".repeat(LARGE_BYTES / 4), "\n".repeat(LARGE_BYTES)];
        for text in others.into_iter().chain(lines_at_the_end) {
            let (built, plain) = (rope(&text), Rope::from_str(&text));
            assert_eq!(built, plain);
            assert_eq!(
                (built.len_lines(), built.len_chars(), built.len_utf16_cu()),
                (plain.len_lines(), plain.len_chars(), plain.len_utf16_cu())
            );
        }
    }
}
