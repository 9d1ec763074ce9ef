//! The positions in a message, each with its document.

use serde_json::Value;

use super::types::{looked_at, members};

/// A position and its place in the message.
pub struct Place {
    pub uri: String,
    pub at: String,
    pub line: u64,
    /// `None` if the message has only a line.
    pub character: Option<u64>,
}

/// All positions in `value`. The document is that at `uri`, if known, unless the message names another.
pub fn places(value: &Value, uri: Option<&str>) -> Vec<Place> {
    let mut found = Vec::new();
    collect(value, uri, "result", &mut found);
    found
}

fn collect(value: &Value, uri: Option<&str>, at: &str, found: &mut Vec<Place>) {
    if let Some(items) = value.as_array() {
        for (index, item) in looked_at(items) {
            collect(item, uri, &format!("{at}[{index}]"), found);
        }
        return;
    }
    let place = |line, character| uri.map(|uri| Place { uri: uri.to_owned(), at: at.to_owned(), line, character });
    if let (Some(line), Some(character)) = (value["line"].as_u64(), value["character"].as_u64()) {
        found.extend(place(line, Some(character)));
        return;
    }
    if let (Some(first), Some(last)) = (value["startLine"].as_u64(), value["endLine"].as_u64()) {
        found.extend([first, last].into_iter().filter_map(|line| place(line, None)));
        return;
    }
    let own = [&value["uri"], &value["textDocument"]["uri"], &value["from"]["uri"]].into_iter().find_map(Value::as_str);
    for (name, member) in members(value) {
        let at = format!("{at}.{name}");
        match name.as_str() {
            // Returned to the server unchanged.
            "data" => {}
            "changes" => members(member).for_each(|(uri, edits)| collect(edits, Some(uri), &at, found)),
            "targetRange" | "targetSelectionRange" => collect(member, value["targetUri"].as_str(), &at, found),
            _ => collect(member, own.or(uri), &at, found),
        }
    }
}
