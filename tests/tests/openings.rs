//! The named positions and the names of the codes (`server/chess/src/openings`) are those of the table of openings.
//!
//! The table is a text in the package `esca`. `UPDATE=1` writes positions and names anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use shakmaty::san::San;
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{Chess, EnPassantMode, Position};

const KEYS: &str = "../server/chess/src/openings/named.bin";
const NAMES: &str = "../server/chess/src/openings/names.tsv";
const CODES: &str = "../server/chess/src/openings/eco.tsv";
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

/// The keys after the moves of a line: that of the men and the side to move, and that of the position.
fn keys(line: &str) -> [u64; 2] {
    let mut position = Chess::default();
    for san in line.split_whitespace().filter(|word| !word.starts_with(|first: char| first.is_ascii_digit())) {
        position.play_unchecked(san.parse::<San>().unwrap().to_move(&position).unwrap());
    }
    let men = position.board().iter().map(|(square, piece)| Zobrist64::zobrist_for_piece(square, piece).0);
    let turn = if position.turn().is_white() { Zobrist64::zobrist_for_white_turn().0 } else { 0 };
    [men.fold(turn, |key, man| key ^ man), position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0]
}

/// The lines of the table: the code, the name and the moves.
fn table() -> Vec<[String; 3]> {
    let folder = folder();
    let lines = VOLUMES.map(|volume| std::fs::read_to_string(folder.join(volume)).unwrap());
    // After a header.
    let lines = lines.iter().flat_map(|lines| lines.lines().skip(1));
    lines.map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>().try_into().unwrap()).collect()
}

/// The name of a code: what its openings have in common, or else the most frequent name, of equals that of the shortest line. `names` are
/// in the order of the lengths of their lines.
fn name_of_code(code: &str, names: &[&str]) -> String {
    if code == "A00" {
        // None of its thirty names says what the code is.
        return "other first moves".to_owned();
    }
    let parts: Vec<Vec<&str>> =
        names.iter().map(|name| name.split([':', ',']).map(str::trim_start).collect()).collect();
    let is_common =
        |place: &usize| parts.iter().all(|name| name.get(*place).is_some_and(|part| *part == parts[0][*place]));
    let common: Vec<&str> = (0..parts[0].len()).take_while(is_common).map(|place| parts[0][place]).collect();
    match common[..] {
        [] => {
            let count = |name: &Vec<&str>| parts.iter().filter(|other| other[0] == name[0]).count();
            // The last of equal ones is the largest.
            format!("{} and others", parts.iter().rev().max_by_key(|name| count(name)).unwrap()[0])
        }
        [name] => name.to_owned(),
        [name, ref variations @ ..] => format!("{name}: {}", variations.join(", ")),
    }
}

#[track_caller]
fn check_fresh(path: &str, bytes: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, bytes).unwrap();
    }
    let is_fresh = std::fs::read(&path).unwrap() == bytes;
    assert!(is_fresh, "{} is stale: run UPDATE=1 cargo test -p scoresheet-tests --test openings", path.display());
}

#[test]
fn the_named_positions_are_fresh() {
    let table = table();
    // Of several lines to a position, the first names it.
    let named: BTreeMap<[u64; 2], String> =
        table.iter().rev().map(|[code, name, moves]| (keys(moves), format!("{code}\t{name}\n"))).collect();
    assert!(named.len() > 3000);
    check_fresh(KEYS, &named.keys().flatten().flat_map(|key| key.to_le_bytes()).collect::<Vec<u8>>());
    check_fresh(NAMES, named.values().map(String::as_str).collect::<String>().as_bytes());
}

#[test]
fn the_names_of_the_codes_are_fresh() {
    let mut table = table();
    table.sort_by_key(|[_, _, moves]| moves.len());
    let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    table.iter().for_each(|[code, name, _]| names.entry(code).or_default().push(name));
    assert_eq!(names.len(), 500);
    let lines: String = names.iter().map(|(code, names)| format!("{code}\t{}\n", name_of_code(code, names))).collect();
    check_fresh(CODES, lines.as_bytes());
}
