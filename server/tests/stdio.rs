//! A session through the pipes of the real program.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

#[test]
fn large_answers_are_whole_for_a_client_that_reads_late() {
    let text = "[Event \"E\"]\n\n1. e4 {better} e5 2. Nf3 (2. d4 exd4) 2... Nc6 3. Bb5 a6 1-0\n\n".repeat(20_000);
    let document = json!({ "uri": "file:///games.pgn", "languageId": "pgn", "version": 1, "text": text });
    let of_document = json!({ "textDocument": { "uri": "file:///games.pgn" } });
    let messages = [
        json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "method": "initialized", "params": {} }),
        json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }),
        json!({ "id": 2, "method": "textDocument/semanticTokens/full", "params": of_document }),
        json!({ "id": 3, "method": "textDocument/documentSymbol", "params": of_document }),
        json!({ "id": 4, "method": "shutdown" }),
    ];
    let mut server = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    let mut server = server.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    messages.into_iter().for_each(|message| send(&mut input, message));
    std::thread::sleep(Duration::from_millis(300));
    let mut output = BufReader::new(server.stdout.take().unwrap());
    let mut answers = Vec::new();
    while answers.len() < 4 {
        answers.extend(Some(next_message(&mut output)).filter(|message| message.get("id").is_some()));
    }
    send(&mut input, json!({ "method": "exit" }));
    assert!(server.wait().unwrap().success());
    let answer = |id: u32| answers.iter().find(|message| message["id"] == id).unwrap();
    let tokens = answer(2)["result"]["data"].as_array().unwrap();
    assert_eq!(tokens.len(), 20_000 * 17 * 5);
    assert_eq!(answer(3)["result"].as_array().unwrap().len(), 40_000);
    assert_eq!(answer(4)["result"], Value::Null);
}

fn send(input: &mut impl Write, mut message: Value) {
    message["jsonrpc"] = "2.0".into();
    let message = message.to_string();
    write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
}

fn next_message(output: &mut impl BufRead) -> Value {
    let mut header = String::new();
    output.read_line(&mut header).unwrap();
    let length: usize = header.trim_end().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
    let mut body = vec![0; length + 2];
    output.read_exact(&mut body).unwrap();
    serde_json::from_slice(body.strip_prefix(b"\r\n").unwrap()).unwrap()
}
