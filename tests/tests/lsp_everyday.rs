//! The most frequent requests of editors, about a game and a record: the contents of answers in UTF-16 and UTF-8, with astral characters
//! and `\r\n` before the place.

use scoresheet_tests::client::{Client, URI};
use scoresheet_tests::encoded::Encoded;
use serde_json::{Value, json};

const GAMES: &str = "[Event \"🏆 ♘\"]\r\n[Result \"*\"]\r\n\r\n{🏆} 1. d4 d5 {♘} *\r\n\r\n[Event \"♘ 🏆\"]\r\n[Result \"1-0\"]\r\n\r\n\
    {🏆 ♘} 1. e4 e5 {🏆} 2. Nf3 (2. f4 {♘ 🏆} exf4) 2... Nc6 3. Bb5 a6 4. 0-0 {🏆} Nf6 1-0\r\n";

const RECORDS: &str =
    "# 🏆\r\n4k3/8/8/8/8/8/4P3/4K2R w K - c0 \"🏆 ♘\"; bm e2e4 0-0;\r\n4k3/8/8/8/8/8/8/4K3 b - - c0 \"🏆\";  ce 5;\r\n";

/// A text in its language, with the same requests for both.
struct Case {
    language: &'static str,
    text: &'static str,
    /// A castling with zeros.
    castling: &'static str,
}

const CASES: [Case; 2] = [
    Case { language: "pgn", text: GAMES, castling: "4. 0|-0" },
    Case { language: "epd", text: RECORDS, castling: "e2e4 0|-0" },
];

async fn open(encoded: &Encoded<'_>, language: &str, capabilities: Value, level: &str) -> Client {
    encoded.open_as(language, capabilities, json!({ "level": level })).await
}

async fn ask(client: &mut Client, method: &str, more: Value) -> Value {
    let mut params = json!({ "textDocument": { "uri": URI } });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.request(&format!("textDocument/{method}"), params).await.unwrap()
}

fn caret(encoded: &Encoded<'_>, cursor: &str) -> Value {
    let position = encoded.cursor(cursor);
    json!({ "start": position, "end": position })
}

fn titled<'answer>(actions: &'answer Value, title: &str) -> &'answer Value {
    let found = actions.as_array().unwrap().iter().find(|action| action["title"].as_str().unwrap().starts_with(title));
    found.unwrap_or_else(|| panic!("no {title} in {actions}"))
}

#[tokio::test]
async fn hovers_are_about_the_word_under_the_pointer() {
    let cases = [
        ("pgn", GAMES, "2. N|f3", "Nf3", "2. Nf3 "),
        ("pgn", GAMES, "ex|f4", "exf4", "2... exf4 "),
        ("epd", RECORDS, "e2|e4", "e2e4", "1. e4 in bm (best move(s))."),
        ("epd", RECORDS, "c|e 5", "ce 5;", "ce centipawn evaluation"),
    ];
    for (language, text, cursor, word, start) in cases {
        for encoded in Encoded::both(text) {
            let mut client = open(&encoded, language, json!({}), "error").await;
            let hover = ask(&mut client, "hover", json!({ "position": encoded.cursor(cursor) })).await;
            assert_eq!(encoded.slice(&hover["range"]), word);
            assert!(hover["contents"]["value"].as_str().unwrap().starts_with(start), "{hover}");
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn completions_are_written_in_their_place() {
    let cases = [
        ("pgn", GAMES, "{🏆} N|f6", "Nge7", "4. 0-0 {🏆} 4... Nge7 1-0\r\n"),
        ("pgn", GAMES, "[Event| \"♘", "EventDate", "[EventDate \"♘ 🏆\"]"),
        ("epd", RECORDS, "bm |e2e4", "Kf2", "\"; bm Kf2 e2e4 0-0;"),
        ("epd", RECORDS, "\";  |ce 5", "acd", "c0 \"🏆\";  acd ; ce 5;\r\n"),
    ];
    for (language, text, cursor, label, expected) in cases {
        for encoded in Encoded::both(text) {
            let mut client = open(&encoded, language, json!({}), "error").await;
            let items = ask(&mut client, "completion", json!({ "position": encoded.cursor(cursor) })).await;
            let item = items.as_array().unwrap().iter().find(|item| item["label"] == label);
            let item = item.unwrap_or_else(|| panic!("no {label} in {items}"));
            let edited = encoded.edited(&json!([item["textEdit"]]));
            assert!(edited.contains(expected), "{edited}");
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn findings_are_pushed_or_pulled() {
    let pulls = json!({ "diagnostic": {} });
    for Case { language, text, castling } in CASES {
        for encoded in Encoded::both(text) {
            let mut client = open(&encoded, language, json!({}), "hint").await;
            let pushed = client.diagnostics(1).await;
            client.finish().await;
            let mut client = open(&encoded, language, pulls.clone(), "hint").await;
            let pulled = ask(&mut client, "diagnostic", json!({})).await["items"].take();
            client.finish().await;
            let at = encoded.offset(&encoded.cursor(castling)) - 1;
            for found in [pushed, pulled] {
                let of_rule = found.as_array().unwrap().iter().filter(|finding| finding["code"] == "zero-castling");
                let places: Vec<_> = of_rule.map(|finding| &finding["range"]).collect();
                let here = places.iter().filter(|range| encoded.offset(&range["start"]) == at);
                assert_eq!(here.map(|range| encoded.slice(range)).collect::<Vec<_>>(), ["0-0"], "{language}");
            }
        }
    }
}

#[tokio::test]
async fn slips_are_repaired_one_by_one_or_all() {
    for Case { language, text, castling } in CASES {
        for encoded in Encoded::both(text) {
            let mut client = open(&encoded, language, json!({}), "hint").await;
            let quick =
                json!({ "range": caret(&encoded, castling), "context": { "diagnostics": [], "only": ["quickfix"] } });
            let actions = ask(&mut client, "codeAction", quick).await;
            let fix = actions.as_array().unwrap().iter().find(|action| {
                encoded.edited(&action["edit"]["changes"][URI]).contains(&castling.replace("0|-0", "O-O"))
            });
            assert!(fix.is_some(), "{actions}");
            let all = json!({ "range": caret(&encoded, castling), "context": { "diagnostics": [], "only": ["source.fixAll"] } });
            let actions = ask(&mut client, "codeAction", all).await;
            let edited = encoded.edited(&actions[0]["edit"]["changes"][URI]);
            assert!(edited.contains("O-O") && edited.contains("🏆 ♘"), "{edited}");
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn findings_can_be_allowed() {
    for Case { language, text, castling } in CASES {
        for encoded in Encoded::both(text) {
            let mut client = open(&encoded, language, json!({}), "hint").await;
            let quick =
                json!({ "range": caret(&encoded, castling), "context": { "diagnostics": [], "only": ["quickfix"] } });
            let actions = ask(&mut client, "codeAction", quick).await;
            let edits = &titled(&actions, "Allow zero-castling")["edit"]["changes"][URI];
            assert!(encoded.edited(edits).contains("scoresheet: allow zero-castling\r\n"), "{edits}");
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn the_opening_of_a_game_is_written_into_its_tags() {
    let unnamed = GAMES.replacen("{🏆} 1. d4 d5 {♘} *", "{🏆} *", 1);
    for encoded in Encoded::both(GAMES).into_iter().chain(Encoded::both(&unnamed)) {
        let mut client = open(&encoded, "pgn", json!({}), "hint").await;
        let context = json!({ "diagnostics": [], "only": ["refactor.rewrite.addOpening"] });
        let of = |cursor| json!({ "range": caret(&encoded, cursor), "context": context });
        let actions = ask(&mut client, "codeAction", of("1. e|4 e5")).await;
        let edits = &titled(&actions, "Write the opening into the tags")["edit"]["changes"][URI];
        let opening =
            "[Result \"1-0\"]\r\n[ECO \"C70\"]\r\n[Opening \"Ruy Lopez\"]\r\n[Variation \"Morphy Defense\"]\r\n";
        assert_eq!(encoded.edited(edits), encoded.text.replace("[Result \"1-0\"]\r\n", opening));
        let of_first = ask(&mut client, "codeAction", of("{|🏆}")).await;
        let has_opening = encoded.text.contains("d4");
        assert_eq!(of_first.as_array().map_or(0, Vec::len), usize::from(has_opening), "{of_first}");
        client.finish().await;
    }
}

/// The text with white space collapsed to single spaces.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn texts_are_formatted_whole_or_in_part() {
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let cases = [
        ("pgn", GAMES, "2. N|f3", "{🏆} 1. d4 d5 {♘} *\r\n", "4. O-O { 🏆 } 4... Nf6 1-0\r\n"),
        ("epd", RECORDS, "c|e 5", "bm e2e4 0-0;\r\n", "b - - c0 \"🏆\"; ce 5;\r\n"),
    ];
    for (language, text, cursor, kept, expected) in cases {
        for encoded in Encoded::both(text) {
            let mut client = open(&encoded, language, json!({}), "error").await;
            let edits = ask(&mut client, "formatting", json!({ "options": options })).await;
            let whole = encoded.edited(&edits);
            assert!(words(&whole).contains(&words(expected)), "{whole}");
            let part = json!({ "options": options, "range": caret(&encoded, cursor) });
            let part = encoded.edited(&ask(&mut client, "rangeFormatting", part).await);
            assert!(part.contains(kept) && part != *text && part != whole, "{part}");
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn outlines_point_at_what_they_name() {
    let tree = json!({ "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } });
    for encoded in Encoded::both(GAMES) {
        let mut client = open(&encoded, "pgn", tree.clone(), "error").await;
        let games = ask(&mut client, "documentSymbol", json!({})).await;
        let variation = &games[1]["children"][0];
        assert_eq!(variation["name"], "2. f4 exf4");
        assert_eq!(encoded.slice(&variation["range"]), "(2. f4 {♘ 🏆} exf4)");
        assert!(encoded.slice(&games[1]["range"]).starts_with("[Event \"♘ 🏆\"]"));
        client.finish().await;
    }
    for encoded in Encoded::both(RECORDS) {
        let mut client = open(&encoded, "epd", tree.clone(), "error").await;
        let records = ask(&mut client, "documentSymbol", json!({})).await;
        assert_eq!(encoded.slice(&records[1]["range"]), "4k3/8/8/8/8/8/8/4K3 b - - c0 \"🏆\";  ce 5;");
        assert_eq!(encoded.slice(&records[1]["selectionRange"]), "4k3/8/8/8/8/8/8/4K3 b - -");
        client.finish().await;
    }
}
