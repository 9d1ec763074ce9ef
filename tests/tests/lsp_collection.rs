//! `scoresheet/explorer`, `scoresheet/search` and `scoresheet/foundGame`: many games, of open documents and of files.

use std::fs;
use std::io::Write;
use std::path::Path;

use scoresheet_tests::client::Client;
use scoresheet_tests::workspace::{Session, encoded};
use serde_json::{Value, json};

/// Three games: two reach the position after 2... d6 by different moves, and one is in a line with another.
const GAMES: &str = "[Event \"🏆 Open\"]\r\n[White \"Morphy, Paul\"]\r\n[Black \"Réti, R\"]\r\n[WhiteElo \"2600\"]\r\n[BlackElo \"2500\"]\r\n\
    [Date \"1858.??.??\"]\r\n[Result \"1-0\"]\r\n\r\n{🏆🏆} 1. Nf3 d6 {🏆} 2. e4 e5 (2... Nf6 {♘🏆} 3. d4) 3. d4 Bg4 1-0 {🏆} \
    1. e4 e5 2. Nf3 d6 3. Bc4 1/2-1/2\r\n\r\n[White \"Tal, M\"]\r\n[Black \"?\"]\r\n[Result \"0-1\"]\r\n\r\n1. e4 c5 2. Nf3 d6 3. d4 0-1\r\n";

async fn session(files: &[(&str, &str)], encoding: &str) -> Session {
    Session::start(files, encoded(encoding), json!({ "moveCache": { "enabled": false } })).await
}

/// The moves of an explorer with their numbers of games and their scores.
fn moves(answer: &Value) -> Vec<(String, u64, Option<f64>)> {
    let of_move =
        |it: &Value| (it["san"].as_str().unwrap().to_owned(), it["games"].as_u64().unwrap(), it["score"].as_f64());
    answer["moves"].as_array().unwrap().iter().map(of_move).collect()
}

#[tokio::test]
async fn moves_from_a_position_are_counted_in_a_document_as_it_is() {
    for encoding in ["utf-16", "utf-8"] {
        let mut session = session(&[], encoding).await;
        session.open("games.pgn", GAMES).await;
        // After 2... d6 in the second game.
        let position = session.range(GAMES, "d6", 1)["end"].take();
        let document = json!({ "uri": session.uri("games.pgn") });
        let params = json!({ "textDocument": document, "position": position, "scope": "document" });
        let answer = session.client.request("scoresheet/explorer", params).await.unwrap();
        assert_eq!(moves(&answer), [("Bc4".into(), 1, Some(0.5)), ("d4".into(), 1, Some(1.0))], "{answer}");
        assert_eq!((&answer["complete"], &answer["version"]), (&json!(true), &json!(1)));
        assert_eq!((&answer["total"]["games"], &answer["opening"]["eco"]), (&json!(2), &json!("C41")));
        let best = &answer["moves"][1]["bestGame"];
        assert_eq!(
            (&best["white"], &best["whiteElo"], &best["year"]),
            (&json!("Morphy, Paul"), &json!(2600), &json!(1858))
        );
        let place = session.client.request("scoresheet/foundGame", json!({ "data": best["data"] })).await.unwrap();
        assert_eq!(place["range"], session.range(GAMES, "d4", 1));
        session.client.finish().await;
    }
}
