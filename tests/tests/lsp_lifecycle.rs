//! The start and end of a session.

use scoresheet::lsp::End;
use scoresheet_tests::client::{Client, URI, at};
use scoresheet_tests::meta_model::meta_model;
use scoresheet_tests::watcher::Watcher;
use serde_json::{Value, json};

const GAME: &str = "1. e4 *";

#[tokio::test]
async fn says_what_it_can_do() {
    let mut client = Client::start();
    let answer = client.initialize(json!({ "capabilities": {} })).await;
    assert_eq!(answer["serverInfo"]["name"], "scoresheet");
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(answer["capabilities"]["textDocumentSync"], json!({ "openClose": true, "change": 2, "save": true }));
    client.finish().await;
}

#[tokio::test]
async fn takes_null_and_unknown_parameters() {
    let mut client = Client::start();
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-32", "utf-8"] },
        "textDocument": { "hover": null, "foldingRange": { "foldingRangeKind": { "valueSet": ["novel"] } } },
        "novel": null,
    });
    let answer = client
        .initialize(json!({
            "rootUri": null, "workspaceFolders": null, "trace": null, "capabilities": capabilities,
            "initializationOptions": { "hoverImages": "yes" },
        }))
        .await;
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-8");
    let complaint = client.notification("window/showMessage").await;
    assert!(complaint["message"].as_str().unwrap().ends_with("expected true or false, not \"yes\""));
    client.finish().await;
}

/// A client may send `null` for every optional member.
#[tokio::test]
#[ignore = "needs the protocol's description, against which all sessions are checked then: tests/meta_model.sh fetches it"]
async fn every_option_of_a_client_may_be_null() {
    let model = meta_model().expect("metaModel.json: tests/meta_model.sh fetches it");
    let all = model.with_one_null("InitializeParams");
    assert!(all.len() > 150, "{}", all.len());
    for params in all {
        let mut client = Client::start();
        let answer = client.request("initialize", params.clone()).await;
        assert!(answer.is_ok_and(|answer| answer["capabilities"]["hoverProvider"] == true), "{params}");
        client.finish().await;
    }
}

#[tokio::test]
async fn exit_ends_the_server_while_its_input_is_open() {
    let client = Client::initialized(json!({})).await;
    client.finish().await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_end_of_the_program_that_started_it_ends_the_server_while_its_input_is_open() {
    let mut program = std::process::Command::new("sleep").arg("600").spawn().unwrap();
    let mut client = Client::start();
    client.initialize(json!({ "processId": program.id(), "capabilities": {} })).await;
    program.kill().unwrap();
    program.wait().unwrap();
    assert_eq!(client.ended().await, End::WithoutShutdown);
}

#[tokio::test]
async fn exit_without_shutdown_is_told_apart() {
    let mut client = Client::start();
    client.send(json!({ "jsonrpc": "2.0", "method": "exit" })).await;
    assert_eq!(client.ended().await, End::WithoutShutdown);
}

#[tokio::test]
async fn exit_ends_the_server_while_a_request_is_worked_on() {
    let watcher = Watcher::new();
    let mut client = Client::watched_initialized(watcher.clone(), json!({})).await;
    client.open(GAME).await;
    watcher.hold_answers();
    client.ask("textDocument/hover", at(0, 3)).await;
    client.notify("exit", Value::Null).await;
    assert_eq!(client.ended().await, End::WithoutShutdown);
    watcher.release();
}

#[tokio::test]
async fn a_killed_client_ends_the_server() {
    let mut client = Client::initialized(json!({})).await;
    client.open("1. e5 *").await;
    client.hang_up();
    assert_eq!(client.ended().await, End::WithoutShutdown);
}

#[tokio::test]
async fn what_was_asked_before_the_input_ended_is_answered() {
    let mut client = Client::initialized(json!({})).await;
    client.open(GAME).await;
    let id = client.ask("textDocument/hover", at(0, 3)).await;
    client.hang_up();
    client.ended().await;
    assert!(client.answer(id).await.unwrap()["range"].is_object());
}

#[tokio::test]
async fn requests_before_initialize_are_refused() {
    let mut client = Client::start();
    client.open(GAME).await;
    let error = client.request_at("textDocument/hover", 0, 3).await.unwrap_err();
    assert_eq!(error["code"], -32002);
    client.initialize(json!({ "capabilities": {} })).await;
    assert_eq!(client.request_at("textDocument/hover", 0, 3).await, Ok(Value::Null));
    client.finish().await;
}

#[tokio::test]
async fn requests_after_shutdown_are_refused() {
    let mut client = Client::initialized(json!({})).await;
    client.open(GAME).await;
    assert_eq!(client.request("shutdown", json!({})).await, Ok(Value::Null));
    let folding = json!({ "textDocument": { "uri": URI } });
    let error = client.request("textDocument/foldingRange", folding).await.unwrap_err();
    assert_eq!(error["code"], -32600);
    client.notify("exit", Value::Null).await;
    assert_eq!(client.ended().await, End::AfterShutdown);
}

#[tokio::test]
async fn a_client_that_traces_is_told_of_every_message() {
    let watcher = Watcher::new();
    let mut client = Client::watched(watcher.clone());
    client.initialize(json!({ "capabilities": {}, "trace": "messages" })).await;
    client.open(GAME).await;
    let opened = client.notification("$/logTrace").await;
    let said = opened["message"].as_str().unwrap();
    assert!(said.starts_with("initialized took "), "{said}");
    let opened = client.notification("$/logTrace").await;
    let said = opened["message"].as_str().unwrap();
    assert!(said.starts_with("textDocument/didOpen took ") && said.ends_with(" ms"), "{said}");
    assert_eq!(opened.get("verbose"), None);
    // An unknown value changes nothing.
    client.notify("$/setTrace", json!({ "value": "loud" })).await;
    client.notify("$/setTrace", json!({ "value": "verbose" })).await;
    let id = client.ask("textDocument/hover", at(0, 3)).await;
    client.answer(id).await.unwrap();
    let asked = client.notification("$/logTrace").await;
    assert!(asked["message"].as_str().unwrap().starts_with(&format!("textDocument/hover ({id}) took ")), "{asked}");
    let params: Value = serde_json::from_str(asked["verbose"].as_str().unwrap()).unwrap();
    assert_eq!(params, at(0, 3));
    // Requests in progress when the trace ends are not traced either.
    watcher.hold_next_answer();
    let id = client.ask("textDocument/hover", at(0, 3)).await;
    // Otherwise the next request could be the one that is blocked.
    watcher.until_blocked().await;
    client.notify("$/setTrace", json!({ "value": "off" })).await;
    client.request_at("textDocument/foldingRange", 0, 0).await.unwrap();
    watcher.release();
    client.answer(id).await.unwrap();
    client.change(2, json!([{ "text": GAME }])).await;
    let next = client.expect(|it| it["method"] == "$/logTrace" || it["method"] == "textDocument/publishDiagnostics");
    assert_eq!(next.await["method"], "textDocument/publishDiagnostics");
    client.finish().await;
}
