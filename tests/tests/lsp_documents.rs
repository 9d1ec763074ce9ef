//! The server's text is the editor's text, and every answer is about it.

use scoresheet_tests::client::{Client, URI, at, range};
use scoresheet_tests::word_engine::WordEngine;
use serde_json::{Value, json};

const CONTENT_MODIFIED: i64 = -32801;

/// Hovers carry the text they were worked out from: the answer to a hover asked after an edit is about just that
/// version's text, or there is none.
#[tokio::test]
async fn edits_interleaved_with_hovers_never_answer_from_a_wrong_version() {
    let mut client = Client::initialized(WordEngine::new(), json!({})).await;
    client.open("version 1").await;
    let mut asked = Vec::new();
    for version in 2..=2001_i32 {
        let digits = (version - 1).to_string().len() as u32;
        client.change(version, json!([{ "range": range(0, 8, 0, 8 + digits), "text": version.to_string() }])).await;
        let id = client.ask("textDocument/hover", at(0, 0)).await;
        if version % 3 == 0 {
            // Nothing changes before this one is answered, so it must be.
            assert_eq!(text(&client.answer(id).await.unwrap()), format!("version {version}"));
        } else {
            asked.push((version, id));
        }
    }
    for (version, id) in asked {
        match client.answer(id).await {
            Ok(hover) => assert_eq!(text(&hover), format!("version {version}")),
            Err(error) => assert_eq!((error["code"].as_i64(), version < 2001), (Some(CONTENT_MODIFIED), true)),
        }
    }
    client.diagnostics(2001).await;
    client.finish().await;
}

#[tokio::test]
async fn an_answer_is_not_given_on_a_text_that_has_changed() {
    let engine = WordEngine::new();
    let mut client = Client::initialized(engine.clone(), json!({})).await;
    client.open("one").await;
    engine.close_gate();
    let id = client.ask("textDocument/hover", at(0, 0)).await;
    client.change(2, json!([{ "text": "two" }])).await;
    client.diagnostics(2).await;
    engine.open_gate();
    assert_eq!(client.answer(id).await.unwrap_err()["code"], CONTENT_MODIFIED);
    assert_eq!(text(&client.request_at("textDocument/hover", 0, 0).await.unwrap()), "two");
    client.finish().await;
}

#[tokio::test]
async fn a_file_opened_again_under_the_same_version_is_another_text() {
    let engine = WordEngine::new();
    let mut client = Client::initialized(engine.clone(), json!({})).await;
    client.open("one").await;
    client.diagnostics(1).await;
    engine.close_gate();
    let id = client.ask("textDocument/hover", at(0, 0)).await;
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } })).await;
    client.open("two").await;
    client.diagnostics(1).await;
    engine.open_gate();
    assert_eq!(client.answer(id).await.unwrap_err()["code"], CONTENT_MODIFIED);
    client.finish().await;
}

/// The columns of the word behind the cup and the knight.
#[tokio::test]
async fn columns_count_what_was_negotiated() {
    for (encodings, start, end) in [(json!([]), 5, 9), (json!(["utf-16", "utf-8"]), 9, 13)] {
        let capabilities = json!({ "general": { "positionEncodings": encodings } });
        let mut client = Client::initialized(WordEngine::new(), capabilities).await;
        client.open("🏆 ♘ word\r\nx").await;
        let hover = client.request_at("textDocument/hover", 0, start).await.unwrap();
        assert_eq!(hover["range"], range(0, start, 0, end));
        let hover = client.request_at("textDocument/hover", 1, 0).await.unwrap();
        assert_eq!(hover["range"], range(1, 0, 1, 1));
        client.change(2, json!([{ "range": range(0, start, 0, end), "text": "𝄞" }])).await;
        let hover = client.request_at("textDocument/hover", 0, start).await.unwrap();
        assert_eq!(text(&hover), "🏆 ♘ 𝄞\r\nx");
        client.finish().await;
    }
}

/// A text of more than 4 MiB takes another way through the server than a small one.
#[tokio::test]
async fn a_large_text_is_that_of_the_editor_too() {
    let line = format!("\"\\🏆{}\"\r\n", "♘".repeat(99));
    let mut large = line.repeat((5 << 20) / line.len());
    let mut client = Client::start(WordEngine::new());
    // Not before the session has begun.
    client.open(&large).await;
    client.initialize(json!({ "capabilities": {} })).await;
    assert_eq!(client.request_at("textDocument/hover", 0, 0).await, Ok(Value::Null));
    client.open(&large).await;
    assert_eq!(text(&client.request_at("textDocument/hover", 0, 0).await.unwrap()), large);
    client.change(2, json!([{ "range": range(0, 0, 0, 1), "text": "word " }])).await;
    large.replace_range(..1, "word ");
    assert_eq!(text(&client.request_at("textDocument/hover", 0, 0).await.unwrap()), large);
    client.change(3, json!([{ "text": line.as_str() }])).await;
    client.open(&large).await;
    assert_eq!(text(&client.request_at("textDocument/hover", 0, 0).await.unwrap()), large);
    client.finish().await;
}

#[tokio::test]
async fn bad_edits_are_survived_and_told() {
    let mut client = Client::initialized(WordEngine::new(), json!({})).await;
    client.change(7, json!([{ "text": "never opened" }])).await;
    assert!(log(&mut client).await.contains("not open"));
    client.open("word").await;
    client.change(2, json!([{ "range": range(0, 4, 0, 2), "text": "ma" }])).await;
    assert!(log(&mut client).await.contains("ends before it starts"));
    client.change(3, json!([{ "range": range(900, 0, 901, 5), "text": "n" }])).await;
    assert!(log(&mut client).await.contains("close the file and open it again"));
    assert_eq!(text(&client.request_at("textDocument/hover", 0, 0).await.unwrap()), "woman");
    client.finish().await;
}

#[tokio::test]
async fn a_closed_document_has_no_answers_and_no_diagnostics() {
    let mut client = Client::initialized(WordEngine::new(), json!({})).await;
    client.open("illegal").await;
    assert_eq!(client.diagnostics(1).await.as_array().unwrap().len(), 1);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } })).await;
    assert_eq!(client.diagnostics(Value::Null).await, json!([]));
    assert_eq!(client.request_at("textDocument/hover", 0, 0).await, Ok(Value::Null));
    client.finish().await;
}

fn text(hover: &Value) -> String {
    hover["contents"]["value"].as_str().unwrap().split_once('\n').unwrap().1.to_owned()
}

async fn log(client: &mut Client) -> String {
    client.notification("window/logMessage").await["message"].as_str().unwrap().to_owned()
}
