//! Records and games of the workspace together: the same position is found in both, and the moves that were played from it.

use scoresheet_tests::workspace::{BETWEEN_LOOKS, LOOKS, OPEN, Session, encoded};
use serde_json::{Value, json};

/// The position after the third ply of White's knight in [`OPEN`] and Black's answer.
const FIELDS: &str = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";

struct Texts {
    /// A file of records, with astral characters and `\r\n` before the position.
    suite: String,
    /// A game that starts from it.
    problem: String,
    /// Open records.
    open: String,
}

fn texts() -> Texts {
    Texts {
        suite: format!("# 🏆\r\n8/8/8/8/8/8/8/K1k5 w - - id \"🏆\";\r\n{FIELDS} c0 \"🏆♘\"; bm d4;\r\n"),
        problem: format!(
            "[Event \"🏆\"]\r\n[White \"Last, A\"]\r\n[SetUp \"1\"]\r\n[FEN \"{FIELDS} 0 3\"]\r\n\r\n{{🏆}} 3. d4 Bg4 0-1\r\n"
        ),
        open: format!("# 🏆\r\n# ♘\r\n{FIELDS} id \"🏆 1\"; pv d4 Bg4 h3;\r\n"),
    }
}

async fn start(encoding: &str, texts: &Texts) -> Session {
    let files = [("a.epd", texts.suite.as_str()), ("z.pgn", texts.problem.as_str())];
    let mut session = Session::start(&files, encoded(encoding), json!({})).await;
    session.open("open.pgn", OPEN).await;
    let uri = session.uri("open.epd");
    session.client.open_as("epd", &uri, &texts.open).await;
    session.until_symbols("last", &["Last, A (player, 1 game)"]).await;
    session
}

/// The answer about the `nth` occurrence of `word` in a text.
async fn ask(session: &mut Session, method: &str, (name, text): (&str, &str), word: &str, more: Value) -> Value {
    let position = session.range(text, word, 0)["end"].take();
    let mut params = json!({ "textDocument": { "uri": session.uri(name) }, "position": position });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    session.client.request(method, params).await.unwrap()
}

async fn references(session: &mut Session, document: (&str, &str), word: &str) -> Value {
    let context = json!({ "context": { "includeDeclaration": true } });
    ask(session, "textDocument/references", document, word, context).await
}

#[tokio::test]
async fn games_lead_to_records_and_back() {
    let texts = texts();
    for encoding in ["utf-16", "utf-8"] {
        let mut session = start(encoding, &texts).await;
        let in_game = session.location("open.pgn", OPEN, "d6", 0);
        let in_records = session.location("open.epd", &texts.open, FIELDS, 0);
        let elsewhere = [
            session.location("a.epd", &texts.suite, FIELDS, 0),
            session.location("z.pgn", &texts.problem, &format!("{FIELDS} 0 3"), 0),
        ];
        let all = |first: &Value, second: &Value| json!([first, second, elsewhere[0], elsewhere[1]]);
        assert_eq!(references(&mut session, ("open.pgn", OPEN), "d6").await, all(&in_game, &in_records));
        assert_eq!(references(&mut session, ("open.epd", &texts.open), FIELDS).await, all(&in_records, &in_game));
        let moves = json!([
            session.location("open.epd", &texts.open, "Bg4", 0),
            session.location("open.pgn", OPEN, "Bg4", 0),
            session.location("z.pgn", &texts.problem, "Bg4", 0),
        ]);
        assert_eq!(references(&mut session, ("open.epd", &texts.open), "Bg4").await, moves);
        // The old version of a changed record is no longer indexed.
        let document = json!({ "uri": session.uri("open.epd"), "version": 2 });
        let change = json!([{ "range": session.range(&texts.open, " w KQkq", 0), "text": " b KQkq" }]);
        let change = json!({ "textDocument": document, "contentChanges": change });
        session.client.notify("textDocument/didChange", change).await;
        let found = references(&mut session, ("open.pgn", OPEN), "d6").await;
        assert_eq!(found, json!([in_game, elsewhere[0], elsewhere[1]]));
        session.client.finish().await;
    }
}

#[tokio::test]
async fn moves_of_records_are_ranked_by_the_games() {
    let texts = texts();
    for encoding in ["utf-16", "utf-8"] {
        let mut session = start(encoding, &texts).await;
        let text = format!("# 🏆\r\n{FIELDS} c0 \"🏆\"; bm ");
        let uri = session.uri("new.epd");
        session.client.open_as("epd", &uri, &text).await;
        let mut first = Value::Null;
        // The open documents are indexed asynchronously.
        for _ in 0..LOOKS {
            first = ask(&mut session, "textDocument/completion", ("new.epd", &text), "bm ", json!({})).await[0].take();
            if first["detail"].as_str().is_some_and(|detail| detail.starts_with("2 games")) {
                break;
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        // The moves of records do not count.
        assert_eq!(
            (&first["label"], &first["detail"]),
            (&json!("d4"), &json!("2 games, White scores 50%; C41 Philidor Defense"))
        );
        session.client.finish().await;
    }
}

#[tokio::test]
async fn records_have_a_place_in_the_tree_of_openings() {
    let texts = texts();
    for encoding in ["utf-16", "utf-8"] {
        let mut session = start(encoding, &texts).await;
        let method = "textDocument/prepareCallHierarchy";
        let item = ask(&mut session, method, ("open.epd", &texts.open), FIELDS, json!({})).await[0].take();
        let range = session.range(&texts.open, FIELDS, 0);
        assert_eq!(
            (&item["name"], &item["detail"], &item["range"]),
            (&json!("🏆 1"), &json!("C41 Philidor Defense"), &range)
        );
        let params = json!({ "item": item });
        let next = session.client.request("callHierarchy/outgoingCalls", params.clone()).await.unwrap();
        assert_eq!(next.as_array().unwrap().len(), 1);
        let to = &next[0]["to"];
        assert_eq!(
            (&to["name"], &to["detail"]),
            (
                &json!("1. d4, 2 games, White scores 50%"),
                &json!("C41 Philidor Defense; here Morphy, P. – ♘🏆, 🏆, 1-0")
            )
        );
        // Records have no path to the position: it is that of the game.
        assert_eq!((&to["uri"], &to["range"]), (&json!(session.uri("open.pgn")), &session.range(OPEN, "d4", 0)));
        let ways = session.client.request("callHierarchy/incomingCalls", params).await.unwrap();
        let names: Vec<&Value> = ways.as_array().unwrap().iter().map(|way| &way["from"]["name"]).collect();
        assert_eq!(names, ["before 2... d6, 1 game, White scores 100%"]);
        let item = ask(&mut session, method, ("open.epd", &texts.open), "h3", json!({})).await[0].take();
        assert_eq!(item["name"], "2. h3");
        session.client.finish().await;
    }
}
