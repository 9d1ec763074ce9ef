//! Requests about the whole workspace report progress and partial results to clients that request them.

use scoresheet_tests::client::Client;
use scoresheet_tests::workspace::{OPEN, Session, encoded};
use serde_json::{Value, json};

/// More games than one partial result contains.
const GAMES: usize = 150;

const GAME: &str = "[Event \"🏆\"]\r\n[White \"Last, A\"]\r\n\r\n{🏆} 1. e4 e5 (1... c5) 2. Nf3 {♘} d6 1-0\r\n\r\n";

const ENCODINGS: [&str; 2] = ["utf-16", "utf-8"];

async fn start(encoding: &str, text_document: Value) -> Session {
    let mut capabilities = encoded(encoding);
    capabilities["textDocument"] = text_document;
    let mut session = Session::start(&[("games.pgn", &GAME.repeat(GAMES))], capabilities, json!({})).await;
    session.open("open.pgn", OPEN).await;
    session.until_symbols("last", &[&format!("Last, A (player, {GAMES} games)")]).await;
    session
}

/// The notifications of a token from the begin to the end of the work.
async fn told(client: &mut Client, token: &str) -> Vec<Value> {
    let mut told = Vec::new();
    while told.last().is_none_or(|last: &Value| last["kind"] != "end") {
        told.push(value(client, token).await);
    }
    told
}

async fn value(client: &mut Client, token: &str) -> Value {
    client.expect(|it| it["method"] == "$/progress" && it["params"]["token"] == token).await["params"]["value"].take()
}

/// The partial results, each a list, until there are this many elements.
async fn parts(client: &mut Client, count: usize) -> Vec<Value> {
    let mut elements = Vec::new();
    while elements.len() < count {
        elements.extend(value(client, "parts").await.as_array().unwrap().iter().cloned());
    }
    elements
}

fn check_told(told: &[Value], title: &str) {
    assert_eq!(
        (&told[0]["kind"], &told[0]["title"], &told[0]["cancellable"]),
        (&json!("begin"), &json!(title), &json!(true))
    );
    let percentages: Vec<u64> = told[1..told.len() - 1].iter().map(|it| it["percentage"].as_u64().unwrap()).collect();
    assert!(percentages.is_sorted() && percentages.iter().all(|percentage| (1..=100).contains(percentage)), "{told:?}");
}

#[tokio::test]
async fn references_come_in_parts() {
    for encoding in ENCODINGS {
        let mut session = start(encoding, json!({})).await;
        let context = json!({ "context": { "includeDeclaration": true } });
        let whole = session.ask("textDocument/references", "d6", 0, context.clone()).await.unwrap();
        assert_eq!(whole.as_array().unwrap().len(), GAMES + 1);
        assert_eq!(whole[0], session.location("open.pgn", OPEN, "d6", 0));
        assert_eq!(whole[1], session.location("games.pgn", GAME, "d6", 0));
        let mut tokens = context;
        tokens["partialResultToken"] = json!("parts");
        tokens["workDoneToken"] = json!("work");
        assert_eq!(session.ask("textDocument/references", "d6", 0, tokens).await.unwrap(), json!([]));
        assert_eq!(&parts(&mut session.client, GAMES + 1).await, whole.as_array().unwrap());
        let told = told(&mut session.client, "work").await;
        check_told(&told, "Finding the same position");
        assert!(told.len() > 3, "{told:?}");
        session.client.finish().await;
    }
}

#[tokio::test]
async fn the_tree_of_openings_comes_in_parts() {
    for encoding in ENCODINGS {
        let mut session = start(encoding, json!({})).await;
        let item = session.ask("textDocument/prepareCallHierarchy", "e4", 0, json!({})).await.unwrap()[0].take();
        for (method, title, end) in [
            ("callHierarchy/outgoingCalls", "Finding the moves from the position", "to"),
            ("callHierarchy/incomingCalls", "Finding the ways to the position", "from"),
        ] {
            let whole = session.client.request(method, json!({ "item": item })).await.unwrap();
            assert!(!whole[0][end]["name"].as_str().unwrap().is_empty());
            let tokens = json!({ "item": item, "partialResultToken": "parts", "workDoneToken": "work" });
            assert_eq!(session.client.request(method, tokens).await.unwrap(), json!([]));
            let count = whole.as_array().unwrap().len();
            assert_eq!(&parts(&mut session.client, count).await, whole.as_array().unwrap());
            check_told(&told(&mut session.client, "work").await, title);
        }
        session.client.finish().await;
    }
}

#[tokio::test]
async fn names_come_in_parts() {
    for encoding in ENCODINGS {
        let mut session = start(encoding, json!({})).await;
        let whole = session.client.request("workspace/symbol", json!({ "query": "" })).await.unwrap();
        let tokens = json!({ "query": "", "partialResultToken": "parts", "workDoneToken": "work" });
        assert_eq!(session.client.request("workspace/symbol", tokens).await.unwrap(), json!([]));
        let count = whole.as_array().unwrap().len();
        assert_eq!(&parts(&mut session.client, count).await, whole.as_array().unwrap());
        check_told(&told(&mut session.client, "work").await, "Finding names");
        session.client.finish().await;
    }
}

#[tokio::test]
async fn renaming_and_checking_the_workspace_are_told_of() {
    for encoding in ENCODINGS {
        let mut session = start(encoding, json!({ "diagnostic": {}, "rename": { "prepareSupport": true } })).await;
        let tokens = json!({ "newName": "New, A", "workDoneToken": "work" });
        let renamed = session.ask("textDocument/rename", "Morphy", 0, tokens).await.unwrap();
        assert_eq!(renamed["changes"].as_object().unwrap().len(), 1);
        check_told(&told(&mut session.client, "work").await, "Renaming");
        let tokens = json!({ "previousResultIds": [], "workDoneToken": 7 });
        let reports = session.client.request("workspace/diagnostic", tokens).await.unwrap();
        assert_eq!(reports["items"].as_array().unwrap().len(), 2);
        let begin = session.client.expect(|it| it["params"]["token"] == 7).await["params"]["value"].take();
        assert_eq!(begin["title"], "Checking the games of the workspace");
        session.client.expect(|it| it["params"]["token"] == 7 && it["params"]["value"]["kind"] == "end").await;
        session.client.finish().await;
    }
}
