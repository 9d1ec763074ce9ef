//! The workspace: references, the opening tree, symbols, completion and rename include the closed files, and nothing outside of the
//! workspace folders.

use std::fs;
use std::path::Path;

use scoresheet_tests::client::apply;
use scoresheet_tests::workspace::{BETWEEN_LOOKS, LOOKS, OPEN, Session, encoded, uri, write};
use serde_json::{Value, json};

/// Notes on the Opera Game and other games.
const OPERA: &str = include_str!("../fixtures/annotated.pgn");

/// Notes on the same opening by another order of moves, with astral characters and `\r\n`, and a second game after it on the same line.
const NOTES: &str = "[Event \"🏆 of 1858\"]\r\n[White \"Morphy, Paul\"]\r\n[Black \"Réti, R\"]\r\n[ECO \"C41\"]\r\n[Result \"1-0\"]\r\n\r\n\
    {🏆🏆} 1. Nf3 d6 {🏆} 2. e4 e5 (2... Nf6 {♘🏆} 3. d4) 3. d4 Bg4 1-0 {🏆} 1. e4 e5 2. Nf3 d6 1/2-1/2\r\n";

/// Runs a test in both encodings.
macro_rules! in_both_encodings {
    ($encoding:ident, $work:block) => {
        for $encoding in ["utf-16", "utf-8"] {
            $work
        }
    };
}

#[tokio::test]
async fn moves_are_found_in_files_that_are_not_open() {
    in_both_encodings!(encoding, {
        let mut session = Session::with_open(encoding, &[("notes.pgn", NOTES), ("deep/opera.pgn", OPERA)]).await;
        session.until_symbols("réti", &["Réti, R (player, 1 game)"]).await;
        session.until_symbols("anderssen", &["Anderssen, Adolf (player, 1 game)"]).await;
        let context = json!({ "context": { "includeDeclaration": true } });
        let found = session.ask("textDocument/references", "d6", 0, context).await.unwrap();
        let mut found = found.as_array().unwrap().clone();
        assert_eq!(found.remove(0), session.location("open.pgn", OPEN, "d6", 0));
        let mut expected = vec![
            session.location("deep/opera.pgn", OPERA, "d6", 0),
            // By another order of moves, and in the game that starts within a line.
            session.location("notes.pgn", NOTES, "e5", 0),
            session.location("notes.pgn", NOTES, "d6", 1),
        ];
        let key = |it: &Value| it.to_string();
        found.sort_by_key(key);
        expected.sort_by_key(key);
        assert_eq!(found, expected);
        session.client.finish().await;
    });
}

#[tokio::test]
async fn the_tree_of_openings_is_that_of_the_workspace() {
    in_both_encodings!(encoding, {
        let mut session = Session::with_open(encoding, &[("notes.pgn", NOTES), ("opera.pgn", OPERA)]).await;
        session.until_symbols("anderssen", &["Anderssen, Adolf (player, 1 game)"]).await;
        let items = session.ask("textDocument/prepareCallHierarchy", "d6", 0, json!({})).await.unwrap();
        let next = session.client.request("callHierarchy/outgoingCalls", json!({ "item": items[0] })).await.unwrap();
        assert_eq!(next.as_array().unwrap().len(), 1);
        assert_eq!(next[0]["to"]["name"], "3. d4, 3 games, White scores 100%");
        let detail = next[0]["to"]["detail"].as_str().unwrap();
        assert!(detail.contains("; here Morphy, P"), "{next}");
        let ways = session.client.request("callHierarchy/incomingCalls", json!({ "item": items[0] })).await.unwrap();
        let named = |way: &Value| way["from"]["name"].clone();
        let ways = ways.as_array().unwrap();
        let expected = ["before 2... d6, 3 games, White scores 83%", "before 2... e5, 1 game, White scores 100%"];
        assert_eq!(ways.iter().map(named).collect::<Vec<_>>(), expected);
        // 2. e4 in a closed file.
        let from = &ways[1]["from"];
        assert_eq!(
            json!({ "uri": from["uri"], "range": from["range"] }),
            session.location("notes.pgn", NOTES, "e4", 0)
        );
        session.client.finish().await;
    });
}

#[tokio::test]
async fn completion_knows_the_workspace() {
    in_both_encodings!(encoding, {
        let mut session = Session::with_open(encoding, &[("notes.pgn", NOTES), ("opera.pgn", OPERA)]).await;
        session.until_symbols("anderssen", &["Anderssen, Adolf (player, 1 game)"]).await;
        // The open document is indexed asynchronously.
        let expected = ("d6".to_owned(), "3 games, White scores 83%; C41 Philidor Defense".to_owned());
        let mut found = Vec::new();
        for _ in 0..LOOKS {
            found = session.completed("[Event \"🏆\"]\r\n\r\n{🏆} 1. e4 e5 2. Nf3 ").await;
            if found[0] == expected {
                break;
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        assert_eq!(found[0], expected);
        // The other moves are not played in any game; those that reach a named opening come first.
        assert_eq!(found[1], ("Nc6".to_owned(), "C44 King's Knight Opening: Normal Variation".to_owned()));
        let players = session.completed("[Event \"🏆\"]\r\n[White \"morphy").await;
        assert_eq!(
            players,
            [("Morphy, Paul", "2 games"), ("Morphy, P.", "1 game")].map(|(one, other)| (one.into(), other.into()))
        );
        let sites = session.completed("[Event \"🏆\"]\r\n[Site \"").await;
        assert_eq!(sites[0].0, "London ENG");
        let events = session.completed("[Event \"🏆").await;
        assert_eq!(events.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["🏆", "🏆 of 1858"]);
        session.client.finish().await;
    });
}

#[tokio::test]
async fn counts_stand_beside_completions_where_the_client_shows_that() {
    let details = json!({ "textDocument": { "completion": { "completionItem": { "labelDetailsSupport": true } } } });
    let mut session = Session::start(&[("notes.pgn", NOTES)], details, json!({})).await;
    session.until_symbols("réti", &["Réti, R (player, 1 game)"]).await;
    session.open("new.pgn", "1. Nf3 ").await;
    let params = json!({
        "textDocument": { "uri": session.uri("new.pgn") }, "position": { "line": 0, "character": 7 },
    });
    let found = session.client.request("textDocument/completion", params).await.unwrap();
    assert_eq!(
        (&found[0]["label"], &found[0]["labelDetails"]),
        (&json!("d6"), &json!({ "description": "1 game, White scores 100%" }))
    );
    assert_eq!(found[1]["labelDetails"], Value::Null);
    session.client.finish().await;
}

#[tokio::test]
async fn files_are_read_in_the_encoding_they_are_in() {
    in_both_encodings!(encoding, {
        let mut session = Session::with_open(encoding, &[]).await;
        let utf16: Vec<u8> = std::iter::once('\u{FEFF}')
            .chain(NOTES.chars())
            .flat_map(|letter| {
                letter.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<_>>()
            })
            .collect();
        write(&session.path("utf16.pgn"), &utf16);
        let latin = "[White \"Hübner, R\"]\r\n\r\n{Größe} 1. e4 e5 {ü} 2. Nf3 d6 *\r\n";
        let bytes: Vec<u8> = latin.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
        write(&session.path("latin.pgn"), &bytes);
        write(&session.path("mark.pgn"), format!("\u{FEFF}{latin}").as_bytes());
        session.changed(&[]).await;
        session.until_symbols("hübner", &["Hübner, R (player, 2 games)"]).await;
        session.until_symbols("réti", &["Réti, R (player, 1 game)"]).await;
        let context = json!({ "context": { "includeDeclaration": true } });
        let found = session.ask("textDocument/references", "d6", 0, context).await.unwrap();
        let found: Vec<String> = found.as_array().unwrap().iter().map(Value::to_string).collect();
        for (name, text, word, nth) in
            [("utf16.pgn", NOTES, "d6", 1), ("latin.pgn", latin, "d6", 0), ("mark.pgn", latin, "d6", 0)]
        {
            let expected = session.location(name, text, word, nth).to_string();
            assert!(found.contains(&expected), "{expected} is not in {found:#?}");
        }
        session.client.finish().await;
    });
}

#[tokio::test]
async fn the_index_follows_the_disk_and_the_editor() {
    let mut session = Session::with_open("utf-8", &[("a.pgn", "[White \"First, A\"]\n\n*\n")]).await;
    session.until_symbols("first", &["First, A (player, 1 game)"]).await;
    session.write("a.pgn", "[White \"Second, A\"]\n\n*\n\n[White \"First, A\"]\n\n*\n");
    session.write("new/b.pgn", "[White \"First, A\"]\n\n*\n");
    let uris = [session.uri("a.pgn"), session.uri("new/b.pgn")];
    session.changed(&uris).await;
    session.until_symbols(", a", &["First, A (player, 2 games)", "Second, A (player, 1 game)"]).await;
    // The open document takes precedence over the disk until it is closed.
    session.open("a.pgn", "[White \"Third, A\"]\n\n*\n").await;
    session.until_symbols(", a", &["First, A (player, 1 game)", "Third, A (player, 1 game)"]).await;
    session.close("a.pgn").await;
    session.until_symbols(", a", &["First, A (player, 2 games)", "Second, A (player, 1 game)"]).await;
    fs::remove_file(session.path("a.pgn")).unwrap();
    session.changed(&uris).await;
    session.until_symbols(", a", &["First, A (player, 1 game)"]).await;
    // Folders are added and removed.
    let other = tempfile::tempdir().unwrap();
    write(&other.path().join("c.pgn"), b"[White \"Fourth, A\"]\n\n*\n");
    let folder = |path: &Path| json!([{ "uri": uri(path), "name": "other" }]);
    let event = json!({ "event": { "added": folder(other.path()), "removed": folder(session.folder.path()) } });
    session.client.notify("workspace/didChangeWorkspaceFolders", event).await;
    session.until_symbols(", a", &["Fourth, A (player, 1 game)"]).await;
    session.client.finish().await;
}

#[tokio::test]
async fn what_is_not_of_the_workspace_is_never_read() {
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.pgn");
    write(&secret, b"[White \"Secret, A\"]\n\n1. e4 e5 2. Nf3 d6 *\n");
    let files = [
        ("a.pgn", "[White \"Known, A\"]\n\n*\n"),
        (".gitignore", "out/\n"),
        ("out/b.pgn", "[White \"Ignored, A\"]\n\n*\n"),
        ("scoresheet.toml", "exclude = ['old/**']\n"),
        ("old/b.pgn", "[White \"Excluded, A\"]\n\n*\n"),
        (".git/b.pgn", "[White \"Hidden, A\"]\n\n*\n"),
    ];
    let mut capabilities = encoded("utf-8");
    capabilities["textDocument"] = json!({ "diagnostic": {} });
    let mut session = Session::start(&files, capabilities, json!({})).await;
    session.open("open.pgn", OPEN).await;
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(&secret, session.path("link.pgn")).unwrap();
        symlink(outside.path(), session.path("way-out")).unwrap();
        // Opening it for reading would block until there is a writer.
        assert!(std::process::Command::new("mkfifo").arg(session.path("pipe.pgn")).status().unwrap().success());
    }
    let way_out = format!("{}/../{}/secret.pgn", session.uri(""), outside.path().file_name().unwrap().display());
    let uris =
        [uri(&secret), session.uri("link.pgn"), session.uri("way-out/secret.pgn"), session.uri("pipe.pgn"), way_out];
    session.changed(&uris).await;
    session.write("z.pgn", "[White \"Last, A\"]\n\n*\n");
    session.changed(&uris).await;
    session.until_symbols(", a", &["Known, A (player, 1 game)", "Last, A (player, 1 game)"]).await;
    let context = json!({ "context": { "includeDeclaration": true } });
    let found = session.ask("textDocument/references", "d6", 0, context).await.unwrap();
    assert_eq!(found, json!([session.location("open.pgn", OPEN, "d6", 0)]));
    let report = session.client.request("workspace/diagnostic", json!({ "previousResultIds": [] })).await.unwrap();
    let told: Vec<&str> = report["items"].as_array().unwrap().iter().map(|it| it["uri"].as_str().unwrap()).collect();
    assert_eq!(told, [session.uri("open.pgn"), session.uri("a.pgn"), session.uri("z.pgn")]);
    // A file that is replaced by a link after it was indexed.
    #[cfg(unix)]
    {
        session.write("deep/c.pgn", "[White \"Moved, A\"]\n\n1. e4 e5 2. Nf3 d6 *\n");
        session.changed(&[]).await;
        session.until_symbols("moved", &["Moved, A (player, 1 game)"]).await;
        fs::remove_dir_all(session.path("deep")).unwrap();
        std::os::unix::fs::symlink(outside.path(), session.path("deep")).unwrap();
        write(&outside.path().join("c.pgn"), b"[White \"Moved, A\"]\n\n1. e4 e5 2. Nf3 d6 *\n");
        assert!(session.symbols("moved").await.is_empty());
    }
    session.client.finish().await;
}

#[tokio::test]
async fn the_index_can_be_switched_off_and_has_a_limit() {
    let game = "[White \"Known, A\"]\n\n*\n";
    let long = format!("[White \"Long, A\"]\n\n{{{}}} *\n", "long ".repeat(1 << 18));
    let files = [("a.pgn", game), ("b.pgn", long.as_str()), ("c.pgn", game)];
    let options = json!({ "workspaceIndex": { "megabytes": 1 } });
    let mut session = Session::start(&files, json!({}), options).await;
    session.until_symbols("", &["Known, A (player, 2 games)"]).await;
    let told = session.client.notification("window/showMessage").await;
    let message = told["message"].as_str().unwrap();
    assert!(message.contains("b.pgn is left out") && message.contains("workspaceIndex.megabytes"), "{message}");
    // This is reported once.
    session.write("d.pgn", game);
    session.changed(&[]).await;
    session.until_symbols("", &["Known, A (player, 3 games)"]).await;
    let settings = json!({ "settings": { "scoresheet": { "workspaceIndex": { "enabled": false } } } });
    session.client.notify("workspace/didChangeConfiguration", settings).await;
    session.until_symbols("", &[]).await;
    session.client.finish().await;
}

#[tokio::test]
async fn names_change_in_all_of_the_workspace() {
    in_both_encodings!(encoding, {
        for is_versioned in [true, false] {
            let mut capabilities = encoded(encoding);
            capabilities["workspace"] = json!({ "workspaceEdit": { "documentChanges": is_versioned } });
            let files = [("notes.pgn", NOTES), ("other.pgn", "[White \"Tal, M\"]\n\n*\n")];
            let mut session = Session::start(&files, capabilities, json!({})).await;
            let text = OPEN.replace("Morphy, P.", "Morphy, Paul");
            session.open("open.pgn", &text).await;
            let position = session.range(&text, "Morphy", 0)["end"].take();
            let document = json!({ "uri": session.uri("open.pgn") });
            let params = json!({ "textDocument": document, "position": position, "newName": "Morphy, \"P\"" });
            let renamed = session.client.request("textDocument/rename", params).await.unwrap();
            let edit = |text: &str| json!([{ "range": session.range(text, "Morphy, Paul", 0), "newText": "Morphy, \\\"P\\\"" }]);
            let (open, notes) = (session.uri("open.pgn"), session.uri("notes.pgn"));
            let expected = match is_versioned {
                true => json!({ "documentChanges": [
                    { "textDocument": { "uri": open, "version": 1 }, "edits": edit(&text) },
                    { "textDocument": { "uri": notes, "version": null }, "edits": edit(NOTES) },
                ] }),
                false => json!({ "changes": { open: edit(&text), notes: edit(NOTES) } }),
            };
            assert_eq!(renamed, expected);
            session.client.finish().await;
        }
    });
}

#[tokio::test]
async fn what_cannot_be_renamed_is_told() {
    let mut session =
        Session::with_open("utf-16", &[("a.pgn", "[Event \"a\"]\n\n*\n\n[Event \"b\"]\n[Name \"c\"]\n\n*\n")]).await;
    let refused = session.ask("textDocument/rename", "Event", 0, json!({ "newName": "Name" })).await.unwrap_err();
    let path = session.path("a.pgn");
    assert_eq!(refused["message"], format!("Game 2 already has a Name tag ({})", path.display()));
    // Saving would damage text whose encoding the editor may guess wrong.
    write(&session.path("a.pgn"), b"[White \"Morphy, P.\"] {\xFC}\n\n*\n");
    let renamed = session.ask("textDocument/rename", "Morphy", 0, json!({ "newName": "Morphy" })).await.unwrap();
    assert_eq!(renamed["changes"].as_object().unwrap().keys().collect::<Vec<_>>(), [&session.uri("open.pgn")]);
    let told = session.client.notification("window/showMessage").await;
    assert!(told["message"].as_str().unwrap().starts_with(&format!("{} may keep the old name", path.display())));
    session.client.finish().await;
}

#[tokio::test]
async fn names_are_offered_in_the_form_that_other_games_have() {
    in_both_encodings!(encoding, {
        let mut capabilities = encoded(encoding);
        capabilities["textDocument"] = json!({ "codeAction": {
            "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["refactor.rewrite"] } },
            "dataSupport": true, "resolveSupport": { "properties": ["edit"] },
        } });
        let notes = format!("{NOTES}\r\n[White \"Morphy, P.\"]\r\n\r\n*\r\n");
        let mut session = Session::start(&[("notes.pgn", &notes)], capabilities, json!({})).await;
        session.open("open.pgn", OPEN).await;
        session.until_symbols("réti", &["Réti, R (player, 1 game)"]).await;
        let range = session.range(OPEN, "Morphy", 0);
        let context = json!({ "diagnostics": [], "only": ["refactor.rewrite"], "triggerKind": 1 });
        let params = json!({ "range": range, "context": context });
        let found = session.ask("textDocument/codeAction", "Morphy", 0, params).await.unwrap();
        let offered = |title: &str| found.as_array().unwrap().iter().find(|it| it["title"] == title).cloned();
        let action = offered("Write the player as 'Morphy, Paul'").unwrap();
        assert_eq!((&action["kind"], action.get("edit")), (&json!("refactor.rewrite"), None));
        let chosen = session.client.request("codeAction/resolve", action).await.unwrap();
        let changed =
            |text: &str| json!([{ "range": session.range(text, "Morphy, P.", 0), "newText": "Morphy, Paul" }]);
        let expected = json!({ session.uri("open.pgn"): changed(OPEN), session.uri("notes.pgn"): changed(&notes) });
        assert_eq!(chosen["edit"]["changes"], expected);
        if !session.is_utf8 {
            let edits = &chosen["edit"]["changes"][session.uri("notes.pgn")];
            assert_eq!(apply(&notes, edits), notes.replace("Morphy, P.", "Morphy, Paul"));
        }
        session.client.finish().await;
    });
}
