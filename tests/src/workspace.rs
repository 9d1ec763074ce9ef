//! A session in a workspace folder: files on disk, open documents, and requests about them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;

/// The number of polls until the index must be up to date; no test measures time.
pub const LOOKS: usize = 2_000;
/// The pause between two polls.
pub const BETWEEN_LOOKS: Duration = Duration::from_millis(25);

/// A game with astral characters and `\r\n` before every place.
pub const OPEN: &str = "[Event \"🏆\"]\r\n[White \"Morphy, P.\"]\r\n[Black \"♘🏆\"]\r\n[Result \"1-0\"]\r\n\r\n\
    {🏆♘} 1. e4 e5 {🏆} 2. Nf3 d6 3. d4 Bg4 1-0\r\n";

/// A client and a workspace folder.
pub struct Session {
    /// The folder.
    pub folder: TempDir,
    /// The client.
    pub client: Client,
    /// Whether columns count bytes instead of UTF-16 units.
    pub is_utf8: bool,
}

impl Session {
    /// Starts a client with a folder of these files, with these capabilities and options.
    pub async fn start(files: &[(&str, &str)], capabilities: Value, options: Value) -> Session {
        let folder = tempfile::tempdir().unwrap();
        files.iter().for_each(|(name, text)| write(&folder.path().join(name), text.as_bytes()));
        let is_utf8 = capabilities["general"]["positionEncodings"][0] == "utf-8";
        let mut client = Client::start();
        let folders = json!([{ "name": "games", "uri": uri(folder.path()) }]);
        client
            .initialize(json!({
                "capabilities": capabilities, "workspaceFolders": folders, "initializationOptions": options,
            }))
            .await;
        Session { folder, client, is_utf8 }
    }

    /// Starts a client with [`OPEN`] open, which is not on disk.
    pub async fn with_open(encoding: &str, files: &[(&str, &str)]) -> Session {
        let mut session = Session::start(files, encoded(encoding), json!({})).await;
        session.open("open.pgn", OPEN).await;
        session
    }

    /// The path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap().join(name)
    }

    /// The URI of a file.
    pub fn uri(&self, name: &str) -> String {
        uri(&self.path(name))
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        write(&self.path(name), text.as_bytes());
    }

    /// Opens a document, which need not exist on disk.
    pub async fn open(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        self.client.open_at(&uri, text).await;
    }

    /// Closes a document.
    pub async fn close(&mut self, name: &str) {
        let document = json!({ "uri": self.uri(name) });
        self.client.notify("textDocument/didClose", json!({ "textDocument": document })).await;
    }

    /// Notifies the server of changed files.
    pub async fn changed(&mut self, uris: &[String]) {
        let changes: Vec<Value> = uris.iter().map(|uri| json!({ "uri": uri, "type": 2 })).collect();
        self.client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes })).await;
    }

    /// Converts a byte offset of a text to a position.
    pub fn position(&self, text: &str, offset: usize) -> Value {
        let line_start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
        let before = &text[line_start..offset];
        let column = if self.is_utf8 { before.len() } else { before.encode_utf16().count() };
        json!({ "line": text[..offset].matches('\n').count(), "character": column })
    }

    /// The range of the `nth` (from 0) occurrence of `word`.
    pub fn range(&self, text: &str, word: &str, nth: usize) -> Value {
        let start = text.match_indices(word).nth(nth).unwrap().0;
        json!({ "start": self.position(text, start), "end": self.position(text, start + word.len()) })
    }

    /// The location of the `nth` (from 0) `word` in the text of a file.
    pub fn location(&self, name: &str, text: &str, word: &str, nth: usize) -> Value {
        json!({ "uri": self.uri(name), "range": self.range(text, word, nth) })
    }

    /// Sends a request about a place in [`OPEN`].
    pub async fn ask(&mut self, method: &str, word: &str, nth: usize, more: Value) -> Result<Value, Value> {
        let position = self.range(OPEN, word, nth)["start"].take();
        let mut params = json!({ "textDocument": { "uri": self.uri("open.pgn") }, "position": position });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.client.request(method, params).await
    }

    /// The workspace symbols with the number of their occurrences.
    pub async fn symbols(&mut self, query: &str) -> Vec<String> {
        let found = self.client.request("workspace/symbol", json!({ "query": query })).await.unwrap();
        let describe =
            |it: &Value| format!("{} ({})", it["name"].as_str().unwrap(), it["containerName"].as_str().unwrap());
        found.as_array().unwrap().iter().map(describe).collect()
    }

    /// Waits until the workspace symbols are these: the index is built asynchronously.
    pub async fn until_symbols(&mut self, query: &str, expected: &[&str]) {
        let mut found = Vec::new();
        for _ in 0..LOOKS {
            found = self.symbols(query).await;
            if found == expected {
                return;
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        panic!("{found:?} are known, not {expected:?}");
    }

    /// The completions after a text in a new document: labels and details.
    pub async fn completed(&mut self, before: &str) -> Vec<(String, String)> {
        // Every text has its own URI: findings of a closed one may come when the next is open in the same version.
        let name = format!("new-{}.pgn", before.len());
        self.open(&name, before).await;
        let position = self.position(before, before.len());
        let params = json!({ "textDocument": { "uri": self.uri(&name) }, "position": position });
        let found = self.client.request("textDocument/completion", params).await.unwrap();
        self.close(&name).await;
        let text = |it: &Value, member: &str| it[member].as_str().unwrap_or_default().to_owned();
        let items = found.as_array().cloned().unwrap_or_else(|| found["items"].as_array().unwrap().clone());
        items.iter().map(|it| (text(it, "label"), text(it, "detail"))).collect()
    }
}

/// Writes a file and creates its folders.
pub fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// The URI of a path.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// The capabilities of a client with this position encoding.
pub fn encoded(encoding: &str) -> Value {
    json!({ "general": { "positionEncodings": [encoding] } })
}
