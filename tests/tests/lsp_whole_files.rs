//! Whole files through the protocol: fixes of findings about them, and games that move within a file or to another one.

use scoresheet_tests::client::{Client, URI, apply};
use scoresheet_tests::encoded::Encoded;
use serde_json::{Value, json};

/// The tags of a game with Event, Date, White and Black, in lines that end with `\r\n`, and astral characters in front of its end.
fn game([event, date, white, black]: [&str; 4]) -> String {
    format!(
        "[Event \"{event}\"]\r\n[Site \"🏆\"]\r\n[Date \"{date}\"]\r\n[Round \"?\"]\r\n[White \"{white}\"]\r\n[Black \"{black}\"]\r\n\
        [Result \"*\"]\r\n\r\n1. e4 {{ 🏆 }} e5 *\r\n\r\n"
    )
}

/// The findings of a rule.
async fn findings(client: &mut Client, version: i32, rule: &str) -> Vec<Value> {
    let mut published = client.diagnostics(version).await;
    let all = published.as_array_mut().expect("a list").drain(..);
    all.filter(|finding| finding["code"] == rule).collect()
}

/// Applies the fixes of the rule, one after the other, in both position encodings; each is a code action at its finding and its text. `titles`
/// are those of the actions, and `marked` what is marked in the text, before the first one.
async fn check_fixes(rule: &str, before: &str, marked: &[&str], titles: &[&str], after: &str) {
    for encoded in Encoded::both(before) {
        let mut client = encoded.open(json!({}), json!({ "rules": { "all": "off", rule: "warning" } })).await;
        let found = findings(&mut client, 1, rule).await;
        let places: Vec<&str> = found.iter().map(|finding| encoded.slice(&finding["range"])).collect();
        assert_eq!(places, marked);
        let mut text = before.to_owned();
        for (title, version) in titles.iter().zip(2..) {
            let encoded = encoded.with(&text);
            let finding = findings_left(&mut client, version - 1, rule, &found).await.remove(0);
            let context = json!({ "diagnostics": [finding], "only": ["quickfix"] });
            let params = json!({ "textDocument": { "uri": URI }, "range": finding["range"], "context": context });
            let actions = client.request("textDocument/codeAction", params).await.expect("actions");
            assert_eq!(actions[0]["title"], *title, "{actions}");
            assert_eq!(actions[0]["diagnostics"], json!([finding]));
            let edited = encoded.edited(&actions[0]["edit"]["changes"][URI]);
            text = edited;
            client.change(version, json!([{ "text": text }])).await;
        }
        assert_eq!(text, after);
        let last = i32::try_from(titles.len()).expect("few") + 1;
        assert_eq!(findings(&mut client, last, rule).await, [Value::Null; 0]);
        client.finish().await;
    }
}

/// The findings of a version; those of the first are known.
async fn findings_left(client: &mut Client, version: i32, rule: &str, first: &[Value]) -> Vec<Value> {
    if version == 1 { first.to_vec() } else { findings(client, version, rule).await }
}

#[tokio::test]
async fn names_are_written_in_one_way() {
    let games = |keres: &str, tal: [&str; 2]| {
        game(["Cup", "1958.01.01", "Tal, Mikhail", "Smyslov, Vasily"])
            + &game(["Cup", "1958.01.02", tal[0], keres])
            + &game(["Cup", "1958.01.03", "Keres, Paul", "Tal, Mikhail"])
            + &game(["Cup", "1958.01.04", "Keres, Paul", tal[1]])
    };
    check_fixes(
        "inconsistent-name",
        &games("KERES, Paul", ["Mikhail Tal"; 2]),
        &["Mikhail Tal", "KERES, Paul"],
        &["Write Tal, Mikhail in 2 games", "Write Keres, Paul in 1 game"],
        &games("Keres, Paul", ["Tal, Mikhail"; 2]),
    )
    .await;
}

#[tokio::test]
async fn unknown_values_are_written_as_the_standard_says() {
    let games = |event: &str, white: &str, black: &str| {
        game([event, "1958.01.01", white, "Smyslov, Vasily"])
            + &game(["Cup", "1958.01.02", "Tal, Mikhail", black])
            + &game(["Cup", "1958.01.03", white, "Tal, Mikhail"])
    };
    check_fixes(
        "unknown-value",
        &games("-", "NN", "Unknown"),
        &["-", "NN", "Unknown"],
        &["Write ? in 1 game", "Write ? in 2 games", "Write ? in 1 game"],
        &games("?", "?", "?"),
    )
    .await;
}

#[tokio::test]
async fn duplicates_are_deleted() {
    let [first, other] =
        ["Tal, Mikhail", "Keres, Paul"].map(|name| game(["Cup", "1958.01.01", name, "Smyslov, Vasily"]));
    let short = game(["Cup", "1958.01.01", "Tal, M.", "Smyslov, V."]);
    check_fixes(
        "duplicate-game",
        &[&*first, &first, &other, &short].concat(),
        &["[Event \"Cup\"]"; 2],
        &["Delete this game"; 2],
        &[first, other].concat(),
    )
    .await;
}

#[tokio::test]
async fn a_file_is_sorted() {
    let [first, second, third] =
        ["1958.01.01", "1958.02.01", "1959.??.??"].map(|date| game(["Cup", date, "Tal, Mikhail", "Smyslov, Vasily"]));
    check_fixes(
        "unsorted-games",
        &[&*third, &second, &first].concat(),
        &["[Date \"1958.02.01\"]", "[Date \"1958.01.01\"]"],
        &["Sort the games of the file"],
        &[first, second, third].concat(),
    )
    .await;
}

/// A text of games with these rounds.
fn rounds(rounds: &[u32]) -> String {
    let game = |round: &u32| format!("[Round \"{round}\"]\r\n\r\n1. e4 {{\u{1F3C6}{round}}} *");
    rounds.iter().map(game).collect::<Vec<_>>().join("\r\n\r\n") + "\r\n"
}

#[tokio::test]
async fn games_are_moved_and_copied() {
    const OTHER: &str = "file:///other.pgn";
    let mut client = Client::initialized(json!({ "workspace": { "applyEdit": true } })).await;
    let text = rounds(&[1, 2, 3]);
    client.open(&text).await;
    client.open_at(OTHER, &rounds(&[7, 8])).await;
    // The third game.
    let place = json!({ "textDocument": { "uri": URI }, "position": { "line": 9, "character": 0 } });
    let with = |more: Value| {
        let mut params = place.clone();
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    let moved = client.request("scoresheet/moveGame", with(json!({ "before": 0 }))).await.unwrap();
    assert_eq!(apply(&text, &moved["documents"][0]["edits"]), rounds(&[3, 1, 2]));
    assert_eq!(moved["documents"][0]["version"], 1);
    let start = json!({ "line": 0, "character": 0 });
    assert_eq!((&moved["uri"], &moved["game"], &moved["position"]), (&json!(URI), &json!(0), &start));
    let copied = client.request("scoresheet/moveGame", with(json!({ "before": 1, "copy": true }))).await.unwrap();
    assert_eq!(apply(&text, &copied["documents"][0]["edits"]), rounds(&[1, 3, 2, 3]));
    assert_eq!(copied["position"], json!({ "line": 4, "character": 0 }));
    let same = client.request("scoresheet/moveGame", place.clone()).await.unwrap();
    assert_eq!((&same["documents"], &same["game"]), (&json!([]), &json!(2)));
    let into = json!({ "into": { "uri": OTHER }, "before": 1 });
    let id =
        client.ask("workspace/executeCommand", json!({ "command": "scoresheet/moveGame", "arguments": [with(into)] }));
    let id = id.await;
    let edit = client.respond("workspace/applyEdit", json!({ "applied": true })).await["edit"].take();
    assert_eq!(apply(&rounds(&[7, 8]), &edit["changes"][OTHER]), rounds(&[7, 3, 8]));
    assert_eq!(apply(&text, &edit["changes"][URI]), rounds(&[1, 2]));
    assert_eq!(client.answer(id).await.unwrap()["uri"], OTHER);
    let closed = with(json!({ "into": { "uri": "file:///closed.pgn" } }));
    let refused = client.request("scoresheet/moveGame", closed).await.unwrap_err();
    assert_eq!(refused["message"], "The document that gets the game is not open");
    client.finish().await;
}
