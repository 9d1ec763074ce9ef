//! `scoresheet/explorer`, `scoresheet/search` and `scoresheet/foundGame`: many games, of open documents and of files.

mod caches;
mod table;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::ops::ControlFlow;

use scoresheet_collection::game::{Game, Lines, Reached, Visitor};
use scoresheet_collection::text_game::TextGames;
use scoresheet_tests::client::Client;
use scoresheet_tests::watcher::Watcher;
use scoresheet_tests::workspace::{Session, encoded};
use serde_json::{Value, json};
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;

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

#[tokio::test]
async fn every_place_of_a_game_has_the_position_of_its_board() {
    let mut session = session(&[], "utf-16").await;
    session.open("games.pgn", GAMES).await;
    let document = json!({ "uri": session.uri("games.pgn") });
    // The tags, the places before and after the first move, and the empty line between.
    for (line, character) in [(0, 0), (0, 3), (4, 0)] {
        let position = json!({ "line": line, "character": character });
        let of_place = json!({ "textDocument": document, "position": position, "scope": "document" });
        let board = session.client.request("scoresheet/board", of_place.clone()).await.unwrap();
        let answer = session.client.request("scoresheet/explorer", of_place).await.unwrap();
        assert!(board["fen"].is_string() && board["fen"] == answer["fen"], "{position}: {board} {answer}");
    }
    session.client.finish().await;
}

/// The answer to a request about the workspace.
async fn ask(client: &mut Client, method: &str, params: Value) -> Value {
    client.request(method, params).await.unwrap()
}

/// The names of White and the places of games that were found.
fn found(answer: &Value) -> Vec<(String, Value)> {
    let of_game = |it: &Value| {
        let name = it["white"].as_str().unwrap_or("?").to_owned();
        (name, json!({ "uri": it["uri"], "range": it["range"] }))
    };
    answer["games"].as_array().unwrap().iter().map(of_game).collect()
}

fn count(answer: &Value) -> (u64, usize, bool) {
    let games = answer["games"].as_array().unwrap().len();
    (answer["total"].as_u64().unwrap(), games, answer["complete"].as_bool().unwrap())
}

/// Games that differ in their players and results; all reach 2. Nf3.
fn many_games(count: usize) -> String {
    let game = |number: usize| {
        let result = ["1-0", "1/2-1/2", "0-1"][number % 3];
        let moves = if number.is_multiple_of(2) { "1. e4 e5 2. Nf3 Nc6 3. Bb5" } else { "1. Nf3 e5 2. e4 Nc6 3. Bc4" };
        format!(
            "[Event \"Open\"]\n[White \"Player {number}\"]\n[Black \"Other\"]\n[Date \"1999.01.01\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    (0..count).map(game).collect()
}

#[tokio::test]
async fn games_are_found_where_they_are_in_files_and_documents() {
    for encoding in ["utf-16", "utf-8"] {
        let mut session = session(&[("closed.pgn", GAMES), ("deep/other.pgn", &many_games(2))], encoding).await;
        let open = GAMES.replace("Tal, M", "🏆 Tal");
        session.open("open.pgn", &open).await;
        let params = json!({ "query": "fen \"rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3\"" });
        let answer = ask(&mut session.client, "scoresheet/search", params).await;
        let at = |name: &str, text: &str, word: &str, nth| session.location(name, text, word, nth);
        let expected = [
            ("Morphy, Paul".to_owned(), at("open.pgn", &open, "e5", 0)),
            ("?".to_owned(), at("open.pgn", &open, "d6", 1)),
            ("Morphy, Paul".to_owned(), at("closed.pgn", GAMES, "e5", 0)),
            ("?".to_owned(), at("closed.pgn", GAMES, "d6", 1)),
        ];
        assert_eq!(found(&answer), expected);
        assert_eq!(count(&answer), (4, 4, true));
        let first = &answer["games"][0];
        let told = ["move", "ply", "event", "date", "result", "whiteElo", "isBroken", "game"].map(|name| &first[name]);
        assert_eq!(json!(told), json!(["2... e5", 4, "🏆 Open", "1858.??.??", "1-0", "2600", false, 0]));
        assert_eq!(first["opening"]["eco"], "C41");
        // What is found by its tags begins where the game does.
        let answer = ask(&mut session.client, "scoresheet/search", json!({ "query": "white = \"🏆 Tal\"" })).await;
        let [(_, place)] = &found(&answer)[..] else { panic!("{answer}") };
        assert_eq!(place["range"]["start"], session.range(&open, "[White \"🏆", 0)["start"]);
        assert_eq!(answer["games"][0]["ply"], Value::Null);
        session.client.finish().await;
    }
}

#[tokio::test]
async fn every_number_leads_to_its_games_page_by_page() {
    let text = many_games(25);
    let mut session = session(&[("games.pgn", &text)], "utf-8").await;
    let line = json!({ "line": "1. e4 e5 2. Nf3" });
    let answer = ask(&mut session.client, "scoresheet/explorer", line.clone()).await;
    assert_eq!(moves(&answer), [("Nc6".to_owned(), 25, Some(0.52))]);
    let mut names = Vec::new();
    for offset in [0, 10, 20, 30] {
        let params = json!({ "line": "1. e4 e5 2. Nf3", "move": "b8c6", "limit": 10, "offset": offset });
        let answer = ask(&mut session.client, "scoresheet/search", params).await;
        assert_eq!(answer["total"], 25);
        names.extend(found(&answer).into_iter().map(|(name, _)| name));
    }
    assert_eq!(names, (0..25).map(|number| format!("Player {number}")).collect::<Vec<_>>());
    let params = json!({ "line": "1. e4 e5 2. Nf3", "move": "b8c6", "query": "result = 0-1", "limit": 1 });
    let answer = ask(&mut session.client, "scoresheet/search", params).await;
    assert_eq!((count(&answer), found(&answer)[0].0.as_str()), ((8, 1, true), "Player 2"));
    let filtered = json!({ "line": "1. e4 e5 2. Nf3", "query": "result = 0-1" });
    let answer = ask(&mut session.client, "scoresheet/explorer", filtered).await;
    assert_eq!(moves(&answer), [("Nc6".to_owned(), 8, Some(0.0))]);
    // By a query that is saved in the workspace, and as a command.
    session.write("scoresheet.toml", "[queries]\nlost = \"result = 0-1\"\n");
    let saved = json!({ "line": "1. e4 e5 2. Nf3", "query": "@lost and white != x" });
    let params = json!({ "command": "scoresheet/explorer", "arguments": [saved] });
    let answer = ask(&mut session.client, "workspace/executeCommand", params).await;
    assert_eq!(moves(&answer), [("Nc6".to_owned(), 8, Some(0.0))]);
    for (params, expected) in [
        (json!({ "line": "1. e4", "move": "e2e4" }), "e2e4 is not a legal move"),
        (json!({ "move": "e2e4" }), "a move needs a position"),
        (json!({ "line": "1. e5" }), "line: e5 is not a legal move here"),
        (json!({ "scope": "document" }), "need a textDocument"),
    ] {
        let error = session.client.request("scoresheet/search", params).await.unwrap_err();
        assert!(error["code"] == -32602 && error["message"].as_str().unwrap().contains(expected), "{error}");
    }
    session.client.finish().await;
}

#[tokio::test]
async fn the_text_in_the_editor_counts_and_not_that_on_the_disk() {
    let mut session = session(&[("games.pgn", &many_games(5))], "utf-16").await;
    let games = async |session: &mut Session| {
        let answer = ask(&mut session.client, "scoresheet/explorer", json!({})).await;
        moves(&answer).into_iter().map(|(san, games, _)| (san, games)).collect::<Vec<_>>()
    };
    assert_eq!(games(&mut session).await, [("e4".to_owned(), 3), ("Nf3".to_owned(), 2)]);
    session.open("games.pgn", &many_games(4)).await;
    assert_eq!(games(&mut session).await, [("Nf3".to_owned(), 2), ("e4".to_owned(), 2)]);
    let document = json!({ "uri": session.uri("games.pgn"), "version": 2 });
    let at = session.range(&many_games(4), "1. e4", 1);
    let changes = json!([{ "range": at, "text": "1. d4" }]);
    session
        .client
        .notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }))
        .await;
    assert_eq!(games(&mut session).await, [("Nf3".to_owned(), 2), ("d4".to_owned(), 1), ("e4".to_owned(), 1)]);
    session.close("games.pgn").await;
    assert_eq!(games(&mut session).await, [("e4".to_owned(), 3), ("Nf3".to_owned(), 2)]);
    session.client.finish().await;
}

#[tokio::test]
async fn a_query_that_does_not_read_is_an_error_with_its_place() {
    for (encoding, end) in [("utf-16", 21), ("utf-8", 23)] {
        let mut session = session(&[], encoding).await;
        for method in ["scoresheet/search", "scoresheet/explorer"] {
            let query = "event = \"🏆\" and whit = x";
            let error = session.client.request(method, json!({ "query": query })).await.unwrap_err();
            assert_eq!(error["code"], -32602);
            let start = end - 4;
            let range = json!({ "start": { "line": 0, "character": start }, "end": { "line": 0, "character": end } });
            assert_eq!(error["data"], json!({ "range": range, "suggestion": "did you mean white?" }), "{error}");
        }
        session.client.finish().await;
    }
}

#[tokio::test]
async fn partial_answers_come_before_the_whole_one() {
    let texts: Vec<(String, String)> = (0..3).map(|number| (format!("{number}.pgn"), many_games(10))).collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut session = session(&files, "utf-8").await;
    for (method, total) in [("scoresheet/explorer", "/total/games"), ("scoresheet/search", "/total")] {
        let id = session.client.ask(method, json!({ "partialResultToken": method })).await;
        let first = session.client.expect(|it| it["method"] == "$/progress" && it["params"]["token"] == method).await;
        let first = &first["params"]["value"];
        assert_eq!((first.pointer(total), &first["complete"]), (Some(&json!(10)), &json!(false)));
        let answer = session.client.answer(id).await.unwrap();
        assert_eq!((answer.pointer(total), &answer["complete"]), (Some(&json!(30)), &json!(true)));
        // There may be more, on a slow machine.
        session.client.skip(|it| it["method"] == "$/progress");
    }
    session.client.finish().await;
}

#[tokio::test]
async fn a_request_is_cancelled_or_out_of_date() {
    let watcher = Watcher::new();
    let mut client = Client::watched_initialized(watcher.clone(), json!({})).await;
    client.open(GAMES).await;
    client.diagnostics(1).await;
    let document = json!({ "uri": scoresheet_tests::client::URI });
    for (method, params) in [
        ("scoresheet/explorer", json!({ "textDocument": document, "position": { "line": 8, "character": 20 } })),
        ("scoresheet/search", json!({ "query": "player = Tal", "textDocument": document, "scope": "document" })),
    ] {
        watcher.hold_answers();
        let id = client.ask(method, params.clone()).await;
        client.notify("$/cancelRequest", json!({ "id": id })).await;
        assert_eq!(client.answer(id).await.unwrap_err()["code"], -32800);
        watcher.release();
        // By its progress.
        watcher.hold_answers();
        let mut with_token = params.clone();
        with_token["workDoneToken"] = json!("work");
        let id = client.ask(method, with_token).await;
        client.expect(|it| it["params"]["value"]["kind"] == "begin").await;
        client.notify("window/workDoneProgress/cancel", json!({ "token": "work" })).await;
        // So that it has been read.
        client.request("scoresheet/picture", json!({ "fen": "8/8" })).await.unwrap_err();
        watcher.release();
        assert_eq!(client.answer(id).await.unwrap_err()["code"], -32800);
        client.expect(|it| it["params"]["value"]["kind"] == "end").await;
        watcher.hold_answers();
        let id = client.ask(method, params.clone()).await;
        let version = if method == "scoresheet/explorer" { 2 } else { 3 };
        client.change(version, json!([{ "range": scoresheet_tests::client::range(0, 0, 0, 0), "text": " " }])).await;
        // So that it has been read.
        client.request("scoresheet/picture", json!({ "fen": "8/8" })).await.unwrap_err();
        watcher.release();
        assert_eq!(client.answer(id).await.unwrap_err()["code"], -32801);
        assert!(client.request(method, params).await.is_ok());
    }
    client.read_rest().await;
}

#[tokio::test]
async fn a_game_that_was_found_is_found_again_or_is_gone() {
    let text = many_games(3);
    let mut session = session(&[("games.pgn", &text)], "utf-16").await;
    let answer =
        ask(&mut session.client, "scoresheet/search", json!({ "query": "white = \"Player 1\" and move Bc4" })).await;
    let data = json!({ "data": answer["games"][0]["data"] });
    let place = async |session: &mut Session| session.client.request("scoresheet/foundGame", data.clone()).await;
    let found = place(&mut session).await.unwrap();
    assert_eq!(found["range"], session.range(&text, "Bc4", 0));
    // A game before it, and a comment in it.
    let moved = format!("{GAMES}\n{}", text.replace("3. Bc4", "{ 🏆 } 3. Bc4"));
    session.write("games.pgn", &moved);
    let found = place(&mut session).await.unwrap();
    assert_eq!((&found["range"], &found["game"]), (&session.range(&moved, "Bc4", 1), &json!(4)));
    for changed in [text.replace("3. Bc4", "3. Be2"), text.replace("Player 1", "Player A")] {
        session.write("games.pgn", &changed);
        let error = place(&mut session).await.unwrap_err();
        assert!(error["code"] == -32803 && error["message"].as_str().unwrap().contains("no longer in"), "{error}");
    }
    // The text in the editor is what the user sees.
    session.open("games.pgn", &moved).await;
    assert_eq!(place(&mut session).await.unwrap()["game"], 4);
    fs::remove_file(session.path("games.pgn")).unwrap();
    session.close("games.pgn").await;
    assert_eq!(place(&mut session).await.unwrap_err()["code"], -32803);
    let error = session.client.request("scoresheet/foundGame", json!({ "data": 1 })).await.unwrap_err();
    assert_eq!(error["code"], -32602);
    session.client.finish().await;
}

#[tokio::test]
async fn an_address_that_is_no_file_is_not_read() {
    let mut session = session(&[("games.pgn", &many_games(2))], "utf-16").await;
    let scope = json!({ "files": ["http://example.org/games.pgn", session.uri("games.pgn")] });
    for (method, params) in [
        ("scoresheet/search", json!({ "query": "move e5", "scope": scope })),
        (
            "scoresheet/explorer",
            json!({ "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "scope": scope }),
        ),
    ] {
        let answer = ask(&mut session.client, method, params).await;
        let unread =
            json!([{ "uri": "http://example.org/games.pgn", "message": "it is neither a file nor an open document" }]);
        assert_eq!((&answer["complete"], &answer["unread"]), (&json!(false), &unread), "{method}");
    }
    session.client.finish().await;
}

#[tokio::test]
async fn compressed_and_encoded_files_and_broken_games_are_searched() {
    let mut session = session(&[("broken.pgn", "[White \"Broken\"]\n\n1. e4 e5 2. Ke3 *\n")], "utf-16").await;
    let packed = zstd::encode_all(many_games(2).as_bytes(), 1).unwrap();
    fs::write(session.path("games.pgn.zst"), packed).unwrap();
    let utf16: Vec<u8> = format!("\u{feff}{GAMES}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(session.path("utf16.pgn"), utf16).unwrap();
    let latin: Vec<u8> = GAMES.replace(['🏆', '♘'], "ü").chars().map(|it| u32::from(it) as u8).collect();
    fs::write(session.path("latin.pgn"), latin).unwrap();
    fs::write(session.path("none.pgn"), b"PK\x03\x04\x14\0\0\0").unwrap();
    let answer = ask(&mut session.client, "scoresheet/search", json!({ "query": "move e5" })).await;
    let in_latin = GAMES.replace(['🏆', '♘'], "ü");
    let mut found = found(&answer);
    assert_eq!(
        (answer["games"][0]["isBroken"].clone(), answer["games"][0]["white"].clone()),
        (json!(true), json!("Broken"))
    );
    found.retain(|(_, place)| !place["uri"].as_str().unwrap().contains("broken"));
    let places: Vec<Value> = found.into_iter().map(|(_, place)| place).collect();
    let expected = [
        session.location("games.pgn.zst", &many_games(2), "e5", 0),
        session.location("games.pgn.zst", &many_games(2), "e5", 1),
        session.location("latin.pgn", &in_latin, "e5", 0),
        session.location("latin.pgn", &in_latin, "e5", 1),
        session.location("utf16.pgn", GAMES, "e5", 0),
        session.location("utf16.pgn", GAMES, "e5", 1),
    ];
    assert_eq!(places, expected);
    assert_eq!((&answer["complete"], &answer["unread"][0]["uri"]), (&json!(false), &json!(session.uri("none.pgn"))));
    // Editors cannot open an archive: its text comes along.
    let game = &answer["games"][1];
    let place = ask(&mut session.client, "scoresheet/foundGame", json!({ "data": game["data"] })).await;
    assert!(place["text"].as_str().unwrap().starts_with("[Event \"Open\"]\n[White \"Player 0\"]"), "{place}");
    session.client.finish().await;
}

/// The real games of the fixtures, counted from the positions of their main lines.
#[tokio::test]
async fn counts_are_those_of_games_played_one_by_one() {
    let texts = [include_str!("../../fixtures/annotated.pgn").to_owned(), many_games(20), GAMES.to_owned()];
    let mut counted: HashMap<String, BTreeMap<String, u64>> = HashMap::new();
    for text in &texts {
        let mut games = TextGames::new(text);
        while let Some(mut game) = games.next() {
            let mut moves = Moves::default();
            game.play(Lines::Main, &mut moves);
            let mut seen = HashSet::new();
            for (fen, san) in moves.0.into_iter().filter(|(fen, _)| seen.insert(fen.clone())) {
                *counted.entry(fen).or_default().entry(san).or_default() += 1;
            }
        }
    }
    let files: Vec<(String, &String)> =
        texts.iter().enumerate().map(|(at, text)| (format!("{at}.pgn"), text)).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut session = session(&files, "utf-8").await;
    assert!(counted.len() > 30);
    for (fen, expected) in counted {
        let answer = ask(&mut session.client, "scoresheet/explorer", json!({ "fen": format!("{fen} 0 1") })).await;
        let found: BTreeMap<String, u64> = moves(&answer).into_iter().map(|(san, games, _)| (san, games)).collect();
        assert_eq!(found, expected, "{fen}");
        for next in answer["moves"].as_array().unwrap() {
            let params = json!({ "fen": format!("{fen} 0 1"), "move": next["uci"], "limit": 0 });
            let games = ask(&mut session.client, "scoresheet/search", params).await;
            assert_eq!(games["total"], next["games"], "{fen} {next}");
        }
    }
    session.client.finish().await;
}

/// Each position without its counters, with the move that follows.
#[derive(Default)]
struct Moves(Vec<(String, String)>, Option<VariantPosition>);

impl Visitor for Moves {
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
        if let (Some(before), Some(action)) = (self.1.take(), reached.last) {
            let fen = Fen::from_position(&before, EnPassantMode::Legal).to_string();
            let fields: Vec<&str> = fen.split(' ').take(4).collect();
            self.0.push((fields.join(" "), SanPlus::from_move(before, action).to_string()));
        }
        self.1 = Some(reached.position.clone());
        ControlFlow::Continue(())
    }
}

#[tokio::test]
async fn symbols_are_games_where_terms_or_words_of_tags_are_typed() {
    let mut session = session(&[("closed.pgn", &many_games(3))], "utf-16").await;
    session.open("open.pgn", GAMES).await;
    let cases = [
        ("white = \"Morphy*\"", vec!["Morphy, Paul – Réti, R, 🏆 Open 1858, 1-0 (C41 Philidor Defense)"]),
        ("paul 1858", vec!["Morphy, Paul – Réti, R, 🏆 Open 1858, 1-0 (C41 Philidor Defense)"]),
        (
            "open 1999 other",
            vec![
                "Player 0 – Other, Open 1999, 1-0 (1999.01.01, C60 Ruy Lopez)",
                "Player 1 – Other, Open 1999, 1/2-1/2 (1999.01.01, C50 Italian Game)",
                "Player 2 – Other, Open 1999, 0-1 (1999.01.01, C60 Ruy Lopez)",
            ],
        ),
        ("move Bg4", vec!["Morphy, Paul – Réti, R, 🏆 Open 1858, 1-0: 3... Bg4 (C41 Philidor Defense)"]),
        ("white = ", vec![]),
    ];
    for (query, expected) in cases {
        assert_eq!(session.symbols(query).await, expected, "{query}");
    }
    let found = ask(&mut session.client, "workspace/symbol", json!({ "query": "white = \"Player 1\"" })).await;
    let place = session.range(&many_games(3), "[Event", 1);
    assert_eq!(
        found[0]["location"],
        json!({ "uri": session.uri("closed.pgn"), "range": { "start": place["start"], "end": place["start"] } })
    );
    session.client.finish().await;
}
