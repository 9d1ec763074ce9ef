//! What each request answers, in the protocol's shapes.

use scoresheet_tests::client::{Client, URI, apply, range};
use scoresheet_tests::word_engine::WordEngine;
use serde_json::{Value, json};

async fn open(text: &str, capabilities: Value) -> Client {
    let mut client = Client::initialized(WordEngine::new(), capabilities).await;
    client.open(text).await;
    client
}

fn document() -> Value {
    json!({ "textDocument": { "uri": URI } })
}

#[tokio::test]
async fn diagnostics_say_everything_about_a_finding() {
    let mut client = open("an illegal\nword", json!({})).await;
    let expected = json!([{
        "range": range(0, 3, 0, 10),
        "severity": 1,
        "code": "word",
        "codeDescription": { "href": "https://github.com/scoresheet/scoresheet/blob/main/server/docs/rules.md#word" },
        "source": "scoresheet",
        "message": "illegal is not liked",
        "relatedInformation": [{ "location": { "uri": URI, "range": range(0, 0, 0, 1) }, "message": "since here" }],
    }]);
    assert_eq!(client.diagnostics(1).await, expected);
    client.change(2, json!([{ "range": range(0, 3, 0, 5), "text": "" }])).await;
    assert_eq!(client.diagnostics(2).await, json!([]));
    client.finish().await;
}

/// The style the engine was asked for, and the kind of markup the client is told.
#[tokio::test]
async fn hovers_are_markdown_only_where_the_client_shows_it() {
    let markdown = json!({ "textDocument": { "hover": { "contentFormat": ["markdown", "plaintext"] } } });
    let images = json!({ "hoverImages": true });
    let cases = [
        (json!({}), Value::Null, "plaintext", "Plain"),
        (json!({}), images.clone(), "plaintext", "Plain"),
        (markdown.clone(), json!({}), "markdown", "Markdown { images: false }"),
        (markdown, images, "markdown", "Markdown { images: true }"),
    ];
    for (capabilities, options, kind, style) in cases {
        let mut client = Client::start(WordEngine::new());
        client.initialize(json!({ "capabilities": capabilities, "initializationOptions": options })).await;
        client.open("word").await;
        let hover = client.request_at("textDocument/hover", 0, 2).await.unwrap();
        let contents = json!({ "kind": kind, "value": format!("{style}\nword") });
        assert_eq!(hover, json!({ "contents": contents, "range": range(0, 0, 0, 4) }));
        assert_eq!(client.request_at("textDocument/hover", 0, 4).await, Ok(Value::Null));
        client.finish().await;
    }
}

#[tokio::test]
async fn completions_replace_what_stands_there() {
    let mut client = open("a le", json!({})).await;
    let items = client.request_at("textDocument/completion", 0, 3).await.unwrap();
    let expected = json!({
        "label": "legal",
        "kind": 2,
        "detail": "after l",
        "documentation": { "kind": "plaintext", "value": "*word*" },
        "textEdit": { "range": range(0, 2, 0, 4), "newText": "LEGAL" },
    });
    assert_eq!((&items[0], items.as_array().unwrap().len()), (&expected, 2));
    client.finish().await;

    let snippets = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    let mut client = open("a le", snippets).await;
    let items = client.request_at("textDocument/completion", 0, 3).await.unwrap();
    assert_eq!((&items[0]["textEdit"]["newText"], &items[0]["insertTextFormat"]), (&json!("L$0EGAL"), &json!(2)));
    client.finish().await;
}

#[tokio::test]
async fn symbols_are_a_tree_or_a_list() {
    let mut client = open("a b", json!({})).await;
    let list = client.request("textDocument/documentSymbol", document()).await.unwrap();
    let location = json!({ "uri": URI, "range": range(0, 2, 0, 3) });
    assert_eq!(list[1], json!({ "name": "b", "kind": 6, "location": location }));
    client.finish().await;

    let tree = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut client = open("a b", tree).await;
    let roots = client.request("textDocument/documentSymbol", document()).await.unwrap();
    let child = json!({ "name": "b", "kind": 6, "range": range(0, 2, 0, 3), "selectionRange": range(0, 2, 0, 3) });
    assert_eq!((&roots[0]["name"], &roots[0]["children"]), (&json!("a"), &json!([child])));
    client.finish().await;
}

#[tokio::test]
async fn deeply_nested_symbols_overflow_nothing() {
    let tree = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut client = open(&"( ".repeat(20_000), tree).await;
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
    let mut client = open("a\nb\nc\n", json!({ "textDocument": { "foldingRange": { "rangeLimit": 1 } } })).await;
    let folds = client.request("textDocument/foldingRange", document()).await.unwrap();
    assert_eq!(folds, json!([{ "startLine": 0, "endLine": 2, "kind": "comment" }]));
    client.finish().await;
}

#[tokio::test]
async fn formatting_edits_can_be_applied_one_by_one() {
    let text = "a ♘b\n🏆 c";
    let mut client = open(text, json!({})).await;
    let mut params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = client.request("textDocument/formatting", params.clone()).await.unwrap();
    assert_eq!(edits.as_array().unwrap().len(), 4);
    assert_eq!(apply(text, &edits), "aa ♘b♘b\n🏆🏆 cc");
    params["range"] = range(1, 0, 1, 2);
    let edits = client.request("textDocument/rangeFormatting", params).await.unwrap();
    assert_eq!(apply(text, &edits), "a ♘b\n🏆🏆 c");
    client.finish().await;
}

async fn actions(client: &mut Client, column: u32, context: &Value) -> Vec<Value> {
    let params = json!({ "textDocument": { "uri": URI }, "range": range(0, column, 0, column), "context": context });
    client.request("textDocument/codeAction", params).await.unwrap().as_array().unwrap().clone()
}

#[tokio::test]
async fn quick_fixes_carry_their_diagnostic_and_the_first_safe_or_only_one_is_preferred() {
    let mut client = open("illegal word doubtful", json!({})).await;
    let diagnostics = client.diagnostics(1).await;
    let only = json!({ "diagnostics": [], "only": ["quickfix"] });
    let fixes = actions(&mut client, 7, &only).await;
    let titles: Vec<_> = fixes.iter().map(|fix| (&fix["title"], &fix["isPreferred"])).collect();
    assert_eq!(titles, [(&json!("Drop it"), &json!(false)), (&json!("Obey"), &json!(true))]);
    assert_eq!(fixes[1]["diagnostics"], json!([diagnostics[0]]));
    assert_eq!(fixes[1]["edit"], json!({ "changes": { URI: [{ "range": range(0, 0, 0, 7), "newText": "legal" }] } }));
    assert!(actions(&mut client, 9, &only).await.is_empty());
    assert_eq!(actions(&mut client, 15, &only).await[0]["isPreferred"], true);
    client.finish().await;
}

#[tokio::test]
async fn kinds_asked_for_are_respected() {
    let mut client = open("illegal", json!({})).await;
    let (quick, all) = ("quickfix", "source.fixAll.scoresheet");
    let cases: [(Value, &[&str]); 8] = [
        (json!({ "diagnostics": [] }), &[quick, quick, all]),
        (json!({ "diagnostics": [], "triggerKind": 2 }), &[quick, quick]),
        (json!({ "diagnostics": [], "only": ["source"] }), &[all]),
        (json!({ "diagnostics": [], "only": ["source.fixAll"], "triggerKind": 2 }), &[all]),
        (json!({ "diagnostics": [], "only": ["source.fixAll.scoresheet"] }), &[all]),
        (json!({ "diagnostics": [], "only": ["source.fixAll.other"] }), &[]),
        (json!({ "diagnostics": [], "only": ["source.fix", "refactor"] }), &[]),
        (json!({ "diagnostics": [], "only": [] }), &[]),
    ];
    for (context, expected) in cases {
        let actions = actions(&mut client, 0, &context).await;
        let kinds: Vec<_> = actions.iter().map(|action| action["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, expected, "{context}");
    }
    client.finish().await;
}

#[tokio::test]
async fn fix_all_goes_on_until_nothing_is_left_and_is_bound_to_the_version() {
    let text = "chain doubtful\nsame\nillegal 🏆 illegal";
    let capabilities = json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } });
    let mut client = open(text, capabilities).await;
    let only = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let found = actions(&mut client, 0, &only).await;
    let change = &found[0]["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": URI, "version": 1 }));
    let fixed = "legal doubtful\nsame\nlegal 🏆 legal";
    assert_eq!(apply(text, &change["edits"]), fixed);
    client.change(2, json!([{ "text": fixed }])).await;
    assert!(actions(&mut client, 0, &only).await.is_empty());
    client.finish().await;
}

#[tokio::test]
async fn fix_all_is_not_offered_where_fixes_undo_each_other() {
    let mut client = open("illegal ping", json!({})).await;
    assert!(actions(&mut client, 0, &json!({ "diagnostics": [], "only": ["source.fixAll"] })).await.is_empty());
    assert_eq!(actions(&mut client, 9, &json!({ "diagnostics": [], "only": ["quickfix"] })).await[0]["title"], "Serve");
    client.finish().await;
}
