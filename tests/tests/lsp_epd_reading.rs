//! What helps to read and to write records: answers with their content, in UTF-16 and UTF-8, with characters beyond the basic plane
//! and line ends of two characters before the place.

use std::sync::Arc;

use scoresheet::lsp::pgn_engine::PgnEngine;
use scoresheet_tests::client::{Client, URI};
use scoresheet_tests::encoded::Encoded;
use serde_json::{Value, json};

const RECORDS: &str = "# 🏆 from https://example.org/a.\r\n4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"🏆\"; id \"♘\";\r\n\r\n\
    4k3/8/8/8/8/8/4P3/4K3 w - - acd 12; am Kd1; bm e4; c0 \"🏆 ♘\"; ce 35; fmvn 40; hmvc 7; pv e2e4 Kd7 Kd2;\r\n";

async fn open(encoded: &Encoded<'_>, options: Value) -> Client {
    encoded.open_as("epd", Arc::new(PgnEngine), json!({}), options).await
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
        assert!(refused["message"].as_str().unwrap().starts_with("The line of pv has Kd7"), "{refused}");
        client.finish().await;
    }
}
