//! Settings and configuration files through the protocol: they apply, change, become invalid and are corrected.

use scoresheet_tests::client::{Client, apply, range};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// One error, in Black's second move, and one warning, the null move.
const GAME: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
    [Result \"*\"]\n\n1. e4 e5 2. -- Ke5 *\n";

/// A workspace folder on disk and a client that has it open.
struct Session {
    folder: TempDir,
    client: Client,
}

impl Session {
    /// Starts a session with files in the folder and a client with these capabilities and options. Callers answer the server's requests that
    /// depend on the capabilities.
    async fn start(files: &[(&str, &str)], capabilities: Value, options: Value) -> Session {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut client = Client::start();
        let root = uri(folder.path());
        client
            .initialize(json!({ "capabilities": capabilities, "rootUri": root, "initializationOptions": options }))
            .await;
        Session { folder, client }
    }

    fn path(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap().join(name)
    }

    fn uri(&self, name: &str) -> String {
        uri(&self.path(name))
    }

    async fn open(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        self.client.open_at(&uri, text).await;
    }

    /// Waits for the next diagnostics of a file: rules, or messages if there is no rule, with severities.
    async fn found(&mut self, name: &str) -> Vec<String> {
        let uri = self.uri(name);
        let diagnostics = self.client.next_diagnostics(&uri).await;
        let describe = |it: &Value| {
            let what = it["code"].as_str().or(it["message"].as_str()).unwrap();
            format!("{what} {}", it["severity"])
        };
        diagnostics.as_array().unwrap().iter().map(describe).collect()
    }

    /// Writes the configuration and notifies the server.
    async fn configure(&mut self, text: &str) {
        fs::write(self.path("scoresheet.toml"), text).unwrap();
        let changes = json!([{ "uri": self.uri("scoresheet.toml"), "type": 2 }]);
        self.client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes })).await;
    }

    /// The code actions at a place of a file, without their diagnostics.
    async fn actions(&mut self, name: &str, line: u32, column: u32) -> Vec<Value> {
        let params = json!({
            "textDocument": { "uri": self.uri(name) },
            "range": range(line, column, line, column),
            "context": { "diagnostics": [], "only": ["quickfix"] },
        });
        self.client.request("textDocument/codeAction", params).await.unwrap().as_array().unwrap().clone()
    }
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn watching() -> Value {
    json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } })
}

#[tokio::test]
async fn the_nearest_file_wins_over_the_settings() {
    let files = [(
        "scoresheet.toml",
        "rules.null-move = 'hint'\n[[overrides]]\nfiles = ['studies/**']\nrules.illegal-move = 'info'\nrules.null-move = 'error'\n",
    )];
    let options = json!({ "level": "hint", "rules": { "null-move": "error", "illegal-move": "warning" } });
    let mut session = Session::start(&files, json!({}), options).await;
    session.open("a.pgn", GAME).await;
    assert_eq!(session.found("a.pgn").await, ["null-move 4", "illegal-move 2"]);
    session.open("studies/b.pgn", GAME).await;
    assert_eq!(session.found("studies/b.pgn").await, ["null-move 1", "illegal-move 3"]);
    session.client.open_at("untitled:Untitled-1", GAME).await;
    let diagnostics = session.client.next_diagnostics("untitled:Untitled-1").await;
    assert_eq!(diagnostics[0]["severity"], 4);
    session.client.finish().await;
}

#[tokio::test]
async fn a_changed_file_is_used_at_once_and_a_broken_one_as_it_was() {
    let mut session = Session::start(&[], watching(), Value::Null).await;
    let asked = session.client.respond("client/registerCapability", Value::Null).await;
    assert_eq!(asked["registrations"][0]["registerOptions"]["watchers"][0]["globPattern"], "**/scoresheet.toml");
    session.open("a.pgn", GAME).await;
    assert_eq!(session.found("a.pgn").await, ["null-move 2", "illegal-move 1"]);
    session.configure("[rules]\nnull-move = 'off'\n").await;
    assert_eq!(session.found("a.pgn").await, ["illegal-move 1"]);

    session.configure("[rules]\nnul-move = 'off'\n").await;
    let toml = session.uri("scoresheet.toml");
    let faults = session.client.next_diagnostics(&toml).await;
    assert_eq!(faults[0]["message"], "there is no rule or group 'nul-move'; did you mean 'null-move'?");
    assert_eq!(faults[0]["range"], range(1, 0, 1, 8));
    assert_eq!(session.found("a.pgn").await, ["illegal-move 1"]);

    session.configure("rules.illegal-move = 'hint'").await;
    assert_eq!(session.client.next_diagnostics(&toml).await, json!([]));
    assert_eq!(session.found("a.pgn").await, ["null-move 2"]);
    session.client.finish().await;
}

#[tokio::test]
async fn a_client_that_watches_nothing_is_helped_when_it_saves() {
    let mut session = Session::start(&[], json!({}), Value::Null).await;
    session.open("a.pgn", GAME).await;
    assert_eq!(session.found("a.pgn").await.len(), 2);
    fs::write(session.path("scoresheet.toml"), "rules.all = 'off'").unwrap();
    let document = json!({ "textDocument": { "uri": session.uri("a.pgn") } });
    session.client.notify("textDocument/didSave", document).await;
    assert_eq!(session.found("a.pgn").await, [""; 0]);
    session.client.finish().await;
}

#[tokio::test]
async fn the_name_of_a_file_is_known() {
    let options = json!({ "rules": { "file-name": "warning", "null-move": "off" } });
    let mut session = Session::start(&[], json!({}), options).await;
    session.open("a.txt", GAME).await;
    assert_eq!(session.found("a.txt").await, ["file-name 2", "illegal-move 1"]);
    session.open("a.pgn", GAME).await;
    assert_eq!(session.found("a.pgn").await, ["illegal-move 1"]);
    session.client.finish().await;
}

/// A client watches its workspace folders only.
#[tokio::test]
async fn a_file_above_the_workspace_is_looked_at_when_a_document_is_saved() {
    let mut session = Session::start(&[("scoresheet.toml", "level = 'error'")], watching(), Value::Null).await;
    session.client.respond("client/registerCapability", Value::Null).await;
    let outside = tempfile::tempdir().unwrap();
    let games = uri(&fs::canonicalize(outside.path()).unwrap().join("a.pgn"));
    session.client.open_at(&games, GAME).await;
    assert_eq!(session.client.next_diagnostics(&games).await.as_array().unwrap().len(), 2);
    fs::write(outside.path().join("scoresheet.toml"), "rules.all = 'off'").unwrap();
    session.client.notify("textDocument/didSave", json!({ "textDocument": { "uri": games } })).await;
    assert_eq!(session.client.next_diagnostics(&games).await, json!([]));
    session.client.finish().await;
}

#[tokio::test]
async fn settings_are_pushed_or_pulled() {
    let mut session = Session::start(&[], json!({}), json!({ "level": "error" })).await;
    session.open("a.pgn", GAME).await;
    assert_eq!(session.found("a.pgn").await, ["illegal-move 1"]);
    let settings = json!({ "settings": { "scoresheet": { "rules": { "correctness": "off", "null-move": "error" } } } });
    session.client.notify("workspace/didChangeConfiguration", settings).await;
    assert_eq!(session.found("a.pgn").await, ["null-move 1"]);
    let settings = json!({ "settings": { "scoresheet": { "rules": { "corectness": "off" } } } });
    session.client.notify("workspace/didChangeConfiguration", settings).await;
    let shown = session.client.notification("window/showMessage").await;
    assert!(shown["message"].as_str().unwrap().ends_with("did you mean 'correctness'?"), "{shown}");
    session.client.finish().await;

    let pulling =
        json!({ "workspace": { "configuration": true, "didChangeConfiguration": { "dynamicRegistration": true } } });
    let mut session = Session::start(&[], pulling, Value::Null).await;
    let asked = session.client.respond("client/registerCapability", Value::Null).await;
    assert_eq!(asked["registrations"][0]["registerOptions"], json!({ "section": "scoresheet" }));
    let asked = session.client.respond("workspace/configuration", json!([{ "level": "error" }])).await;
    assert_eq!(asked["items"], json!([{ "section": "scoresheet" }]));
    session
        .client
        .request(
            "textDocument/hover",
            json!({ "textDocument": { "uri": "file:///x" }, "position": { "line": 0, "character": 0 } }),
        )
        .await
        .unwrap();
    session.open("a.pgn", GAME).await;
    assert_eq!(session.found("a.pgn").await, ["illegal-move 1"]);
    session.client.notify("workspace/didChangeConfiguration", json!({ "settings": null })).await;
    session.client.respond("workspace/configuration", json!([null])).await;
    assert_eq!(session.found("a.pgn").await, ["null-move 2", "illegal-move 1"]);
    session.client.finish().await;
}

#[tokio::test]
async fn what_is_wrong_with_settings_is_shown_once() {
    let mut session = Session::start(&[], json!({}), json!({ "levle": "error" })).await;
    let shown = session.client.notification("window/showMessage").await;
    assert_eq!(shown, json!({ "type": 2, "message": "Scoresheet has no setting 'levle'; did you mean 'level'?" }));
    for settings in [json!({ "levle": "error" }), json!({ "hoverImages": 1 })] {
        let settings = json!({ "settings": { "scoresheet": settings } });
        session.client.notify("workspace/didChangeConfiguration", settings).await;
    }
    let shown = session.client.notification("window/showMessage").await;
    assert!(shown["message"].as_str().unwrap().ends_with("expected true or false, not 1"), "{shown}");
    session.client.finish().await;
}

#[tokio::test]
async fn the_configured_layout_is_written() {
    let mut session = Session::start(&[("scoresheet.toml", "format.style = 'reduced'")], json!({}), Value::Null).await;
    let text = GAME.replace("2. -- Ke5 *", "{a comment} *");
    session.open("a.pgn", &text).await;
    let document =
        json!({ "textDocument": { "uri": session.uri("a.pgn") }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = session.client.request("textDocument/formatting", document).await.unwrap();
    assert!(apply(&text, &edits).ends_with("\n\n1. e4 e5 *\n\n"), "{edits}");
    session.client.finish().await;
}

#[tokio::test]
async fn a_finding_can_be_allowed_in_three_places() {
    let capabilities =
        json!({ "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create"] } } });
    let mut session =
        Session::start(&[("b/scoresheet.toml", "\u{FEFF}rules.style = 'off'\r\n")], capabilities, Value::Null).await;
    session.open("a.pgn", GAME).await;
    session.found("a.pgn").await;
    let actions = session.actions("a.pgn", 8, 13).await;
    let titles: Vec<_> = actions.iter().map(|action| action["title"].as_str().unwrap()).collect();
    let caveat = "(with a % line, which some programs cannot read)";
    let expected = [
        format!("Allow null-move for this game {caveat}"),
        format!("Allow null-move for this file {caveat}"),
        "Allow null-move in scoresheet.toml".to_owned(),
    ];
    assert_eq!(titles[titles.len() - 3..], expected);
    for (action, line) in actions[actions.len() - 3..].iter().zip(["allow", "allow-file"]) {
        let allowed = apply(GAME, &action["edit"]["documentChanges"][0]["edits"]);
        assert_eq!(allowed, format!("% scoresheet: {line} null-move\n{GAME}"));
        session.open("c.pgn", &allowed).await;
        assert_eq!(session.found("c.pgn").await, ["illegal-move 1"]);
    }
    let changes = &actions.last().unwrap()["edit"]["documentChanges"];
    assert_eq!(changes[0], json!({ "kind": "create", "uri": session.uri("scoresheet.toml") }));
    assert_eq!(changes[1]["edits"][0]["newText"], "[rules]\nnull-move = \"off\"\n");

    session.open("b/d.pgn", GAME).await;
    session.found("b/d.pgn").await;
    let actions = session.actions("b/d.pgn", 8, 13).await;
    let change = &actions.last().unwrap()["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": session.uri("b/scoresheet.toml"), "version": null }));
    let text = fs::read_to_string(session.path("b/scoresheet.toml")).unwrap();
    let text = text.strip_prefix('\u{FEFF}').unwrap();
    assert_eq!(apply(text, &change["edits"]), "rules.style = 'off'\r\nrules.null-move = \"off\"\r\n");
    session.client.finish().await;
}

/// Nothing is registered that the client does not support, and nothing twice.
#[tokio::test]
async fn each_rule_is_allowed_once_a_game() {
    let mut session = Session::start(&[], json!({}), Value::Null).await;
    session.open("a.pgn", &GAME.replace("2. -- Ke5", "2. -- -- 3. -- --")).await;
    assert_eq!(session.found("a.pgn").await.len(), 4);
    let params = json!({
        "textDocument": { "uri": session.uri("a.pgn") },
        "range": range(0, 0, 9, 0),
        "context": { "diagnostics": [], "only": ["quickfix"] },
    });
    let actions = session.client.request("textDocument/codeAction", params).await.unwrap();
    let titles = actions.as_array().unwrap().iter().map(|action| action["title"].as_str().unwrap());
    assert_eq!(titles.filter(|title| title.starts_with("Allow")).count(), 2);
    session.client.finish().await;
}
