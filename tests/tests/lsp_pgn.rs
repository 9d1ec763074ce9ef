//! Sessions about real games.

use scoresheet_tests::client::{Client, URI, apply, range};
use serde_json::{Value, json};

const CLEAN: &str = include_str!("../fixtures/clean.pgn");
const ANNOTATED: &str = include_str!("../fixtures/annotated.pgn");

async fn open(text: &str, capabilities: Value, options: Value) -> Client {
    let mut client = Client::start();
    client.initialize(json!({ "capabilities": capabilities, "initializationOptions": options })).await;
    client.open(text).await;
    client
}

/// The line and the UTF-16 column of the first `needle` in `text`, plus `into` columns.
fn place(text: &str, needle: &str, into: usize) -> (u32, u32) {
    let before = &text[..text.find(needle).unwrap()];
    let line_start = before.rfind('\n').map_or(0, |line_end| line_end + 1);
    let column = before[line_start..].encode_utf16().count() + into;
    (before.matches('\n').count() as u32, column as u32)
}

async fn hover(client: &mut Client, text: &str, needle: &str) -> Value {
    let (line, column) = place(text, needle, 0);
    client.request_at("textDocument/hover", line, column).await.unwrap()
}

/// The text after accepting the completion `label` after `before`.
async fn complete(client: &mut Client, text: &str, before: &str, label: &str) -> String {
    let (line, column) = place(text, before, before.encode_utf16().count());
    let items = client.request_at("textDocument/completion", line, column).await.unwrap();
    let item = items.as_array().unwrap().iter().find(|item| item["label"] == label);
    apply(text, &json!([item.unwrap_or_else(|| panic!("no {label} in {items}"))["textEdit"]]))
}

fn markdown() -> Value {
    json!({ "textDocument": { "hover": { "contentFormat": ["markdown", "plaintext"] } } })
}

#[tokio::test]
async fn hovers_show_the_position_in_the_style_of_the_client() {
    let fen = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17";
    let cases = [
        (json!({}), json!({}), "17. Rd8# C41 Philidor Defense\n{facts}8  . n .[R]k b . r\n".to_owned(), fen.to_owned()),
        (
            markdown(),
            json!({}),
            "**17. Rd8#** C41 Philidor Defense\n\n{facts}```\n8  . n .[R]k b . r\n".to_owned(),
            format!("```\n\n`{fen}`"),
        ),
        (
            markdown(),
            json!({ "hoverImages": true }),
            "**17. Rd8#** C41 Philidor Defense\n\n{facts}![board](data:image/svg+xml;base64,".to_owned(),
            format!("|width=156,height=156)\n\n`{fen}`"),
        ),
    ];
    for (capabilities, options, start, end) in cases {
        let mut client = open(CLEAN, capabilities, options).await;
        let hover = hover(&mut client, CLEAN, "Rd8#").await;
        let content = hover["contents"]["value"].as_str().unwrap();
        // Facts come before the board, below which editors cut a hover off.
        let facts =
            ["White has two pawns for a queen and a knight. Black is checkmated.", "The line left the book at move 3."];
        let between = if start.starts_with("**") { "\n\n" } else { "\n" };
        let start = start.replace("{facts}", &facts.map(|fact| format!("{fact}{between}")).concat());
        assert!(content.starts_with(&start) && content.ends_with(&end), "{content}");
        assert!(content.len() < 90_000);
        let (line, column) = place(CLEAN, "Rd8#", 0);
        assert_eq!(hover["range"], range(line, column, line, column + 4));
        client.finish().await;
    }
}

#[tokio::test]
async fn hovers_explain_what_is_wrong() {
    let mut client = open(ANNOTATED, json!({}), Value::Null).await;
    let cases = [
        (
            "Bd7 {The",
            "18. Bd7 cannot be played: the bishop on f4 cannot reach d7.\nBd6 was meant, as the moves after it show.\n",
        ),
        ("Qb4 9.", "8... Qb4+ C41 Philidor Defense\nWritten as Qb4; in standard algebraic notation it is Qb4+.\n"),
        ("?!", "?! $6: a dubious move\nPGN standard, sections 8.2.3.8 and 10."),
        ("[%clk", "[%clk]: 21 minutes 10 seconds left on White's clock."),
        ("\"2024.13.01\"", "Date: The day the game began"),
    ];
    for (needle, start) in cases {
        let hover = hover(&mut client, ANNOTATED, needle).await;
        let content = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(content.starts_with(start), "{needle}: {content}");
    }
    assert_eq!(hover(&mut client, ANNOTATED, "threatens").await, Value::Null);
    client.finish().await;
}

/// Astral characters, a FEN start and `\r\n` before the cursor.
#[tokio::test]
async fn completions_fit_into_the_text_as_it_is_typed() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 30\"]\r\n\r\n30. e4 {🏆 ♘} ";
    let mut client = open(text, json!({}), Value::Null).await;
    let text = &complete(&mut client, text, "♘} ", "Kd7").await;
    assert!(text.ends_with("30. e4 {🏆 ♘} 30... Kd7"), "{text}");
    client.change(2, json!([{ "text": format!("{text} (30... K") }])).await;
    let text = &complete(&mut client, &format!("{text} (30... K"), "(30... K", "Ke7").await;
    assert!(text.ends_with("30... Kd7 (30... Ke7"), "{text}");
    client.change(3, json!([{ "text": format!("{text} $") }])).await;
    let text = &complete(&mut client, &format!("{text} $"), "$", "$14 ⩲").await;
    assert!(text.ends_with("30... Ke7 $14"), "{text}");
    client.change(4, json!([{ "text": format!("[\r\n{text}") }])).await;
    let text = &complete(&mut client, &format!("[\r\n{text}"), "[", "Event").await;
    assert!(text.starts_with("[Event \"\"]\r\n[FEN"), "{text}");
    client.finish().await;
}

#[tokio::test]
async fn the_outline_names_games_and_variations() {
    let tree = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut client = open(CLEAN, tree, Value::Null).await;
    let document = json!({ "textDocument": { "uri": URI } });
    let games = client.request("textDocument/documentSymbol", document.clone()).await.unwrap();
    let mut lines = Vec::new();
    games.as_array().unwrap().iter().for_each(|game| outline(game, 0, &mut lines));
    let expected = [
        "Morphy, Paul – Duke Karl / Count Isouard, Opera box 1858, 1-0 (C41 Philidor Defense)",
        "  3... exd4 4. Nxd4",
        "  3... Nf6 4. Nc3",
        "  4... dxe5 5. Qxd8+",
        "  8. Qxb7 Qb4+",
        "  8. Bxf7+ Kd8",
        "    8... Qxf7 9. Qxb7",
        "  15... Qxd7 16. Qb8+",
        "Saavedra, Fernando – Barbier, Georges, Study 1895, 1-0 (1895.05.18)",
        "  2. Kb7 Rd7",
        "  5... Rd5 6. c8=Q",
        "  6. c8=Q Rc4+",
    ];
    assert_eq!(lines, expected);
    let folds = client.request("textDocument/foldingRange", document).await.unwrap();
    assert_eq!(folds[0], json!({ "startLine": 0, "endLine": 21, "kind": "region" }));
    assert_eq!(folds[1], json!({ "startLine": 1, "endLine": 9 }));
    client.finish().await;
}

fn outline(symbol: &Value, depth: usize, lines: &mut Vec<String>) {
    let detail = symbol["detail"].as_str().map(|detail| format!(" ({detail})")).unwrap_or_default();
    lines.push(format!("{}{}{detail}", "  ".repeat(depth), symbol["name"].as_str().unwrap()));
    let children = symbol["children"].as_array().into_iter().flatten();
    children.for_each(|child| outline(child, depth + 1, lines));
}

/// Knights go out and back. Each hover's FEN counts the plies of the text at the time of the request.
#[tokio::test]
async fn hovers_follow_what_is_typed() {
    let mut client = open("", json!({}), Value::Null).await;
    let mut column = 0;
    let mut asked = Vec::new();
    for ply in 1..=200_u32 {
        let san = ["Nf3", "Nf6", "Ng1", "Ng8"][(ply as usize - 1) % 4];
        let typed = if ply % 2 == 1 { format!("{}. {san} ", ply / 2 + 1) } else { format!("{san} ") };
        let change = json!([{ "range": range(0, column, 0, column), "text": typed }]);
        client.change(ply as i32 + 1, change).await;
        column += typed.len() as u32;
        let at = json!({ "textDocument": { "uri": URI }, "position": { "line": 0, "character": column - 2 } });
        let id = client.ask("textDocument/hover", at).await;
        asked.push((ply, id));
        if ply % 5 == 0 {
            for (ply, id) in asked.drain(..) {
                let Ok(hover) = client.answer(id).await else { continue };
                let counters = format!(" - {ply} {}", ply / 2 + 1);
                let mut lines = hover["contents"]["value"].as_str().unwrap().lines();
                assert!(lines.any(|line| line.ends_with(&counters)), "{ply}: {hover}");
            }
        }
    }
    client.finish().await;
}

#[tokio::test]
async fn a_game_that_stands_in_the_file_twice_is_found() {
    let text = format!("{CLEAN}\n{CLEAN}");
    let mut client = open(&text, json!({}), json!({})).await;
    let diagnostics = client.diagnostics(1).await;
    let codes: Vec<&str> =
        diagnostics.as_array().unwrap().iter().map(|found| found["code"].as_str().unwrap()).collect();
    assert!(!codes.is_empty() && codes.iter().all(|code| *code == "duplicate-game"), "{diagnostics}");
    let first_line = u64::try_from(text[..CLEAN.len() + 1].lines().count()).unwrap();
    assert_eq!(diagnostics[0]["range"]["start"]["line"], first_line);
}

#[tokio::test]
async fn fixes_of_findings_are_in_the_place_of_their_game() {
    let text = "[Event \"?\"]\n\n1. e4 *\n\n[Event \"?\"]\n\n1. e4 e5 2. Bf1c4 *\n";
    let mut client = open(text, json!({}), json!({ "level": "info" })).await;
    let diagnostics = client.diagnostics(1).await;
    let of_move = diagnostics.as_array().unwrap().iter().find(|it| it["code"] == "redundant-disambiguation").unwrap();
    let context = json!({ "diagnostics": [of_move], "only": ["quickfix"] });
    let params = json!({ "textDocument": { "uri": URI }, "range": of_move["range"], "context": context });
    let actions = client.request("textDocument/codeAction", params).await.unwrap();
    let repaired = apply(text, &actions[0]["edit"]["changes"][URI]);
    assert_eq!(repaired, text.replace("Bf1c4", "Bc4"));
    client.finish().await;
}

#[tokio::test]
async fn what_is_too_much_to_show_is_counted() {
    let errors = "[Event \"?\"]\n\n1. e5 *\n\n".repeat(550);
    let text = format!("{errors}[Event \"?\"]\n\n1. --- *\n\n{errors}");
    let settings = json!({ "level": "warning", "rules": { "duplicate-game": "off" } });
    let mut client = open(&text, json!({}), settings.clone()).await;
    let pushed = client.diagnostics(1).await;
    client.finish().await;
    let mut client = open(&text, json!({ "textDocument": { "diagnostic": {} } }), settings).await;
    let asked = |previous: &Value| json!({ "textDocument": { "uri": URI }, "previousResultId": previous });
    let mut answer = client.request("textDocument/diagnostic", asked(&Value::Null)).await.unwrap();
    let pulled = answer["items"].take();
    // The visible findings depend on the place of the last edit.
    let again = client.request("textDocument/diagnostic", asked(&answer["resultId"])).await.unwrap();
    assert_eq!(again["kind"], "unchanged");
    client.request_at("textDocument/hover", 4000, 3).await.unwrap();
    let elsewhere = client.request("textDocument/diagnostic", asked(&answer["resultId"])).await.unwrap();
    assert_eq!(elsewhere["kind"], "full");
    client.finish().await;
    for diagnostics in [pushed, pulled] {
        let (last, shown) = diagnostics.as_array().unwrap().split_last().unwrap();
        assert!(shown.len() == 1000 && shown.iter().all(|diagnostic| diagnostic["code"] == "illegal-move"));
        assert!(last["message"].as_str().unwrap().starts_with("101 more findings"), "{last}");
    }
}

#[tokio::test]
async fn one_too_many_to_show_is_enough_for_the_place_to_matter() {
    let text = "[Event \"?\"]\n\n1. e5 *\n\n".repeat(1001);
    let settings = json!({ "level": "error" });
    let mut client = open(&text, json!({ "textDocument": { "diagnostic": {} } }), settings).await;
    let asked = |previous: &Value| json!({ "textDocument": { "uri": URI }, "previousResultId": previous });
    let answer = client.request("textDocument/diagnostic", asked(&Value::Null)).await.unwrap();
    let last = answer["items"].as_array().unwrap().last().unwrap();
    assert!(last["message"].as_str().unwrap().starts_with("1 more finding is"), "{last}");
    client.request_at("textDocument/hover", 4000, 3).await.unwrap();
    let elsewhere = client.request("textDocument/diagnostic", asked(&answer["resultId"])).await.unwrap();
    assert_eq!(elsewhere["kind"], "full");
    client.finish().await;
}
