//! Sessions about chess in other documents: what an editor asks of a block is answered with places of the document, and nothing is said of the
//! text around it.

use scoresheet_tests::client::{Client, URI, apply, between_characters, position_of, range_of};
use serde_json::{Value, json};

/// Blocks in a quote, a list and after a tab, with `\r\n` and astral characters before the places, and text that looks like chess.
fn notes() -> String {
    let text = "\
# 🏆 1. e4 e5 2. Ke3

> 🏆
> ```pgn
> 1. e4 {🏆} e5 2. Ke3
> ```

- ♘

  ~~~ PGN
  1.e4 c5 2.Nf3 {🏆}

  ~~~

1.\t```chess
\tfen: 4k3/8/8/8/8/8/4P3/4K2 w - - 0 1
\t```

```epd
4k3/8/8/8/8/8/4P3/4K3 w - - bm  e4;
```
";
    text.replace('\n', "\r\n")
}

async fn open(text: &str) -> Client {
    let mut client = Client::initialized(json!({})).await;
    client.open_as("markdown", URI, text).await;
    client
}

/// Where `what` is for the `number`th time.
fn nth(text: &str, what: &str, number: usize) -> usize {
    text.match_indices(what).nth(number).unwrap().0
}

/// Asks about the place in the middle of the `number`th `what`.
async fn ask_at(client: &mut Client, method: &str, text: &str, (what, number): (&str, usize)) -> Value {
    let place = position_of(text, nth(text, what, number) + what.len() / 2);
    client.request(method, json!({ "textDocument": { "uri": URI }, "position": place })).await.unwrap()
}

/// The rule and the range of each finding.
fn found(diagnostics: &Value) -> Vec<(&str, &Value)> {
    let all = diagnostics.as_array().unwrap().iter();
    all.map(|finding| (finding["code"].as_str().unwrap(), &finding["range"])).collect()
}

fn whole(text: &str) -> Value {
    range_of(text, &(0..text.len()))
}

#[tokio::test]
async fn findings_have_places_of_the_document() {
    let text = notes();
    let mut client = open(&text).await;
    let [king, rank] = [nth(&text, "Ke3", 1), nth(&text, "4K2 ", 0)].map(|start| range_of(&text, &(start..start + 3)));
    let diagnostics = client.diagnostics(1).await;
    assert_eq!(found(&diagnostics), [("illegal-move", &king), ("invalid-position", &rank)]);
    // Above the blocks, then in one of them, then so that a block ends.
    let start = range_of(&text, &(0..0));
    client.change(2, json!([{ "range": start, "text": "🏆\n\n" }])).await;
    let mut new = format!("🏆\n\n{text}");
    let moved = range_of(&new, &(nth(&new, "Ke3", 1)..nth(&new, "Ke3", 1) + 3));
    assert_eq!(found(&client.diagnostics(2).await)[0].1, &moved);
    client.change(3, json!([{ "range": moved, "text": "Ke2" }])).await;
    new = new.replacen("{🏆} e5 2. Ke3", "{🏆} e5 2. Ke2", 1);
    assert_eq!(found(&client.diagnostics(3).await).len(), 1);
    let fence = nth(&new, "1.\t```chess", 0);
    client.change(4, json!([{ "range": range_of(&new, &(fence + 3..fence + 6)), "text": "" }])).await;
    assert_eq!(found(&client.diagnostics(4).await), []);
    client.finish().await;
}

#[tokio::test]
async fn places_are_asked_about_in_blocks_only() {
    let text = notes();
    let mut client = open(&text).await;
    let hover = ask_at(&mut client, "textDocument/hover", &text, ("Nf3", 0)).await;
    let start = nth(&text, "Nf3", 0);
    assert_eq!(hover["range"], range_of(&text, &(start..start + 3)));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("Sicilian"), "{hover}");
    let completion = ask_at(&mut client, "textDocument/completion", &text, ("2.Nf3", 0)).await;
    let moves: Vec<&str> = completion.as_array().unwrap().iter().filter_map(|item| item["label"].as_str()).collect();
    assert!(moves.contains(&"Nf3") && moves.contains(&"c3"), "{moves:?}");
    let board = ask_at(&mut client, "scoresheet/board", &text, ("c5", 0)).await;
    assert_eq!(board["fen"], "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2");
    assert_eq!(board["next"][0]["range"], range_of(&text, &(start..start + 3)));
    let board = ask_at(&mut client, "scoresheet/board", &text, ("w - - bm", 0)).await;
    assert_eq!(board["fen"].as_str().unwrap().split(' ').next(), Some("4k3/8/8/8/8/8/4P3/4K3"));
    let game = ask_at(&mut client, "scoresheet/game", &text, ("c5", 0)).await;
    assert_eq!(game["items"].as_array().unwrap().len(), 4);
    for method in ["textDocument/hover", "textDocument/completion", "scoresheet/board", "scoresheet/game"] {
        for place in [("e4 e5 2. Ke3", 0), ("> ```", 0), ("- ♘", 0), ("~~~ PGN", 0)] {
            assert_eq!(ask_at(&mut client, method, &text, place).await, Value::Null, "{method} at {place:?}");
        }
    }
    client.finish().await;
}

#[tokio::test]
async fn edits_stay_in_blocks() {
    let text = notes();
    let mut client = open(&text).await;
    let document = json!({ "uri": URI });
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let edits =
        client.request("textDocument/formatting", json!({ "textDocument": document, "options": options })).await;
    let formatted = text.replace("1.e4 c5 2.Nf3 {🏆}\r\n\r\n", "1. e4 c5 2. Nf3 { 🏆 }\r\n").replace("bm  e4", "bm e4");
    assert_eq!(apply(&text, &edits.unwrap()), formatted);
    let range = range_of(&text, &(text.len() - 20..text.len()));
    let params = json!({ "textDocument": document, "range": range, "options": options });
    let edits = client.request("textDocument/rangeFormatting", params).await.unwrap();
    assert_eq!(apply(&text, &edits), text.replace("bm  e4", "bm e4"));

    // A move that is played at the end of a line, and a comment that gets lines of its own.
    let place = position_of(&text, nth(&text, "c5", 0) + 1);
    let play = json!({ "textDocument": document, "position": place, "move": "d4" });
    let played = client.request("scoresheet/play", play).await.unwrap();
    let new = apply(&text, &played["edits"]);
    assert!(new.contains("d4") && new.lines().count() == text.lines().count(), "{new}");
    let (before, after) = text.split_once("1.e4 c5").unwrap();
    assert!(new.starts_with(before) && new.ends_with(after.split_once("~~~").unwrap().1), "{new}");
    let cursor = nth(&new, "d4", 0) + 2;
    assert_eq!(played["position"], position_of(&new, cursor));
    client.finish().await;
}

#[tokio::test]
async fn repairs_stay_in_blocks() {
    let text = "> 🏆 0-0\n> ```pgn\n> 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0\n> ```\n\n~~~pgn\n1. e4 e5 2. 0-0\n~~~\n\n```pgn\n1. e2e4\n```\n";
    let mut client = open(text).await;
    let actions = async |client: &mut Client, range: Value, only: Value| {
        let context = json!({ "diagnostics": [], "only": only });
        let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
        client.request("textDocument/codeAction", params).await.unwrap().as_array().unwrap().clone()
    };
    let castling = nth(text, "0-0", 1);
    let at_castling = range_of(text, &(castling..castling));
    let fixes = actions(&mut client, at_castling, json!(["quickfix"])).await;
    let fix = fixes.iter().find(|fix| fix["isPreferred"] == true).unwrap();
    let fixed = apply(text, &fix["edit"]["changes"][URI]);
    assert_eq!(fixed, text.replacen("4. 0-0", "4. O-O", 1));
    let all = actions(&mut client, whole(text), json!(["source.fixAll"])).await;
    assert_eq!(all.len(), 1);
    let expected = text.replacen("4. 0-0", "4. O-O", 1).replace("e2e4", "e4");
    assert_eq!(apply(text, &all[0]["edit"]["changes"][URI]), expected);
    let outside = actions(&mut client, range_of(text, &(0..0)), Value::Null).await;
    assert!(outside.iter().all(|action| action["kind"] == "source.fixAll.scoresheet"), "{outside:?}");
    client.finish().await;
}

#[tokio::test]
async fn words_of_blocks_have_kinds() {
    let text = notes();
    let mut client = open(&text).await;
    let params = json!({ "textDocument": { "uri": URI } });
    let tokens = client.request("textDocument/semanticTokens/full", params).await.unwrap();
    let lines: Vec<Vec<u16>> = text.lines().map(|line| line.encode_utf16().collect()).collect();
    let (mut line, mut column, mut words) = (0, 0, Vec::new());
    let numbers: Vec<usize> =
        tokens["data"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap() as usize).collect();
    for token in numbers.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        words.push(String::from_utf16(&lines[line][column..column + token[2]]).unwrap());
    }
    for word in ["e4", "Ke3", "Nf3", "{🏆}", "bm"] {
        assert!(words.iter().any(|one| one == word), "{word} is not among {words:?}");
    }
    assert!(!words.iter().any(|word| word.contains(['>', '#', '`', '~'])), "{words:?}");
    let params = json!({ "textDocument": { "uri": URI }, "range": range_of(&text, &(0..12)) });
    let tokens = client.request("textDocument/semanticTokens/range", params).await.unwrap();
    assert_eq!(tokens["data"], json!([]));
    client.finish().await;
}

#[tokio::test]
async fn what_was_played_is_counted_at_blocks_too() {
    let text = notes();
    let mut client = open(&text).await;
    client.open_at("file:///open.pgn", "[White \"a\"]\n\n1. e4 c5 2. Nf3 d6 *\n").await;
    let place = position_of(&text, nth(&text, "c5", 0) + 1);
    let params = json!({ "textDocument": { "uri": URI }, "position": place, "scope": "workspace" });
    let explorer = client.request("scoresheet/explorer", params).await.unwrap();
    assert_eq!(explorer["moves"][0]["san"], "Nf3", "{explorer}");
    client.finish().await;
}

/// Whatever is typed, findings are those of a new session.
#[tokio::test]
async fn findings_after_edits_are_those_of_the_text() {
    let mut text = notes();
    let mut client = open(&text).await;
    let _ = client.diagnostics(1).await;
    let pieces = ["`", "```pgn\r\n", "\r\n", "> ", "1. e4", "Ke3", "🏆", "", "\t", "~~~\r\n", "{", "- "];
    // A generator of numbers that need not be good.
    let mut seed = 7_usize;
    let mut next = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % most.max(1)
    };
    for version in 2..60 {
        let start = text.floor_char_boundary(next(text.len()));
        let end = text.ceil_char_boundary((start + next(8)).min(text.len()));
        let range = between_characters(&text, start..end);
        let piece = pieces[next(pieces.len())];
        client.change(version, json!([{ "range": range_of(&text, &range), "text": piece }])).await;
        text.replace_range(range, piece);
        if version % 8 != 0 {
            continue;
        }
        let mut fresh = open(&text).await;
        assert_eq!(client.diagnostics(version).await, fresh.diagnostics(1).await, "{text}");
        fresh.finish().await;
    }
    client.finish().await;
}

#[tokio::test]
async fn nothing_else_is_answered() {
    let text = notes();
    let mut client = open(&text).await;
    let place = position_of(&text, nth(&text, "c5", 0));
    for method in [
        "documentSymbol",
        "foldingRange",
        "codeLens",
        "documentLink",
        "selectionRange",
        "inlayHint",
        "prepareRename",
        "references",
        "prepareCallHierarchy",
    ] {
        let mut params = json!({ "textDocument": { "uri": URI }, "range": whole(&text), "position": place });
        params["positions"] = json!([place]);
        params["context"] = json!({ "includeDeclaration": true });
        assert_eq!(client.request(&format!("textDocument/{method}"), params).await, Ok(Value::Null), "{method}");
    }
    // Games of a document are not those of the workspace.
    assert_eq!(client.request("workspace/symbol", json!({ "query": "white" })).await.unwrap(), json!([]));
    client.finish().await;
}

#[tokio::test]
async fn clients_that_pull_get_the_same() {
    let text = notes();
    let mut client = Client::initialized(json!({ "textDocument": { "diagnostic": {} } })).await;
    client.open_as("markdown", URI, &text).await;
    let params = json!({ "textDocument": { "uri": URI } });
    let report = client.request("textDocument/diagnostic", params).await.unwrap();
    assert_eq!(found(&report["items"]).len(), 2);
    client.finish().await;
}

#[tokio::test]
async fn a_game_in_pieces_of_latex_goes_on() {
    let text = "\\newgame 🏆\r\n\\mainline{1.e4 e5 2. Nf3}\r\n\\mainline{2... Nc6 3. Bb5 a6 4. Bxa6 Ke6} \\variation{2. f4}\r\n\\newgame\\mainline{1. d4}\\mainline{}";
    let mut client = Client::initialized(json!({})).await;
    client.open_as("latex", URI, text).await;
    let king = nth(text, "Ke6", 0);
    assert_eq!(found(&client.diagnostics(1).await), [("illegal-move", &range_of(text, &(king..king + 3)))]);
    let hover = ask_at(&mut client, "textDocument/hover", text, ("Bb5", 0)).await;
    let start = nth(text, "Bb5", 0);
    assert_eq!(hover["range"], range_of(text, &(start..start + 3)));
    assert!(hover["contents"]["value"].as_str().unwrap().starts_with("3. Bb5"), "{hover}");
    let board = ask_at(&mut client, "scoresheet/board", text, ("Nc6", 0)).await;
    assert_eq!(board["fen"], "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let board = ask_at(&mut client, "scoresheet/board", text, ("f4", 0)).await;
    assert_eq!(board["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq f3 0 2");
    // Where nothing is written yet, the next move is completed.
    let place = position_of(text, text.len() - 1);
    let at_end = json!({ "textDocument": { "uri": URI }, "position": place });
    let completion = client.request("textDocument/completion", at_end).await.unwrap();
    let labels: Vec<&str> = completion.as_array().unwrap().iter().filter_map(|item| item["label"].as_str()).collect();
    assert!(labels.iter().any(|label| label.ends_with("d5")), "{labels:?}");
    // A context is not in the document.
    let tokens =
        client.request("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": URI } })).await.unwrap();
    let numbers: Vec<u64> = tokens["data"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    assert!(numbers.chunks(5).all(|token| token[2] <= 4), "{numbers:?}");
    // A move can be added, but not a variation, for which there is another command.
    let play =
        |place: usize| json!({ "textDocument": { "uri": URI }, "position": position_of(text, place), "move": "d5" });
    let played = client.request("scoresheet/play", play(nth(text, "1. d4", 0) + 5)).await.unwrap();
    assert!(apply(text, &played["edits"]).contains("\\mainline{1. d4 d5}"), "{played}");
    assert!(client.request("scoresheet/play", play(nth(text, "1.e4", 0) + 4)).await.is_err());
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let edits =
        client.request("textDocument/formatting", json!({ "textDocument": { "uri": URI }, "options": options })).await;
    assert_eq!(apply(text, &edits.unwrap()), text.replace("1.e4", "1. e4"));
    client.finish().await;
}
