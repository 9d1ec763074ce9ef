//! Features for reading and writing a game: the contents of answers in UTF-16 and UTF-8, with astral characters and `\r\n` before the place.

use scoresheet_tests::client::{Client, URI};
use scoresheet_tests::encoded::Encoded;
use serde_json::{Value, json};

const GAMES: &str = "[Event \"🏆 ♘\"]\r\n\r\n1. d4 {🏆} d5 *\r\n\r\n[Event \"♘ 🏆\"]\r\n[Site \"https://lichess.org/abc 🏆\"]\r\n\
    [Result \"1-0\"]\r\n[TimeControl \"40/7200:300\"]\r\n\r\n{🏆 [%csl Ge4][%cal Re2e4] see https://example.org/a. } \
    1. e4 $14 {♘ [%clk 1:00:00][%eval 0.35]} e5 {🏆 [%clk 0:59:30]} 2. Nf3 (2. Nc3 Nc6 3. Nf3) 2... Nc6 \
    3. Nc3 {🏆 [%clk 0:59:00]} Nf6 1-0\r\n";

async fn open(encoded: &Encoded<'_>, text_document: Value, options: Value) -> Client {
    encoded.open(text_document, options).await
}

async fn ask(client: &mut Client, method: &str, more: Value) -> Value {
    let mut params = json!({ "textDocument": { "uri": URI } });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.request(&format!("textDocument/{method}"), params).await.unwrap()
}

/// The text of the `range` of each element.
fn ranges<'text>(encoded: &Encoded<'text>, elements: &Value) -> Vec<&'text str> {
    elements.as_array().unwrap().iter().map(|element| encoded.slice(&element["range"])).collect()
}

fn words<'answer>(elements: &'answer Value, name: &str) -> Vec<&'answer str> {
    elements.as_array().unwrap().iter().map(|element| element[name].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_same_position_is_highlighted_in_its_game() {
    for encoded in Encoded::both(GAMES) {
        let mut client = open(&encoded, json!({}), Value::Null).await;
        let cases: [(&str, &[&str]); 4] =
            [("3. N|f3", &["Nf3", "Nc3"]), ("(|2.", &["e5"]), ("Nf6 1|-0", &["1-0", "1-0"]), ("s|ee", &[])];
        for (cursor, expected) in cases {
            let found = ask(&mut client, "documentHighlight", json!({ "position": encoded.cursor(cursor) })).await;
            let found = if found.is_null() { Vec::new() } else { ranges(&encoded, &found) };
            assert_eq!(found, expected, "{cursor}");
        }
        client.finish().await;
    }
}

#[tokio::test]
async fn selections_grow_up_to_the_whole_text() {
    for encoded in Encoded::both(GAMES) {
        let mut client = open(&encoded, json!({}), Value::Null).await;
        let positions = json!([encoded.cursor("N|c6 3. Nf3"), encoded.cursor("🏆| ♘")]);
        let found = ask(&mut client, "selectionRange", json!({ "positions": positions })).await;
        let steps = |first: &Value| {
            let steps = std::iter::successors(Some(first.clone()), |step| step.get("parent").cloned());
            steps.map(|step| encoded.slice(&step["range"])).collect::<Vec<_>>()
        };
        let moves = steps(&found[0]);
        assert_eq!(moves[0], "Nc6");
        assert!(moves.contains(&"2. Nc3 Nc6") && moves.contains(&"(2. Nc3 Nc6 3. Nf3)"), "{moves:?}");
        let event = steps(&found[1]);
        assert!(event.starts_with(&["🏆 ♘", "\"🏆 ♘\"", "[Event \"🏆 ♘\"]"]), "{event:?}");
        assert_eq!([moves.last(), event.last()], [Some(&GAMES); 2]);
        client.finish().await;
    }
}

#[tokio::test]
async fn the_result_is_edited_in_both_places() {
    for encoded in Encoded::both(GAMES) {
        let mut client = open(&encoded, json!({}), Value::Null).await;
        for cursor in ["Result \"1|-0", "Nf6 1-0|"] {
            let found = ask(&mut client, "linkedEditingRange", json!({ "position": encoded.cursor(cursor) })).await;
            let starts: Vec<usize> =
                found["ranges"].as_array().unwrap().iter().map(|range| encoded.offset(&range["start"])).collect();
            assert_eq!(starts, [GAMES.find("1-0").unwrap(), GAMES.rfind("1-0").unwrap()]);
            assert_eq!(encoded.slice(&found["ranges"][1]), "1-0");
        }
        let none = ask(&mut client, "linkedEditingRange", json!({ "position": encoded.cursor("d|5 *") })).await;
        assert_eq!(none, Value::Null);
        client.finish().await;
    }
}

#[tokio::test]
async fn hints_are_those_that_are_wanted() {
    let all = json!({ "inlayHints": { "glyph": true, "number": true, "evaluation": true, "clock": true } });
    let cases = [
        (Value::Null, vec![("$14", "⩲")]),
        (json!({ "inlayHints": { "glyph": false } }), vec![]),
        (
            json!({ "inlayHints": { "glyph": false, "number": true } }),
            vec![("} ", "1..."), ("} ", "1..."), ("} ", "3...")],
        ),
        (
            all,
            vec![
                ("} ", "1..."),
                (" e4", "+0.35"),
                ("$14", "⩲"),
                ("[%clk 1:00:00]", "1:00:00 used"),
                ("} ", "1..."),
                ("[%clk 0:59:30]", "1:00:30 used"),
                ("} ", "3..."),
            ],
        ),
    ];
    for encoded in Encoded::both(GAMES) {
        for (options, expected) in &cases {
            let mut client = open(&encoded, json!({}), options.clone()).await;
            let hints = ask(&mut client, "inlayHint", json!({ "range": encoded.range(0..GAMES.len()) })).await;
            let found: Vec<(usize, &str)> = (hints.as_array().unwrap().iter())
                .map(|hint| (encoded.offset(&hint["position"]), hint["label"].as_str().unwrap()))
                .collect();
            let labels =
                |hints: &[(&str, &str)]| hints.iter().map(|(_, label)| (*label).to_owned()).collect::<Vec<_>>();
            assert_eq!(found.iter().map(|(_, label)| (*label).to_owned()).collect::<Vec<_>>(), labels(expected));
            for ((offset, _), (before, _)) in found.iter().zip(expected) {
                assert!(GAMES[..*offset].ends_with(before), "{before}");
            }
            let numbers = hints.as_array().unwrap().iter().filter(|hint| hint["paddingRight"] == true);
            for number in numbers {
                assert!(
                    encoded
                        .edited(&number["textEdits"])
                        .contains(&format!("}} {} ", number["label"].as_str().unwrap()))
                );
            }
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn lenses_tell_of_each_game() {
    for encoded in Encoded::both(GAMES) {
        let cases = [
            (Value::Null, ["1 move · unfinished · D00 Queen's Pawn Game", "3 moves · 1-0 · C47 Four Knights Game"]),
            (json!({ "codeLens": { "opening": false, "result": false } }), ["1 move", "3 moves"]),
        ];
        for (options, expected) in cases {
            let mut client = open(&encoded, json!({}), options).await;
            let lenses = ask(&mut client, "codeLens", json!({})).await;
            assert_eq!(ranges(&encoded, &lenses), ["[Event \"🏆 ♘\"]", "[Event \"♘ 🏆\"]"]);
            for (lens, title) in lenses.as_array().unwrap().iter().zip(expected) {
                assert_eq!(lens["command"], Value::Null);
                let lens = client.request("codeLens/resolve", lens.clone()).await.unwrap();
                assert_eq!(lens["command"]["title"], title);
            }
            client.change(2, json!([{ "range": encoded.range(0..0), "text": "%\n" }])).await;
            let stale = client.request("codeLens/resolve", lenses[1].clone()).await.unwrap_err();
            assert_eq!(stale["code"], -32801);
            client.finish().await;
        }
        let none = json!({ "codeLens": { "moves": false, "opening": false, "result": false } });
        let mut client = open(&encoded, json!({}), none).await;
        assert_eq!(ask(&mut client, "codeLens", json!({})).await, Value::Null);
        client.finish().await;
    }
}

/// Each game has a lens that opens its board, in editors that support it.
#[tokio::test]
async fn lenses_lead_to_boards_where_the_client_shows_them() {
    let start = |encoded: &Encoded, commands: Value, options: Value| {
        let general = json!({ "positionEncodings": encoded.encodings() });
        let capabilities = json!({ "general": general, "experimental": { "commands": { "commands": commands } } });
        json!({ "capabilities": capabilities, "initializationOptions": options })
    };
    let (ours, others) = (json!(["other.run", "scoresheet.showBoard"]), json!(["other.run"]));
    let only_boards = json!({ "codeLens": { "moves": false, "opening": false, "result": false } });
    let no_boards = json!({ "codeLens": { "board": false } });
    let text = GAMES.replace("[Event \"♘ 🏆\"]", "{♘ 🏆} [Event \"♘ 🏆\"]");
    for encoded in Encoded::both(&text) {
        for (commands, options, words, boards) in [
            (&ours, Value::Null, 2, 2),
            (&ours, only_boards.clone(), 0, 2),
            (&ours, no_boards.clone(), 2, 0),
            (&others, Value::Null, 2, 0),
        ] {
            let mut client = Client::start();
            client.initialize(start(&encoded, commands.clone(), options)).await;
            client.open(&text).await;
            let lenses = ask(&mut client, "codeLens", json!({})).await;
            let is_board = |lens: &&Value| lens["command"]["command"] == "scoresheet.showBoard";
            let (of_boards, of_words): (Vec<_>, Vec<_>) = lenses.as_array().unwrap().iter().partition(is_board);
            assert_eq!((of_words.len(), of_boards.len()), (words, boards));
            let first_words = ["[Event \"🏆 ♘", "[Event \"♘ 🏆"];
            for (lens, first) in of_boards.iter().zip(first_words) {
                assert_eq!(lens["command"]["title"], "board");
                assert!(text[encoded.offset(&lens["range"]["start"])..].starts_with(first), "{lens}");
                // The argument has the parameters of the request for the board.
                let place = lens["command"]["arguments"][0].clone();
                assert_eq!(place["position"], lens["range"]["start"]);
                let board = client.request("scoresheet/board", place).await.unwrap();
                assert!(board["fen"].as_str().unwrap().starts_with("rnbqkbnr/pppppppp/8/"), "{board}");
            }
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn clients_ask_again_when_lenses_change() {
    let mut client = Client::start();
    let capabilities = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    client.initialize(json!({ "capabilities": capabilities, "initializationOptions": { "codeLens": null } })).await;
    client.open(GAMES).await;
    let lenses = ask(&mut client, "codeLens", json!({})).await;
    assert_eq!(lenses.as_array().unwrap().len(), 2);
    let settings = json!({ "scoresheet": { "codeLens": { "moves": false, "opening": false, "result": false } } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": settings })).await;
    client.respond("workspace/codeLens/refresh", Value::Null).await;
    assert_eq!(ask(&mut client, "codeLens", json!({})).await, Value::Null);
    client.finish().await;
}

#[tokio::test]
async fn addresses_can_be_opened() {
    for encoded in Encoded::both(GAMES) {
        let mut client = open(&encoded, json!({}), Value::Null).await;
        let links = ask(&mut client, "documentLink", json!({})).await;
        assert_eq!(ranges(&encoded, &links), ["https://lichess.org/abc", "https://example.org/a"]);
        assert_eq!(words(&links, "target"), ["https://lichess.org/abc", "https://example.org/a"]);
        assert_eq!(words(&links, "tooltip"), ["Open the game", "Open the page"]);
        client.finish().await;
    }
}

#[tokio::test]
async fn colours_are_letters_and_can_be_picked() {
    for encoded in Encoded::both(GAMES) {
        let mut client = open(&encoded, json!({}), Value::Null).await;
        let colours = ask(&mut client, "documentColor", json!({})).await;
        assert_eq!(ranges(&encoded, &colours), ["G", "R"]);
        assert!(colours[0]["color"]["green"].as_f64() > colours[0]["color"]["red"].as_f64());
        let picked = json!({ "red": 0.0, "green": 0.1, "blue": 0.9, "alpha": 1.0 });
        let range = &colours[1]["range"];
        let found = ask(&mut client, "colorPresentation", json!({ "range": range, "color": picked })).await;
        assert_eq!(words(&found, "label"), ["blue"]);
        assert!(encoded.edited(&json!([found[0]["textEdit"]])).contains("[%csl Ge4][%cal Be2e4]"));
        client.finish().await;
    }
}

#[tokio::test]
async fn signatures_have_the_part_at_the_cursor() {
    let offsets = json!({ "signatureHelp": { "signatureInformation": { "parameterInformation": { "labelOffsetSupport": true } } } });
    for encoded in Encoded::both(GAMES) {
        for capabilities in [json!({}), offsets.clone()] {
            let mut client = open(&encoded, capabilities.clone(), Value::Null).await;
            let cases =
                [("[%clk 0:5|9", "mm"), ("[%eval 0|.35", "score"), ("\"4|0/7200", "moves"), ("7200:30|0", "seconds")];
            for (cursor, expected) in cases {
                let help = ask(&mut client, "signatureHelp", json!({ "position": encoded.cursor(cursor) })).await;
                let signature = &help["signatures"][0];
                let active = help["activeParameter"].as_u64().unwrap() as usize;
                let label = &signature["parameters"][active]["label"];
                let part = match label.as_array() {
                    None => label.as_str().unwrap(),
                    Some(ends) => {
                        let [from, to] = [0, 1].map(|end| ends[end].as_u64().unwrap() as usize);
                        &signature["label"].as_str().unwrap()[from..to]
                    }
                };
                assert_eq!((part, label.is_array()), (expected, capabilities == offsets), "{cursor}");
            }
            let none = ask(&mut client, "signatureHelp", json!({ "position": encoded.cursor("d|5 *") })).await;
            assert_eq!(none, Value::Null);
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn moves_get_their_numbers_as_they_are_typed() {
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let cases = [
        ("[Event \"🏆\"]\r\n\r\n{♘ 🏆} e4 | *", " ", Some("{♘ 🏆} 1. e4  *")),
        ("[Event \"🏆\"]\r\n\r\n1. e4 {♘ 🏆} e5 |", " ", Some("{♘ 🏆} 1... e5 ")),
        ("[Event \"🏆\"]\r\n\r\n1. e4 {♘ 🏆}| e5 *", "}", Some("{♘ 🏆} 1... e5 *")),
        ("[Event \"🏆\"]\r\n\r\n1. e4 {♘ 🏆} 1... e5 |", " ", None),
    ];
    for (around, typed, expected) in cases {
        let text = around.replace('|', "");
        for encoded in Encoded::both(&text) {
            let mut client = open(&encoded, json!({}), Value::Null).await;
            let params = json!({ "position": encoded.cursor(around), "ch": typed, "options": options });
            let edits = ask(&mut client, "onTypeFormatting", params).await;
            match expected {
                Some(end) => assert!(encoded.edited(&edits).ends_with(end), "{around}: {edits}"),
                None => assert_eq!(edits, Value::Null),
            }
            client.finish().await;
        }
    }
}

/// A new game puts the cursor into its first tag; a client that cannot do that gets the text alone.
#[tokio::test]
async fn snippets_are_for_clients_that_know_them() {
    let text = format!("{GAMES}\r\n");
    let knows = json!({ "completion": { "completionItem": { "snippetSupport": true } } });
    for encoded in Encoded::both(&text) {
        for (capabilities, format, start) in
            [(json!({}), Value::Null, "[Event \"\"]\r\n[Site"), (knows.clone(), json!(2), "[Event \"$0\"]\r\n[Site")]
        {
            let mut client = open(&encoded, capabilities, Value::Null).await;
            let items = ask(&mut client, "completion", json!({ "position": encoded.position(text.len()) })).await;
            let game = items.as_array().unwrap().iter().find(|item| item["label"] == "new game").unwrap();
            assert_eq!((&game["kind"], &game["insertTextFormat"]), (&json!(15), &format));
            assert!(game["textEdit"]["newText"].as_str().unwrap().starts_with(start), "{game}");
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn suffixes_are_offered_behind_moves() {
    for encoded in Encoded::both("[Event \"🏆\"]\r\n\r\n{🏆 ♘} 1. e4! {🏆!} e5 ?! 2. Nf3 ! $1 *\r\n") {
        let mut client = open(&encoded, json!({}), Value::Null).await;
        let cases: [(&str, &[&str], &str); 4] = [
            ("e4!|", &["!", "!!", "!?"], "!"),
            ("e5 ?|!", &["?", "??", "?!"], "?!"),
            ("Nf3 !|", &["!", "!!", "!?"], "!"),
            ("🏆!|", &[], ""),
        ];
        for (cursor, expected, replaced) in cases {
            let found = ask(&mut client, "completion", json!({ "position": encoded.cursor(cursor) })).await;
            assert_eq!(words(&found, "label"), expected, "{cursor}");
            if let Some(first) = found.get(0) {
                assert_eq!(encoded.slice(&first["textEdit"]["range"]), replaced);
            }
        }
        let found = ask(&mut client, "completion", json!({ "position": encoded.cursor("e5 ?!|") })).await;
        assert_eq!((&found[0]["label"], &found[0]["detail"]), (&json!("?!"), &json!("a dubious move")));
        client.finish().await;
    }
}

#[tokio::test]
async fn moves_are_told_more_of_when_somebody_looks() {
    for encoded in Encoded::both(GAMES) {
        let markdown = json!({ "completion": { "completionItem": { "documentationFormat": ["markdown"] } } });
        for (capabilities, fence) in [(json!({}), "8  r "), (markdown, "```\n8  r ")] {
            let mut client = open(&encoded, capabilities, Value::Null).await;
            let found = ask(&mut client, "completion", json!({ "position": encoded.cursor("2. |Nf3 (2") })).await;
            let labels = words(&found, "label");
            // Of named openings, those with the most continuations come first.
            assert_eq!(labels[0], "Nf3", "{labels:?}");
            assert_eq!(found[0].get("documentation"), None);
            let resolved = client.request("completionItem/resolve", found[0].clone()).await.unwrap();
            let told = resolved["documentation"]["value"].as_str().unwrap();
            assert!(told.starts_with("C40 King's Knight Opening\n"), "{told}");
            assert!(told.contains(fence) && told.contains("3  . . . . .[N]. ."), "{told}");
            assert!(told.contains("Material is even. Black has 29 legal moves.\n"), "{told}");
            assert_eq!(resolved["textEdit"], found[0]["textEdit"]);
            // Items without documentation, and invalid items, are returned unchanged.
            let other = json!({ "label": "x", "data": { "fen": "8", "variant": "?", "san": "e4" } });
            assert_eq!(client.request("completionItem/resolve", other.clone()).await.unwrap(), other);
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn pieces_are_written_in_the_users_language() {
    for encoded in Encoded::both("[Event \"🏆\"]\r\n\r\n{🏆 N♘} 1. Nf3 {🏆} Nc6 (1... Nf6) *\r\n") {
        for (locale, title, expected) in
            [("de-AT", "Write German piece letters", "S"), ("fr", "Write French piece letters", "C")]
        {
            let mut client = Client::start();
            let capabilities = json!({ "general": { "positionEncodings": encoded.encodings() } });
            client.initialize(json!({ "capabilities": capabilities, "locale": locale })).await;
            client.open(encoded.text).await;
            let range = json!({ "start": encoded.cursor("N|c6"), "end": encoded.cursor("N|c6") });
            let context = json!({ "diagnostics": [], "only": ["refactor.rewrite.localisePieces"] });
            let found = ask(&mut client, "codeAction", json!({ "range": range, "context": context })).await;
            assert_eq!(words(&found, "title"), [title]);
            let written = encoded.edited(&found[0]["edit"]["changes"][URI]);
            let wanted = encoded.text.replace("Nf3", &format!("{expected}f3")).replace("Nc6", &format!("{expected}c6"));
            assert_eq!(written, wanted.replace("Nf6", &format!("{expected}f6")));
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn openings_fold() {
    let text = "[Event \"🏆\"]\r\n\r\n1. e4 e5\r\n2. Nf3 Nc6 3. Bb5 {♘} a6 *\r\n";
    for encoded in Encoded::both(text) {
        let mut client = open(&encoded, json!({}), Value::Null).await;
        let folds = ask(&mut client, "foldingRange", json!({})).await;
        let game = json!({ "startLine": 0, "endLine": 3, "kind": "region" });
        assert_eq!(folds, json!([game, { "startLine": 2, "endLine": 3 }]));
        client.finish().await;
    }
}

/// There would be as many lenses as lines; colours, results and move numbers belong to games.
#[tokio::test]
async fn some_of_it_is_not_for_records() {
    let mut client = Client::initialized(json!({})).await;
    client.open_as("epd", URI, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"https://example.org\";\n").await;
    let at = json!({ "line": 0, "character": 33 });
    let params = json!({ "position": at, "ch": " ", "options": { "tabSize": 4, "insertSpaces": true } });
    for method in ["linkedEditingRange", "codeLens", "onTypeFormatting"] {
        assert_eq!(ask(&mut client, method, params.clone()).await, Value::Null, "{method}");
    }
    assert_eq!(ask(&mut client, "documentColor", params).await, json!([]));
    client.finish().await;
}
