//! Sessions about EPD and FEN files: answers are correct, at the right places.

use scoresheet_tests::client::{Client, URI, apply, position_of, range, range_of};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

async fn open(language: &str, text: &str, capabilities: Value, options: Value) -> Client {
    let mut client = Client::start();
    client.initialize(json!({ "capabilities": capabilities, "initializationOptions": options })).await;
    client.open_as(language, URI, text).await;
    client
}

async fn open_epd(text: &str) -> Client {
    open("epd", text, json!({}), Value::Null).await
}

/// Sends a request about the place after `before` in `text`.
async fn ask_behind(client: &mut Client, method: &str, text: &str, before: &str) -> Value {
    let place = position_of(text, text.find(before).unwrap() + before.len());
    client.request(method, json!({ "textDocument": { "uri": URI }, "position": place })).await.unwrap()
}

/// The rule, the line and the text of each finding.
fn found(diagnostics: &Value, text: &str) -> Vec<(String, u64, String)> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let describe = |it: &Value| {
        let [start, end] = ["start", "end"].map(|end| &it["range"][end]);
        let line = start["line"].as_u64().unwrap();
        let [from, to] = [start, end].map(|place| place["character"].as_u64().unwrap() as usize);
        assert_eq!(end["line"], line);
        let units: Vec<u16> = lines[line as usize].encode_utf16().collect();
        (it["code"].as_str().unwrap().to_owned(), line, String::from_utf16(&units[from..to]).unwrap())
    };
    diagnostics.as_array().unwrap().iter().map(describe).collect()
}

fn one(rule: &str, line: u64, of: &str) -> (String, u64, String) {
    (rule.to_owned(), line, of.to_owned())
}

/// Astral characters and `\r\n` before the place of the request.
#[tokio::test]
async fn findings_stand_where_the_slip_is() {
    let text = format!("# 🏆 ♘\r\n{BOARD} c0 \"🏆 ♘\"; bm Ke4;\r\n\r\n{BOARD} id \"🏆\"; pv e4 Kd7 Ke4;\r\n");
    let mut client = open("epd", &text, json!({}), json!({ "level": "info" })).await;
    let diagnostics = client.diagnostics(1).await;
    let expected = [one("illegal-move", 1, "Ke4"), one("duplicate-position", 3, BOARD), one("illegal-move", 3, "Ke4")];
    let found = found(&diagnostics, &text);
    let errors: Vec<_> = found.into_iter().filter(|(rule, ..)| expected.iter().any(|one| one.0 == *rule)).collect();
    assert_eq!(errors, expected);
    client.finish().await;

    let utf8 = json!({ "general": { "positionEncodings": ["utf-8"] } });
    let mut client = open("epd", &text, utf8, Value::Null).await;
    let diagnostics = client.diagnostics(1).await;
    let line = text.lines().nth(1).unwrap();
    let column = line.find("Ke4").unwrap() as u32;
    let illegal = diagnostics.as_array().unwrap().iter().find(|it| it["code"] == "illegal-move").unwrap();
    assert_eq!(illegal["range"], range(1, column, 1, column + 3));
    client.finish().await;
}

#[tokio::test]
async fn a_broken_line_does_not_disturb_others() {
    let record = |number: usize| format!("{BOARD} bm Ke4; id \"{number}\";\n");
    let settings =
        json!({ "level": "warning", "rules": { "all": "off", "illegal-move": "error", "invalid-position": "error" } });
    let text: String = (0..400).map(record).collect();
    let mut client = open("epd", &text, json!({}), settings).await;
    let expected: Vec<_> = (0..400).map(|line| one("illegal-move", line, "Ke4")).collect();
    assert_eq!(found(&client.diagnostics(1).await, &text), expected);

    let broken = "4k3/8/8/8/8/8/4P3/4K3 w -\n";
    client.change(2, json!([{ "range": range(200, 0, 200, 0), "text": broken }])).await;
    let text: String = (0..200).map(record).chain([broken.to_owned()]).chain((200..400).map(record)).collect();
    let all = found(&client.diagnostics(2).await, &text);
    let others: Vec<_> = all.iter().filter(|(_, line, _)| *line != 200).cloned().collect();
    let moved = |line| one("illegal-move", line, "Ke4");
    assert_eq!(others, (0..=400).filter(|line| *line != 200).map(moved).collect::<Vec<_>>());
    assert_eq!(all.len(), others.len() + 1);

    // An edit breaks the record.
    client.change(3, json!([{ "range": range(100, 22, 100, 24), "text": "" }])).await;
    let lines: Vec<u64> = found(&client.diagnostics(3).await, &text).into_iter().map(|(_, line, _)| line).collect();
    assert!((0..=400).filter(|line| *line != 100).all(|line| lines.iter().filter(|it| **it == line).count() == 1));
    client.finish().await;
}

#[tokio::test]
async fn hovers_tell_what_fields_and_operations_mean() {
    let text = format!("# 🏆\r\n{BOARD} c0 \"🏆\"; ce -35; pv e4 Kd7;\r\n");
    let mut client = open_epd(&text).await;
    let cases = [
        ("4k3", "4k3/8/8/8/8/8/4P3/4K3", "Piece placement"),
        ("K3 w", "w", "Active color White to move"),
        ("ce -3", "ce -35;", "ce centipawn evaluation"),
        ("Kd", "Kd7", "1... Kd7 in pv (predicted variation).\nWhite is a pawn up. White has 6 legal moves.\n8 "),
    ];
    for (before, of, start) in cases {
        let hover = ask_behind(&mut client, "textDocument/hover", &text, before).await;
        assert!(hover["contents"]["value"].as_str().unwrap().starts_with(start), "{before}: {hover}");
        let start = text.find(of).filter(|_| of != "w").unwrap_or(text.find(" w ").unwrap() + 1);
        assert_eq!(hover["range"], range_of(&text, &(start..start + of.len())));
    }
    assert_eq!(ask_behind(&mut client, "textDocument/hover", &text, "# ").await, Value::Null);
    client.finish().await;
}

#[tokio::test]
async fn completions_fit_into_the_record() {
    let text = format!("# 🏆\r\n{BOARD} c0 \"🏆\"; \r\n{BOARD} c0 \"🏆\"; bm e4 ;\n");
    let mut client = open_epd(&text).await;
    let cases = [("\"; ", "bm", "\"; bm ;\r\n"), ("bm e4 ", "Kd2", "bm e4 Kd2;\n")];
    for (before, label, expected) in cases {
        let items = ask_behind(&mut client, "textDocument/completion", &text, before).await;
        let item = items.as_array().unwrap().iter().find(|item| item["label"] == label).unwrap();
        let edited = apply(&text, &json!([item["textEdit"]]));
        assert!(edited.contains(expected), "{edited}");
    }
    client.finish().await;
}

#[tokio::test]
async fn the_outline_is_numbered_anew() {
    let text = format!("# a\n# b\n{BOARD} id \"🏆 1\";\n\n{BOARD}\n4k1n1/8/8/8/8/8/8/4K3 b - -\n");
    let tree = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut client = open("epd", &text, tree, Value::Null).await;
    let document = json!({ "textDocument": { "uri": URI } });
    let outline = async |client: &mut Client| -> Vec<String> {
        let symbols = client.request("textDocument/documentSymbol", document.clone()).await.unwrap();
        let describe = |it: &Value| {
            let [name, detail] = ["name", "detail"].map(|member| it[member].as_str().unwrap());
            format!("{} {name}: {detail}", it["selectionRange"]["start"]["line"])
        };
        symbols.as_array().unwrap().iter().map(describe).collect()
    };
    let expected =
        ["2 🏆 1: White to move, P – K", "4 Record 2: White to move, P – K", "5 Record 3: Black to move, K – N"];
    assert_eq!(outline(&mut client).await, expected);
    let folds = client.request("textDocument/foldingRange", document.clone()).await.unwrap();
    assert_eq!(
        folds,
        json!([{ "startLine": 0, "endLine": 2, "kind": "region" }, { "startLine": 4, "endLine": 5, "kind": "region" }])
    );

    client.change(2, json!([{ "range": range(0, 0, 0, 0), "text": format!("{BOARD} id x;\n") }])).await;
    let expected = [
        "0 x: White to move, P – K",
        "3 🏆 1: White to move, P – K",
        "5 Record 3: White to move, P – K",
        "6 Record 4: Black to move, K – N",
    ];
    assert_eq!(outline(&mut client).await, expected);
    client.finish().await;
}

#[tokio::test]
async fn records_are_formatted_in_place() {
    let text = format!("# 🏆\n{BOARD}  id \"🏆\"; bm e4\n{BOARD}   id \"b\"; bm e3;\n");
    let mut client = open_epd(&text).await;
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let document = json!({ "uri": URI });
    let params = json!({ "textDocument": document, "options": options });
    let all = client.request("textDocument/formatting", params).await.unwrap();
    let first = format!("{BOARD} bm e4; id \"🏆\";\n");
    assert_eq!(apply(&text, &all), format!("# 🏆\n{first}{BOARD} bm e3; id \"b\";\n"));
    let params = json!({ "textDocument": document, "options": options, "range": range(1, 3, 1, 5) });
    let some = client.request("textDocument/rangeFormatting", params).await.unwrap();
    assert_eq!(apply(&text, &some), format!("# 🏆\n{first}{BOARD}   id \"b\"; bm e3;\n"));
    client.finish().await;
}

/// The code actions of a kind at the place after `before`.
async fn actions(client: &mut Client, uri: &str, text: &str, before: &str, kind: &str) -> Vec<Value> {
    let place = position_of(text, text.find(before).unwrap() + before.len());
    let params = json!({
        "textDocument": { "uri": uri },
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [], "only": [kind] },
    });
    client.request("textDocument/codeAction", params).await.unwrap().as_array().unwrap().clone()
}

#[tokio::test]
async fn slips_are_repaired_or_allowed() {
    let text = format!("# 🏆\r\n{BOARD} c0 \"🏆\"; bm e2e4;\r\n{BOARD} bm Ke4; id \"a\";\r\n");
    let mut client = open("epd", &text, json!({}), json!({ "level": "info" })).await;
    let after = |action: &Value| apply(&text, &action["edit"]["changes"][URI]);

    let fixes = actions(&mut client, URI, &text, "bm e2", "quickfix").await;
    assert!(after(&fixes[0]).contains("bm e4;\r\n"), "{fixes:?}");
    let of_move = actions(&mut client, URI, &text, "bm Ke", "quickfix").await;
    let titled = |start: &str| {
        let with_title = of_move.iter().find(|action| action["title"].as_str().unwrap().starts_with(start));
        after(with_title.unwrap_or_else(|| panic!("no {start} in {of_move:?}")))
    };
    let in_record = titled("Allow illegal-move for this record (with a # line");
    assert!(
        in_record.contains(&format!("e2e4;\r\n# scoresheet: allow illegal-move\r\n{BOARD} bm Ke4;")),
        "{in_record}"
    );
    let in_file = titled("Allow illegal-move for this file (with a # line");
    assert!(in_file.starts_with("# scoresheet: allow-file illegal-move\r\n# 🏆\r\n"), "{in_file}");
    for (version, text) in [(2, in_record), (3, in_file)] {
        client.change(version, json!([{ "text": text }])).await;
        let rules = client.diagnostics(version).await;
        assert!(rules.as_array().unwrap().iter().all(|it| it["code"] != "illegal-move"), "{rules}");
    }
    client.finish().await;

    let mut client = open("epd", &text, json!({}), json!({ "level": "info" })).await;
    let all = actions(&mut client, URI, &text, "bm e2", "source.fixAll").await;
    let repaired = after(&all[0]);
    let expected = format!("# 🏆\r\n{BOARD} bm e4; c0 \"🏆\";\r\n{BOARD} bm Ke4; id \"a\";\r\n");
    assert_eq!(repaired, expected);
    client.finish().await;
}

fn uri_of(path: &Path) -> String {
    format!("file://{}", path.display())
}

#[tokio::test]
async fn positions_go_from_records_to_games_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| fs::canonicalize(folder.path()).unwrap().join(name);
    let creating =
        json!({ "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create"] } } });
    let mut client = Client::start();
    client.initialize(json!({ "capabilities": creating })).await;
    let text = format!("# 🏆\r\n{BOARD} bm e4; fmvn 7; id \"🏆\";\r\n");
    let uri = uri_of(&path("wac.epd"));
    client.open_as("plaintext", &uri, &text).await;
    fs::write(path("wac-2.pgn"), "").unwrap();
    let action = &actions(&mut client, &uri, &text, "bm", "refactor").await[0];
    assert_eq!(action["title"], "Start a PGN game from this position (in wac-2-2.pgn)");
    let changes = &action["edit"]["documentChanges"];
    let game_uri = uri_of(&path("wac-2-2.pgn"));
    assert_eq!(changes[0], json!({ "kind": "create", "uri": game_uri }));
    assert_eq!(changes[1]["textDocument"]["uri"], game_uri);
    let game = changes[1]["edits"][0]["newText"].as_str().unwrap();
    assert!(game.starts_with("[Event \"🏆\"]\n"), "{game}");
    assert!(game.ends_with("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 7\"]\n[SetUp \"1\"]\n\n7. e4 *\n\n"), "{game}");

    client.open_as("pgn", &game_uri, game).await;
    let action = &actions(&mut client, &game_uri, game, "e4", "refactor.extract").await[0];
    assert_eq!(action["title"], "Write this position as an EPD record (in wac-2-2-11.epd)");
    let record = &action["edit"]["documentChanges"][1]["edits"][0]["newText"];
    let expected = "4k3/8/8/8/4P3/8/8/4K3 b - e3 fmvn 7; hmvc 0; id \"? - ?, 7...\";\n";
    assert_eq!(record, expected);
    assert_eq!(actions(&mut client, &uri, &text, "# ", "refactor").await, [Value::Null; 0]);
    client.finish().await;

    // A client that cannot create files, and a text that is not a file.
    let mut client = open_epd(&text).await;
    assert_eq!(actions(&mut client, URI, &text, "bm", "refactor").await, [Value::Null; 0]);
    client.finish().await;
}

#[tokio::test]
async fn evaluations_are_shown_where_they_are_wanted() {
    let text = format!("# 🏆\r\n{BOARD} c0 \"🏆\"; ce 35;\r\n{BOARD} ce -5;\r\n");
    let refreshing = json!({ "workspace": { "inlayHint": { "refreshSupport": true } } });
    let mut client = open("epd", &text, refreshing, Value::Null).await;
    let params = |range: Value| json!({ "textDocument": { "uri": URI }, "range": range });
    let hints = client.request("textDocument/inlayHint", params(range(0, 0, 9, 0))).await.unwrap();
    assert_eq!(hints, Value::Null);
    let settings = json!({ "settings": { "scoresheet": { "inlayHints": { "evaluation": true } } } });
    client.notify("workspace/didChangeConfiguration", settings).await;
    client.respond("workspace/inlayHint/refresh", Value::Null).await;
    let hints = client.request("textDocument/inlayHint", params(range(1, 0, 1, 0))).await.unwrap();
    let place = position_of(&text, text.find("ce 35").unwrap() + "ce 35".len());
    let expected = json!([{ "position": place, "label": "+0.35 pawns for White", "paddingLeft": true }]);
    assert_eq!(hints, expected);
    client.finish().await;
}

/// Counters belong to FEN, and are reported once in EPD.
#[tokio::test]
async fn the_language_is_what_the_editor_says_or_the_name() {
    let text = format!("{BOARD} 0 1\n");
    let cases = [
        ("epd", "file:///a.fen", true),
        ("fen", "file:///a.epd", false),
        ("", "file:///a.epd", true),
        ("plaintext", "file:///a.fen", false),
    ];
    for (language, uri, is_epd) in cases {
        let mut client = Client::start();
        client.initialize(json!({ "capabilities": {}, "initializationOptions": { "level": "info" } })).await;
        client.open_as(language, uri, &text).await;
        let diagnostics = client.next_diagnostics(uri).await;
        let codes: Vec<&str> = diagnostics.as_array().unwrap().iter().map(|it| it["code"].as_str().unwrap()).collect();
        assert_eq!(!codes.is_empty(), is_epd, "{language} {uri} {codes:?}");
        client.finish().await;
    }
}

#[tokio::test]
async fn overrides_hold_for_records() {
    let folder = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(folder.path()).unwrap();
    let toml = "[[overrides]]\nfiles = ['suites/*.epd']\nrules.illegal-move = 'warning'\n";
    fs::write(root.join("scoresheet.toml"), toml).unwrap();
    fs::create_dir(root.join("suites")).unwrap();
    let mut client = Client::initialized(json!({})).await;
    for (name, severity) in [("suites/a.epd", 2), ("b.epd", 1)] {
        let uri = uri_of(&root.join(name));
        client.open_as("epd", &uri, &format!("{BOARD} bm Ke4;\n")).await;
        assert_eq!(client.next_diagnostics(&uri).await[0]["severity"], severity);
    }
    let uri = uri_of(&root.join("b.epd"));
    fs::write(root.join("scoresheet.toml"), "rules.all = 'off'\n").unwrap();
    let changes = json!([{ "uri": uri_of(&root.join("scoresheet.toml")), "type": 2 }]);
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes })).await;
    assert_eq!(client.next_diagnostics(&uri).await, json!([]));
    client.finish().await;
}

#[tokio::test]
async fn what_is_too_much_to_show_is_counted() {
    let text: String = (0..1100).map(|number| format!("{BOARD} bm Ke4; id \"{number}\";\n")).collect();
    let mut client = open("epd", &text, json!({}), json!({ "level": "error" })).await;
    let diagnostics = client.diagnostics(1).await;
    let diagnostics = diagnostics.as_array().unwrap();
    assert_eq!(diagnostics.len(), 1001);
    assert!(diagnostics[1000]["message"].as_str().unwrap().starts_with("100 more findings"));
    client.change(2, json!([{ "range": range(1050, 0, 1050, 1), "text": "4" }])).await;
    let near = client.diagnostics(2).await;
    let lines = near.as_array().unwrap()[..1000].iter().map(|it| it["range"]["start"]["line"].as_u64().unwrap());
    assert!(lines.clone().is_sorted() && (1040..1060).all(|line| lines.clone().any(|it| it == line)));
    client.finish().await;
}
