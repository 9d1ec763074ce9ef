//! The keys of the named positions (`server/chess/src/openings/named.bin`) are those of the table of openings.
//!
//! The table is a text in the package `esca`, which looks names up but does not list them. `UPDATE=1` writes the keys anew.

use std::path::{Path, PathBuf};
use std::process::Command;

use shakmaty::san::San;
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{Chess, Position};

const KEYS: &str = "../server/chess/src/openings/named.bin";
const VOLUMES: [&str; 5] = ["a.tsv", "b.tsv", "c.tsv", "d.tsv", "e.tsv"];

/// The folder of the table, where Cargo has the package.
fn folder() -> PathBuf {
    let compiler = text_of("rustc", &["-vV"]);
    let host = compiler.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    // Packages for other systems need not be there.
    let arguments = ["metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", host];
    let metadata: serde_json::Value = serde_json::from_str(&text_of(env!("CARGO"), &arguments)).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "esca").unwrap();
    Path::new(package["manifest_path"].as_str().unwrap()).with_file_name("data").join("openings")
}

fn text_of(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The key of the men and the side to move after the moves of a line.
fn key(line: &str) -> u64 {
    let mut position = Chess::default();
    for san in line.split_whitespace().filter(|word| !word.starts_with(|first: char| first.is_ascii_digit())) {
        position.play_unchecked(san.parse::<San>().unwrap().to_move(&position).unwrap());
    }
    let men = position.board().iter().map(|(square, piece)| Zobrist64::zobrist_for_piece(square, piece).0);
    let turn = if position.turn().is_white() { Zobrist64::zobrist_for_white_turn().0 } else { 0 };
    men.fold(turn, |key, man| key ^ man)
}

#[test]
fn the_keys_of_named_positions_are_fresh() {
    let folder = folder();
    let mut keys: Vec<u64> = Vec::new();
    for volume in VOLUMES {
        let table = std::fs::read_to_string(folder.join(volume)).unwrap();
        // A line has the code, the name and the moves, after a header.
        keys.extend(table.lines().skip(1).map(|line| key(line.split('\t').nth(2).unwrap())));
    }
    keys.sort_unstable();
    keys.dedup();
    assert!(keys.len() > 3000);
    let bytes: Vec<u8> = keys.iter().flat_map(|key| key.to_le_bytes()).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(KEYS);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &bytes).unwrap();
    }
    assert!(
        std::fs::read(&path).unwrap() == bytes,
        "stale: run UPDATE=1 cargo test -p scoresheet-tests --test openings"
    );
}
