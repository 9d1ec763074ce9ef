//! After any edits, the answers are those of a fresh server.

use proptest::prelude::*;
use scoresheet_grammar::incremental::{Database, Edited};
use scoresheet_tests::client::{Client, URI, between_characters, range, range_of};
use scoresheet_tests::edits::{RandomEdit, edits, games_like, pgn_like};
use scoresheet_tests::samples::{edge_cases, lenient_text};
use scoresheet_tests::watcher::Watcher;
use serde_json::{Value, json};

/// The answers of a server about a text.
#[derive(Debug, PartialEq)]
struct Said {
    diagnostics: Value,
    symbols: Value,
    folds: Value,
    tokens: Value,
    hints: Value,
    links: Value,
    colours: Value,
    lenses: Vec<Value>,
}

async fn open(text: &str) -> Client {
    let mut client = Client::start();
    let options = json!({ "level": "hint", "rules": { "pedantic": "hint" },
        "inlayHints": { "number": true, "evaluation": true, "clock": true } });
    client.initialize(json!({ "capabilities": {}, "initializationOptions": options })).await;
    client.open(text).await;
    client
}

async fn said(client: &mut Client, version: i32) -> Said {
    let diagnostics = client.diagnostics(version).await;
    let document = json!({ "textDocument": { "uri": URI } });
    let symbols = client.request("textDocument/documentSymbol", document.clone()).await.unwrap();
    let folds = client.request("textDocument/foldingRange", document.clone()).await.unwrap();
    let tokens = client.request("textDocument/semanticTokens/full", document.clone()).await.unwrap()["data"].take();
    let links = client.request("textDocument/documentLink", document.clone()).await.unwrap();
    let colours = client.request("textDocument/documentColor", document.clone()).await.unwrap();
    let lenses = client.request("textDocument/codeLens", document.clone()).await.unwrap();
    let lenses = lenses.as_array().into_iter().flatten().map(|lens| lens["range"].clone()).collect();
    let mut in_range = document;
    in_range["range"] = range(0, 0, i32::MAX as u32, 0);
    let hints = client.request("textDocument/inlayHint", in_range).await.unwrap();
    Said { diagnostics, symbols, folds, tokens, hints, links, colours, lenses }
}

/// The fixes of some findings, from the first to the last.
async fn fixes(client: &mut Client, found: &Value) -> Vec<Value> {
    let found = found.as_array().unwrap();
    let mut fixes = Vec::new();
    for diagnostic in found.iter().rev().step_by(found.len() / 12 + 1) {
        let context = json!({ "diagnostics": [diagnostic], "only": ["quickfix"] });
        let params = json!({ "textDocument": { "uri": URI }, "range": diagnostic["range"], "context": context });
        fixes.push(client.request("textDocument/codeAction", params).await.unwrap());
    }
    fixes
}

/// Types `edits` and waits for the diagnostics after every `pause` edits; the last answers must be those of a fresh server.
async fn check(text: &str, edits: &[RandomEdit], pause: usize) {
    let mut text = text.to_owned();
    let mut client = open(&text).await;
    let version = client.type_edits(&mut text, edits, pause).await;
    let edited = said(&mut client, version).await;
    let edited_fixes = fixes(&mut client, &edited.diagnostics).await;
    client.finish().await;
    let mut client = open(&text).await;
    let fresh = said(&mut client, 1).await;
    let fresh_fixes = fixes(&mut client, &fresh.diagnostics).await;
    client.finish().await;
    assert_eq!(edited, fresh, "of {text:?}");
    assert_eq!(edited_fixes, fresh_fixes, "of {text:?}");
}

/// Types `edits` and waits for all answers after each. Only the games that an edit touched are checked again, and the first of the
/// file, which is checked separately.
async fn check_counts(text: &str, edits: &[RandomEdit]) {
    let mut text = text.to_owned();
    let watcher = Watcher::new();
    let mut client = Client::watched_initialized(watcher.clone(), json!({})).await;
    client.open(&text).await;
    said(&mut client, 1).await;
    Watcher::take(&watcher.checked);
    for (number, edit) in edits.iter().enumerate() {
        let (range, new) = edit.of(&text);
        let range = between_characters(&text, range);
        let change = json!({ "range": range_of(&text, &range), "text": new });
        let (_, Edited { inserted, .. }) = Database::parse(&text).edit(range.clone(), new);
        text.replace_range(range, new);
        client.change(number as i32 + 2, json!([change])).await;
        said(&mut client, number as i32 + 2).await;
        let checked = Watcher::take(&watcher.checked);
        assert!(checked <= inserted + 1, "{checked} of {inserted} in {text:?}");
    }
    client.finish().await;
}

fn run(work: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap().block_on(work);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_edits_to_pieces_of_pgn(text in pgn_like(), edits in edits(10), pause in 1..5_usize) {
        run(check(&text, &edits, pause));
    }

    #[test]
    fn only_touched_games_are_looked_at_again(text in games_like(), edits in edits(6)) {
        run(check_counts(&text, &edits));
    }

    #[test]
    fn any_edits_to_games(text in games_like(), edits in edits(10), pause in 1..5_usize) {
        run(check(&text, &edits, pause));
    }
}

#[test]
fn any_edits_to_edge_cases() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for (path, bytes) in edge_cases().into_iter().filter(|(_, bytes)| bytes.len() < 20_000) {
        println!("{}", path.display());
        let edits = proptest::strategy::ValueTree::current(&edits(6).new_tree(&mut runner).unwrap());
        run(check(&lenient_text(&bytes), &edits, 2));
    }
}

/// Some chunks of games: with an illegal move, without a fault, and many duplicates of distant games.
fn many_games() -> String {
    let game = |number: usize| match number % 3 {
        0 => format!("[Event \"{number}\"]\n[Result \"*\"]\n\n1. e4 e4 *\n\n"),
        1 => format!("[Event \"{number}\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n"),
        _ => format!(
            "[Event \"{number}\"]\n[Date \"1999.01.01\"]\n[White \"{}\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n",
            number % 64
        ),
    };
    (0..400).map(game).collect()
}

async fn open_warnings(text: &str) -> Client {
    let mut client = Client::start();
    client.initialize(json!({ "capabilities": {}, "initializationOptions": { "level": "warning" } })).await;
    client.open(text).await;
    client
}

/// Findings far from an edit are not computed again: their places are right wherever the edit is, and whatever lines it adds or removes.
#[test]
fn findings_far_away_stay_at_their_places() {
    run(async {
        let mut text = many_games();
        let mut client = open_warnings(&text).await;
        let found = client.diagnostics(1).await;
        let count = |code: &str| found.as_array().unwrap().iter().filter(|it| it["code"] == code).count();
        assert!(count("illegal-move") > 100 && count("duplicate-game") > 50, "{found}");
        let mut version = 1;
        for number in [0, 1, 2, 127, 128, 129, 200, 255, 256, 257, 397, 399] {
            for (before, new) in
                [(0, "\n"), (0, " "), (2, "  "), (2, ""), (0, "1. d4 d4 *\n\n"), (1, "{\r\n}"), (0, "\r")]
            {
                let start = text.find(&format!("[Event \"{number}\"]")).unwrap();
                let range = start.saturating_sub(before)..start;
                // The second change restores the line numbers after the first.
                let mut changes = vec![json!({ "range": range_of(&text, &range), "text": new })];
                text.replace_range(range, new);
                if number % 2 == 1 {
                    let end = text.rfind("\n\n").unwrap() + 1;
                    changes.push(json!({ "range": range_of(&text, &(end..end + 1)), "text": "" }));
                    text.replace_range(end..end + 1, "");
                }
                version += 1;
                client.change(version, json!(changes)).await;
                let edited = client.diagnostics(version).await;
                let mut other = open_warnings(&text).await;
                assert_eq!(edited, other.diagnostics(1).await, "{new:?} before game {number}");
                other.finish().await;
            }
        }
        client.finish().await;
    });
}
