//! Long work reports progress and can be cancelled: the index of the workspace, and the check of a large file.

use scoresheet_tests::client::Client;
use scoresheet_tests::watcher::Watcher;
use serde_json::{Value, json};
use std::fs;

fn capabilities() -> Value {
    json!({ "window": { "workDoneProgress": true } })
}

fn capabilities_with(encoding: &str) -> Value {
    let mut capabilities = capabilities();
    capabilities["general"] = json!({ "positionEncodings": [encoding] });
    capabilities
}

/// Answers the request for a progress token. Returns the token.
async fn accept(client: &mut Client) -> Value {
    client.respond("window/workDoneProgress/create", Value::Null).await["token"].take()
}

/// Waits for the next progress notification of a token.
async fn told(client: &mut Client, token: &Value) -> Value {
    client.expect(|it| it["method"] == "$/progress" && it["params"]["token"] == *token).await["params"]["value"].take()
}

/// Waits for the end of the progress of a token.
async fn until_end(client: &mut Client, token: &Value) {
    while told(client, token).await["kind"] != "end" {}
}

async fn call_off(client: &mut Client, token: &Value) {
    client.notify("window/workDoneProgress/cancel", json!({ "token": token })).await;
}

#[tokio::test]
async fn the_index_of_the_workspace_can_be_called_off() {
    let folder = tempfile::tempdir().unwrap();
    let games: String = (0..20_000)
        .map(|number| {
            format!("[White \"Player {number}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n")
        })
        .collect();
    ["a.pgn", "b.pgn"].iter().for_each(|name| fs::write(folder.path().join(name), &games).unwrap());
    fs::write(folder.path().join("c.pgn"), "[White \"Last, A\"]\n\n*\n").unwrap();
    let watcher = Watcher::new();
    watcher.hold_index(1);
    let mut client = Client::watched(watcher.clone());
    let root = format!("file://{}", folder.path().display());
    client.initialize(json!({ "capabilities": capabilities(), "rootUri": root })).await;
    let token = accept(&mut client).await;
    let begin = told(&mut client, &token).await;
    assert_eq!((&begin["kind"], &begin["cancellable"]), (&json!("begin"), &json!(true)));
    assert_eq!(begin["title"], "Indexing the games of the workspace");
    // Tokens of other work and unknown tokens are ignored.
    call_off(&mut client, &json!(7)).await;
    call_off(&mut client, &json!("nothing")).await;
    // What was done before the client had accepted the token is in the first notification.
    if begin["percentage"] == 0 {
        assert_eq!(told(&mut client, &token).await["kind"], "report");
    }
    // Requests are answered meanwhile, from the partial index.
    let query = json!({ "query": "Player 1" });
    while client.request("workspace/symbol", query.clone()).await.unwrap() == json!([]) {}
    call_off(&mut client, &token).await;
    // The answer shows that the message before it was read.
    client.request("workspace/symbol", query.clone()).await.unwrap();
    watcher.release();
    until_end(&mut client, &token).await;
    let last = client.request("workspace/symbol", json!({ "query": "Last, A" })).await.unwrap();
    assert_eq!(last, json!([]));
    // Files that were read stay in the index; the others are not started again.
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] })).await;
    assert_ne!(client.request("workspace/symbol", query).await.unwrap(), json!([]));
    client.finish().await;
}

#[tokio::test]
async fn the_check_of_a_large_file_can_be_called_off() {
    for (encoding, column) in [("utf-16", 8), ("utf-8", 10)] {
        call_off_a_check(encoding, column).await;
    }
}

/// The column of the fault in this position encoding.
async fn call_off_a_check(encoding: &str, column: u32) {
    // Every game has a finding, and one after the first share has a more serious one.
    let mut games: Vec<String> = (0..12_000).map(|number| format!("[White \"{number}\"]\n\n1. e4 0-1\n\n")).collect();
    games[4000] = games[4000].replace("1. e4", "{🏆} 1. e5");
    let games = games.concat();
    let watcher = Watcher::new();
    watcher.hold_share(1);
    let mut client = Client::watched(watcher.clone());
    client.initialize(json!({ "capabilities": capabilities_with(encoding) })).await;
    client.open(&games).await;
    let token = accept(&mut client).await;
    assert_eq!(told(&mut client, &token).await["cancellable"], true);
    call_off(&mut client, &token).await;
    // The answer shows that the message before it was read.
    client.request_at("textDocument/hover", 0, 0).await.unwrap();
    watcher.release();
    until_end(&mut client, &token).await;
    // The findings until then are published.
    let is_fault = |one: &Value| {
        let is_illegal = one["message"].as_str().is_some_and(|said| said.contains("e5 cannot be played"));
        is_illegal && one["range"]["start"]["character"] == column
    };
    let tells = |it: &Value| {
        let diagnostics = it["params"]["diagnostics"].as_array();
        diagnostics.is_some_and(|diagnostics| diagnostics.iter().any(is_fault))
    };
    client.expect(tells).await;
    let checked = Watcher::take(&watcher.checked);
    assert!(checked < 12_000, "{checked} games were checked");
    client.finish().await;
}
