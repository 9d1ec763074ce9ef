//! Ways through games and boards beside them, in both encodings, with astral characters and `\r\n` before the place.

use std::sync::Arc;

use scoresheet::lsp::pgn_engine::PgnEngine;
use scoresheet_tests::client::{Client, URI};
use serde_json::{Value, json};

const GAME: &str = "[Event \"🏆\"]\r\n[White \"Tal, M\"]\r\n[Result \"1-0\"]\r\n\r\n{🏆♘} 1. e4 e5 {🏆 [%cal Ge2e4]} (1... c5 {🏆} 2. Nf3) \
    2. Nf3 (2. Nc3 Nc6 3. Nf3) 2... Nc6 3. Nc3 1-0\r\n";
const OTHER: &str = "{🏆} 1. Nf3 Nc6 2. Nc3 e5 {🏆} 3. e4 *\r\n";
const OTHER_URI: &str = "file:///other.pgn";

/// One client with both texts open, and how columns are counted.
struct Session {
    client: Client,
    is_utf8: bool,
}

impl Session {
    async fn begin(encoding: &str) -> Session {
        let mut client = Client::start(Arc::new(PgnEngine));
        let capabilities = json!({ "general": { "positionEncodings": [encoding] } });
        client.initialize(json!({ "capabilities": capabilities })).await;
        client.open(GAME).await;
        client.open_at(OTHER_URI, OTHER).await;
        client.open_as("epd", "file:///a.epd", "4k3/8/8/8/8/8/8/4K2R w K - id \"a\";\n").await;
        Session { client, is_utf8: encoding == "utf-8" }
    }

    fn position(&self, text: &str, offset: usize) -> Value {
        let line_start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
        let before = &text[line_start..offset];
        let column = if self.is_utf8 { before.len() } else { before.encode_utf16().count() };
        json!({ "line": text[..offset].matches('\n').count(), "character": column })
    }

    /// The range of the `nth` (from 0) place where `word` stands.
    fn range(&self, text: &str, word: &str, nth: usize) -> Value {
        let start = text.match_indices(word).nth(nth).unwrap().0;
        json!({ "start": self.position(text, start), "end": self.position(text, start + word.len()) })
    }

    async fn ask(&mut self, method: &str, word: &str, nth: usize, more: Value) -> Result<Value, Value> {
        let start = self.range(GAME, word, nth)["start"].take();
        let mut params = json!({ "textDocument": { "uri": URI }, "position": start });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.client.request(method, params).await
    }
}

/// Asks in both encodings.
macro_rules! sessions {
    ($session:ident, $work:block) => {
        for encoding in ["utf-16", "utf-8"] {
            #[allow(unused_mut)]
            let mut $session = Session::begin(encoding).await;
            $work
            $session.client.finish().await;
        }
    };
}

#[tokio::test]
async fn moves_lead_to_where_they_come_from() {
    let cases = [
        ("definition", ("c5", 0), Some(("e5", 0))),
        ("definition", ("Nc6", 1), Some(("Nf3", 1))),
        ("definition", ("1-0", 1), Some(("\"1-0\"", 0))),
        ("definition", ("Tal", 0), None),
        ("typeDefinition", ("Nf3", 2), Some(("Nf3", 1))),
        ("typeDefinition", ("Nc6", 1), None),
    ];
    sessions!(session, {
        for (method, (word, nth), target) in cases {
            let found = session.ask(&format!("textDocument/{method}"), word, nth, json!({})).await.unwrap();
            let expected = target
                .map_or(Value::Null, |(word, nth)| json!({ "uri": URI, "range": session.range(GAME, word, nth) }));
            assert_eq!(found, expected, "{method} {word} {nth}");
        }
    });
}

#[tokio::test]
async fn references_reach_the_same_position_in_every_open_document() {
    sessions!(session, {
        let context = json!({ "context": { "includeDeclaration": true } });
        let found = session.ask("textDocument/references", "Nc3", 1, context).await.unwrap();
        let expected = json!([
            { "uri": URI, "range": session.range(GAME, "Nf3", 2) },
            { "uri": URI, "range": session.range(GAME, "Nc3", 1) },
            { "uri": OTHER_URI, "range": session.range(OTHER, "e4", 0) },
        ]);
        assert_eq!(found, expected);
    });
}

#[tokio::test]
async fn boards_show_the_position_and_the_way_to_it() {
    sessions!(session, {
        let board = session.ask("scoresheet/board", "e5", 0, json!({})).await.unwrap();
        assert_eq!(board["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
        assert_eq!(board["version"], 1);
        assert_eq!(
            board["lastMove"],
            json!({ "range": session.range(GAME, "e5", 0), "text": "e5", "number": 1, "turn": "black" })
        );
        assert_eq!(board["lastSquares"], json!(["e7", "e5"]));
        assert_eq!(board["arrows"], json!([{ "colour": "green", "from": "e2", "to": "e4" }]));
        assert_eq!(board["next"][1]["range"], session.range(GAME, "Nc3", 0));
        assert_eq!(board["legalMoves"].as_array().unwrap().len(), 29);
        assert_eq!(board["opening"]["eco"], "C20");
        assert_eq!(board["result"], "1-0");
        let on_records = json!({ "textDocument": { "uri": "file:///a.epd" } });
        assert_eq!(session.ask("scoresheet/board", "e5", 0, on_records).await.unwrap(), Value::Null);
    });
}

#[tokio::test]
async fn moves_are_played_into_the_text() {
    sessions!(session, {
        let played = session.ask("scoresheet/play", "Nc6", 1, json!({ "move": "f1b5" })).await.unwrap();
        let place = GAME.find(" 1-0\r\n").unwrap();
        let at = session.position(GAME, place);
        assert_eq!(played["edits"], json!([{ "range": { "start": at, "end": at }, "newText": " (3. Bb5)" }]));
        assert_eq!(played["position"], session.position(&GAME.replace(" 1-0\r\n", " (3. Bb5) 1-0\r\n"), place + 8));
        let there = session.ask("scoresheet/play", "Nc6", 1, json!({ "move": "Nc3" })).await.unwrap();
        assert_eq!((&there["edits"], &there["position"]), (&json!([]), &session.range(GAME, "Nc3", 1)["end"]));
        let refused = session.ask("scoresheet/play", "Nc6", 1, json!({ "move": "Ke3" })).await.unwrap_err();
        assert_eq!((&refused["code"], &refused["message"]), (&json!(-32803), &json!("Ke3 cannot be played here")));
    });
}
