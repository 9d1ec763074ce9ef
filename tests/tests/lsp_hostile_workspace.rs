//! Malicious files and requests: nothing outside of the workspace is disclosed, only web pages are opened, nothing is run, and written text
//! stays in its place.

use scoresheet_tests::client::{Client, URI, apply};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The secret that no answer may contain.
const SECRET: &str = "password = hunter2\n";

const GAME: &str = "[Event \"E\"]\n[White \"Tal, M\"]\n\n1. e4 e5 2. Nf3 *\n";

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A client with a new workspace folder that supports Markdown and pictures.
async fn begin() -> (TempDir, Client) {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::start();
    let capabilities = json!({ "textDocument": { "hover": { "contentFormat": ["markdown"] } } });
    client.initialize(json!({ "capabilities": capabilities, "rootUri": uri(folder.path()) })).await;
    (folder, client)
}

/// All messages about a game in a folder whose configuration is this symbolic link.
#[cfg(unix)]
async fn told_with_configuration_at(target: &Path) -> String {
    let (folder, mut client) = begin().await;
    let root = fs::canonicalize(folder.path()).unwrap();
    std::os::unix::fs::symlink(target, root.join("scoresheet.toml")).unwrap();
    let (game, configuration) = (uri(&root.join("a.pgn")), uri(&root.join("scoresheet.toml")));
    client.open_at(&game, "1. e4 Ke5 *\n").await;
    let of_configuration = client.next_diagnostics(&configuration).await;
    let of_game = client.next_diagnostics(&game).await;
    assert!(
        of_game.to_string().contains("illegal-move"),
        "a fault in the configuration is not in the way of the game's"
    );
    client.finish().await;
    of_configuration.to_string()
}

#[cfg(unix)]
#[tokio::test]
async fn a_configuration_that_leads_out_tells_nothing() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret"), SECRET).unwrap();
    for target in [outside.path().join("secret"), "/dev/zero".into(), "/etc/passwd".into()] {
        let told = told_with_configuration_at(&target).await;
        assert!(told.contains("it is a link to a file of another name"), "{told}");
        assert!(!told.contains("hunter2") && !told.contains("root:"), "{told}");
    }
}

/// The URIs of the links in a game with `words` in a tag and in a comment.
async fn clickable(words: &str) -> Vec<String> {
    let (_folder, mut client) = begin().await;
    client.open(&format!("[Event \"{words}\"]\n\n1. e4 {{{words}}} e5 *\n")).await;
    let document = json!({ "textDocument": { "uri": URI } });
    let links = client.request("textDocument/documentLink", document).await.unwrap();
    client.finish().await;
    let links = links.as_array().cloned().unwrap_or_default();
    links.iter().map(|link| link["target"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn only_web_pages_can_be_opened() {
    for words in [
        "file:///etc/passwd",
        "command:workbench.action.terminal.new",
        "command://http",
        "vscode://ms-vscode-remote.remote-ssh/x",
        "javascript://x%0aalert(1)",
        "smb://host/share",
        "../../etc/passwd",
        "http:file:///etc/passwd",
        "HTTP file://",
    ] {
        assert!(clickable(words).await.is_empty(), "{words}");
    }
    assert_eq!(clickable("https://a.b/c").await, ["https://a.b/c"; 2]);
}

/// The hovers in a game and a record that have `words` in place of dates, moves and names.
async fn hovered(words: &str) -> String {
    let (_folder, mut client) = begin().await;
    client.open(&format!("[Date \"{words}\"]\n\n1. e4 {words} e5 2. Ke5 {{{words}}} *\n")).await;
    let mut told = String::new();
    let mut add = |answer: Value| told.extend(answer["contents"]["value"].as_str());
    for (line, character) in [(0, 3), (0, 12), (2, 9), (2, 6), (2, 4)] {
        add(client.request_at("textDocument/hover", line, character).await.unwrap());
    }
    let record = format!("4k3/8/8/8/8/8/4P3/4K3 w - - id \"{words}\"; bm {words}; c0 \"{words}\";\n");
    client.open_as("epd", "file:///a.epd", &record).await;
    for character in (0..record.len()).step_by(4) {
        let place = json!({ "line": 0, "character": character });
        let params = json!({ "textDocument": { "uri": "file:///a.epd" }, "position": place });
        add(client.request("textDocument/hover", params).await.unwrap());
    }
    client.finish().await;
    told
}

/// A remote picture would disclose that the game is being read.
#[tokio::test]
async fn hovers_show_words_of_a_game_as_words() {
    for (words, begins) in [
        ("![x](https://a.b/c.png)", '['),
        ("[x](command:a.b)", '['),
        ("<img/src=https://a.b/c>", '<'),
        ("`[x](command:a.b)`", '['),
    ] {
        let told = hovered(words).await;
        let begins_at = |(at, _): &(usize, &str)| !told[..*at].ends_with('\\');
        let word = &words[words.find(begins).unwrap()..][..2];
        assert!(told.contains(word), "{words} is not told, and nothing is tested: {told}");
        assert_eq!(told.match_indices(word).find(begins_at), None, "{words}: {told}");
    }
}

#[tokio::test]
async fn nothing_but_requests_of_our_own_can_be_run() {
    let (_folder, mut client) = begin().await;
    client.open(GAME).await;
    for command in ["", "rm -rf /", "scoresheet.play", "workbench.action.terminal.new"] {
        let params = json!({ "command": command, "arguments": ["/", { "uri": URI }] });
        let refused = client.request("workspace/executeCommand", params).await.unwrap_err();
        assert_eq!(refused["code"], -32602, "{command}: {refused}");
    }
    client.finish().await;
}

#[tokio::test]
async fn what_is_no_move_is_not_written() {
    let (_folder, mut client) = begin().await;
    client.open(GAME).await;
    let long = "N".repeat(1 << 20);
    for played in
        ["", " ", "Ke5", "e5\n", "e5 *\n\n[Event \"x\"]", "{e5", "e5}", "%e5", "\0", "🏆", "$1", "*", long.as_str()]
    {
        let params =
            json!({ "textDocument": { "uri": URI }, "position": { "line": 3, "character": 4 }, "move": played });
        let refused = client.request("scoresheet/play", params).await.unwrap_err();
        let message = refused["message"].as_str().unwrap();
        assert!(message.len() < 1000, "{} bytes about {} bytes", message.len(), played.len());
    }
    client.finish().await;
}

/// The game after its player was renamed to this name, or the refusal.
async fn renamed(name: &str) -> Result<String, Value> {
    let (_folder, mut client) = begin().await;
    client.open(GAME).await;
    let place = json!({ "line": 1, "character": 10 });
    let params = json!({ "textDocument": { "uri": URI }, "position": place, "newName": name });
    let answer = client.request("textDocument/rename", params).await;
    client.finish().await;
    answer.map(|edit| apply(GAME, &edit["changes"][URI]))
}

#[tokio::test]
async fn a_name_stays_in_its_tag() {
    for (name, written) in [
        ("A \"B\" C", r#"A \"B\" C"#),
        ("A\\", r"A\\"),
        ("A\\\"] *", r#"A\\\"] *"#),
        ("A\"]\u{5b}Event \"x", r#"A\"][Event \"x"#),
    ] {
        assert_eq!(renamed(name).await.unwrap(), GAME.replace("Tal, M", written), "{name}");
    }
    for name in ["A\n[Event \"x\"]", "A\r\n%", "A\0"] {
        match renamed(name).await {
            Ok(text) => assert_eq!(text.lines().count(), GAME.lines().count(), "{name:?}: {text}"),
            Err(refused) => assert!(refused["message"].is_string(), "{name:?}: {refused}"),
        }
    }
}
