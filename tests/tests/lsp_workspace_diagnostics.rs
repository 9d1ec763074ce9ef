//! Pull diagnostics of the workspace: file by file, again only for changed files, and until the client cancels.

use std::fs;
use std::sync::Arc;

use scoresheet_tests::client::Client;
use scoresheet_tests::watcher::Watcher;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Two astral characters before a move that cannot be played, on the second line.
const BAD: &str = "[Result \"*\"]\r\n\r\n{🏆\r\n🏆♘} 1. e5 *\r\n";

const GOOD: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n";

struct Session {
    folder: TempDir,
    watcher: Arc<Watcher>,
    client: Client,
}

impl Session {
    async fn start(files: &[(&str, &str)], text_document: Value, options: Value, encoding: &str) -> Session {
        let folder = tempfile::tempdir().unwrap();
        files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
        let watcher = Watcher::new();
        let mut client = Client::watched(watcher.clone());
        let capabilities = json!({ "textDocument": text_document, "general": { "positionEncodings": [encoding] } });
        let root = format!("file://{}", folder.path().display());
        let answer = client
            .initialize(json!({ "capabilities": capabilities, "rootUri": root, "initializationOptions": options }))
            .await;
        assert_eq!(answer["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], true);
        Session { folder, watcher, client }
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", fs::canonicalize(self.folder.path()).unwrap().join(name).display())
    }

    async fn ask(&mut self, previous: &Value, more: Value) -> Value {
        let mut params = json!({ "previousResultIds": previous });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.client.request("workspace/diagnostic", params).await.unwrap()["items"].take()
    }
}

/// The result ids that a client sends back.
fn result_ids(reports: &Value) -> Value {
    let id = |it: &Value| it["resultId"].as_str().map(|id| json!({ "uri": it["uri"], "value": id }));
    reports.as_array().unwrap().iter().filter_map(id).collect()
}

fn kinds(reports: &Value) -> Vec<&str> {
    reports.as_array().unwrap().iter().map(|it| it["kind"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn all_files_are_reported_and_again_where_they_change() {
    for (encoding, column) in [("utf-16", 8), ("utf-8", 12)] {
        let records = "# 🏆\r\n4k3/8/8/8/8/8/8/4K2R w K - c0 \"🏆♘\"; pm Ke9;\r\n";
        let files = [("bad.pgn", BAD), ("good.pgn", GOOD), ("r.epd", records), ("open.pgn", "")];
        let pulls = json!({ "diagnostic": {} });
        let mut session = Session::start(&files, pulls, json!({}), encoding).await;
        let open = session.uri("open.pgn");
        session.client.open_at(&open, GOOD).await;
        let reports = session.ask(&json!([]), json!({})).await;
        let names: Vec<&str> = reports
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["uri"].as_str().unwrap().rsplit('/').next().unwrap())
            .collect();
        assert_eq!(names, ["open.pgn", "bad.pgn", "good.pgn", "r.epd"]);
        assert_eq!((&reports[0]["version"], &reports[1]["version"]), (&json!(1), &Value::Null));
        let illegal = &reports[1]["items"].as_array().unwrap().iter().find(|it| it["code"] == "illegal-move").unwrap();
        assert_eq!(illegal["range"]["start"], json!({ "line": 3, "character": column }));
        assert_eq!(reports[2]["items"], json!([]));
        let move_column = if encoding == "utf-8" { 44 } else { 40 };
        let mut of_records = reports[3]["items"].as_array().unwrap().iter().map(|it| &it["range"]["start"]);
        assert!(of_records.any(|start| *start == json!({ "line": 1, "character": move_column })), "{}", reports[3]);
        // Nothing has changed; then one file is changed, and one deleted.
        let again = session.ask(&result_ids(&reports), json!({})).await;
        assert_eq!(kinds(&again), ["unchanged"; 4]);
        assert_eq!(result_ids(&again), result_ids(&reports));
        fs::write(session.folder.path().join("good.pgn"), format!("{GOOD}\n{BAD}")).unwrap();
        fs::remove_file(session.folder.path().join("bad.pgn")).unwrap();
        let again = session.ask(&result_ids(&reports), json!({})).await;
        assert_eq!(kinds(&again), ["unchanged", "full", "unchanged", "full"]);
        assert_eq!((&again[3]["uri"], &again[3]["items"]), (&json!(session.uri("bad.pgn")), &json!([])));
        // The configuration changes the findings.
        fs::write(session.folder.path().join("scoresheet.toml"), "rules.illegal-move = 'off'\n").unwrap();
        let changes = json!([{ "uri": session.uri("scoresheet.toml"), "type": 1 }]);
        session.client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes })).await;
        loop {
            let last = session.ask(&result_ids(&again), json!({})).await;
            if kinds(&last) == ["full"; 3] {
                break;
            }
        }
        session.client.finish().await;
    }
}

#[tokio::test]
async fn reports_come_one_by_one_where_that_is_wanted() {
    let mut session =
        Session::start(&[("bad.pgn", BAD), ("good.pgn", GOOD)], json!({ "diagnostic": {} }), json!({}), "utf-16").await;
    let left = session.ask(&json!([]), json!({ "partialResultToken": "parts", "workDoneToken": null })).await;
    assert_eq!(left, json!([]));
    for name in ["bad.pgn", "good.pgn"] {
        let part = session.client.notification("$/progress").await;
        assert_eq!(part["token"], "parts");
        assert_eq!(part["value"]["items"][0]["uri"], session.uri(name));
        assert_eq!(part["value"]["items"].as_array().unwrap().len(), 1);
    }
    session.client.finish().await;
}

#[tokio::test]
async fn a_client_that_is_told_of_open_files_asks_for_the_others() {
    let both = json!({ "diagnostic": {}, "publishDiagnostics": {} });
    let options = json!({ "workspaceDiagnostics": true });
    let mut session = Session::start(&[("bad.pgn", BAD), ("open.pgn", BAD)], both, options, "utf-16").await;
    let open = session.uri("open.pgn");
    session.client.open_at(&open, BAD).await;
    assert!(!session.client.next_diagnostics(&open).await.as_array().unwrap().is_empty());
    // Otherwise the same finding would be shown twice.
    let document = json!({ "textDocument": { "uri": open } });
    assert_eq!(session.client.request("textDocument/diagnostic", document).await.unwrap()["items"], json!([]));
    let reports = session.ask(&json!([]), json!({})).await;
    assert_eq!((&reports[0]["uri"], &reports[0]["items"]), (&json!(open), &json!([])));
    assert_eq!((&reports[1]["uri"], reports[1]["items"] == json!([])), (&json!(session.uri("bad.pgn")), false));
    session.client.finish().await;
}

#[tokio::test]
async fn the_offer_follows_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.pgn"), BAD).unwrap();
    let mut client = Client::start();
    let capabilities = json!({
        "textDocument": { "diagnostic": { "dynamicRegistration": true }, "publishDiagnostics": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    });
    let root = format!("file://{}", folder.path().display());
    let answer = client.initialize(json!({ "capabilities": capabilities, "rootUri": root })).await;
    assert_eq!(answer["capabilities"].get("diagnosticProvider"), None);
    for _ in 0..2 {
        let settings = |is_wanted| json!({ "settings": { "scoresheet": { "workspaceDiagnostics": is_wanted } } });
        client.notify("workspace/didChangeConfiguration", settings(true)).await;
        let registered = client.respond("client/registerCapability", Value::Null).await["registrations"][0].take();
        assert_eq!(registered["method"], "textDocument/diagnostic");
        assert_eq!(registered["registerOptions"]["workspaceDiagnostics"], true);
        client.respond("workspace/diagnostic/refresh", Value::Null).await;
        let reports = client.request("workspace/diagnostic", json!({ "previousResultIds": [] })).await.unwrap();
        assert!(reports["items"][0]["uri"].as_str().unwrap().ends_with("bad.pgn"), "{reports}");
        assert_ne!(reports["items"][0]["items"], json!([]));
        client.notify("workspace/didChangeConfiguration", settings(false)).await;
        let taken_back = client.respond("client/unregisterCapability", Value::Null).await;
        assert_eq!(taken_back["unregisterations"], json!([{ "id": registered["id"], "method": registered["method"] }]));
        // A client that has not read this yet gets empty findings.
        let known = json!([{ "uri": reports["items"][0]["uri"], "value": reports["items"][0]["resultId"] }]);
        let reports = client.request("workspace/diagnostic", json!({ "previousResultIds": known })).await.unwrap();
        assert_eq!((&reports["items"][0]["uri"], &reports["items"][0]["items"]), (&known[0]["uri"], &json!([])));
    }
    client.finish().await;
}

/// A capability from the start remains; answers depend on the current settings, and the client gets a refresh request.
#[tokio::test]
async fn a_client_that_cannot_be_told_later_follows_the_settings_by_the_answers() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.pgn"), BAD).unwrap();
    let root = format!("file://{}", folder.path().display());
    let capabilities = json!({
        "textDocument": { "diagnostic": {}, "publishDiagnostics": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    });
    let settings = |is_wanted| json!({ "settings": { "scoresheet": { "workspaceDiagnostics": is_wanted } } });
    let mut client = Client::start();
    let options = json!({ "workspaceDiagnostics": true });
    let params = json!({ "capabilities": capabilities, "rootUri": root, "initializationOptions": options });
    let offered = client.initialize(params).await["capabilities"]["diagnosticProvider"].take();
    assert_eq!(offered["workspaceDiagnostics"], true);
    let ask = async |client: &mut Client| {
        let nothing_known = json!({ "previousResultIds": [] });
        client.request("workspace/diagnostic", nothing_known).await.unwrap()["items"].as_array().unwrap().len()
    };
    assert_eq!(ask(&mut client).await, 1);
    for (is_wanted, files) in [(false, 0), (true, 1)] {
        client.notify("workspace/didChangeConfiguration", settings(is_wanted)).await;
        client.respond("workspace/diagnostic/refresh", Value::Null).await;
        assert_eq!(ask(&mut client).await, files);
    }
    client.finish().await;

    // A user without the capability is told once how to enable it.
    let mut client = Client::start();
    let offered = client.initialize(json!({ "capabilities": capabilities, "rootUri": root })).await;
    assert_eq!(offered["capabilities"].get("diagnosticProvider"), None);
    for is_wanted in [true, false, true] {
        client.notify("workspace/didChangeConfiguration", settings(is_wanted)).await;
    }
    let told = client.notification("window/showMessage").await;
    assert!(told["message"].as_str().unwrap().contains("in the initializationOptions"), "{told}");
    // A second message would remain unread, which fails the test.
    client.request("workspace/symbol", json!({ "query": "" })).await.unwrap();
    client.finish().await;
}

#[tokio::test]
async fn nothing_more_is_checked_when_nobody_waits() {
    let files = [("a.pgn", BAD), ("b.pgn", BAD), ("c.pgn", BAD)];
    let mut session = Session::start(&files, json!({ "diagnostic": {} }), json!({}), "utf-16").await;
    session.watcher.hold_share(0);
    let id = session.client.ask("workspace/diagnostic", json!({ "previousResultIds": [] })).await;
    // Another request is answered while the first file is blocked.
    session.client.request("workspace/symbol", json!({ "query": "" })).await.unwrap();
    session.client.notify("$/cancelRequest", json!({ "id": id })).await;
    assert_eq!(session.client.answer(id).await.unwrap_err()["code"], -32800);
    session.watcher.release();
    session.client.request("shutdown", Value::Null).await.unwrap();
    session.client.notify("exit", Value::Null).await;
    session.client.ended().await;
    assert!(Watcher::take(&session.watcher.checked) <= 1);
}
