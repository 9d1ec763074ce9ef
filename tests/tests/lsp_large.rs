//! Files of thousands of games: the first findings are published before all are known, and edits do not wait for the rest.

use std::sync::Arc;

use scoresheet_tests::client::{Client, URI, at, range};
use scoresheet_tests::watcher::Watcher;
use serde_json::{Value, json};

const GAMES: u32 = 6000;

/// The number of games that are checked before the first publication.
const FIRST_GAMES: u32 = 2048;

const LINES_OF_A_GAME: u32 = 5;

/// Two results per game.
fn games() -> String {
    (0..GAMES).map(|number| format!("[Result \"1-0\"]\n[White \"{number}\"]\n\n1. e4 0-1\n\n")).collect()
}

async fn open(watcher: Arc<Watcher>, text: &str) -> Client {
    let mut client = Client::watched(watcher);
    let options = json!({ "level": "error" });
    let capabilities = json!({ "window": { "workDoneProgress": true } });
    client.initialize(json!({ "capabilities": capabilities, "initializationOptions": options })).await;
    client.open(text).await;
    client
}

/// Answers the request for a progress token, and waits for the end.
async fn see_progress(client: &mut Client) {
    let token = client.respond("window/workDoneProgress/create", Value::Null).await["token"].take();
    let mut kinds = Vec::new();
    while kinds.last().is_none_or(|kind| kind != "end") {
        let told = client.expect(|it| it["method"] == "$/progress" && it["params"]["token"] == token).await;
        kinds.push(told["params"]["value"]["kind"].as_str().unwrap().to_owned());
    }
    assert_eq!(kinds[0], "begin");
    assert!(kinds[1..kinds.len() - 1].iter().all(|kind| kind == "report"), "{kinds:?}");
}

/// The number of findings, shown or not.
fn count(diagnostics: &Value) -> usize {
    let diagnostics = diagnostics.as_array().unwrap();
    let last = diagnostics.last().unwrap()["message"].as_str().unwrap();
    match last.split_once(" more finding") {
        Some((more, _)) => diagnostics.len() - 1 + more.parse::<usize>().unwrap(),
        None => diagnostics.len(),
    }
}

/// The final findings of version `version`: those of a fresh server.
async fn settled(client: &mut Client, version: i32, expected: &Value) {
    while client.diagnostics(version).await != *expected {}
}

async fn fresh(text: &str, focus: u32) -> Value {
    let mut client = Client::start();
    client.initialize(json!({ "capabilities": {}, "initializationOptions": { "level": "error" } })).await;
    client.open("").await;
    client.diagnostics(1).await;
    client.request_at("textDocument/hover", focus, 0).await.unwrap();
    client.change(2, json!([{ "text": text }])).await;
    let mut said = client.diagnostics(2).await;
    while count(&said) < text.matches(" 0-1").count() {
        said = client.diagnostics(2).await;
    }
    client.finish().await;
    said
}

#[tokio::test]
async fn the_first_findings_come_before_all() {
    let watcher = Watcher::new();
    watcher.hold_share(1);
    let mut client = open(watcher.clone(), &games()).await;
    assert_eq!(count(&client.diagnostics(1).await), FIRST_GAMES as usize);
    let last_game = (GAMES - 1) * LINES_OF_A_GAME;
    let hover = client.request_at("textDocument/hover", last_game + 3, 4).await.unwrap();
    assert_eq!(hover["range"]["start"], json!({ "line": last_game + 3, "character": 3 }));
    watcher.release();
    assert_eq!(count(&client.diagnostics(1).await), GAMES as usize);
    see_progress(&mut client).await;
    assert_eq!(Watcher::take(&watcher.checked), GAMES as usize);
    client.finish().await;
}

#[tokio::test]
async fn an_edit_calls_off_what_is_left_and_what_was_done_is_kept() {
    let watcher = Watcher::new();
    watcher.hold_share(1);
    let mut text = games();
    let mut client = open(watcher.clone(), &text).await;
    client.diagnostics(1).await;
    // Otherwise the edit could come before the work for the old text, and what is blocked would be the work for the new one.
    watcher.until_blocked().await;
    let line = 3000 * LINES_OF_A_GAME + 3;
    client.change(2, json!([{ "range": range(line, 6, line, 9), "text": "1-0" }])).await;
    // The work for the old text is still blocked.
    let first = client.diagnostics(2).await;
    assert!((FIRST_GAMES as usize..GAMES as usize).contains(&count(&first)));
    watcher.release();
    text = text.replacen("\"3000\"]\n\n1. e4 0-1", "\"3000\"]\n\n1. e4 1-0", 1);
    let expected = fresh(&text, line).await;
    settled(&mut client, 2, &expected).await;
    see_progress(&mut client).await;
    see_progress(&mut client).await;
    assert_eq!(Watcher::take(&watcher.checked), GAMES as usize);
    client.finish().await;
}

#[tokio::test]
async fn what_is_near_the_last_edit_is_shown_first() {
    let mut client = open(Watcher::new(), &games()).await;
    while count(&client.diagnostics(1).await) < GAMES as usize {}
    see_progress(&mut client).await;
    let line = 5000 * LINES_OF_A_GAME + 3;
    client.change(2, json!([{ "range": range(line, 0, line, 0), "text": "{ x } " }])).await;
    let shown = client.diagnostics(2).await;
    let lines: Vec<u64> =
        shown.as_array().unwrap().iter().map(|shown| shown["range"]["start"]["line"].as_u64().unwrap()).collect();
    assert_eq!(lines.len(), 1001);
    assert!(lines.is_sorted());
    for near in 4950..5050 {
        assert!(lines.contains(&u64::from(near * LINES_OF_A_GAME + 3)), "{near}");
    }
    assert!(lines.contains(&3));
    client.finish().await;
}

#[tokio::test]
async fn what_is_said_of_the_whole_file_follows_the_edit() {
    let games: String = (0..GAMES).map(|it| format!("[White \"{it}\"]\n[Black \"b\"]\n\n1. e4 e5 *\n\n")).collect();
    let mut client = Client::start();
    client.initialize(json!({ "capabilities": {}, "initializationOptions": {} })).await;
    client.open(&games).await;
    client.diagnostics(1).await;
    let line = 5000 * LINES_OF_A_GAME;
    client.change(2, json!([{ "range": range(line, 8, line, 12), "text": "7" }])).await;
    let is_duplicate = |said: &Value| said.as_array().unwrap().iter().any(|said| said["code"] == "duplicate-game");
    let mut said = client.diagnostics(2).await;
    while !is_duplicate(&said) {
        said = client.diagnostics(2).await;
    }
    assert_eq!(said[0]["range"]["start"]["line"], line);
    assert_eq!(
        said[0]["relatedInformation"][0]["location"]["range"],
        range(7 * LINES_OF_A_GAME, 0, 7 * LINES_OF_A_GAME, 11)
    );
    // It stays in place while the moves are edited, and disappears when it is computed again.
    client.change(3, json!([{ "range": range(line + 3, 3, line + 3, 5), "text": "d4" }])).await;
    assert!(is_duplicate(&client.diagnostics(3).await));
    assert!(!is_duplicate(&client.diagnostics(3).await));
    client.finish().await;
}

/// Findings on the whole file first keep their places from before the edit, then are computed again. The related place of a duplicate is
/// that of the new copy, even if the copy has the byte offset of the earlier one.
#[tokio::test]
async fn what_a_finding_of_the_whole_file_points_at_follows_the_edit() {
    let game = |name: &str, moves: &str| format!("[White \"{name}\"]\n[Black \"b\"]\n[Result \"*\"]\n\n{moves} *\n\n");
    let moves =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7";
    let (short, long) = (game("w", moves), game("w", &format!("{moves} 11. Nbd2 Bb7")));
    let other = game("o", "1. c4");
    let added = format!("{}{long}", game("n", "1. d4"));
    let between = |lines: usize, bytes: usize| {
        let frame = game("x", "1. d4 {}").len();
        game("x", &format!("1. d4 {{{}{}}}", "a\n".repeat(lines), "b".repeat(bytes - frame - 2 * lines)))
    };
    let rest: String = (0..GAMES).map(|number| game(&number.to_string(), "1. e4")).collect();
    let (lines, bytes) = (added.matches('\n').count(), 600 + long.len() + other.len() - added.len());
    let (old, new) = (between(lines, 600), between(0, bytes) + &added);
    let mut client = Client::start();
    let options = json!({ "level": "warning", "rules": { "duplicate-game": { "level": "warning", "prefix": true } } });
    client.initialize(json!({ "capabilities": {}, "initializationOptions": options })).await;
    client.open(&format!("{short}{old}{other}{long}{rest}")).await;
    let line_of_other = |said: &Value| said[0]["relatedInformation"][0]["location"]["range"]["start"]["line"].as_u64();
    let lines_before = |text: &str| Some(text.matches('\n').count() as u64);
    while line_of_other(&client.diagnostics(1).await) != lines_before(&format!("{short}{old}{other}")) {}
    let first = short.matches('\n').count() as u32;
    let behind = first + old.matches('\n').count() as u32;
    client.change(2, json!([{ "range": range(first, 0, behind, 0), "text": new }])).await;
    let before_copy = &new[..new.len() - long.len()];
    while line_of_other(&client.diagnostics(2).await) != lines_before(&format!("{short}{before_copy}")) {}
    client.finish().await;
}

#[tokio::test]
async fn outline_and_folds_of_many_games_follow_edits() {
    let tree = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut client = Client::initialized(tree).await;
    client.open(&games()).await;
    let document = json!({ "textDocument": { "uri": URI } });
    let line = 4000 * LINES_OF_A_GAME;
    for version in [1, 2, 3] {
        match version {
            2 => client.change(2, json!([{ "range": range(line + 3, 0, line + 3, 0), "text": "\n" }])).await,
            3 => {
                client
                    .change(3, json!([{ "range": range(0, 0, 0, 0), "text": "[Event \"new\"]\n\n1. d4 *\n\n" }]))
                    .await
            }
            _ => {}
        }
        let outline = client.request("textDocument/documentSymbol", document.clone()).await.unwrap();
        let folds = client.request("textDocument/foldingRange", document.clone()).await.unwrap();
        let games = if version == 3 { GAMES + 1 } else { GAMES } as usize;
        assert_eq!((outline.as_array().unwrap().len(), folds.as_array().unwrap().len()), (games, games));
        let moved = [0, 1, 5][version as usize - 1];
        let last = (GAMES - 1) * LINES_OF_A_GAME + moved;
        assert_eq!(outline[games - 1]["selectionRange"], range(last, 0, last, 14));
        assert_eq!(outline[games - 1]["name"], format!("{} – ?, 1-0", GAMES - 1));
        if version < 3 {
            assert_eq!(folds[games - 1], json!({ "startLine": last, "endLine": last + 3, "kind": "region" }));
        }
    }
    client.finish().await;
}

#[tokio::test]
async fn a_large_answer_has_the_id_of_its_request() {
    let mut client = Client::initialized(json!({})).await;
    client.open(&games()).await;
    let document = json!({ "textDocument": { "uri": URI } });
    let outline = client.ask("textDocument/documentSymbol", document.clone()).await;
    let hover = client.ask("textDocument/hover", at(3, 4)).await;
    let folds = client.ask("textDocument/foldingRange", document).await;
    assert_eq!(client.answer(folds).await.unwrap().as_array().unwrap().len(), GAMES as usize);
    assert!(client.answer(hover).await.unwrap().is_object());
    assert_eq!(client.answer(outline).await.unwrap()[5]["location"]["uri"], URI);
    client.finish().await;
}
