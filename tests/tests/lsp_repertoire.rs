//! Repertoires through the protocol: what is found in the files of a folder, open or not, and what can be done about it.

use scoresheet_tests::client::{apply, range_of};
use scoresheet_tests::workspace::Session;
use serde_json::{Value, json};

const CONFIGURATION: &str = "[repertoire]\nside = \"white\"\nagainst = [\"../games.pgn\"]\nmoves = 1\n";
const OPEN: &str = "1. e4 e5 2. Nf3 *\n";
const OTHER: &str = "1. e4 {🏆} e5 2. Nc3 (2. Nf3 Nc6 3. Bb5) *\n";
const GAMES: &str = "1. e4 e5 2. Nf3 Nc6 *\n\n1. e4 c5 *\n\n1. e4 c5 *\n";

async fn session(other: &str, capabilities: Value) -> Session {
    let files = [
        ("white/scoresheet.toml", CONFIGURATION),
        ("white/other.pgn", other),
        ("white/zero.pgn", OPEN),
        ("games.pgn", GAMES),
    ];
    Session::start(&files, capabilities, json!({})).await
}

/// The findings about the repertoire in a document that is open, once there are as many: the code, the text that is marked, and the finding.
async fn found(session: &mut Session, name: &str, text: &str, count: usize) -> Vec<(String, String, Value)> {
    let uri = session.uri(name);
    loop {
        let published = session.client.next_diagnostics(&uri).await;
        let rules =
            ["conflicting-answers", "missing-reply", "missing-answer", "unreachable-line", "contradictory-marks"];
        let all =
            published.as_array().expect("a list").iter().filter(|it| rules.iter().any(|rule| it["code"] == *rule));
        let named = all.map(|it| {
            let word = text.split_whitespace().map(|word| word.as_ptr() as usize - text.as_ptr() as usize..);
            let marked = word.map(|from| from.start).find_map(|start| {
                let length = text[start..].find([' ', ')', '\n']).unwrap_or(0);
                let range = start..start + length;
                (range_of(text, &range) == it["range"]).then(|| text[range].to_owned())
            });
            (it["code"].as_str().unwrap_or_default().to_owned(), marked.unwrap_or_default(), it.clone())
        });
        let named: Vec<(String, String, Value)> = named.collect();
        if named.len() == count {
            return named;
        }
    }
}

fn kinds(found: &[(String, String, Value)]) -> Vec<(&str, &str)> {
    found.iter().map(|(code, marked, _)| (code.as_str(), marked.as_str())).collect()
}

/// The actions at a finding.
async fn actions(session: &mut Session, name: &str, finding: &Value) -> Vec<Value> {
    let context = json!({ "diagnostics": [finding], "only": ["quickfix"] });
    let params = json!({ "textDocument": { "uri": session.uri(name) }, "range": finding["range"], "context": context });
    let actions = session.client.request("textDocument/codeAction", params).await.expect("actions");
    actions.as_array().expect("a list").clone()
}

#[tokio::test]
async fn answers_of_other_files_are_compared_and_shown() {
    let mut session =
        session("1. e4 {🏆} e5 2. Nc3 *\n", json!({ "window": { "showDocument": { "support": true } } })).await;
    session.open("white/zero.pgn", OPEN).await;
    let all = found(&mut session, "white/zero.pgn", OPEN, 1).await;
    assert_eq!(kinds(&all), [("conflicting-answers", "Nf3")]);
    let finding = &all[0].2;
    assert_eq!(
        finding["message"],
        "The repertoire plays 2. Nf3 here and 2. Nc3 in the same position at other.pgn:1:17: keep one, or mark the other with ?"
    );
    let place = &finding["relatedInformation"][0];
    assert_eq!(
        (&place["location"]["uri"], &place["message"]),
        (&json!(session.uri("white/other.pgn")), &json!("the other answer"))
    );
    assert_eq!(place["location"]["range"]["start"]["line"], 0);
    let offered = actions(&mut session, "white/zero.pgn", finding).await;
    let jump = offered.iter().find(|action| action["title"] == "Go to the other answer").expect("an action");
    let call = session.client.ask("workspace/executeCommand", jump["command"].clone()).await;
    let shown = session.client.respond("window/showDocument", json!({ "success": true })).await;
    assert_eq!((&shown["uri"], &shown["takeFocus"]), (&json!(session.uri("white/other.pgn")), &json!(true)), "{shown}");
    assert_eq!(session.client.answer(call).await, Ok(json!(true)));

    // The finding stays in its place while the user types, and goes when the other answer is the same.
    let typed = "{intro} 1. e4 e5 2. Nf3 *\n";
    let change = json!({ "textDocument": { "uri": session.uri("white/zero.pgn"), "version": 2 }, "contentChanges": [{ "text": typed }] });
    session.client.notify("textDocument/didChange", change).await;
    assert_eq!(kinds(&found(&mut session, "white/zero.pgn", typed, 1).await), [("conflicting-answers", "Nf3")]);
    session.open("white/other.pgn", "1. e4 e5 2. Nf3 *\n").await;
    let none = found(&mut session, "white/zero.pgn", typed, 0).await;
    assert!(none.is_empty());
    session.client.finish().await;
}

#[tokio::test]
async fn a_missing_reply_is_added() {
    let mut session = session(OTHER, json!({})).await;
    session.open("white/other.pgn", OTHER).await;
    let all = found(&mut session, "white/other.pgn", OTHER, 2).await;
    assert_eq!(kinds(&all), [("missing-reply", "e4"), ("conflicting-answers", "Nf3")]);
    assert_eq!(all[0].2["message"], "After 1. e4 there is no answer to 1... c5, which 67 % of the games play");
    // A client that shows no documents has the other place all the same.
    assert_eq!(all[1].2["relatedInformation"][0]["location"]["uri"], json!(session.uri("white/other.pgn")));
    let offered = actions(&mut session, "white/other.pgn", &all[0].2).await;
    let titles: Vec<&Value> = offered.iter().map(|action| &action["title"]).collect();
    assert!(
        titles.contains(&&json!("Add 1... c5")) && !titles.contains(&&json!("Go to the other answer")),
        "{titles:?}"
    );
    let action = offered.iter().find(|action| action["title"] == "Add 1... c5").expect("an action");
    let edits = &action["edit"]["changes"][&session.uri("white/other.pgn")];
    let edited = apply(OTHER, edits);
    assert_eq!(edited, "1. e4 {🏆} e5 (1... c5) 2. Nc3 (2. Nf3 Nc6 3. Bb5) *\n");
    // Now it has no answer.
    let change = json!({ "textDocument": { "uri": session.uri("white/other.pgn"), "version": 2 }, "contentChanges": [{ "text": edited }] });
    session.client.notify("textDocument/didChange", change).await;
    loop {
        let all = found(&mut session, "white/other.pgn", &edited, 2).await;
        if kinds(&all) == [("missing-answer", "c5"), ("conflicting-answers", "Nf3")] {
            break;
        }
    }
    session.client.finish().await;
}

#[tokio::test]
async fn files_of_no_repertoire_are_left_alone() {
    let mut session = session(OTHER, json!({})).await;
    session.open("games.pgn", GAMES).await;
    assert!(found(&mut session, "games.pgn", GAMES, 0).await.is_empty());
    session.client.finish().await;
}
