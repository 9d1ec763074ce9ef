//! Features for reading and writing records: the contents of answers in UTF-16 and UTF-8, with astral characters and `\r\n` before the
//! place.

use scoresheet_tests::client::{Client, URI};
use scoresheet_tests::encoded::Encoded;
use serde_json::{Value, json};

const RECORDS: &str = "# 🏆 from https://example.org/a.\r\n4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"🏆\"; id \"♘\";\r\n\r\n\
    4k3/8/8/8/8/8/4P3/4K3 w - - acd 12; am Kd1; bm e4; c0 \"🏆 ♘\"; ce 35; fmvn 40; hmvc 7; pv e2e4 Kd7 Kd2;\r\n";

async fn open(encoded: &Encoded<'_>, options: Value) -> Client {
    encoded.open_as("epd", json!({}), options).await
}

async fn ask(client: &mut Client, method: &str, more: Value) -> Result<Value, Value> {
    let mut params = json!({ "textDocument": { "uri": URI } });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.request(method, params).await
}

#[tokio::test]
async fn boards_show_the_position_of_the_record_and_its_moves() {
    for encoded in Encoded::both(RECORDS) {
        let mut client = open(&encoded, Value::Null).await;
        let board = async |client: &mut Client, cursor: &str| {
            ask(client, "scoresheet/board", json!({ "position": encoded.cursor(cursor) })).await.unwrap()
        };
        let start = board(&mut client, "🏆 ♘\"|").await;
        assert_eq!((&start["fen"], &start["game"]), (&json!("4k3/8/8/8/8/8/4P3/4K3 w - - 7 40"), &json!(1)));
        let arrow = |colour: &str, from: &str, to: &str| json!({ "colour": colour, "from": from, "to": to });
        assert_eq!(start["arrows"], json!([arrow("green", "e2", "e4"), arrow("red", "e1", "d1")]));
        assert_eq!(start["evaluation"], json!({ "score": "+0.35", "depth": 12 }));
        assert_eq!(start["legalMoves"].as_array().unwrap().len(), 6);
        let next: Vec<&str> =
            start["next"].as_array().unwrap().iter().map(|next| encoded.slice(&next["range"])).collect();
        assert_eq!(next, ["e2e4", "Kd1"]);

        let after = board(&mut client, "Kd|7").await;
        assert_eq!(after["fen"], "8/3k4/8/8/4P3/8/8/4K3 w - - 1 41");
        let range = encoded.range(RECORDS.find("Kd7").unwrap()..RECORDS.find(" Kd2").unwrap());
        assert_eq!(after["lastMove"], json!({ "range": range, "text": "Kd7", "number": 40, "turn": "black" }));
        assert_eq!((&after["lastSquares"], &after["previous"]["text"]), (&json!(["e8", "d7"]), &json!("e2e4")));
        assert_eq!(board(&mut client, "# 🏆| from").await, Value::Null);
        client.finish().await;
    }
}

#[tokio::test]
async fn moves_are_played_into_the_record() {
    for encoded in Encoded::both(RECORDS) {
        let mut client = open(&encoded, Value::Null).await;
        let play = async |client: &mut Client, cursor: &str, played: &str| {
            let params = json!({ "position": encoded.cursor(cursor), "move": played });
            ask(client, "scoresheet/play", params).await
        };
        let cases = [
            ("c0 \"🏆|\"", "e2e4", "- bm e4; c0 \"🏆\"", "bm e4|"),
            ("🏆 ♘\"|", "Kf2", "bm Kf2 e4", "bm Kf2| e4"),
            ("Kd7 Kd2|", "d7c6", "Kd7 Kd2 Kc6;", "Kd2 Kc6|"),
        ];
        for (cursor, uci, expected, caret) in cases {
            let played = play(&mut client, cursor, uci).await.unwrap();
            let text = encoded.edited(&played["edits"]);
            assert!(text.contains(expected), "{text}");
            assert_eq!((&played["position"], &played["version"]), (&encoded.with(&text).cursor(caret), &json!(1)));
        }
        let there = play(&mut client, "🏆 ♘\"|", "e4").await.unwrap();
        assert_eq!((&there["edits"], &there["position"]), (&json!([]), &encoded.cursor("pv e2e4|")));
        let refused = play(&mut client, "e2e4| Kd7", "Ke7").await.unwrap_err();
        assert_eq!(refused["code"], -32803);
        assert!(refused["message"].as_str().unwrap().starts_with("pv already continues with Kd7"), "{refused}");
        client.finish().await;
    }
}

/// The text of the `range` of each element.
fn ranges<'text>(encoded: &Encoded<'text>, elements: &Value) -> Vec<&'text str> {
    elements.as_array().unwrap().iter().map(|element| encoded.slice(&element["range"])).collect()
}

#[tokio::test]
async fn what_is_the_same_is_highlighted() {
    for encoded in Encoded::both(RECORDS) {
        let mut client = open(&encoded, Value::Null).await;
        let cases: [(&str, &[&str]); 3] =
            [("bm e|4", &["e4", "e2e4"]), ("/4K|3 w - - acd", &["4k3/8/8/8/8/8/4P3/4K3 w - -"; 2]), ("🏆| ♘", &[])];
        for (cursor, expected) in cases {
            let at = json!({ "position": encoded.cursor(cursor) });
            let found = ask(&mut client, "textDocument/documentHighlight", at).await.unwrap();
            let found = if found.is_null() { Vec::new() } else { ranges(&encoded, &found) };
            assert_eq!(found, expected, "{cursor}");
        }
        client.finish().await;
    }
}

#[tokio::test]
async fn moves_lead_to_where_they_come_from() {
    let links = json!({ "definition": { "linkSupport": true } });
    for encoded in Encoded::both(RECORDS) {
        for capabilities in [json!({}), links.clone()] {
            let mut client = encoded.open_as("epd", capabilities.clone(), Value::Null).await;
            for (cursor, origin, target) in [("Kd|7", "Kd7", "e2e4"), ("bm e|4", "e4", "4k3/8/8/8/8/8/4P3/4K3 w - -")] {
                let at = json!({ "position": encoded.cursor(cursor) });
                let found = ask(&mut client, "textDocument/definition", at).await.unwrap();
                if capabilities == links {
                    assert_eq!(encoded.slice(&found[0]["originSelectionRange"]), origin);
                    assert_eq!(encoded.slice(&found[0]["targetSelectionRange"]), target);
                } else {
                    assert_eq!(encoded.slice(&found["range"]), target);
                }
            }
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn selections_grow_up_to_the_whole_text() {
    for encoded in Encoded::both(RECORDS) {
        let mut client = open(&encoded, Value::Null).await;
        let positions = json!({ "positions": [encoded.cursor("🏆 |♘"), encoded.cursor("# 🏆 |from")] });
        let found = ask(&mut client, "textDocument/selectionRange", positions).await.unwrap();
        let steps = |first: &Value| {
            let steps = std::iter::successors(Some(first.clone()), |step| step.get("parent").cloned());
            steps.map(|step| encoded.slice(&step["range"])).collect::<Vec<_>>()
        };
        let text = steps(&found[0]);
        assert!(text.starts_with(&["🏆 ♘", "\"🏆 ♘\"", "c0 \"🏆 ♘\"", "c0 \"🏆 ♘\";"]), "{text:?}");
        assert_eq!(text.last(), Some(&RECORDS));
        assert_eq!(steps(&found[1]), ["# 🏆 from https://example.org/a.", RECORDS]);
        client.finish().await;
    }
}

#[tokio::test]
async fn addresses_can_be_opened() {
    for encoded in Encoded::both(RECORDS) {
        let mut client = open(&encoded, Value::Null).await;
        let links = ask(&mut client, "textDocument/documentLink", json!({})).await.unwrap();
        assert_eq!(ranges(&encoded, &links), ["https://example.org/a"]);
        assert_eq!(links[0]["target"], "https://example.org/a");
        client.finish().await;
    }
}

#[tokio::test]
async fn signatures_have_the_part_at_the_cursor() {
    for encoded in Encoded::both(RECORDS) {
        let mut client = open(&encoded, Value::Null).await;
        for (cursor, label, part) in [
            ("ce 3|5", "ce number;", "number"),
            ("c0 \"🏆 |♘", "c0 \"text\";", "text"),
            ("w -| - acd", "pieces turn castling en-passant", "castling"),
        ] {
            let at = json!({ "position": encoded.cursor(cursor) });
            let help = ask(&mut client, "textDocument/signatureHelp", at).await.unwrap();
            let signature = &help["signatures"][0];
            let active = help["activeParameter"].as_u64().unwrap() as usize;
            assert_eq!((&signature["label"], &signature["parameters"][active]["label"]), (&json!(label), &json!(part)));
        }
        client.finish().await;
    }
}

#[tokio::test]
async fn evaluations_are_told_in_words() {
    for encoded in Encoded::both(RECORDS) {
        let mut client = open(&encoded, json!({ "inlayHints": { "evaluation": true } })).await;
        let whole = json!({ "range": encoded.range(0..RECORDS.len()) });
        let hints = ask(&mut client, "textDocument/inlayHint", whole).await.unwrap();
        assert_eq!(hints.as_array().unwrap().len(), 1);
        assert_eq!(hints[0]["label"], "+0.35 pawns for White");
        assert_eq!(encoded.offset(&hints[0]["position"]), RECORDS.find("; fmvn").unwrap());
        client.finish().await;
    }
}
