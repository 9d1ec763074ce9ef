//! Semantic tokens: full, delta and range requests agree with the text.

use proptest::prelude::*;
use scoresheet_tests::client::{Client, URI, between_characters, range_of};
use scoresheet_tests::edits::{RandomEdit, edits, epd_like, games_like};
use scoresheet_tests::encoded::Encoded;
use serde_json::{Value, json};

const GAMES: &str = "[Event \"🏆 ♘\"]\r\n\r\n1. d4 {🏆} d5 *\r\n\r\n[White \"♘ 🏆\"]\r\n\r\n{🏆 one\r\n two [%clk 0:01:30]} 1. e4 $1\r\n\
    (1. c4 {🏆} c5 (1... e5)) 1... e5 ) 1-0\r\n";

const STANDARD: [&str; 13] = [
    "keyword",
    "property",
    "string",
    "function",
    "variable",
    "number",
    "operator",
    "comment",
    "macro",
    "parameter",
    "enumMember",
    "decorator",
    "regexp",
];

async fn ask(client: &mut Client, method: &str, more: Value) -> Value {
    let mut params = json!({ "textDocument": { "uri": URI } });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.request(&format!("textDocument/semanticTokens/{method}"), params).await.unwrap()
}

fn numbers(data: &Value) -> Vec<u64> {
    data.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

/// The tokens as type, modifiers and text.
fn read<'text>(encoded: &Encoded<'text>, data: &Value) -> Vec<(&'static str, u64, &'text str)> {
    let (mut line, mut column) = (0, 0);
    let token = |token: &[u64]| {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let at = |character: u64| json!({ "line": line, "character": character });
        let text = encoded.slice(&json!({ "start": at(column), "end": at(column + token[2]) }));
        (STANDARD[token[3] as usize], token[4], text)
    };
    numbers(data).chunks(5).map(token).collect()
}

#[tokio::test]
async fn they_say_what_stands_there() {
    for encoded in Encoded::both(GAMES) {
        let mut client = encoded.open(json!({}), Value::Null).await;
        let full = ask(&mut client, "full", json!({})).await;
        let expected = [
            ("keyword", 0, "Event"),
            ("string", 0, "\"🏆 ♘\""),
            ("number", 0, "1."),
            ("function", 0, "d4"),
            ("comment", 0, "{🏆}"),
            ("function", 0, "d5"),
            ("enumMember", 0, "*"),
            ("keyword", 0, "White"),
            ("string", 0, "\"♘ 🏆\""),
            ("comment", 0, "{🏆 one"),
            ("comment", 0, "two"),
            ("macro", 0, "[%clk"),
            ("parameter", 0, "0:01:30"),
            ("macro", 0, "]"),
            ("comment", 0, "}"),
            ("number", 0, "1."),
            ("function", 0, "e4"),
            ("operator", 0, "$1"),
            ("number", 1, "1."),
            ("variable", 1, "c4"),
            ("comment", 1, "{🏆}"),
            ("variable", 1, "c5"),
            ("number", 2, "1..."),
            ("variable", 2, "e5"),
            ("number", 0, "1..."),
            ("function", 0, "e5"),
            ("regexp", 0, ")"),
            ("enumMember", 0, "1-0"),
        ];
        assert_eq!(read(&encoded, &full["data"]), expected);

        let from = GAMES.find("two").unwrap() + 1;
        let to = GAMES.find("c4").unwrap();
        let part = ask(&mut client, "range", json!({ "range": encoded.range(from..to) })).await;
        assert_eq!(read(&encoded, &part["data"]), expected[10..19]);
        assert_eq!(part["resultId"], Value::Null);
        client.finish().await;
    }
}

/// A delta of the last answer gives the next one, before and after the edit.
#[tokio::test]
async fn what_has_changed_is_told_against_the_last_answer() {
    for encoded in Encoded::both(GAMES) {
        let mut client = encoded.open(json!({}), Value::Null).await;
        let full = ask(&mut client, "full", json!({})).await;
        let mut id = full["resultId"].clone();
        let mut data = numbers(&full["data"]);
        let changes = [("d5", "d5\r\n2. c4 🏆"), ("[White", "["), ("[ \"", "[White \""), ("e5 )", "e5 )")];
        let mut text = GAMES.to_owned();
        for (version, (old, new)) in (2..).zip(changes) {
            let start = text.rfind(old).unwrap();
            let range = encoded.with(&text).range(start..start + old.len());
            client.change(version, json!([{ "range": range, "text": new }])).await;
            text.replace_range(start..start + old.len(), new);
            let delta = ask(&mut client, "full/delta", json!({ "previousResultId": id })).await;
            for edit in delta["edits"].as_array().unwrap() {
                assert!(edit["deleteCount"].as_u64().unwrap() < data.len() as u64 / 2, "{delta}");
            }
            data = after(data, &delta);
            let mut fresh = encoded.with(&text).open(json!({}), Value::Null).await;
            assert_eq!(numbers(&ask(&mut fresh, "full", json!({})).await["data"]), data, "{text}");
            fresh.finish().await;
            id = delta["resultId"].clone();
        }
        let unknown = ask(&mut client, "full/delta", json!({ "previousResultId": "?" })).await;
        assert_eq!(numbers(&unknown["data"]), data);
        client.finish().await;
    }
}

#[tokio::test]
async fn the_legend_has_names_that_the_client_knows() {
    let ours = json!({ "tokenTypes": ["rosterTag", "move"], "tokenModifiers": [], "formats": [], "requests": {} });
    let cases = [(Value::Null, "keyword"), (json!({ "semanticTokens": ours }), "rosterTag")];
    for (text_document, name) in cases {
        let mut client = Client::start();
        let answer = client.initialize(json!({ "capabilities": { "textDocument": text_document } })).await;
        let legend = &answer["capabilities"]["semanticTokensProvider"]["legend"];
        assert_eq!((&legend["tokenTypes"][0], &legend["tokenModifiers"][3]), (&json!(name), &json!("unclosed")));
        client.finish().await;
    }
}

#[tokio::test]
async fn records_have_tokens_too() {
    let text = "# 🏆 ♘\r\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"🏆\"; ce 35; pv e4 Kd7;\r\n\r\n4k3/8/8/8/8/8/8/4K3 b - - 5 6\r\n";
    for encoded in Encoded::both(text) {
        let mut client = encoded.open_as("epd", json!({}), Value::Null).await;
        let full = ask(&mut client, "full", json!({})).await;
        let expected = [
            ("comment", 0, "# 🏆 ♘"),
            ("keyword", 0, "4k3/8/8/8/8/8/4P3/4K3"),
            ("property", 0, "w"),
            ("property", 0, "-"),
            ("property", 0, "-"),
            ("macro", 0, "bm"),
            ("function", 0, "e4"),
            ("macro", 0, "c0"),
            ("string", 0, "\"🏆\""),
            ("macro", 0, "ce"),
            ("parameter", 0, "35"),
            ("macro", 0, "pv"),
            ("variable", 0, "e4"),
            ("variable", 0, "Kd7"),
        ];
        let found = read(&encoded, &full["data"]);
        assert_eq!((&found[..14], found[14..].len()), (&expected[..], 6));
        let from = text.find("c0").unwrap() + 1;
        let part = ask(&mut client, "range", json!({ "range": encoded.range(from..text.find("; ce").unwrap()) })).await;
        assert_eq!(read(&encoded, &part["data"]), expected[7..9]);
        client.finish().await;
    }
}

/// Applies a delta to `data`; returns the whole answer if it is no delta.
fn after(mut data: Vec<u64>, delta: &Value) -> Vec<u64> {
    let Some(edits) = delta["edits"].as_array() else { return numbers(&delta["data"]) };
    for edit in edits {
        let [start, count] = ["start", "deleteCount"].map(|name| edit[name].as_u64().unwrap() as usize);
        data.splice(start..start + count, numbers(&edit["data"]));
    }
    data
}

/// After any edits, the deltas give the tokens of a fresh session.
async fn check_deltas(language: &str, text: &str, edits: &[RandomEdit]) {
    let mut client = Client::initialized(json!({})).await;
    client.open_as(language, URI, text).await;
    let mut text = text.to_owned();
    let full = ask(&mut client, "full", json!({})).await;
    let (mut id, mut data) = (full["resultId"].clone(), numbers(&full["data"]));
    for (version, edit) in (2..).zip(edits) {
        let (range, new) = edit.of(&text);
        let range = between_characters(&text, range);
        client.change(version, json!([{ "range": range_of(&text, &range), "text": new }])).await;
        text.replace_range(range, new);
        let delta = ask(&mut client, "full/delta", json!({ "previousResultId": id })).await;
        data = after(data, &delta);
        id = delta["resultId"].clone();
    }
    let mut fresh = Client::initialized(json!({})).await;
    fresh.open_as(language, URI, &text).await;
    assert_eq!(numbers(&ask(&mut fresh, "full", json!({})).await["data"]), data, "{text}");
    fresh.finish().await;
    client.finish().await;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn deltas_make_the_tokens_of_the_text(games in games_like(), records in epd_like(), edits in edits(8)) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            check_deltas("pgn", &games, &edits).await;
            check_deltas("epd", &records, &edits).await;
        });
    }
}
