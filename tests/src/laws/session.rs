//! Properties of any session: every request is answered once, no answer is an internal error, and the session ends on request.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::client::{Client, URI, between_characters, range_of};
use crate::edits::{RandomEdit, edits, epd_like, games_like};

/// An action of a client.
#[derive(Clone, Debug)]
pub enum Act {
    /// Opens the document, even if it is open already.
    Open {
        /// `pgn`, `epd`, `fen`, or an unknown language.
        language: &'static str,
        /// Its text.
        text: String,
    },
    /// Changes it, even if it is not open.
    Change(RandomEdit),
    /// Sends a request about a place in it, which need not exist.
    Ask {
        /// The index in [`METHODS`], modulo its length.
        method: usize,
        /// The line, from 0.
        line: u32,
        /// The character, from 0, in UTF-16 units.
        character: u32,
    },
    /// Cancels the last request.
    Cancel,
    /// Closes it.
    Close,
    /// Sends this as the body of a message.
    Send(Vec<u8>),
}

/// Sessions of up to `most` actions.
pub fn acts(most: usize) -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        2 => games_like().prop_map(|text| Act::Open { language: "pgn", text }),
        1 => epd_like().prop_map(|text| Act::Open { language: "epd", text }),
        1 => Just(Act::Open { language: "poem", text: "e4".to_owned() }),
        4 => edits(1).prop_map(|mut edits| Act::Change(edits.remove(0))),
        8 => (0..METHODS.len(), 0..12_u32, 0..40_u32).prop_map(|(method, line, character)| Act::Ask { method, line, character }),
        1 => Just(Act::Cancel),
        1 => Just(Act::Close),
        1 => any::<Vec<u8>>().prop_map(Act::Send),
        1 => prop::sample::select(METHODS.as_slice()).prop_map(|method| {
            Act::Send(json!({ "jsonrpc": "2.0", "method": method, "params": [null] }).to_string().into_bytes())
        }),
    ];
    proptest::collection::vec(act, 0..=most)
}

/// All requests about documents.
pub const METHODS: [&str; 35] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/typeDefinition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/documentLink",
    "textDocument/documentColor",
    "textDocument/colorPresentation",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/onTypeFormatting",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/linkedEditingRange",
    "textDocument/prepareCallHierarchy",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range",
    "textDocument/inlayHint",
    "textDocument/diagnostic",
    "workspace/symbol",
    "workspace/diagnostic",
    "workspace/executeCommand",
    "scoresheet/board",
    "scoresheet/play",
    "scoresheet/line",
    "scoresheet/moveGame",
    "no/such",
];

/// The protocol's `InternalError`, which no action of a client may cause.
const INTERNAL_ERROR: i64 = -32603;

/// Runs a session of these actions, from `initialize` to `exit`.
pub async fn check_session(acts: &[Act]) {
    // A client that pulls diagnostics announces it.
    let capabilities = json!({ "textDocument": { "diagnostic": {} } });
    let mut client = Client::initialized(capabilities).await;
    // Documents are opened twice and changed when they are closed, in arbitrary versions.
    client.may_break_protocol();
    let mut text = String::new();
    let mut asked = Vec::new();
    for (number, act) in acts.iter().enumerate() {
        match act {
            Act::Open { language, text: new } => {
                text.clone_from(new);
                client.open_as(language, URI, new).await;
            }
            Act::Change(edit) => {
                let (range, new) = edit.of(&text);
                let range = between_characters(&text, range);
                let change = json!({ "range": range_of(&text, &range), "text": new });
                text.replace_range(range, new);
                client.change(number as i32 + 2, json!([change])).await;
            }
            Act::Ask { method, line, character } => {
                let method = METHODS[method % METHODS.len()];
                asked.push(client.ask(method, params(*line, *character)).await);
            }
            Act::Cancel => client.notify("$/cancelRequest", json!({ "id": asked.last() })).await,
            Act::Close => client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } })).await,
            Act::Send(body) if ends_session(body) => {}
            Act::Send(body) => {
                let head = format!("Content-Length: {}\r\n\r\n", body.len());
                client.send_bytes(&[head.as_bytes(), body].concat()).await;
            }
        }
    }
    for id in asked {
        if let Err(error) = client.answer(id).await {
            assert_ne!(error["code"], INTERNAL_ERROR, "{error} after {acts:?}");
        }
    }
    client.read_rest().await;
}

/// Whether a message may be one after which the server answers nothing.
fn ends_session(body: &[u8]) -> bool {
    let body = String::from_utf8_lossy(body);
    body.contains("shutdown") || body.contains("exit")
}

/// The union of the parameters of all requests: each reads its own.
fn params(line: u32, character: u32) -> Value {
    let position = json!({ "line": line, "character": character });
    json!({
        "textDocument": { "uri": URI },
        "position": position,
        "positions": [position],
        "range": { "start": { "line": 0, "character": 0 }, "end": position },
        "context": { "diagnostics": [], "includeDeclaration": true },
        "options": { "tabSize": 4, "insertSpaces": true },
        "color": { "red": 1.0, "green": 0.0, "blue": 0.0, "alpha": 1.0 },
        "ch": ")",
        "newName": "Another1",
        "query": "a",
        "previousResultId": "1",
        "previousResultIds": [],
        "command": "no such",
        "move": "e2e4",
    })
}
