//! Games as a table: in an order, page by page, with what a row shows; and queries while they are written.

use serde_json::{Value, json};

use super::{GAMES, ask, many_games, session};

const ANNOTATED: &str = "[Event \"A\"]\n[Site \"Graz\"]\n[Date \"2001.02.03\"]\n[Round \"3.1\"]\n[White \"Ada\"]\n[Black \"Bo\"]\n\
    [Result \"0-1\"]\n[ECO \"B20\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2600\"]\n\n1. e4 c5 2. Nf3 { good } 0-1\n\n";
const CLOCKS: &str =
    "[White \"Cyd\"]\n[Black \"Dee\"]\n[Date \"1990.??.??\"]\n[Result \"1-0\"]\n\n1. d4 { [%clk 0:01:00] } d5 1-0\n\n";
const ILLEGAL: &str = "[White \"Eve\"]\n[Black \"Fay\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n\n";

/// The values of a member of the games.
fn values(answer: &Value, member: &str) -> Vec<Value> {
    answer["games"].as_array().unwrap().iter().map(|game| game[member].clone()).collect()
}

fn sorted(column: &str, descending: bool) -> Value {
    json!({ "sort": [{ "column": column, "descending": descending }] })
}

#[tokio::test]
async fn games_are_sorted_by_what_their_columns_mean_over_all_files() {
    let mut session = session(&[("a.pgn", ANNOTATED), ("b.pgn", &format!("{CLOCKS}{ILLEGAL}"))], "utf-16").await;
    session.open("open.pgn", GAMES).await;
    let cases = [
        // Unknown names and dates come last in either direction.
        ("white", false, json!(["Ada", "Cyd", "Eve", "Morphy, Paul", "Tal, M", null])),
        ("date", true, json!(["Ada", "Cyd", "Morphy, Paul", "Eve", null, "Tal, M"])),
        ("white_elo", false, json!(["Ada", "Morphy, Paul", "Cyd", "Eve", null, "Tal, M"])),
        ("plies", true, json!(["Morphy, Paul", null, "Tal, M", "Ada", "Cyd", "Eve"])),
    ];
    for (column, descending, expected) in cases {
        let answer = ask(&mut session.client, "scoresheet/search", sorted(column, descending)).await;
        assert_eq!(json!(values(&answer, "white")), expected, "{column}");
        assert_eq!(values(&answer, "index"), (0..6).map(Value::from).collect::<Vec<_>>());
    }
    // Without columns, files are in the order of their paths, whether they are open or not.
    let answer = ask(&mut session.client, "scoresheet/search", json!({ "sort": [] })).await;
    assert_eq!(json!(values(&answer, "white")), json!(["Ada", "Cyd", "Eve", "Morphy, Paul", null, "Tal, M"]));
    let answer = ask(&mut session.client, "scoresheet/search", json!({})).await;
    assert_eq!(json!(values(&answer, "white")), json!(["Morphy, Paul", null, "Tal, M", "Ada", "Cyd", "Eve"]));
    let two = json!({ "sort": [{ "column": "result" }, { "column": "plies", "descending": true }] });
    let answer = ask(&mut session.client, "scoresheet/search", two).await;
    let results = json!(["1-0", "1-0", "1/2-1/2", "0-1", "0-1", "*"]);
    assert_eq!(
        (json!(values(&answer, "result")), &values(&answer, "plies")[..2]),
        (results, &[json!(6), json!(2)][..])
    );
    let error = session.client.request("scoresheet/search", sorted("whitte", false)).await.unwrap_err();
    assert!(error["code"] == -32602 && error["message"].as_str().unwrap().contains("did you mean white?"), "{error}");
    session.client.finish().await;
}

#[tokio::test]
async fn a_row_has_what_a_table_shows() {
    let text = format!("{ANNOTATED}{CLOCKS}{ILLEGAL}");
    let mut session = session(&[("a.pgn", &text)], "utf-16").await;
    let closed = ask(&mut session.client, "scoresheet/search", json!({})).await;
    let row = &closed["games"][0];
    let told =
        ["site", "round", "date", "result", "whiteElo", "plies", "isAnnotated", "findings"].map(|name| &row[name]);
    assert_eq!(json!(told), json!(["Graz", "3.1", "2001.02.03", "0-1", "2500", 3, true, null]));
    // The code is that of the tag, and the name that of the moves.
    assert_eq!(row["opening"], json!({ "eco": "B20", "name": "Sicilian Defense" }));
    // Clocks alone are no annotation.
    assert_eq!(values(&closed, "isAnnotated"), [json!(true), json!(false), json!(false)]);
    assert_eq!(values(&closed, "isBroken"), [json!(false), json!(false), json!(true)]);
    let start = session.position(&text, ANNOTATED.len());
    assert_eq!(
        closed["games"][1]["extent"],
        json!({ "start": start, "end": session.position(&text, ANNOTATED.len() + CLOCKS.len()) })
    );
    session.open("a.pgn", &text).await;
    let uri = session.uri("a.pgn");
    session.client.next_diagnostics(&uri).await;
    let open = ask(&mut session.client, "scoresheet/search", sorted("findings", true)).await;
    assert_eq!(values(&open, "white")[0], "Eve");
    let errors: Vec<&Value> = open["games"].as_array().unwrap().iter().map(|row| &row["findings"]["errors"]).collect();
    assert_eq!(errors, [1, 0, 0], "{open}");
    assert_eq!(open["games"][0]["extent"], closed["games"][2]["extent"]);
    session.client.finish().await;
}

#[tokio::test]
async fn pages_of_a_list_fit_together_until_a_game_changes() {
    let mut session = session(&[("a.pgn", &many_games(250))], "utf-8").await;
    let page = |offset: u64| json!({ "query": "white != x", "sort": [{ "column": "white", "descending": true }], "offset": offset, "limit": 100 });
    let mut pages = Vec::new();
    for offset in [0, 100, 200] {
        pages.push(ask(&mut session.client, "scoresheet/search", page(offset)).await);
    }
    let lists: Vec<&Value> = pages.iter().map(|page| &page["list"]).collect();
    assert!(lists[0].is_u64() && lists.iter().all(|list| *list == lists[0]), "{lists:?}");
    let rows: Vec<Value> = pages.iter().flat_map(|page| values(page, "index")).collect();
    assert_eq!(rows, (0..250).map(Value::from).collect::<Vec<_>>());
    // Words are sorted letter by letter.
    assert_eq!(
        (&pages[0]["games"][0]["white"], &pages[2]["games"][49]["white"]),
        (&json!("Player 99"), &json!("Player 0"))
    );
    // The same text on the disk is the same list only as long as nobody has written the file.
    session.write("a.pgn", &many_games(251));
    let answer = ask(&mut session.client, "scoresheet/search", page(0)).await;
    assert!(answer["list"] != pages[0]["list"] && answer["total"] == 251, "{}", answer["total"]);
    // A file that is opened has the same games; a change of one of them makes another list.
    session.open("a.pgn", &many_games(251)).await;
    let opened = ask(&mut session.client, "scoresheet/search", page(0)).await;
    assert_eq!((&opened["list"], &opened["games"][0]["uri"]), (&answer["list"], &answer["games"][0]["uri"]));
    session.close("a.pgn").await;
    session.open("a.pgn", &many_games(249)).await;
    let of_document = ask(&mut session.client, "scoresheet/search", page(200)).await;
    assert!(of_document["list"] != answer["list"] && of_document["total"] == 249);
    let again = ask(&mut session.client, "scoresheet/search", page(0)).await;
    assert_eq!(again["list"], of_document["list"]);
    let document = json!({ "uri": session.uri("a.pgn"), "version": 2 });
    let changes = json!([{ "range": session.range(&many_games(249), "Player 99", 0), "text": "Zoe" }]);
    session
        .client
        .notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }))
        .await;
    let changed = ask(&mut session.client, "scoresheet/search", page(0)).await;
    assert!(changed["games"][0]["white"] == "Zoe" && changed["list"] != again["list"], "{changed}");
    // Another order is another list.
    let ascending = json!({ "query": "white != x", "sort": [{ "column": "white" }] });
    let other = ask(&mut session.client, "scoresheet/search", ascending).await;
    assert!(other["games"][0]["white"] == "Player 0" && other["list"] != changed["list"]);
    session.client.finish().await;
}

/// What can be written at `|`: the labels, and the query with the first of them.
async fn completed(session: &mut scoresheet_tests::workspace::Session, query: &str) -> (Vec<String>, String) {
    let at = query.find('|').unwrap();
    let text = query.replace('|', "");
    let params = json!({ "query": text, "position": session.position(&text, at) });
    let answer = ask(&mut session.client, "scoresheet/query", params).await;
    let items = answer["items"].as_array().unwrap();
    let labels = items.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect();
    let edits = json!(items.iter().take(1).collect::<Vec<_>>());
    (labels, if session.is_utf8 { String::new() } else { scoresheet_tests::client::apply(&text, &edits) })
}

#[tokio::test]
async fn a_query_is_completed_and_its_faults_have_places() {
    let mut session = session(&[("scoresheet.toml", "[queries]\ngift = \"move Bxh7+\"\n")], "utf-16").await;
    session.open("games.pgn", GAMES).await;
    session.until_symbols("Morphy", &["Morphy, Paul (player, 1 game)"]).await;
    let cases = [
        ("event = \"🏆\" and whi|", vec!["white", "whiteelo"], "event = \"🏆\" and white"),
        ("player = Mor|", vec!["Morphy, Paul"], "player = \"Morphy, Paul\""),
        ("player = \"mor|\" and mate", vec!["Morphy, Paul"], "player = \"Morphy, Paul\" and mate"),
        ("mate and @g|", vec!["@gift"], "mate and @gift"),
        ("result = 1|", vec!["1-0", "1/2-1/2"], "result = 1-0"),
    ];
    for (query, labels, first) in cases {
        let expected = (labels.into_iter().map(str::to_owned).collect(), first.to_owned());
        assert_eq!(completed(&mut session, query).await, expected, "{query}");
    }
    let mut said = async |query: &str| {
        let params = json!({ "query": query, "position": { "line": 0, "character": 0 } });
        let answer = ask(&mut session.client, "scoresheet/query", params).await;
        json!([answer["error"], answer["doubt"].is_string()])
    };
    let range = json!({ "start": { "line": 0, "character": 17 }, "end": { "line": 0, "character": 21 } });
    let error =
        json!({ "message": "whit is not a known search term", "range": range, "suggestion": "did you mean white?" });
    assert_eq!(said("event = \"🏆\" and whit = x").await, json!([error, false]));
    assert_eq!(said(" ").await, json!([null, false]));
    assert_eq!(said("Q = 10").await, json!([null, true]));
    assert_eq!(said("mate and 🏆🏆").await[0]["message"], "🏆🏆 is not a known search term");
    session.client.finish().await;
}
