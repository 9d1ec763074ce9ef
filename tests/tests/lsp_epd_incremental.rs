//! After any edits of an EPD file, the answers are those of a fresh server.

use proptest::prelude::*;
use scoresheet_tests::client::{Client, URI, position_of, range_of};
use scoresheet_tests::edits::{RandomEdit, edits, epd_like};
use serde_json::{Value, json};

/// The answers of a server about a text.
#[derive(Debug, PartialEq)]
struct Said {
    diagnostics: Value,
    fixes: Value,
    symbols: Value,
    folds: Value,
    edits: Value,
    hints: Value,
    hover: Value,
}

async fn open(language: &str, text: &str) -> Client {
    let mut client = Client::start();
    let options = json!({ "level": "hint", "rules": { "pedantic": "hint" }, "inlayHints": { "evaluation": true } });
    client.initialize(json!({ "capabilities": {}, "initializationOptions": options })).await;
    client.open_as(language, URI, text).await;
    client
}

async fn said(client: &mut Client, version: i32, text: &str) -> Said {
    let diagnostics = client.diagnostics(version).await;
    let document = json!({ "uri": URI });
    let of_document = json!({ "textDocument": document, "options": { "tabSize": 4, "insertSpaces": true } });
    let middle = position_of(text, text.floor_char_boundary(text.len() / 2));
    Said {
        diagnostics,
        fixes: {
            let (range, context) =
                (range_of(text, &(0..text.len())), json!({ "diagnostics": [], "only": ["quickfix"] }));
            let all = json!({ "textDocument": document, "range": range, "context": context });
            client.request("textDocument/codeAction", all).await.unwrap()
        },
        symbols: client.request("textDocument/documentSymbol", of_document.clone()).await.unwrap(),
        folds: client.request("textDocument/foldingRange", of_document.clone()).await.unwrap(),
        edits: client.request("textDocument/formatting", of_document).await.unwrap(),
        hints: {
            let range = range_of(text, &(0..text.len()));
            client.request("textDocument/inlayHint", json!({ "textDocument": document, "range": range })).await.unwrap()
        },
        hover: {
            let at = json!({ "textDocument": document, "position": middle });
            client.request("textDocument/hover", at).await.unwrap()
        },
    }
}

/// Types `edits` and waits for the diagnostics after every `pause` edits; the last answers must be those of a fresh server.
async fn check(language: &str, text: &str, edits: &[RandomEdit], pause: usize) {
    let mut text = text.to_owned();
    let mut client = open(language, &text).await;
    let version = client.type_edits(&mut text, edits, pause).await;
    let mut edited = said(&mut client, version, &text).await;
    let mut other = open(language, &text).await;
    let fresh = said(&mut other, 1, &text).await;
    other.finish().await;
    // If an edit touches many records, the findings known at once are published first, and all when the user pauses.
    if edited.diagnostics != fresh.diagnostics {
        edited.diagnostics = client.diagnostics(version).await;
    }
    client.finish().await;
    // Of more than 1000 findings, those near the last edit are shown.
    let shown = fresh.diagnostics.as_array().unwrap().len();
    assert!(shown <= 1000, "{shown} findings");
    assert_eq!(edited, fresh, "of {text:?}");
}

/// Several hundred lines, so that an edit leaves most of them unchanged.
fn file_like() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        8 => (0..40_u32).prop_map(|number| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce {number}; id \"{number}\";\n")),
        4 => (0..9_u32).prop_map(|number| format!("4k3/8/8/8/8/8/4P3/4K2R w K - bm e4; c0 \"🏆{number}\";\r\n")),
        1 => Just("4k3/8/8/8/8/8/4P3/4K3 w -\n".to_owned()),
        1 => Just("# scoresheet: allow correctness\n".to_owned()),
        1 => Just("\n".to_owned()),
        1 => epd_like(),
    ];
    proptest::collection::vec(line, 200..500).prop_map(|lines| lines.concat())
}

fn run(work: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap().block_on(work);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_edits_to_pieces_of_epd(text in epd_like(), edits in edits(10), pause in 1..5_usize) {
        run(check("epd", &text, &edits, pause));
    }

    #[test]
    fn any_edits_to_pieces_of_fen(text in epd_like(), edits in edits(10), pause in 1..5_usize) {
        run(check("fen", &text, &edits, pause));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn any_edits_to_files(text in file_like(), edits in edits(10), pause in 1..5_usize) {
        run(check("epd", &text, &edits, pause));
    }
}
