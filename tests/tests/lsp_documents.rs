//! The server's text is the editor's text, and every answer is about that text.

use scoresheet_tests::client::{Client, URI, at, range};
use scoresheet_tests::watcher::Watcher;
use serde_json::{Value, json};

const CONTENT_MODIFIED: i64 = -32801;

/// The list of moves contains a comment, so an answer shows the text that it was computed from: the answer to a request after an edit is
/// about exactly that version, or it is an error.
#[tokio::test]
async fn edits_interleaved_with_requests_never_answer_from_a_wrong_version() {
    let mut client = Client::initialized(json!({})).await;
    client.open("{version 1} *").await;
    let mut asked = Vec::new();
    for version in 2..=2001_i32 {
        let digits = (version - 1).to_string().len() as u32;
        client.change(version, json!([{ "range": range(0, 9, 0, 9 + digits), "text": version.to_string() }])).await;
        let id = client.ask("scoresheet/game", at(0, 0)).await;
        if version % 3 == 0 {
            // Nothing changes before this answer, so it must succeed.
            assert_eq!(comment(&client.answer(id).await.unwrap()), format!("version {version}"));
        } else {
            asked.push((version, id));
        }
    }
    for (version, id) in asked {
        match client.answer(id).await {
            Ok(game) => assert_eq!(comment(&game), format!("version {version}")),
            Err(error) => assert_eq!((error["code"].as_i64(), version < 2001), (Some(CONTENT_MODIFIED), true)),
        }
    }
    client.diagnostics(2001).await;
    client.finish().await;
}

#[tokio::test]
async fn an_answer_is_not_given_on_a_text_that_has_changed() {
    let watcher = Watcher::new();
    let mut client = Client::watched_initialized(watcher.clone(), json!({})).await;
    client.open("{one} *").await;
    watcher.hold_answers();
    let id = client.ask("scoresheet/game", at(0, 0)).await;
    client.change(2, json!([{ "text": "{two} *" }])).await;
    client.diagnostics(2).await;
    watcher.release();
    assert_eq!(client.answer(id).await.unwrap_err()["code"], CONTENT_MODIFIED);
    assert_eq!(comment(&client.request_at("scoresheet/game", 0, 0).await.unwrap()), "two");
    client.finish().await;
}

#[tokio::test]
async fn a_file_opened_again_under_the_same_version_is_another_text() {
    let watcher = Watcher::new();
    let mut client = Client::watched_initialized(watcher.clone(), json!({})).await;
    client.open("{one} *").await;
    client.diagnostics(1).await;
    watcher.hold_answers();
    let id = client.ask("scoresheet/game", at(0, 0)).await;
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } })).await;
    client.open("{two} *").await;
    client.diagnostics(1).await;
    watcher.release();
    assert_eq!(client.answer(id).await.unwrap_err()["code"], CONTENT_MODIFIED);
    client.finish().await;
}

/// The columns of the move after the astral characters.
#[tokio::test]
async fn columns_count_what_was_negotiated() {
    for (encodings, start) in [(json!([]), 10), (json!(["utf-16", "utf-8"]), 14)] {
        let capabilities = json!({ "general": { "positionEncodings": encodings } });
        let mut client = Client::initialized(capabilities).await;
        client.open("{🏆 ♘} 1. e4\r\n1... c5 *").await;
        let hover = client.request_at("textDocument/hover", 0, start).await.unwrap();
        assert_eq!(hover["range"], range(0, start, 0, start + 2));
        let hover = client.request_at("textDocument/hover", 1, 5).await.unwrap();
        assert_eq!(hover["range"], range(1, 5, 1, 7));
        client.change(2, json!([{ "range": range(0, start, 0, start + 2), "text": "{𝄞} d4" }])).await;
        let game = client.request_at("scoresheet/game", 1, 5).await.unwrap();
        let words: Vec<&Value> = game["items"].as_array().unwrap().iter().map(|item| &item["text"]).collect();
        assert_eq!(words, ["🏆 ♘", "𝄞", "d4", "c5"]);
        client.finish().await;
    }
}

/// The server handles a text of more than 4 MiB by another path than a small one.
#[tokio::test]
async fn a_large_text_is_that_of_the_editor_too() {
    const LINES: usize = 4;
    let name = "♘".repeat(99);
    let game = |number: usize| format!("[White \"\\\\🏆{name} {number}\"]\r\n\r\n*\r\n\r\n");
    let games = (5 << 20) / game(0).len();
    let large: String = (0..games).map(game).collect();
    let mut client = Client::start();
    // Not before `initialize`.
    client.open(&large).await;
    client.initialize(json!({ "capabilities": {} })).await;
    assert_eq!(client.request_at("scoresheet/game", 0, 0).await, Ok(Value::Null));
    client.open(&large).await;
    let check = async |client: &mut Client, line: usize, index: usize, number: usize, count: usize| {
        let found = client.request_at("scoresheet/game", line as u32, 0).await.unwrap();
        assert_eq!((&found["game"], &found["games"]), (&json!(index), &json!(count)));
        assert_eq!(found["range"]["start"], json!({ "line": line, "character": 0 }));
        assert_eq!(found["tags"], json!([{ "name": "White", "value": format!("\\🏆{name} {number}") }]));
    };
    check(&mut client, (games - 1) * LINES, games - 1, games - 1, games).await;
    client.change(2, json!([{ "range": range(0, 0, 0, 0), "text": game(7) }])).await;
    check(&mut client, 0, 0, 7, games + 1).await;
    check(&mut client, games * LINES, games, games - 1, games + 1).await;
    client.change(3, json!([{ "text": game(8) }])).await;
    check(&mut client, 0, 0, 8, 1).await;
    client.open(&large).await;
    check(&mut client, games / 2 * LINES, games / 2, games / 2, games).await;
    client.finish().await;
}

#[tokio::test]
async fn bad_edits_are_survived_and_told() {
    let mut client = Client::initialized(json!({})).await;
    client.change(7, json!([{ "text": "never opened" }])).await;
    assert!(log(&mut client).await.contains("not open"));
    client.open("{word").await;
    client.change(2, json!([{ "range": range(0, 5, 0, 3), "text": "ma" }])).await;
    assert!(log(&mut client).await.contains("ends before it starts"));
    client.change(3, json!([{ "range": range(900, 0, 901, 5), "text": "n" }])).await;
    assert!(log(&mut client).await.contains("close the file and open it again"));
    assert_eq!(comment(&client.request_at("scoresheet/game", 0, 0).await.unwrap()), "woman");
    client.finish().await;
}

#[tokio::test]
async fn a_closed_document_has_no_answers_and_no_diagnostics() {
    let mut client = Client::initialized(json!({})).await;
    client.open("1. e5 *").await;
    assert_eq!(client.diagnostics(1).await.as_array().unwrap().len(), 1);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } })).await;
    assert_eq!(client.diagnostics(Value::Null).await, json!([]));
    assert_eq!(client.request_at("textDocument/hover", 0, 3).await, Ok(Value::Null));
    client.finish().await;
}

/// The words of the first comment in the answer to `scoresheet/game`.
fn comment(game: &Value) -> &str {
    game["items"][0]["text"].as_str().unwrap()
}

async fn log(client: &mut Client) -> String {
    client.notification("window/logMessage").await["message"].as_str().unwrap().to_owned()
}
