//! The open documents of a session, edit by edit: the number of lines of each text, and their lengths.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use serde_json::Value;

/// The number of versions of a document that are kept: an answer may be about an earlier one.
const MOST_TEXTS: usize = 64;

/// The unit of a position's `character`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

/// The lengths of the lines of a text, in columns.
pub type Lines = Arc<[u32]>;

/// The open documents.
#[derive(Default)]
pub struct Documents {
    encoding: Encoding,
    open: HashMap<String, Document>,
}

/// One document.
struct Document {
    /// Its lines with their ends.
    lines: Vec<String>,
    /// Its texts, the newest last: the number of the message that created it, its version.
    texts: VecDeque<(usize, Option<i64>, Lines)>,
}

impl Encoding {
    /// Finds the unit by its name in the protocol.
    pub fn of_name(name: &str) -> Option<Encoding> {
        match name {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            "utf-32" => Some(Encoding::Utf32),
            _ => None,
        }
    }

    fn columns(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 if text.is_ascii() => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
            Encoding::Utf32 => text.chars().count(),
        }
    }
}

impl Documents {
    pub fn set_encoding(&mut self, encoding: Encoding) {
        self.encoding = encoding;
    }

    /// Applies message number `now` to the documents. A message that cannot be parsed makes its document unknown.
    pub fn notice(&mut self, now: usize, method: &str, params: &Value) {
        let document = &params["textDocument"];
        let Some(uri) = document["uri"].as_str() else { return };
        match method {
            "textDocument/didOpen" => {
                let Some(text) = document["text"].as_str() else { return };
                // A client that breaks the rules may open a document twice: diagnostics of the first text may still arrive.
                let texts = self.open.remove(uri).map(|open| open.texts).unwrap_or_default();
                let mut opened = Document { lines: split(text), texts };
                opened.remember(now, document["version"].as_i64(), self.encoding);
                self.open.insert(uri.to_owned(), opened);
            }
            "textDocument/didClose" => {
                self.open.remove(uri);
            }
            "textDocument/didChange" => {
                let Some(open) = self.open.get_mut(uri) else { return };
                let changes = params["contentChanges"].as_array();
                let are_read =
                    changes.is_some_and(|changes| changes.iter().all(|change| open.change(change, self.encoding)));
                if !are_read {
                    self.open.remove(uri);
                    return;
                }
                open.remember(now, document["version"].as_i64(), self.encoding);
            }
            _ => {}
        }
    }

    /// Returns the texts of the document at `uri` since message number `since`, inclusive. `None` for an unknown document.
    pub fn texts_since(&self, uri: &str, since: usize) -> Vec<Lines> {
        let Some(document) = self.open.get(uri) else { return Vec::new() };
        let texts = document.texts.iter();
        let later = texts.clone().filter(|(made, ..)| *made > since);
        let at_first = texts.rev().find(|(made, ..)| *made <= since);
        at_first.into_iter().chain(later).map(|(.., lines)| lines.clone()).collect()
    }

    /// Returns the texts of the document in this version; all known texts without a version.
    pub fn texts_of_version(&self, uri: &str, version: Option<i64>) -> Vec<Lines> {
        let Some(document) = self.open.get(uri) else { return Vec::new() };
        let is_of_version = |of: &Option<i64>| version.is_none() || *of == version;
        document.texts.iter().filter(|(_, of, _)| is_of_version(of)).map(|(.., lines)| lines.clone()).collect()
    }
}

impl Document {
    fn remember(&mut self, now: usize, version: Option<i64>, encoding: Encoding) {
        let length = |line: &String| encoding.columns(line.trim_end_matches(['\r', '\n'])) as u32;
        self.texts.push_back((now, version, self.lines.iter().map(length).collect()));
        if self.texts.len() > MOST_TEXTS {
            self.texts.pop_front();
        }
    }

    fn change(&mut self, change: &Value, encoding: Encoding) -> bool {
        let Some(new) = change["text"].as_str() else { return false };
        let Some(range) = change.get("range").filter(|range| !range.is_null()) else {
            self.lines = split(new);
            return true;
        };
        let (Some(start), Some(end)) = (self.place(&range["start"], encoding), self.place(&range["end"], encoding))
        else {
            return false;
        };
        // The line before may end with a \r, and the new text may begin with a \n.
        let first = start.0.saturating_sub(1);
        let last = (end.0 + 1).min(self.lines.len() - 1);
        let mut text: String = self.lines[first..start.0].concat();
        text.push_str(&self.lines[start.0][..start.1]);
        text.push_str(new);
        if end >= start {
            text.push_str(&self.lines[end.0][end.1..]);
            text.push_str(&self.lines[end.0 + 1..=last].concat());
        } else {
            return false;
        }
        let mut lines = split(&text);
        // The empty last line exists already if lines follow.
        if last + 1 < self.lines.len() && lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        self.lines.splice(first..=last, lines);
        true
    }

    /// Returns the line and the byte in it; positions outside are clamped, as the protocol requires.
    fn place(&self, position: &Value, encoding: Encoding) -> Option<(usize, usize)> {
        let line = usize::try_from(position["line"].as_u64()?).ok()?;
        let column = usize::try_from(position["character"].as_u64()?).ok()?;
        let Some(text) = self.lines.get(line) else {
            let last = self.lines.len() - 1;
            return Some((last, self.lines[last].len()));
        };
        let content = text.trim_end_matches(['\r', '\n']);
        let mut columns = 0;
        for (byte, letter) in content.char_indices() {
            if columns >= column {
                return Some((line, byte));
            }
            columns += encoding.columns(letter.encode_utf8(&mut [0; 4]));
            if columns > column {
                return Some((line, byte));
            }
        }
        Some((line, content.len()))
    }
}

/// Lines with their ends; the last has none and may be empty.
fn split(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let is_end = *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        if is_end {
            lines.push(text[start..=at].to_owned());
            start = at + 1;
        }
    }
    lines.push(text[start..].to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn edits_are_followed() {
        let mut documents = Documents::default();
        let uri = "file:///a";
        let open = json!({ "textDocument": { "uri": uri, "version": 1, "text": "a🏆b\r\n♘\rx" } });
        documents.notice(1, "textDocument/didOpen", &open);
        let lines = |documents: &Documents| documents.texts_since(uri, 99)[0].to_vec();
        assert_eq!(lines(&documents), [4, 1, 1]);
        let mut number = 1;
        let mut change = |documents: &mut Documents, from: (u32, u32), to: (u32, u32), text: &str| {
            number += 1;
            let place = |(line, character)| json!({ "line": line, "character": character });
            let changes = json!([{ "range": { "start": place(from), "end": place(to) }, "text": text }]);
            let params = json!({ "textDocument": { "uri": uri, "version": number }, "contentChanges": changes });
            documents.notice(number, "textDocument/didChange", &params);
        };
        change(&mut documents, (0, 1), (0, 3), "");
        assert_eq!(lines(&documents), [2, 1, 1]);
        change(&mut documents, (2, 0), (2, 0), "\n");
        assert_eq!(lines(&documents), [2, 1, 1], "a line feed behind a carriage return is no line end of its own");
        change(&mut documents, (1, 1), (9, 9), "\n\n");
        assert_eq!(lines(&documents), [2, 1, 0, 0]);
        change(&mut documents, (0, 2), (1, 0), "");
        assert_eq!(lines(&documents), [3, 0, 0]);
        assert_eq!(documents.texts_since(uri, 1).len(), 5);
        assert_eq!(documents.texts_of_version(uri, Some(2)), [Lines::from([2, 1, 1])]);
        documents.notice(9, "textDocument/didClose", &json!({ "textDocument": { "uri": uri } }));
        assert!(documents.texts_since(uri, 0).is_empty());
    }
}
