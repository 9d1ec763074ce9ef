//! Openings and comments between games and records: what `scoresheet convert` writes is read by python-chess.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;
use std::path::Path;
use std::process::Command;

/// Openings with all names, some and none; comments with all that operands treat as special, several at a move, and more than a record has a
/// place for.
const GAMES: &str = r#"[White "Tal, Mikhail"]
[Black "Smyslov, Vasily V."]
[ECO "B17"]
[NIC "CK 14.2"]
[Opening "Caro-Kann"]
[Variation "Steinitz \"Modern\" \\ main"]
[SubVariation "Ng5; e6"]

{ Candidates'; round 8. } 1. e4 c6 { solid } 2. d3 { a rest
over two lines } (2. d4 { usual } 2... d5) 2... d5 { ; no end }
3. Nd2 $1 e5 { one } { two "quoted" } { three \ } *

[White "a"]
[Black "b"]
[ECO "?"]
[Opening "Réti"]

1. Nf3 {1} {2} {3} {4} {5} {6} {7} {8} {9} {10} d5 *

[White "c"]
[Black "d"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40"]
[SetUp "1"]

40. e4 *

"#;

const RECORDS: &str = r#"rnbqkbnr/pp2pppp/2p5/8/3PN3/8/PPP2PPP/R1BQKBNR b KQkq - c0 "solid; \"safe\""; c1 "and \\ good"; eco "B17"; fmvn 4; hmvc 0; id "one"; nic "CK 14.2"; pv Nd7 Ng5 Ngf6; v0 "Caro-Kann"; v1 "Steinitz"; v2 "Ng5";
4k3/8/8/8/8/8/4P3/4K3 w - - acd 12; ce 35; fmvn 40; hmvc 3; id "two"; pv e4 Kd7;
4k3/8/8/8/8/8/4P3/4K3 w - - c3 "late"; fmvn 40; hmvc 0; id "three"; pv e3; v0 "no {braces}";
"#;

/// What python-chess makes of both texts.
fn compared(folder: &Path, way: &str, one: &str, other: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/convert/compare.py");
    let output = Command::new("python3").arg(script).args([way, one, other]).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", program::transcript(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Converts a file, and returns what is reported.
fn convert(folder: &Path, from: &str, to: &str) -> String {
    let output = program::run(folder, &["convert", from, "-o", to]);
    assert_eq!(output.status.code(), Some(0), "{}", program::transcript(&output));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
#[ignore = "compares with python-chess"]
fn openings_and_comments_are_in_the_records_of_games() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    assert_eq!(
        convert(folder.path(), "games.pgn", "records.epd"),
        "games.pgn: lost in EPD: 1 annotation, 1 variation\n"
    );
    assert_eq!(
        compared(folder.path(), "records", "games.pgn", "records.epd"),
        "6 operations of openings, 6 positions with comments\n"
    );
}

#[test]
#[ignore = "compares with python-chess"]
fn openings_and_comments_are_in_the_games_of_records() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("records.epd"), RECORDS).unwrap();
    assert_eq!(
        convert(folder.path(), "records.epd", "games.pgn"),
        "records.epd: lost in PGN: 2 operations; by name: acd, ce\n"
    );
    assert_eq!(
        compared(folder.path(), "games", "records.epd", "games.pgn"),
        "6 operations of openings, 2 positions with comments\n"
    );
}

#[test]
fn what_has_no_place_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let eleven = GAMES.replace("{10}", "{10} {11}");
    fs::write(folder.path().join("games.pgn"), eleven).unwrap();
    let lost = |to: &str| convert(folder.path(), "games.pgn", to);
    assert_eq!(lost("records.epd"), "games.pgn: lost in EPD: 1 annotation, 1 comment, 1 variation\n");
    assert_eq!(
        lost("records.fen"),
        "games.pgn: lost in FEN: 1 annotation, 18 comments, 6 tag pairs, 1 variation; by name: ECO, NIC, Opening, SubVariation, Variation\n"
    );
}
