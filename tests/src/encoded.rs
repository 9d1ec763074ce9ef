//! A text with positions in UTF-8 or UTF-16, for tests with both position encodings.

use std::ops::Range;

use serde_json::{Value, json};

use crate::client::{Client, URI};

/// A text and its position encoding. Lines end with `\n` or `\r\n`.
#[derive(Clone, Copy)]
pub struct Encoded<'text> {
    /// The text.
    pub text: &'text str,
    is_utf8: bool,
}

impl<'text> Encoded<'text> {
    /// The text in both encodings.
    pub fn both(text: &'text str) -> [Encoded<'text>; 2] {
        [false, true].map(|is_utf8| Encoded { text, is_utf8 })
    }

    /// Another text in the same encoding.
    pub fn with(&self, text: &'text str) -> Encoded<'text> {
        Encoded { text, ..*self }
    }

    /// Starts a session with this text and encoding, further `capabilities` of the document and these `options`.
    pub async fn open(&self, text_document: Value, options: Value) -> Client {
        self.open_as("pgn", text_document, options).await
    }

    /// Like the session for PGN, with the text in another language.
    pub async fn open_as(&self, language_id: &str, text_document: Value, options: Value) -> Client {
        let general = json!({ "positionEncodings": self.encodings() });
        let capabilities = json!({ "general": general, "textDocument": text_document });
        let mut client = Client::start();
        client.initialize(json!({ "capabilities": capabilities, "initializationOptions": options })).await;
        client.open_as(language_id, URI, self.text).await;
        client
    }

    /// The encodings that the client offers.
    pub fn encodings(&self) -> Value {
        if self.is_utf8 { json!(["utf-8", "utf-16"]) } else { json!(["utf-16"]) }
    }

    /// Converts a byte offset to a position.
    pub fn position(&self, offset: usize) -> Value {
        let before = &self.text[..offset];
        let line = before.rfind('\n').map_or(before, |line_end| &before[line_end + 1..]);
        json!({ "line": before.matches('\n').count(), "character": self.columns(line) })
    }

    /// Converts byte offsets to a range.
    pub fn range(&self, range: Range<usize>) -> Value {
        json!({ "start": self.position(range.start), "end": self.position(range.end) })
    }

    /// The position of the `|` in `around`.
    pub fn cursor(&self, around: &str) -> Value {
        let (before, after) = around.split_once('|').expect("a cursor");
        let start = self.text.find(&format!("{before}{after}")).unwrap_or_else(|| panic!("no {around}"));
        self.position(start + before.len())
    }

    /// Converts a position, which must be between two characters of its line, to a byte offset.
    pub fn offset(&self, position: &Value) -> usize {
        let number = position["line"].as_u64().expect("a line") as usize;
        let start: usize = self.text.split_inclusive('\n').take(number).map(str::len).sum();
        let line = self.text[start..].lines().next().unwrap_or_default();
        let ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
        let column = position["character"].as_u64().expect("a column") as usize;
        let at = ends.into_iter().find(|at| self.columns(&line[..*at]) == column);
        start + at.unwrap_or_else(|| panic!("no place {position}"))
    }

    /// The text of a range.
    pub fn slice(&self, range: &Value) -> &'text str {
        &self.text[self.offset(&range["start"])..self.offset(&range["end"])]
    }

    /// Applies edits that do not overlap.
    pub fn edited(&self, edits: &Value) -> String {
        let bytes = |edit: &Value| self.offset(&edit["range"]["start"])..self.offset(&edit["range"]["end"]);
        let mut edits: Vec<_> = edits.as_array().expect("edits").iter().map(|edit| (bytes(edit), edit)).collect();
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        let mut text = self.text.to_owned();
        edits.into_iter().for_each(|(range, edit)| text.replace_range(range, edit["newText"].as_str().expect("text")));
        text
    }

    fn columns(&self, text: &str) -> usize {
        if self.is_utf8 { text.len() } else { text.encode_utf16().count() }
    }
}
