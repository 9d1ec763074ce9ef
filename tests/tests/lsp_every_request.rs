//! Every request about a document, sent for a real annotated game and for a test suite: the answers in UTF-16 and UTF-8, with `\r\n` and
//! astral characters before the place.

use scoresheet_tests::client::{Client, URI};
use scoresheet_tests::encoded::Encoded;
use serde_json::{Value, json};

/// The Opera Game and others, with `\r\n`, and trophies on every line with a request.
fn games() -> String {
    let text = include_str!("../fixtures/annotated.pgn");
    let changes = [
        ("\"Opera box\"", "\"Opera 🏆 box\""),
        ("[White \"Morphy, Paul\"]", "[Annotator \"🏆\"] [White \"Morphy, Paul\"]"),
        ("\n1. e4 e5 2. Nf3", "\n{♘🏆} 1. e4 e5 2. Nf3"),
        ("{pins", "{🏆 pins"),
        ("\n4. Nxd4", "\n{🏆} 4. Nxd4"),
        ("{[%clk 0:21:10]", "{🏆 [%clk 0:21:10][%cal Rc4f7] https://example.org/opera"),
        ("\n6... Nf6", "\n{🏆♘} 6... Nf6"),
        ("12. O-O-O", "12. {🏆} O-O-O $14"),
        ("\n16. Qb8+!!", "\n{🏆} 16. Qb8+!!"),
        ("\n16. Bxf4", "\n{🏆} 16. Bxf4"),
    ];
    changed(text, &changes)
}

/// Problems in the standard's form.
fn records() -> String {
    let text = include_str!("../fixtures/epd/suite.epd");
    let changes = [
        ("# A small", "# 🏆 https://example.org/suite a small"),
        ("acd 12;", "acd 12; c1 \"🏆♘\";"),
        ("am e3;", "c0 \"🏆\"; am e3;"),
        ("draw_offer;", "c0 \"🏆\"; draw_offer;"),
    ];
    changed(text, &changes)
}

fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (old, new) in changes {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    text.replace('\n', "\r\n")
}

/// An open text and its position encoding.
struct Session<'text> {
    client: Client,
    encoded: Encoded<'text>,
}

impl<'text> Session<'text> {
    async fn open(language: &str, encoded: Encoded<'text>) -> Session<'text> {
        let capabilities = json!({
            "diagnostic": {},
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
        });
        let hints = json!({ "inlayHints": { "evaluation": true }, "level": "info" });
        let client = encoded.open_as(language, capabilities, hints).await;
        Session { client, encoded }
    }

    async fn ask(&mut self, method: &str, more: Value) -> Value {
        let mut params = json!({ "textDocument": { "uri": URI } });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.client.request(method, params).await.unwrap()
    }

    async fn at(&mut self, method: &str, cursor: &str) -> Value {
        let position = self.encoded.cursor(cursor);
        self.ask(method, json!({ "position": position })).await
    }

    /// The text of the `range` of each element.
    fn ranges(&self, elements: &Value) -> Vec<&'text str> {
        let elements = elements.as_array().unwrap_or_else(|| panic!("no list: {elements}"));
        elements.iter().map(|element| self.encoded.slice(&element["range"])).collect()
    }

    async fn hover(&mut self, cursor: &str, word: &str, words: &[&str]) {
        let hover = self.at("textDocument/hover", cursor).await;
        assert_eq!(self.encoded.slice(&hover["range"]), word);
        let content = hover["contents"]["value"].as_str().unwrap();
        words.iter().for_each(|words| assert!(content.contains(words), "{words} is not in {content}"));
    }

    /// Accepts a completion, and returns the text and the documentation.
    async fn complete(&mut self, cursor: &str, label: &str, expected: &str, told: &str) {
        let items = self.at("textDocument/completion", cursor).await;
        let item = items.as_array().unwrap().iter().find(|item| item["label"] == label);
        let item = item.unwrap_or_else(|| panic!("no {label} in {items}")).clone();
        let edited = self.encoded.edited(&json!([item["textEdit"]]));
        assert!(edited.contains(expected), "{edited}");
        let resolved = self.client.request("completionItem/resolve", item).await.unwrap();
        assert!(resolved["documentation"]["value"].as_str().unwrap().contains(told), "{resolved}");
    }

    async fn signature(&mut self, cursor: &str, part: &str) {
        let help = self.at("textDocument/signatureHelp", cursor).await;
        let active = help["activeParameter"].as_u64().unwrap() as usize;
        assert_eq!(help["signatures"][0]["parameters"][active]["label"], part, "{cursor}");
    }

    async fn leads(&mut self, method: &str, cursor: &str, target: Option<&str>) {
        let found = self.at(method, cursor).await;
        let place = found.get("range").map(|range| self.encoded.slice(range));
        assert_eq!(place, target, "{method} {cursor}");
    }

    async fn selections(&mut self, cursor: &str) -> Vec<&'text str> {
        let positions = json!({ "positions": [self.encoded.cursor(cursor)] });
        let first = self.ask("textDocument/selectionRange", positions).await[0].take();
        let steps = std::iter::successors(Some(first), |step| step.get("parent").cloned());
        steps.map(|step| self.encoded.slice(&step["range"])).collect()
    }

    /// The name of the call hierarchy item at a place, with the text of its range, the first incoming and the first outgoing call.
    async fn calls(&mut self, cursor: &str) -> [(String, String, &'text str); 3] {
        let item = self.at("textDocument/prepareCallHierarchy", cursor).await[0].take();
        let params = json!({ "item": item });
        let before =
            self.client.request("callHierarchy/incomingCalls", params.clone()).await.unwrap()[0]["from"].take();
        let behind = self.client.request("callHierarchy/outgoingCalls", params).await.unwrap()[0]["to"].take();
        [before, item, behind].map(|item| {
            let text = |name: &str| item[name].as_str().unwrap_or_default().to_owned();
            (text("name"), text("detail"), self.encoded.slice(&item["selectionRange"]))
        })
    }

    /// The text after the code action with this title at a place.
    async fn act(&mut self, cursor: &str, only: &str, title: &str) -> String {
        let place = self.encoded.cursor(cursor);
        let context = json!({ "diagnostics": [], "only": [only], "triggerKind": 1 });
        let range = json!({ "start": place, "end": place });
        let found = self.ask("textDocument/codeAction", json!({ "range": range, "context": context })).await;
        let action = found.as_array().unwrap().iter().find(|action| action["title"] == title);
        let action = action.unwrap_or_else(|| panic!("no {title} in {found}"));
        self.encoded.edited(&action["edit"]["changes"][URI])
    }

    /// The tokens as type, modifiers and text.
    fn tokens(&self, data: &Value) -> Vec<(u64, u64, String)> {
        let data: Vec<u64> = data.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect();
        let (mut line, mut column) = (0, 0);
        let token = |token: &[u64]| {
            column = if token[0] == 0 { column + token[1] } else { token[1] };
            line += token[0];
            let at = |character: u64| json!({ "line": line, "character": character });
            let text = self.encoded.slice(&json!({ "start": at(column), "end": at(column + token[2]) }));
            (token[3], token[4], text.to_owned())
        };
        data.chunks(5).map(token).collect()
    }

    /// All tokens, those of a range, and the delta from the tokens of `old` to those of `new`.
    async fn check_tokens(&mut self, around: &str, expected: &[(u64, u64, &str)], (old, new): (&str, &str)) {
        let text = self.encoded.text;
        let full = self.ask("textDocument/semanticTokens/full", json!({})).await;
        let all = self.tokens(&full["data"]);
        let expected: Vec<_> = expected.iter().map(|(kind, depth, text)| (*kind, *depth, (*text).to_owned())).collect();
        assert!(all.windows(expected.len()).any(|some| some == expected), "{all:?}");
        let start = text.find(around).unwrap();
        let range = self.encoded.range(start..start + around.len());
        let part = self.ask("textDocument/semanticTokens/range", json!({ "range": range })).await;
        assert_eq!(self.tokens(&part["data"]), expected);

        let start = text.find(old).unwrap();
        let change = json!([{ "range": self.encoded.range(start..start + old.len()), "text": new }]);
        self.client.change(2, change).await;
        let last = json!({ "previousResultId": full["resultId"] });
        let delta = self.ask("textDocument/semanticTokens/full/delta", last).await;
        let edit = &delta["edits"][0];
        let number = |name: &str| edit[name].as_u64().unwrap() as usize;
        let mut data = full["data"].as_array().unwrap().clone();
        let taken = number("start")..number("start") + number("deleteCount");
        data.splice(taken, edit["data"].as_array().unwrap().iter().cloned());
        let fresh = self.ask("textDocument/semanticTokens/full", json!({})).await;
        assert_eq!(Value::from(data), fresh["data"]);
        let back = json!([{ "range": self.encoded.range(0..0), "text": "" }, { "text": text }]);
        self.client.change(3, back).await;
    }

    /// The text after formatting the document, and after formatting a range.
    async fn format(&mut self, cursor: &str) -> (String, String) {
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        let place = self.encoded.cursor(cursor);
        let whole = self.ask("textDocument/formatting", json!({ "options": options })).await;
        let range = json!({ "start": place, "end": place });
        let part = self.ask("textDocument/rangeFormatting", json!({ "options": options, "range": range })).await;
        (self.encoded.edited(&whole), self.encoded.edited(&part))
    }

    async fn type_behind(&mut self, cursor: &str, typed: &str) -> Option<String> {
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        let params = json!({ "position": self.encoded.cursor(cursor), "ch": typed, "options": options });
        let edits = self.ask("textDocument/onTypeFormatting", params).await;
        (!edits.is_null()).then(|| self.encoded.edited(&edits))
    }

    async fn findings(&mut self, rule: &str) -> Vec<&'text str> {
        let mut report = self.ask("textDocument/diagnostic", json!({})).await;
        report["items"].as_array_mut().unwrap().retain(|finding| finding["code"] == rule);
        self.ranges(&report["items"])
    }
}

#[tokio::test]
async fn a_game_can_be_read() {
    for encoded in Encoded::both(&games()) {
        let mut session = Session::open("pgn", encoded).await;
        session.hover("Bg|4?!", "Bg4", &["3... Bg4 C41 Philidor Defense", "Material is even.", "legal moves"]).await;
        session.hover("[%c|lk", "[%clk 0:21:10]", &["21 minutes 10 seconds left on White's clock"]).await;
        session.hover("] [Whi|te", "[White \"Morphy, Paul\"]", &["White: ", "section 8.1.1"]).await;
        session.signature("[%clk 0:2|1", "mm").await;
        let highlights = session.at("textDocument/documentHighlight", "Rd8# 1-|0").await;
        assert_eq!(session.ranges(&highlights), ["1-0", "1-0"]);
        let selections = session.selections("4. N|xd4").await;
        assert_eq!(selections[0], "Nxd4");
        assert!(selections.contains(&"(3... exd4\r\n{🏆} 4. Nxd4 Nf6)"), "{selections:?}");
        let hints =
            session.ask("textDocument/inlayHint", json!({ "range": encoded.range(0..encoded.text.len()) })).await;
        assert_eq!(hints[0]["label"], "⩲");
        assert!(encoded.text[..encoded.offset(&hints[0]["position"])].ends_with("O-O-O $14"));
        let lens = session.ask("textDocument/codeLens", json!({})).await[0].take();
        assert_eq!(encoded.slice(&lens["range"]), "[Event \"Opera 🏆 box\"]");
        let lens = session.client.request("codeLens/resolve", lens).await.unwrap();
        assert_eq!(lens["command"]["title"], "17 moves · 1-0 · C41 Philidor Defense, left the book at move 3");
        let links = session.ask("textDocument/documentLink", json!({})).await;
        assert_eq!(
            (session.ranges(&links), &links[0]["target"]),
            (vec!["https://example.org/opera"], &json!("https://example.org/opera"))
        );
        let colours = session.ask("textDocument/documentColor", json!({})).await;
        assert_eq!(session.ranges(&colours), ["R"]);
        let picked =
            json!({ "range": colours[0]["range"], "color": { "red": 0.0, "green": 0.9, "blue": 0.0, "alpha": 1.0 } });
        let written = session.ask("textDocument/colorPresentation", picked).await;
        assert!(encoded.edited(&json!([written[0]["textEdit"]])).contains("[%cal Gc4f7]"));
        assert_eq!(session.findings("illegal-move").await, ["Bd7"]);
        session.client.finish().await;
    }
}

#[tokio::test]
async fn ways_lead_through_a_game() {
    for encoded in Encoded::both(&games()) {
        let mut session = Session::open("pgn", encoded).await;
        session.leads("textDocument/definition", "3... ex|d4", Some("Bg4")).await;
        session.leads("textDocument/definition", "Qx|b4 Bxb4+", Some("Qb4")).await;
        session.leads("textDocument/typeDefinition", "4. N|xd4", Some("Bg4")).await;
        let context = json!({ "includeDeclaration": true });
        let place = encoded.cursor("{♘🏆} 1. e|4");
        let found = session.ask("textDocument/references", json!({ "position": place, "context": context })).await;
        assert_eq!(session.ranges(&found), ["e4"; 3]);
        let [before, here, behind] = session.calls("2. Nf|3 d6").await;
        assert_eq!((before.0.as_str(), before.2), ("before 2. Nf3, 1 game, White scores 100%", "e5"));
        assert_eq!((here.0.as_str(), here.2), ("2. Nf3", "Nf3"));
        assert_eq!((behind.0.as_str(), behind.2), ("2... d6, 1 game, White scores 100%", "d6"));
        let games = session.ask("textDocument/documentSymbol", json!({})).await;
        assert_eq!(games[0]["name"], "Morphy, Paul – Duke Karl / Count Isouard, Opera 🏆 box 1858, 1-0");
        assert_eq!(games[0]["children"][0]["name"], "3... exd4 4. Nxd4");
        assert_eq!(encoded.slice(&games[0]["children"][0]["range"]), "(3... exd4\r\n{🏆} 4. Nxd4 Nf6)");
        let names = session.client.request("workspace/symbol", json!({ "query": "morphy" })).await.unwrap();
        assert_eq!(
            (&names[0]["name"], encoded.slice(&names[0]["location"]["range"])),
            (&json!("Morphy, Paul"), "Morphy, Paul")
        );
        let folds = session.ask("textDocument/foldingRange", json!({})).await;
        assert_eq!(
            (&folds[0], &folds[1]),
            (&json!({ "startLine": 0, "endLine": 12, "kind": "region" }), &json!({ "startLine": 1, "endLine": 6 }))
        );
        let place = json!({ "textDocument": { "uri": URI }, "position": encoded.cursor("16. Qb|8+") });
        let command = json!({ "command": "scoresheet/board", "arguments": [place] });
        let board = session.client.request("workspace/executeCommand", command).await.unwrap();
        assert_eq!(board["fen"], "1Q2kb1r/p2n1ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 b k - 1 16");
        assert_eq!((&board["lastMove"]["text"], encoded.slice(&board["lastMove"]["range"])), (&json!("Qb8+"), "Qb8+"));
        let game = session.at("scoresheet/game", "16. Qb|8+").await;
        assert_eq!(game["tags"][5], json!({ "name": "White", "value": "Morphy, Paul" }));
        let last = game["items"].as_array().unwrap().last().unwrap();
        assert_eq!(encoded.slice(&last["range"]), "Rd8#");
        session.client.finish().await;
    }
}

#[tokio::test]
async fn a_game_can_be_written() {
    for encoded in Encoded::both(&games()) {
        let mut session = Session::open("pgn", encoded).await;
        session.complete("7. Q|b3!", "Qd3", "7. Qd3! Qe7", "legal moves").await;
        let linked = session.at("textDocument/linkedEditingRange", "Rd8# 1|-0").await;
        let ranges = linked["ranges"].as_array().unwrap();
        assert_eq!(ranges.iter().map(|range| encoded.slice(range)).collect::<Vec<_>>(), ["1-0", "1-0"]);
        let name = session.at("textDocument/prepareRename", "Morphy|, Paul").await;
        assert_eq!((encoded.slice(&name["range"]), &name["placeholder"]), ("Morphy, Paul", &json!("Morphy, Paul")));
        let place = encoded.cursor("Morphy|, Paul");
        let renamed = session.ask("textDocument/rename", json!({ "position": place, "newName": "Morphy, P" })).await;
        assert_eq!(encoded.edited(&renamed["changes"][URI]), encoded.text.replace("Morphy, Paul", "Morphy, P"));
        let without = session.act("3... ex|d4", "refactor", "Delete the variation").await;
        assert_eq!(without, encoded.text.replace(" (3... exd4\r\n{🏆} 4. Nxd4 Nf6)", ""));
        let checked = session.act("Qb|4 9.", "quickfix", "Write Qb4+").await;
        assert_eq!(checked, encoded.text.replace("Qb4 9.", "Qb4+ 9."));
        let (whole, part) = session.format("7. Q|b3!").await;
        for text in [whole, part] {
            assert!(text.contains("3. d4 Bg4 $6 { 🏆 pins the knight but gives"), "{text}");
        }
        let text = encoded.text.replace("6... Nf6 7", "Nf6 7");
        let mut other = Session::open("pgn", encoded.with(&text)).await;
        let numbered = other.type_behind("{🏆♘} Nf6 |7", " ").await;
        assert_eq!(numbered.as_deref(), Some(encoded.text));
        other.client.finish().await;
        let line = "{♘🏆} 1. e4";
        let tokens = [(7, 0, "{♘🏆}"), (5, 0, "1."), (3, 0, "e4")];
        session.check_tokens(line, &tokens, ("{🏆} 16.", "{🏆 ♘♘} 16.")).await;
        let play = json!({ "position": encoded.cursor("15. Bx|d7+"), "move": "Kd8" });
        let played = session.ask("scoresheet/play", play).await;
        let played = encoded.edited(&played["edits"]);
        assert!(played.contains("15. Bxd7+ Nxd7\r\n{🏆} (15... Kd8) 16. Qb8+!!"), "{played}");
        let line = json!({ "position": encoded.cursor("3... ex|d4"), "part": "variation", "notation": "figurines" });
        let line = session.ask("scoresheet/line", line).await;
        assert_eq!(line, json!({ "text": "3... exd4 4. ♘xd4 ♘f6", "moves": 3 }));
        session.client.finish().await;
    }
}

#[tokio::test]
async fn records_can_be_read() {
    for encoded in Encoded::both(&records()) {
        let mut session = Session::open("epd", encoded).await;
        session.hover("pm e|5", "e5", &["1... e5 in pm (predicted move)."]).await;
        session.hover("c|e -30", "ce -30;", &["ce centipawn evaluation"]).await;
        session.signature("ce -3|0", "number").await;
        let highlights = session.at("textDocument/documentHighlight", "pm e|5").await;
        assert_eq!(session.ranges(&highlights), ["e5", "e5"]);
        let selections = session.selections("🏆|♘").await;
        assert!(selections.starts_with(&["🏆♘", "\"🏆♘\"", "c1 \"🏆♘\"", "c1 \"🏆♘\";"]), "{selections:?}");
        let hints =
            session.ask("textDocument/inlayHint", json!({ "range": encoded.range(0..encoded.text.len()) })).await;
        assert!(encoded.text[..encoded.offset(&hints[0]["position"])].ends_with("ce -30"), "{hints}");
        let links = session.ask("textDocument/documentLink", json!({})).await;
        assert_eq!(session.ranges(&links), ["https://example.org/suite"]);
        let folds = session.ask("textDocument/foldingRange", json!({})).await;
        assert_eq!(
            folds,
            json!([{ "startLine": 0, "endLine": 3, "kind": "region" }, { "startLine": 5, "endLine": 6, "kind": "region" }])
        );
        session.client.finish().await;
    }
}

#[tokio::test]
async fn ways_lead_through_records() {
    for encoded in Encoded::both(&records()) {
        let mut session = Session::open("epd", encoded).await;
        session.leads("textDocument/definition", "pv e5 N|f3", Some("e5")).await;
        session.leads("textDocument/typeDefinition", "pv e5 N|f3", None).await;
        let context = json!({ "includeDeclaration": true });
        let place = encoded.cursor("sm e|4");
        let found = session.ask("textDocument/references", json!({ "position": place, "context": context })).await;
        assert_eq!(session.ranges(&found), ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", "e4"]);
        let item = session.at("textDocument/prepareCallHierarchy", "pv e5 N|f3").await[0].take();
        assert_eq!((&item["name"], encoded.slice(&item["selectionRange"])), (&json!("2. Nf3"), "Nf3"));
        let records = session.ask("textDocument/documentSymbol", json!({})).await;
        assert_eq!(records[1]["name"], "suite.2");
        assert!(encoded.slice(&records[1]["range"]).ends_with("pv e5 Nf3 Nc6;"));
        let place = json!({ "textDocument": { "uri": URI }, "position": encoded.cursor("pv e5 N|f3") });
        let command = json!({ "command": "scoresheet/board", "arguments": [place] });
        let board = session.client.request("workspace/executeCommand", command).await.unwrap();
        assert_eq!((&board["lastMove"]["text"], encoded.slice(&board["lastMove"]["range"])), (&json!("Nf3"), "Nf3"));
        let record = session.at("scoresheet/game", "pv e5 N|f3").await;
        assert_eq!((&record["game"], &record["tags"][2]), (&json!(1), &json!({ "name": "acn", "value": "123456" })));
        session.client.finish().await;
    }
}

#[tokio::test]
async fn records_can_be_written() {
    for encoded in Encoded::both(&records()) {
        let mut session = Session::open("epd", encoded).await;
        session.complete("c0 \"🏆\"; am e|3", "Kd1", "am Kd1;", "legal moves").await;
        session.complete("\"🏆\"; d|raw_offer", "dm", "\"🏆\"; dm ;", "").await;
        let ordered = session.act("c0 \"🏆\"; am| e3", "source.fixAll", "Apply all safe fixes").await;
        assert!(ordered.contains("w - - am e3; bm Kd2 Kf2 e4; c0 \"🏆\"; fmvn 39;"), "{ordered}");
        let (whole, part) = session.format("c0 \"🏆\"; am| e3").await;
        assert!(
            whole.contains("- - am e3; bm Kd2 Kf2 e4; c0 \"🏆\";") && whole.contains("c0 \"🏆\"; draw_offer;"),
            "{whole}"
        );
        assert!(
            part.contains("- - am e3; bm Kd2 Kf2 e4; c0 \"🏆\";") && part.contains("acd 12; c1 \"🏆♘\"; acn"),
            "{part}"
        );
        assert_eq!(session.findings("opcode-order").await, ["acn"]);
        let line = "acd 12; c1 \"🏆♘\";";
        let tokens = [(8, 0, "acd"), (9, 0, "12"), (8, 0, "c1"), (2, 0, "\"🏆♘\"")];
        session.check_tokens(line, &tokens, ("c0 \"🏆\"; am", "c0 \"🏆🏆\"; hmvc 1; am")).await;
        let play = json!({ "position": encoded.cursor("pv e5 Nf3 Nc|6"), "move": "Bb5" });
        let played = session.ask("scoresheet/play", play).await;
        assert!(encoded.edited(&played["edits"]).contains("pv e5 Nf3 Nc6 Bb5;"));
        session.client.finish().await;
    }
}

/// Names, results, colours and move numbers belong to games.
#[tokio::test]
async fn some_requests_find_nothing_in_records() {
    for encoded in Encoded::both(&records()) {
        let mut session = Session::open("epd", encoded).await;
        for method in ["textDocument/linkedEditingRange", "textDocument/prepareRename"] {
            assert_eq!(session.at(method, "c0 \"🏆|\"; am").await, Value::Null, "{method}");
        }
        assert_eq!(session.type_behind("am e3; |bm", " ").await, None);
        assert_eq!(session.ask("textDocument/codeLens", json!({})).await, Value::Null);
        assert_eq!(session.ask("textDocument/documentColor", json!({})).await, json!([]));
        let names = session.client.request("workspace/symbol", json!({ "query": "suite" })).await.unwrap();
        assert_eq!(names, json!([]));
        session.client.finish().await;
    }
}
