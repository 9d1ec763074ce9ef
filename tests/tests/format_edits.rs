//! The formatting edits of the language server give the output of `scoresheet format`.

use proptest::prelude::*;
use scoresheet_format::{FormatOptions, format_text};
use scoresheet_tests::client::{Client, URI, range_of};
use scoresheet_tests::encoded::Encoded;
use serde_json::{Value, json};

fn formatted(text: &str) -> String {
    format_text(text, FormatOptions::default()).text
}

/// Requested as one range, and as the document, the second time from the cache.
async fn check(text: &str) {
    for (encoded, is_utf8) in Encoded::both(text).into_iter().zip([false, true]) {
        let mut client = encoded.open(json!({}), Value::Null).await;
        let mut params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
        params["range"] = encoded.range(0..text.len());
        let in_range = client.request("textDocument/rangeFormatting", params).await.unwrap();
        assert_eq!(edited(text, &in_range, is_utf8), formatted(text), "{text:?}");
        for _ in 0..2 {
            assert_eq!(edited(text, &format(&mut client).await, is_utf8), formatted(text), "{text:?}");
        }
        client.finish().await;
    }
}

/// Applies edits, which must come in descending order. Linear in the text and the edits, as there are many.
fn edited(text: &str, edits: &Value, is_utf8: bool) -> String {
    let is_end = |at: &usize| text.as_bytes()[*at] == b'\n' || text.as_bytes().get(at + 1) != Some(&b'\n');
    let ends = text.match_indices(['\n', '\r']).map(|(at, _)| at).filter(is_end);
    let lines: Vec<usize> = [0].into_iter().chain(ends.map(|at| at + 1)).collect();
    let offset = |position: &Value| {
        let number = |name: &str| position[name].as_u64().unwrap() as usize;
        let (start, column) = (lines[number("line")], number("character"));
        let before = text[start..].char_indices().scan(0, |columns, (at, letter)| {
            let is_before = *columns < column;
            *columns += if is_utf8 { letter.len_utf8() } else { letter.len_utf16() };
            is_before.then_some(at + letter.len_utf8())
        });
        start + before.last().unwrap_or(0)
    };
    let (mut new, mut done) = (String::new(), 0);
    for edit in edits.as_array().unwrap().iter().rev() {
        new += &text[done..offset(&edit["range"]["start"])];
        new += edit["newText"].as_str().unwrap();
        done = offset(&edit["range"]["end"]);
    }
    new + &text[done..]
}

async fn format(client: &mut Client) -> Value {
    let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    client.request("textDocument/formatting", params).await.unwrap()
}

/// Games with a fault in every part.
fn odd_games(count: usize) -> String {
    let game =
        |number| format!("[White \"♘ {number}\"]\r\n\r\n{{🏆}} 1.e4 e5 2.Nf3!? (2.f4) Nc6 ; {number}\r\n1-0\r\n\r\n");
    (0..count).map(game).collect()
}

#[tokio::test]
async fn a_game_behind_one_that_was_left_alone_begins_a_line() {
    check("1. Ke5 1-0 1. d4 d5 *").await;
    check("1. e4 * 1. d4 d5 *\r\n").await;
}

/// More bytes than are compared word by word.
#[tokio::test]
async fn a_large_text_is_the_same_too() {
    check(&odd_games(2_000)).await;
    // Insertions at the end of one game come before insertions at the start of the next.
    check(&"1. e4 *\r\n1. d4 { a game without tags } d5 1-0\n".repeat(2_500)).await;
}

#[tokio::test]
async fn what_is_kept_of_a_game_goes_with_its_text() {
    let mut text = odd_games(2_000);
    let mut client = Client::initialized(json!({})).await;
    client.open(&text).await;
    for (version, new) in (2..).zip(["1. e4 ", "\r\n", "{", "x", "}", "\r\n\r\n[Event \"x\"]"]) {
        let at = text.find("2.Nf3").unwrap();
        client.change(version, json!([{ "range": range_of(&text, &(at..at)), "text": new }])).await;
        text.insert_str(at, new);
        let edits = format(&mut client).await;
        assert_eq!(edited(&text, &edits, false), formatted(&text));
    }
    client.finish().await;
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn the_edits_make_the_same_text(text in mixture()) {
        tokio::runtime::Runtime::new().unwrap().block_on(check(&text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4) })]

    /// A number of games that is too large for a word by word comparison.
    #[test]
    fn many_edits_make_the_same_text(text in mixture()) {
        let text = text + "\n\n[Event \"?\"]\n\n*\n";
        tokio::runtime::Runtime::new().unwrap().block_on(check(&text.repeat(140_000 / text.len())));
    }
}
fn mixture() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "1. e4 ",
        "1... e5 ",
        "2. Nf3 ",
        "Ke5 ",
        "(1. d4) ",
        "{c} ",
        "; c\n",
        "foo ",
        "%z\n",
        "} ",
        "{ ",
        "* ",
        "1-0\n",
        "1-0 ",
        "\n",
        "\n\n",
        "\r\n",
        "[Event \"x\"]\n",
        "[Event \"x\"] ",
    ]);
    prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}
