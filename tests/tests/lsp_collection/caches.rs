//! Requests share move caches, and a cache is finished even if the request that began it was called off.

use std::fs;
use std::path::Path;

use scoresheet_tests::client::Client;
use scoresheet_tests::watcher::Watcher;
use scoresheet_tests::workspace::{BETWEEN_LOOKS, LOOKS, uri};
use serde_json::json;

use super::{ask, many_games, moves};

async fn client_with_caches(folder: &Path, caches: &Path) -> Client {
    let mut client = Client::start();
    initialize(&mut client, folder, caches).await;
    client
}

async fn initialize(client: &mut Client, folder: &Path, caches: &Path) {
    let folders = json!([{ "name": "games", "uri": uri(folder) }]);
    let options = json!({ "moveCache": { "directory": caches }, "workspaceIndex": { "enabled": false } });
    client
        .initialize(json!({ "capabilities": {}, "workspaceFolders": folders, "initializationOptions": options }))
        .await;
}

#[tokio::test]
async fn two_servers_share_a_cache_that_never_changes_an_answer() {
    let (folder, caches) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = folder.path().join("games.pgn");
    fs::write(&path, many_games(1000)).unwrap();
    let mut clients = [
        client_with_caches(folder.path(), caches.path()).await,
        client_with_caches(folder.path(), caches.path()).await,
    ];
    let params = json!({ "line": "1. e4 e5 2. Nf3" });
    let mut ids = Vec::new();
    for client in &mut clients {
        ids.push(client.ask("scoresheet/explorer", params.clone()).await);
    }
    for (client, id) in clients.iter_mut().zip(ids) {
        let answer = client.answer(id).await.unwrap();
        assert_eq!(answer["moves"][0]["games"], 1000, "{answer}");
    }
    let files = || fs::read_dir(caches.path()).unwrap().count();
    assert_eq!(files(), 1);
    // The same length, one move changed.
    fs::write(&path, many_games(1000).replacen("2. Nf3 Nc6", "2. Nf3 Nf6", 1)).unwrap();
    for client in &mut clients {
        let answer = ask(client, "scoresheet/explorer", params.clone()).await;
        assert_eq!(moves(&answer).iter().map(|(_, games, _)| *games).collect::<Vec<_>>(), [999, 1]);
    }
    assert_eq!(files(), 1);
    for client in clients {
        client.finish().await;
    }
}

#[tokio::test]
async fn a_request_that_is_cancelled_leaves_a_cache_behind() {
    let (folder, caches) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(folder.path().join("games.pgn"), many_games(1000)).unwrap();
    let watcher = Watcher::new();
    let mut client = Client::watched(watcher.clone());
    initialize(&mut client, folder.path(), caches.path()).await;
    watcher.hold_answers();
    let id = client.ask("scoresheet/explorer", json!({})).await;
    client.notify("$/cancelRequest", json!({ "id": id })).await;
    assert_eq!(client.answer(id).await.unwrap_err()["code"], -32800);
    watcher.release();
    for _ in 0..LOOKS {
        let is_there =
            fs::read_dir(caches.path()).unwrap().flatten().any(|it| it.path().extension() == Some("moves".as_ref()));
        if is_there {
            return client.finish().await;
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    panic!("there is no cache");
}
