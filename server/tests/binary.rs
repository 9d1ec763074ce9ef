//! Games in the binary form of section 20 of the standard (PGC), through the real program.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;
use std::path::Path;
use std::process::Output;

use program::transcript;

#[path = "../../tests/src/samples.rs"]
#[allow(unreachable_pub, reason = "a module of another crate, where it is public")]
#[allow(dead_code, reason = "other ways to read are for others")]
mod samples;

const GAMES: &str = "\
[Event \"E\"]
[White \"M\u{fc}ller\"]
[Result \"1-0\"]

1. e4! e5 2. Bc4 Nc6 3. Qh5 Nf6 (3... g6 4. Qf3) 4. Qxf7# 1-0

[White \"\u{141}\u{f3}d\u{17a}\"]

1. e4 {best} *

1. e4 e5 2. Ke3 *

1. e4 -- *
";

/// Broken at two bytes; then nobody knows where the next record begins.
const BROKEN: &[u8] = b"\x05\x03\x01\x40\x06\x44";

fn run(folder: &Path, command_line: &str) -> Output {
    program::run(folder, &command_line.split_whitespace().collect::<Vec<_>>())
}

fn said(folder: &Path, command_line: &str) -> String {
    transcript(&run(folder, command_line))
}

#[test]
fn what_has_no_place_is_refused_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    insta::assert_snapshot!(said(folder.path(), "convert games.pgn -o games.pgc"));
    assert!(!folder.path().join("games.pgc").exists());
    insta::assert_snapshot!(said(folder.path(), "convert games.pgn -o games.pgc --lossy"));
    insta::assert_snapshot!(said(folder.path(), "convert games.pgc --to pgn"));
    insta::assert_snapshot!(said(folder.path(), "convert games.pgc --to fen"));
    insta::assert_snapshot!(said(folder.path(), "check games.pgc"));
    insta::assert_snapshot!(said(folder.path(), "convert games.pgc --to pgc"));
}

#[test]
fn what_has_no_numbers_is_left_out_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), "[Variant \"Fairy\"]\n\n1. e4 *\n\n1. e4 -- *\n").unwrap();
    let told = said(folder.path(), "convert games.pgn -o games.pgc --lossy");
    for expected in [
        "game 1 left out: the variant Fairy is not known, so its moves have no numbers in PGC",
        "game 2 left out: PGC has no number for the move --",
    ] {
        assert!(told.contains(expected), "{told}");
    }
    // The place of a record that is left out is its own.
    let records =
        "8/8/8/8/8/8/8/K1k5 w - - id \"one\";\n8/8/8 w - - id \"two\";\n8/8/8/8/8/8/8/K1k5 w - - id \"three\";\n";
    fs::write(folder.path().join("records.epd"), records).unwrap();
    let told = said(folder.path(), "convert records.epd -o records.pgc --lossy");
    assert!(told.contains("records.epd:2:") && told.contains("record 2 left out"), "{told}");
}

#[test]
fn a_broken_stream_is_told_with_its_bytes() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.pgc"), BROKEN).unwrap();
    insta::assert_snapshot!(said(folder.path(), "check --output-format full --color never broken.pgc"));
    insta::assert_snapshot!(said(folder.path(), "check --output-format json broken.pgc"));
    insta::assert_snapshot!(said(folder.path(), "convert broken.pgc --to pgn"));
    assert_eq!(run(folder.path(), "check --ignore not-a-game broken.pgc").status.code(), Some(0));
}

/// What PGC has a place for comes back, and what comes back has a place for everything.
#[test]
fn games_come_back_as_they_went() {
    let folder = tempfile::tempdir().unwrap();
    let mut games = 0;
    for (path, bytes) in samples::edge_cases().into_iter().chain(samples::fixtures(&["pgn"])) {
        fs::write(folder.path().join("a.pgn"), bytes).unwrap();
        let (name, command) = (path.display(), |line: &str| run(folder.path(), line).status.code());
        assert!(matches!(command("convert a.pgn -o a.pgc --lossy --force"), Some(0 | 1)), "{name}");
        assert_eq!(command("convert a.pgc -o b.pgn --force"), Some(0), "{name}");
        assert_eq!(command("convert b.pgn -o b.pgc --force"), Some(0), "{name}");
        assert_eq!(command("check a.pgc"), Some(0), "{name}");
        // What export format does not have comes back, too, and is told.
        assert_eq!(run(folder.path(), "format --check b.pgn").stdout, b"", "{name}");
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert_eq!(read("a.pgc").escape_ascii().to_string(), read("b.pgc").escape_ascii().to_string(), "{name}");
        games += samples::lenient_text(&read("b.pgn")).matches("\n\n").count() / 2;
    }
    assert!(games > 80, "only {games} games were compared");
}
