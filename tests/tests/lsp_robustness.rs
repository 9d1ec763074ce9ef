//! Clients that send garbage, do not read, cancel, or trigger a panic in the server.

use std::time::Duration;

use proptest::prelude::*;
use scoresheet::lsp::{End, serve};
use scoresheet_tests::client::{Client, URI, at, frame, range};
use scoresheet_tests::laws::session::{Act, acts, check_session};
use scoresheet_tests::watcher::Watcher;
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, duplex};

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;

/// The timeout, only against a hang of the whole test run.
const HANG: Duration = Duration::from_secs(120);

/// Sends `bytes`; the server must answer with the protocol's error `code` and continue normally.
async fn check_garbage(bytes: &[u8], code: i64) {
    let mut client = Client::initialized(json!({})).await;
    client.open("1. e4 *").await;
    client.send_bytes(bytes).await;
    assert!(client.request_at("textDocument/hover", 0, 3).await.unwrap().is_object());
    let fault = client.expect(|message| message["id"].is_null() && message.get("error").is_some()).await;
    assert_eq!(fault["error"]["code"], code, "{}", String::from_utf8_lossy(bytes));
    client.finish().await;
}

/// Adds a correct header to any body.
fn raw(body: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

#[tokio::test]
async fn garbage_between_messages_is_answered_and_survived() {
    check_garbage(b"hello\r\n", PARSE_ERROR).await;
    check_garbage(b"\x00\xff\xfe{}\r\n\r\n\r\n", PARSE_ERROR).await;
    check_garbage(b"Content-Length: x\r\n\r\n{\"jsonrpc\": \"2.0\"}", PARSE_ERROR).await;
    check_garbage(b"Content-Length: -5\r\n\r\n", PARSE_ERROR).await;
    check_garbage(b"Content-Length: 18446744073709551615\r\n\r\n{}", PARSE_ERROR).await;
}

#[tokio::test]
async fn garbage_in_messages_is_answered_and_survived() {
    check_garbage(&raw(b"{\"jsonrpc\": \"2.0\", "), PARSE_ERROR).await;
    check_garbage(&raw(b""), PARSE_ERROR).await;
    check_garbage(&raw(b"{\"method\": \"\xff\"}"), PARSE_ERROR).await;
    check_garbage(&raw(&[b'['; 100_000]), PARSE_ERROR).await;
    check_garbage(&raw(b"[]"), INVALID_REQUEST).await;
    check_garbage(&raw(b"42"), INVALID_REQUEST).await;
    check_garbage(&raw(b"{\"jsonrpc\": \"2.0\", \"method\": 5}"), INVALID_REQUEST).await;
    check_garbage(&raw(b"{\"method\": \"textDocument/hover\"}"), INVALID_REQUEST).await;
}

#[tokio::test]
async fn a_malformed_request_is_answered_under_its_id() {
    let mut client = Client::initialized(json!({})).await;
    client.send(json!({ "id": 70, "method": "textDocument/hover" })).await;
    assert_eq!(client.answer(70).await.unwrap_err()["code"], INVALID_REQUEST);
    assert_eq!(client.request("textDocument/hover", json!({ "position": 1 })).await.unwrap_err()["code"], -32602);
    assert_eq!(client.request("no/such", json!({})).await.unwrap_err()["code"], -32601);
    assert_eq!(client.request("$/noSuch", json!({})).await.unwrap_err()["code"], -32601);
    client.notify("$/noSuch", json!({})).await;
    client.finish().await;
}

#[tokio::test]
async fn answers_to_questions_never_asked_are_ignored() {
    let mut client = Client::initialized(json!({})).await;
    client.send(json!({ "jsonrpc": "2.0", "id": 12, "result": null })).await;
    client.send(json!({ "jsonrpc": "2.0", "id": "x", "error": { "code": 1, "message": "no" } })).await;
    client.finish().await;
}

/// 2,000 requests whose answers would fill the pipe many times over, then the end.
#[tokio::test]
async fn a_client_that_does_not_read_does_not_block_the_server() {
    let (mut to_server, input) = duplex(1024);
    let (output, _never_read) = duplex(1024);
    let server = tokio::spawn(serve(input, output));
    let document = json!({ "uri": URI, "languageId": "pgn", "version": 1, "text": "1. e4 e5 2. Nf3 Nc6 *" });
    let mut messages = vec![
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }),
    ];
    let hover = |id| json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": at(0, 3) });
    messages.extend((1..=2000).map(hover));
    messages.push(json!({ "jsonrpc": "2.0", "id": 2001, "method": "shutdown" }));
    messages.push(json!({ "jsonrpc": "2.0", "method": "exit" }));
    let session = async {
        for message in &messages {
            to_server.write_all(&frame(message)).await.unwrap();
        }
        server.await.unwrap()
    };
    assert_eq!(tokio::time::timeout(HANG, session).await.expect("blocked"), End::AfterShutdown);
}

#[tokio::test]
async fn a_client_that_has_stopped_reading_for_good_is_still_heard() {
    let (mut to_server, input) = duplex(1024);
    let (output, closed) = duplex(1024);
    drop(closed);
    let server = tokio::spawn(serve(input, output));
    for message in [
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": at(0, 3) }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown", "params": Value::Null }),
        json!({ "jsonrpc": "2.0", "method": "exit", "params": Value::Null }),
    ] {
        to_server.write_all(&frame(&message)).await.unwrap();
    }
    assert_eq!(tokio::time::timeout(HANG, server).await.expect("blocked").unwrap(), End::AfterShutdown);
}

#[tokio::test]
async fn a_panic_is_an_error_answer_and_the_server_lives() {
    let watcher = Watcher::new();
    let mut client = Client::watched_initialized(watcher.clone(), json!({})).await;
    watcher.fail(true);
    client.open("1. e4 *").await;
    let error = client.request_at("textDocument/hover", 0, 3).await.unwrap_err();
    assert_eq!(error["code"], -32603);
    assert!(error["message"].as_str().unwrap().contains("asked to panic"));
    // One line of the log comes from the hover, the other from the diagnostics.
    for _ in 0..2 {
        let log = client.notification("window/logMessage").await;
        assert!(log["message"].as_str().unwrap().contains("asked to panic"));
    }
    watcher.fail(false);
    client.change(2, json!([{ "text": "1. e4 e4 *" }])).await;
    assert_eq!(client.diagnostics(2).await.as_array().unwrap().len(), 1);
    assert!(client.request_at("textDocument/hover", 0, 3).await.unwrap().is_object());
    client.finish().await;
}

#[tokio::test]
async fn a_cancelled_request_is_answered_however_many_are_busy() {
    for (encoding, column) in [("utf-16", 8), ("utf-8", 10)] {
        let watcher = Watcher::new();
        let capabilities = json!({ "general": { "positionEncodings": [encoding] } });
        let mut client = Client::watched_initialized(watcher.clone(), capabilities).await;
        client.open("{🏆} 1. e4 *\r\n").await;
        watcher.hold_answers();
        let mut asked = Vec::new();
        for _ in 0..500 {
            asked.push(client.ask("textDocument/hover", at(0, column)).await);
        }
        for id in asked.drain(100..) {
            client.notify("$/cancelRequest", json!({ "id": id })).await;
            assert_eq!(client.answer(id).await.unwrap_err()["code"], -32800);
        }
        watcher.release();
        for id in asked {
            assert_eq!(client.answer(id).await.unwrap()["range"], range(0, column, 0, column + 2));
        }
        client.finish().await;
    }
}

/// Diagnostics of the first text may arrive after the second is open with the same version.
#[tokio::test]
async fn a_document_may_be_opened_twice() {
    let open = |language, text: &str| Act::Open { language, text: text.to_owned() };
    for _ in 0..8 {
        check_session(&[open("epd", " 20 "), open("pgn", "")]).await;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_a_client_does_it_is_answered(acts in acts(40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(check_session(&acts));
    }
}
