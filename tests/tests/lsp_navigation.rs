//! Navigation in games, boards and refactorings, in both encodings, with astral characters and `\r\n` before the place.

use scoresheet_tests::client::{Client, URI, apply};
use scoresheet_tests::encoded::Encoded;
use serde_json::{Value, json};

const GAME: &str = "[Event \"🏆\"]\r\n[White \"Tal, M\"]\r\n[Result \"1-0\"]\r\n\r\n{🏆♘} 1. e4 e5 {🏆 [%cal Ge2e4]} (1... c5 {🏆} 2. Nf3) \
    2. Nf3 (2. Nc3 Nc6 3. Nf3) 2... Nc6 3. Nc3 1-0\r\n";
const OTHER: &str = "{🏆} 1. Nf3 Nc6 2. Nc3 e5 {🏆} 3. e4 *\r\n";
const OTHER_URI: &str = "file:///other.pgn";

/// A client with both texts open, and its position encoding.
struct Session {
    client: Client,
    is_utf8: bool,
}

impl Session {
    async fn begin(encoding: &str) -> Session {
        let mut client = Client::start();
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

    /// The range of the `nth` (from 0) occurrence of `word`.
    fn range(&self, text: &str, word: &str, nth: usize) -> Value {
        let start = text.match_indices(word).nth(nth).unwrap().0;
        json!({ "start": self.position(text, start), "end": self.position(text, start + word.len()) })
    }

    /// Applies the edits, which are in descending order.
    fn applied(&self, text: &str, edits: &Value) -> String {
        if !self.is_utf8 {
            return apply(text, edits);
        }
        let offset = |position: &Value| {
            let line = position["line"].as_u64().unwrap() as usize;
            let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
            start + position["character"].as_u64().unwrap() as usize
        };
        let mut new = text.to_owned();
        for edit in edits.as_array().unwrap() {
            let range = &edit["range"];
            new.replace_range(offset(&range["start"])..offset(&range["end"]), edit["newText"].as_str().unwrap());
        }
        new
    }

    async fn ask(&mut self, method: &str, word: &str, nth: usize, more: Value) -> Result<Value, Value> {
        let start = self.range(GAME, word, nth)["start"].take();
        let mut params = json!({ "textDocument": { "uri": URI }, "position": start });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.client.request(method, params).await
    }
}

/// Runs a test in both encodings.
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
        assert_eq!(board["leftBookAt"], json!(null));
        assert_eq!(board["result"], "1-0");
    });
}

#[tokio::test]
async fn records_count_the_same_in_every_answer() {
    const URI: &str = "file:///counted.epd";
    let record = "4k3/8/8/8/8/8/8/4K2R w K - id \"a\";\n";
    sessions!(session, {
        session.client.open_as("epd", URI, &format!("# 🏆\n{record}\n# ♘\n{record}\n")).await;
        for (line, expected) in [(0, None), (1, Some(0)), (2, None), (4, Some(1))] {
            let place = json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": 0 } });
            let board = session.client.request("scoresheet/board", place.clone()).await.unwrap();
            let game = session.client.request("scoresheet/game", place).await.unwrap();
            assert_eq!((board["game"].as_u64(), game["game"].as_u64()), (expected, expected), "line {line}");
            assert_eq!(game["games"].as_u64(), expected.map(|_| 2), "line {line}");
        }
    });
}

#[tokio::test]
async fn positions_are_drawn_as_a_board_tells_them() {
    sessions!(session, {
        let mut told = session.ask("scoresheet/board", "e5", 0, json!({})).await.unwrap();
        told["size"] = json!(64);
        let picture = session.client.request("scoresheet/picture", told).await.unwrap();
        assert!(picture["svg"].as_str().unwrap().contains("width=\"64\""));
        let refused = session.client.request("scoresheet/picture", json!({ "fen": "?" })).await.unwrap_err();
        assert_eq!(
            (&refused["code"], &refused["message"]),
            (&json!(-32602), &json!("'?' does not begin with a board"))
        );
    });
}

#[tokio::test]
async fn a_game_has_a_list_of_moves() {
    sessions!(session, {
        let game = session.ask("scoresheet/game", "e5", 0, json!({})).await.unwrap();
        assert_eq!((&game["game"], &game["games"], &game["version"]), (&json!(0), &json!(1), &json!(1)));
        assert_eq!(game["tags"][1], json!({ "name": "White", "value": "Tal, M" }));
        let items = game["items"].as_array().unwrap();
        let shown = items.iter().map(|item| format!("{}{}", item["text"].as_str().unwrap(), item["depth"]));
        assert_eq!(shown.collect::<Vec<_>>().join(" "), "🏆♘0 e40 e50 🏆0 c51 🏆1 Nf31 Nf30 Nc31 Nc61 Nf31 Nc60 Nc30");
        assert_eq!(game["start"], session.range(GAME, "{🏆♘}", 0)["start"]);
        assert_eq!(game["end"], session.range(GAME, "Nc3", 1)["end"]);
        assert_eq!(items[2]["range"], session.range(GAME, "e5", 0));
        assert_eq!(items[4]["line"], 1);
        let listed = json!({ "number": 1, "turn": "black", "isCertain": true, "nags": [], "evaluation": null, "clock": null, "data": null });
        assert_eq!(items[4]["move"], listed);
        assert_eq!(items[3]["move"], Value::Null);
        let part = session.ask("scoresheet/game", "c5", 0, json!({ "limit": 2 })).await.unwrap();
        let texts: Vec<&Value> = part["items"].as_array().unwrap().iter().map(|item| &item["text"]).collect();
        assert_eq!(texts, ["c5", "🏆"]);
        assert_eq!((&part["hasEarlier"], &part["hasLater"]), (&json!(true), &json!(true)));
    });
}

#[tokio::test]
async fn games_and_records_know_their_neighbours() {
    sessions!(session, {
        let uri = "file:///three.pgn";
        session.client.open_at(uri, "1. e4 {🏆} *\r\n\r\n1. d4 {🏆} d5!? *\r\n\r\n1. c4 *\r\n").await;
        let place = |uri: &str, line: u32| json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": 1 } });
        let game = session.client.request("scoresheet/game", place(uri, 2)).await.unwrap();
        let line = |line: u32| json!({ "line": line, "character": 0 });
        assert_eq!((&game["previousGame"], &game["nextGame"]), (&line(0), &line(4)));
        assert_eq!(
            game["items"][2]["move"]["nags"],
            json!([{ "number": 5, "glyph": "!?", "meaning": "an interesting move, worth a try" }])
        );
        let last = session.client.request("scoresheet/game", place(uri, 4)).await.unwrap();
        assert_eq!((&last["game"], &last["nextGame"]), (&json!(2), &Value::Null));
        let records = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rf1; id \"🏆 a\";\r\n# so\r\n4k3/8/8/8/8/8/8/4K2R w - -\r\n";
        session.client.open_as("epd", "file:///b.epd", records).await;
        let record = session.client.request("scoresheet/game", place("file:///b.epd", 0)).await.unwrap();
        assert_eq!(record["tags"], json!([{ "name": "bm", "value": "O-O Rf1" }, { "name": "id", "value": "🏆 a" }]));
        assert_eq!(
            (&record["previousGame"], &record["nextGame"], &record["items"]),
            (&Value::Null, &line(2), &json!([]))
        );
        assert_eq!(session.client.request("scoresheet/game", place("file:///b.epd", 1)).await, Ok(Value::Null));
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

#[tokio::test]
async fn annotations_are_written_into_the_text() {
    sessions!(session, {
        let end = &session.range(GAME, "Nc6", 1)["end"];
        for (annotation, written) in [
            (json!({ "mark": { "colour": "red", "from": "c6", "to": "d4" } }), " {[%cal Rc6d4]}"),
            (json!({ "mark": { "colour": "green", "from": "e5", "to": null } }), " {[%csl Ge5]}"),
            (json!({ "nag": 1 }), " $1"),
            (json!({ "words": "🏆 solid" }), " {🏆 solid}"),
        ] {
            let done = session.ask("scoresheet/annotate", "Nc6", 1, annotation).await.unwrap();
            assert_eq!(done["edits"], json!([{ "range": { "start": end, "end": end }, "newText": written }]));
            assert_eq!(&done["position"], end);
        }
        for (annotation, reason) in [
            (json!({}), "one of mark, nag, words, start and result is needed"),
            (json!({ "nag": 1, "words": "" }), "one of mark, nag, words, start and result is needed"),
            (json!({ "mark": { "colour": "red", "from": "z9", "to": null } }), "squares are written as e4"),
            (json!({ "result": "2-0" }), "a result is one of 1-0, 0-1, 1/2-1/2 and *"),
        ] {
            let refused = session.ask("scoresheet/annotate", "Nc6", 1, annotation).await.unwrap_err();
            assert_eq!((&refused["code"], &refused["message"]), (&json!(-32602), &json!(reason)));
        }
        let won = session.ask("scoresheet/annotate", "Nc6", 1, json!({ "result": "1-0" })).await.unwrap();
        assert!(won["edits"].as_array().unwrap().iter().all(|edit| edit["newText"] == "1-0"), "{won}");
        let start = json!({ "start": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" });
        let refused = session.ask("scoresheet/annotate", "Nc6", 1, start).await.unwrap_err();
        assert_eq!(
            (&refused["code"], &refused["message"]),
            (&json!(-32803), &json!("The game has moves, which start from its own position"))
        );
        session.client.open_as("epd", "file:///c.epd", "4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;\n").await;
        let place =
            json!({ "textDocument": { "uri": "file:///c.epd" }, "position": { "line": 0, "character": 0 }, "nag": 1 });
        let refused = session.client.request("scoresheet/annotate", place).await.unwrap_err();
        assert_eq!(refused["code"], -32803);
    });
}

#[tokio::test]
async fn what_is_asked_can_be_commanded() {
    for encoded in Encoded::both(GAME) {
        for is_versioned in [true, false] {
            let mut client = Client::start();
            let edits = json!({ "applyEdit": true, "workspaceEdit": { "documentChanges": is_versioned } });
            let capabilities = json!({ "general": { "positionEncodings": encoded.encodings() }, "workspace": edits });
            let offered = client.initialize(json!({ "capabilities": capabilities })).await;
            let commands = &offered["capabilities"]["executeCommandProvider"]["commands"];
            let names = "board game picture play annotate line moveGame explorer search query foundGame showPlace";
            let names: Vec<String> = names.split(' ').map(|name| format!("scoresheet/{name}")).collect();
            assert_eq!(*commands, json!(names));
            client.open(GAME).await;
            let place = json!({ "textDocument": { "uri": URI }, "position": encoded.cursor("2... N|c6") });
            let board = client.request("scoresheet/board", place.clone()).await.unwrap();
            let command = |name: &str, argument: &Value| json!({ "command": name, "arguments": [argument] });
            let commanded = client.request("workspace/executeCommand", command("scoresheet/board", &place)).await;
            assert_eq!((commanded.unwrap(), board["game"] != Value::Null), (board, true));
            let mut play = place;
            play["move"] = json!("f1b5");
            let id = client.ask("workspace/executeCommand", command("scoresheet/play", &play)).await;
            let mut edit = client.respond("workspace/applyEdit", json!({ "applied": true })).await["edit"].take();
            let edits = match is_versioned {
                true => {
                    assert_eq!(edit["documentChanges"][0]["textDocument"], json!({ "uri": URI, "version": 1 }));
                    edit["documentChanges"][0]["edits"].take()
                }
                false => edit["changes"][URI].take(),
            };
            assert_eq!(encoded.edited(&edits), GAME.replace(" 1-0\r\n", " (3. Bb5) 1-0\r\n"));
            assert_eq!(client.answer(id).await.unwrap()["edits"], edits);
            // A refusal of the editor is shown.
            let id = client.ask("workspace/executeCommand", command("scoresheet/play", &play)).await;
            client.respond("workspace/applyEdit", json!({ "applied": false, "failureReason": "read only" })).await;
            let refused = client.answer(id).await.unwrap_err();
            assert_eq!(refused["message"], "The editor has not written the move: read only");
            for (name, argument) in [("scoresheet/nothing", &play), ("scoresheet/play", &json!("e4"))] {
                let refused = client.request("workspace/executeCommand", command(name, argument)).await.unwrap_err();
                assert_eq!(refused["code"], -32602);
            }
            client.finish().await;
        }
    }
}

#[tokio::test]
async fn names_change_in_every_open_document() {
    sessions!(session, {
        let there = session.ask("textDocument/prepareRename", "Tal", 0, json!({})).await.unwrap();
        assert_eq!(there, json!({ "range": session.range(GAME, "Tal, M", 0), "placeholder": "Tal, M" }));
        assert_eq!(session.ask("textDocument/prepareRename", "Nf3", 0, json!({})).await.unwrap(), Value::Null);
        let uri = "file:///third.pgn";
        let third = "[Event \"🏆\"] [Black \"Tal, M\"]\r\n\r\n*\r\n";
        session.client.open_at(uri, third).await;
        let renamed =
            session.ask("textDocument/rename", "Tal", 0, json!({ "newName": "Tal, \"Misha\"" })).await.unwrap();
        let edit = |text: &str| json!([{ "range": session.range(text, "Tal, M", 0), "newText": "Tal, \\\"Misha\\\"" }]);
        assert_eq!(renamed, json!({ "changes": { URI: edit(GAME), uri: edit(third) } }));
        let refused = session.ask("textDocument/rename", "White", 0, json!({ "newName": "Result" })).await.unwrap_err();
        assert_eq!(refused["message"], "Game 1 already has a Result tag (file:///games.pgn)");
    });
}

fn titled<'actions>(actions: &'actions Value, title: &str) -> &'actions Value {
    let found = actions.as_array().unwrap().iter().find(|action| action["title"] == title);
    found.unwrap_or_else(|| panic!("no {title} in {actions}"))
}

async fn actions(session: &mut Session, word: &str, nth: usize, only: &str) -> Value {
    let range = session.range(GAME, word, nth);
    let context = json!({ "diagnostics": [], "only": [only], "triggerKind": 1 });
    session.ask("textDocument/codeAction", word, nth, json!({ "range": range, "context": context })).await.unwrap()
}

#[tokio::test]
async fn games_are_restructured() {
    sessions!(session, {
        let found = actions(&mut session, "c5", 0, "refactor").await;
        let edits = &titled(&found, "Delete the variation")["edit"]["changes"][URI];
        let expected = GAME.replace(" (1... c5 {🏆} 2. Nf3)", "");
        assert_eq!(session.applied(GAME, edits), expected);
        assert_eq!(actions(&mut session, "Event", 0, "source.organizeTags").await, json!([]));
        session
            .client
            .change(2, json!([{ "text": "{🏆} 1. d4 *\r\n\r\n[Result \"*\"]\r\n[Event \"🏆\"]\r\n\r\n*\r\n" }]))
            .await;
        let found = actions(&mut session, "Event", 0, "source").await;
        let edits = &titled(&found, "Sort the tags of all games")["edit"]["changes"][URI];
        let text = "{🏆} 1. d4 *\r\n\r\n[Result \"*\"]\r\n[Event \"🏆\"]\r\n\r\n*\r\n";
        let expected = "{🏆} 1. d4 *\r\n\r\n[Event \"🏆\"]\r\n[Result \"*\"]\r\n\r\n*\r\n";
        assert_eq!(session.applied(text, edits), expected);
    });
}

#[tokio::test]
async fn edits_wait_until_an_action_is_chosen() {
    let text = "{🏆} 1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 (4... Nc6) *\r\n";
    for encoded in Encoded::both(text) {
        let capabilities = json!({ "codeAction": {
            "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } },
            "dataSupport": true,
            "resolveSupport": { "properties": ["edit"] },
        } });
        let mut client = encoded.open(capabilities, Value::Null).await;
        let params = |cursor: &str| {
            let range = json!({ "start": encoded.cursor(cursor), "end": encoded.cursor(cursor) });
            let context = json!({ "diagnostics": [], "triggerKind": 1 });
            json!({ "textDocument": { "uri": URI }, "range": range, "context": context })
        };
        let found = client.request("textDocument/codeAction", params("|Nc6")).await.unwrap();
        let chosen = titled(&found, "Delete the variation").clone();
        assert!(chosen.get("edit").is_none());
        let answer = client.request("codeAction/resolve", chosen.clone()).await;
        let castled = client.request("textDocument/codeAction", params("|0-0")).await.unwrap();
        let of_rule = titled(&castled, "Fix all zero-castling in this file").clone();
        let fixed = client.request("codeAction/resolve", of_rule).await.unwrap();
        assert_eq!(encoded.edited(&fixed["edit"]["changes"][URI]), text.replace("0-0", "O-O"));
        let deleted = answer.map(|action| encoded.edited(&action["edit"]["changes"][URI]));
        assert_eq!(deleted, Ok(text.replace(" (4... Nc6)", "")));
        client.change(2, json!([{ "text": "1. e4 *" }])).await;
        assert_eq!(client.request("codeAction/resolve", chosen).await.unwrap_err()["code"], -32801);
        client.finish().await;
    }
}

#[tokio::test]
async fn the_tree_of_openings_is_that_of_the_open_documents() {
    sessions!(session, {
        let items = session.ask("textDocument/prepareCallHierarchy", "e5", 0, json!({})).await.unwrap();
        assert_eq!((&items[0]["name"], &items[0]["range"]), (&json!("1... e5"), &session.range(GAME, "e5", 0)));
        let named = |calls: &Value, end: &str| -> Vec<String> {
            calls.as_array().unwrap().iter().map(|call| call[end]["name"].as_str().unwrap().to_owned()).collect()
        };
        let next = session.client.request("callHierarchy/outgoingCalls", json!({ "item": items[0] })).await.unwrap();
        assert_eq!(named(&next, "to"), ["2. Nf3, 1 game, White scores 100%", "2. Nc3, in 1 variation"]);
        assert_eq!(next[0]["to"]["range"], session.range(GAME, "Nf3", 1));

        // By different moves.
        let items = session.ask("textDocument/prepareCallHierarchy", "Nc3", 1, json!({})).await.unwrap();
        let ways = session.client.request("callHierarchy/incomingCalls", json!({ "item": items[0] })).await.unwrap();
        let mut found = named(&ways, "from");
        found.sort();
        assert_eq!(
            found,
            ["before 3. Nc3, 1 game, White scores 100%", "before 3. Nf3, in 1 variation", "before 3. e4, 1 game"]
        );
        let other = ways.as_array().unwrap().iter().find(|way| way["from"]["uri"] == OTHER_URI).unwrap();
        assert_eq!(other["from"]["range"], session.range(OTHER, "e5", 0));

        // The index is updated.
        session.client.change(2, json!([{ "text": "{🏆} 1. e4 e5 2. f4 *" }])).await;
        let item = json!({ "name": "1... e5", "kind": 24, "uri": URI, "range": next[0]["to"]["range"],
            "selectionRange": next[0]["to"]["range"],
            "data": { "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "variant": "Standard" } });
        let next = session.client.request("callHierarchy/outgoingCalls", json!({ "item": item })).await.unwrap();
        assert_eq!(named(&next, "to"), ["2. f4, 1 game"]);
    });
}

#[tokio::test]
async fn findings_are_there_for_the_asking() {
    let mut client = Client::start();
    let capabilities = json!({ "textDocument": { "diagnostic": { "relatedDocumentSupport": false } } });
    let answer = client.initialize(json!({ "capabilities": capabilities })).await;
    assert_eq!(answer["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], true);
    client.open("{🏆}\r\n{🏆} 1. e5 *\r\n").await;
    let document = json!({ "textDocument": { "uri": URI } });
    let report = client.request("textDocument/diagnostic", document).await.unwrap();
    let items = report["items"].as_array().unwrap();
    let illegal = items.iter().find(|item| item["code"] == "illegal-move").unwrap();
    assert_eq!((&report["kind"], &illegal["range"]["start"]), (&json!("full"), &json!({ "line": 1, "character": 8 })));
    let again = json!({ "textDocument": { "uri": URI }, "previousResultId": report["resultId"] });
    let unchanged = client.request("textDocument/diagnostic", again).await.unwrap();
    assert_eq!(unchanged, json!({ "kind": "unchanged", "resultId": report["resultId"] }));
    client.finish().await;
}

#[tokio::test]
async fn names_are_found_in_every_open_document() {
    sessions!(session, {
        let text = "{🏆}\r\n[Event \"🏆\"] [Black \"Botvinnik, M\"] [ECO \"B17\"]\r\n\r\n*\r\n";
        let uri = "file:///z.pgn";
        session.client.open_at(uri, text).await;
        let mut ask = async |query: &str| {
            let found = session.client.request("workspace/symbol", json!({ "query": query })).await.unwrap();
            found.as_array().unwrap().clone()
        };
        let players = ask("bvk").await;
        let events = ask("🏆").await;
        let openings = ask("caro").await;
        assert_eq!(players.len(), 1);
        let at = |word: &str| json!({ "uri": uri, "range": session.range(text, word, 0) });
        assert_eq!((&players[0]["name"], &players[0]["location"]), (&json!("Botvinnik, M"), &at("Botvinnik, M")));
        assert_eq!((&events[0]["name"], &events[0]["containerName"]), (&json!("🏆"), &json!("event, 2 games")));
        assert!(openings[0]["name"].as_str().unwrap().starts_with("B17 Caro-Kann"), "{openings:?}");
        assert_eq!(openings[0]["location"], at("B17"));
    });
}

#[tokio::test]
async fn records_have_no_names_and_options_may_be_null() {
    sessions!(session, {
        let methods = [
            ("textDocument/definition", json!({ "workDoneToken": null, "partialResultToken": null })),
            ("textDocument/typeDefinition", json!({})),
            ("textDocument/prepareRename", json!({})),
            ("textDocument/rename", json!({ "newName": "a", "workDoneToken": null })),
        ];
        for uri in ["file:///a.epd", "file:///not-open.pgn"] {
            for (method, more) in &methods {
                let mut params = json!({ "textDocument": { "uri": uri } });
                params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                assert_eq!(session.ask(method, "1-0", 0, params).await, Ok(Value::Null), "{method} {uri}");
            }
        }
        let item = json!({ "name": "?", "kind": 24, "uri": URI, "range": session.range(GAME, "e4", 0),
            "selectionRange": session.range(GAME, "e4", 0), "data": null });
        let calls = session.client.request("callHierarchy/outgoingCalls", json!({ "item": item })).await;
        assert_eq!(calls, Ok(Value::Null));
    });
}
