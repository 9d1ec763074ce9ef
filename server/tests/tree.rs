//! `scoresheet tree`: where it begins is read before any file is, and what does not read is shown.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;

use program::{run, transcript};

/// Runs the program in an empty folder, where reading a file would be another error.
#[track_caller]
fn check(arguments: &[&str], error: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &[&["tree", "missing.pgn"], arguments].concat());
    assert_eq!(transcript(&output), format!("exit code 2\n----- standard output\n----- standard error\n{error}"));
}

#[test]
fn what_does_not_read_is_shown_before_any_file_is_read() {
    check(
        &["--fen", "8/8 w"],
        "error: 8/8 w is not a position that can be set up\n --> --fen:1:1\n  |\n1 | 8/8 w\n  | ^^^^^\n",
    );
    check(&["--line", "1. e4 xx"], "error: xx does not read\n --> --line:1:7\n  |\n1 | 1. e4 xx\n  |       ^^\n");
    check(
        &["--line", "1. e4 Ke4"],
        "error: Ke4 is not a legal move here\n --> --line:1:7\n  |\n1 | 1. e4 Ke4\n  |       ^^^\n",
    );
    check(
        &["--line", "1. e4 *"],
        "error: a tree begins at one position, so its line has no *\n --> --line:1:7\n  |\n1 | 1. e4 *\n  |       ^\n  |\n  \
         = help: use --where to choose games\n",
    );
    check(
        &["--where", "whit = x"],
        "error: whit is not a known search term\n --> --where:1:1\n  |\n1 | whit = x\n  | ^^^^\n  |\n  = help: did you mean white?\n",
    );
}

#[test]
fn a_file_of_records_is_named_by_every_command_that_counts_games() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.epd"), "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n").unwrap();
    fs::write(folder.path().join("a.pgn"), "1. e4 *\n").unwrap();
    for command in ["search", "tree", "table", "stats", "names"] {
        let output = run(folder.path(), &[command, "a.epd", "--isolated"]);
        let expected =
            "error: a.epd: this file has records, not games; `scoresheet convert --to pgn` writes them as games\n";
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && told.starts_with(expected), "{command}: {told}");
        // In a folder it may stand beside games.
        assert_eq!(run(folder.path(), &[command, ".", "--isolated"]).stderr, b"", "{command}");
    }
}
