//! The answer to each request, in the protocol's shapes.

use scoresheet_tests::client::{Client, URI, apply, range};
use serde_json::{Value, json};

async fn open(text: &str, capabilities: Value) -> Client {
    let mut client = Client::initialized(capabilities).await;
    client.open(text).await;
    client
}

fn document() -> Value {
    json!({ "textDocument": { "uri": URI } })
}

/// Removes the message, which must contain all of `words`.
fn without_message(mut told: Value, words: &[&str]) -> Value {
    let message = told.as_object_mut().unwrap().remove("message").unwrap();
    assert!(words.iter().all(|word| message.as_str().unwrap().contains(word)), "{message}");
    told
}

#[tokio::test]
async fn diagnostics_say_everything_about_a_finding() {
    let mut client = open("1. e4 e4\n*", json!({})).await;
    let found = client.diagnostics(1).await;
    let [finding] = &found.as_array().unwrap()[..] else { panic!("{found}") };
    let mut finding = without_message(finding.clone(), &["e4", "pawn"]);
    let related = finding["relatedInformation"].take();
    let expected = json!({
        "range": range(0, 6, 0, 8),
        "severity": 1,
        "code": "illegal-move",
        "codeDescription": {
            "href": "https://github.com/scoresheet/scoresheet/blob/main/server/docs/rules.md#illegal-move"
        },
        "source": "scoresheet",
        "relatedInformation": null,
    });
    assert_eq!(finding, expected);
    let [related] = &related.as_array().unwrap()[..] else { panic!("{related}") };
    let expected = json!({ "location": { "uri": URI, "range": range(0, 3, 0, 5) } });
    assert_eq!(without_message(related.clone(), &["pawn", "e4"]), expected);
    client.change(2, json!([{ "range": range(0, 6, 0, 8), "text": "e5" }])).await;
    assert_eq!(client.diagnostics(2).await, json!([]));
    client.finish().await;
}

#[tokio::test]
async fn hovers_are_markdown_only_where_the_client_shows_it() {
    let markdown = json!({ "textDocument": { "hover": { "contentFormat": ["markdown", "plaintext"] } } });
    let images = json!({ "hoverImages": true });
    // The markup kind, and the characters of the board.
    let cases = [
        (json!({}), Value::Null, "plaintext", "[P]"),
        (json!({}), images.clone(), "plaintext", "[P]"),
        (markdown.clone(), json!({}), "markdown", "```"),
        (markdown, images, "markdown", "![board](data:image/svg+xml"),
    ];
    for (capabilities, options, kind, board) in cases {
        let mut client = Client::start();
        client.initialize(json!({ "capabilities": capabilities, "initializationOptions": options })).await;
        client.open("1. e4    *").await;
        let hover = client.request_at("textDocument/hover", 0, 4).await.unwrap();
        let value = hover["contents"]["value"].as_str().unwrap();
        assert!(value.contains("B00") && value.contains(board), "{value}");
        assert_eq!(value.contains("```"), board == "```", "{value}");
        assert_eq!((&hover["contents"]["kind"], &hover["range"]), (&json!(kind), &range(0, 3, 0, 5)));
        assert_eq!(client.request_at("textDocument/hover", 0, 7).await, Ok(Value::Null));
        client.finish().await;
    }
}

#[tokio::test]
async fn completions_replace_what_stands_there() {
    let text = "1. e4 c6 2. d4 d5 3. Nc";
    let mut client = open(text, json!({})).await;
    let items = client.request_at("textDocument/completion", 0, 23).await.unwrap();
    let item = items.as_array().unwrap().iter().find(|item| item["label"] == "Nc3").unwrap();
    assert_eq!((&item["kind"], &item["filterText"]), (&json!(2), &json!("Nc3")));
    assert_eq!(item["textEdit"], json!({ "range": range(0, 21, 0, 23), "newText": "Nc3" }));
    client.finish().await;

    let snippets = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    for (capabilities, is_snippet) in [(json!({}), false), (snippets, true)] {
        let mut client = open("[Whi", capabilities).await;
        let items = client.request_at("textDocument/completion", 0, 4).await.unwrap();
        let item = items.as_array().unwrap().iter().find(|item| item["label"] == "White").unwrap();
        let text = if is_snippet { "White \"$0\"]" } else { "White \"\"]" };
        assert_eq!(item["textEdit"], json!({ "range": range(0, 1, 0, 4), "newText": text }));
        assert_eq!(item.get("insertTextFormat"), is_snippet.then_some(&json!(2)));
        client.finish().await;
    }
}

#[tokio::test]
async fn symbols_are_a_tree_or_a_list() {
    let text = "1. e4 (1. d4) *";
    let mut client = open(text, json!({})).await;
    let list = client.request("textDocument/documentSymbol", document()).await.unwrap();
    let location = json!({ "uri": URI, "range": range(0, 6, 0, 13) });
    assert_eq!(list[1], json!({ "name": "1. d4", "kind": 6, "location": location }));
    client.finish().await;

    let tree = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut client = open(text, tree).await;
    let roots = client.request("textDocument/documentSymbol", document()).await.unwrap();
    let child =
        json!({ "name": "1. d4", "kind": 6, "range": range(0, 6, 0, 13), "selectionRange": range(0, 10, 0, 12) });
    assert_eq!((&roots[0]["name"], &roots[0]["children"]), (&json!("Game 1, *"), &json!([child])));
    client.finish().await;
}

#[tokio::test]
async fn deeply_nested_symbols_overflow_nothing() {
    let tree = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut client = open(&format!("1. e4 {}", "(1. d4 ".repeat(5_000)), tree).await;
    let roots = client.request("textDocument/documentSymbol", document()).await.unwrap();
    let mut symbol = &roots[0];
    let mut depth = 0;
    while symbol["children"][0].is_object() {
        symbol = &symbol["children"][0];
        depth += 1;
    }
    assert_eq!(depth, 32);
    client.finish().await;
}

#[tokio::test]
async fn folds_are_whole_lines() {
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {a\nb}\n*\n";
    let all = [
        json!({ "startLine": 0, "endLine": 5, "kind": "region" }),
        json!({ "startLine": 3, "endLine": 4, "kind": "comment" }),
    ];
    for (limit, expected) in [(1, &all[..1]), (7, &all[..])] {
        let mut client = open(text, json!({ "textDocument": { "foldingRange": { "rangeLimit": limit } } })).await;
        let folds = client.request("textDocument/foldingRange", document()).await.unwrap();
        assert_eq!(folds, json!(expected));
        client.finish().await;
    }
}

#[tokio::test]
async fn closed_folds_of_games_say_who_played() {
    let text = "[Event \"Reykjavik\"]\n[Date \"1972.??.??\"]\n[White \"Spassky\"]\n[Black \"Fischer\"]\n[Result \"1-0\"]\n\n1. d4\n1-0\n\n\
                [Event \"?\"]\n[Result \"1-0\"]\n\n1. d4\n1-0\n";
    let shown = json!({ "textDocument": { "foldingRange": { "foldingRange": { "collapsedText": true } } } });
    let mut client = open(text, shown).await;
    let folds = client.request("textDocument/foldingRange", document()).await.unwrap();
    let texts: Vec<_> = folds.as_array().unwrap().iter().map(|fold| &fold["collapsedText"]).collect();
    let none = &Value::Null;
    assert_eq!(texts, [&json!("Spassky – Fischer, Reykjavik, 1972, 1-0"), none, &json!("Game 2, 1-0")]);
    client.finish().await;
}

#[tokio::test]
async fn formatting_edits_can_be_applied_one_by_one() {
    let games = ["{♘} 1. d4  d5 *", "{🏆}  1. c4 c5 *"]
        .map(|moves| format!("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n{moves}\n\n"));
    let formatted = [games[0].replace("{♘} 1. d4  d5", "{ ♘ } 1. d4 d5"), games[1].replace("{🏆}  1.", "{ 🏆 } 1.")];
    let text = games.concat();
    let mut client = open(&text, json!({})).await;
    let mut params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = client.request("textDocument/formatting", params.clone()).await.unwrap();
    assert_eq!(edits.as_array().unwrap().len(), 3, "{edits}");
    assert_eq!(apply(&text, &edits), formatted.concat());
    params["range"] = range(18, 0, 18, 2);
    let edits = client.request("textDocument/rangeFormatting", params).await.unwrap();
    assert_eq!(apply(&text, &edits), format!("{}{}", games[0], formatted[1]));
    client.finish().await;
}

async fn actions(client: &mut Client, column: u32, context: &Value) -> Vec<Value> {
    let params = json!({ "textDocument": { "uri": URI }, "range": range(0, column, 0, column), "context": context });
    client.request("textDocument/codeAction", params).await.unwrap().as_array().unwrap().clone()
}

/// Without the actions that suppress a finding.
fn titles(actions: &[Value]) -> Vec<(&str, &Value)> {
    let titles = actions.iter().map(|action| (action["title"].as_str().unwrap(), &action["isPreferred"]));
    titles.filter(|(title, _)| !title.starts_with("Allow")).collect()
}

#[tokio::test]
async fn quick_fixes_carry_their_diagnostic_and_the_first_safe_or_only_one_is_preferred() {
    let mut client = open("1. e4 E5 2. Nf3 d6 3. d4 Nd7 4. Nd2 *", json!({})).await;
    let diagnostics = client.diagnostics(1).await;
    let only = json!({ "diagnostics": [], "only": ["quickfix"] });
    let safe = actions(&mut client, 8, &only).await;
    assert_eq!(titles(&safe), [("Write e5", &json!(true))]);
    assert_eq!(safe[0]["diagnostics"], json!([diagnostics[0]]));
    assert_eq!(safe[0]["edit"], json!({ "changes": { URI: [{ "range": range(0, 6, 0, 8), "newText": "e5" }] } }));
    assert!(actions(&mut client, 10, &only).await.is_empty());
    let choice = actions(&mut client, 33, &only).await;
    assert_eq!(titles(&choice), [("Write Nbd2", &json!(false)), ("Write Nfd2", &json!(false))]);
    // An unsafe fix, the only one.
    client.change(2, json!([{ "text": "1. e4 e5 2. Qh6 *" }])).await;
    client.diagnostics(2).await;
    let fixes = actions(&mut client, 13, &only).await;
    assert_eq!(titles(&fixes), [("Write Qh5", &json!(true))]);
    client.finish().await;
}

#[tokio::test]
async fn kinds_asked_for_are_respected() {
    let mut client = open("1. e4 E5 *", json!({})).await;
    // The fix of the move, and its suppression in the game and in the file.
    let (quick, all) = (["quickfix"; 3], ["source.fixAll.scoresheet"]);
    let cases: [(Value, &[&str]); 7] = [
        (json!({ "diagnostics": [], "only": ["quickfix"] }), &quick),
        (json!({ "diagnostics": [], "only": ["source"] }), &all),
        (json!({ "diagnostics": [], "only": ["source.fixAll"], "triggerKind": 2 }), &all),
        (json!({ "diagnostics": [], "only": ["source.fixAll.scoresheet"] }), &all),
        (json!({ "diagnostics": [], "only": ["source.fixAll.other"] }), &[]),
        (json!({ "diagnostics": [], "only": ["source.fix", "refactor.inline"] }), &[]),
        (json!({ "diagnostics": [], "only": [] }), &[]),
    ];
    for (context, expected) in cases {
        assert_eq!(kinds(&actions(&mut client, 6, &context).await), expected, "{context}");
    }
    // `fixAll` is offered on a manual request, not at every step of the cursor.
    let asked = kinds(&actions(&mut client, 6, &json!({ "diagnostics": [] })).await);
    assert_eq!(asked[..4], [&quick[..], &all[..]].concat());
    assert!(asked[4..].iter().all(|kind| kind.starts_with("refactor.")), "{asked:?}");
    let unasked = kinds(&actions(&mut client, 6, &json!({ "diagnostics": [], "triggerKind": 2 })).await);
    assert!(unasked.starts_with(&quick.map(str::to_owned)) && !unasked.contains(&all[0].to_owned()), "{unasked:?}");
    client.finish().await;
}

fn kinds(actions: &[Value]) -> Vec<String> {
    actions.iter().map(|action| action["kind"].as_str().unwrap().to_owned()).collect()
}

/// Two fixes of one move cannot be applied together.
#[tokio::test]
async fn fix_all_goes_on_until_nothing_is_left_and_is_bound_to_the_version() {
    let text = "[White \"W\"]\n\n{🏆} 1. E4 ♙E5 2. Nf3 D6\n3. d4 Nd7 4. Nd2 *";
    let capabilities = json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } });
    let mut client = open(text, capabilities).await;
    let only = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let found = actions(&mut client, 0, &only).await;
    let change = &found[0]["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": URI, "version": 1 }));
    let fixed = "[White \"W\"]\n\n{🏆} 1. e4 e5 2. Nf3 d6\n3. d4 Nd7 4. Nd2 *";
    assert_eq!(apply(text, &change["edits"]), fixed);
    client.change(2, json!([{ "text": fixed }])).await;
    assert!(actions(&mut client, 0, &only).await.is_empty());
    client.finish().await;
}
