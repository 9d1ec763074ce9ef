//! `scoresheet edit` on the sample games, through the real program: what it prints and writes, and how it ends.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use program::{fixture, run_with, transcript};

/// What the command says of the sample game with annotations.
fn edit(arguments: &[&str]) -> String {
    let folder = fixture("");
    transcript(&run_with(b"", &folder, &[&["edit"], arguments, &["annotated.pgn"]].concat()))
}

#[test]
fn differences_of_whole_files() {
    for name in [
        "strip-comments",
        "strip-variations",
        "strip-nags",
        "strip-clocks",
        "sort-tags",
        "add-opening",
        "glyphs-to-nags",
        "renumber",
        "braces-to-line-comments",
    ] {
        insta::assert_snapshot!(format!("difference_of_{name}"), edit(&[name, "--diff"]));
    }
    insta::assert_snapshot!("difference_of_localise", edit(&["localise-pieces", "--letters", "german", "--diff"]));
}

#[test]
fn differences_at_a_place() {
    insta::assert_snapshot!("promoted", edit(&["promote-variation", "--at", "10:10", "--diff"]));
    insta::assert_snapshot!("extracted", edit(&["extract-variation", "--at", "11:50", "--diff"]));
    insta::assert_snapshot!("not_promoted", edit(&["promote-variation", "--at", "12:1", "--diff"]));
    insta::assert_snapshot!("split", edit(&["split-game", "--game", "1", "--at", "9:10", "--diff"]));
}

#[test]
fn the_text_is_printed_or_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let text = "1. e4 {best} 1... e5 *\r\n\r\n1. d4 {\u{266A}} *\r\n";
    std::fs::write(&path, text).unwrap();
    let printed = run_with(b"", folder.path(), &["edit", "strip-comments", "games.pgn"]);
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), "1. e4 e5 *\r\n\r\n1. d4 *\r\n");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let written = run_with(b"", folder.path(), &["edit", "strip-comments", "--game", "2", "--write", "games.pgn"]);
    assert_eq!(
        transcript(&written),
        "exit code 0\n----- standard output\n----- standard error\n1 file changed, 0 unchanged.\n"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "1. e4 {best} 1... e5 *\r\n\r\n1. d4 *\r\n");
    let merged = run_with(b"1. e4 e5 *\n\n1. e4 c5 *\n", folder.path(), &["edit", "merge-games", "--game", "1", "-"]);
    assert_eq!(String::from_utf8(merged.stdout).unwrap(), "1. e4 e5 (1... c5) *\n\n");
}

#[test]
fn openings_are_written_into_one_game_or_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let start = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n";
    let text = format!("[White \"A\"]\n\n1. e4 c5 *\n\n[White \"B\"]\n[ECO \"?\"]\n\n1. d4 d5 *\n\n{start}");
    let opening = "[ECO \"B20\"]\n[Opening \"Sicilian Defense\"]\n";
    std::fs::write(&path, &text).unwrap();
    let one = run_with(b"", folder.path(), &["edit", "add-opening", "--game", "1", "games.pgn"]);
    let first = text.replace("\"A\"]\n", &format!("\"A\"]\n{opening}"));
    assert_eq!(transcript(&one), format!("exit code 0\n----- standard output\n{first}----- standard error\n"));
    let all = run_with(b"", folder.path(), &["edit", "add-opening", "--write", "games.pgn"]);
    assert_eq!(
        transcript(&all),
        "exit code 1\n----- standard output\n----- standard error\n\
         games.pgn:10:1: game 3 left unchanged: it begins from another position or by other rules, so it has no opening\n\
         1 file changed, 0 unchanged; 1 game left unchanged.\n"
    );
    let both = first.replace("[ECO \"?\"]\n", "[ECO \"D00\"]\n[Opening \"Queen's Pawn Game\"]\n");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), both);
}

#[test]
fn games_that_do_not_read_cleanly_stay() {
    let text = "1. e4 e5 2. Ke3 {a} *\n\n1. e4 {a *\n";
    let stripped = run_with(text.as_bytes(), &fixture(""), &["edit", "strip-comments", "-"]);
    insta::assert_snapshot!("left_as_they_are", transcript(&stripped));
}

#[test]
fn wrong_usage_ends_with_2() {
    for arguments in [
        &["promote-variation", "annotated.pgn"][..],
        &["promote", "annotated.pgn"],
        &["localise-pieces", "annotated.pgn"],
        &["localise-pieces", "--letters", "Klingon", "annotated.pgn"],
        &["strip-comments", "annotated.pgn", "clean.pgn"],
        &["strip-comments", "--game", "9", "annotated.pgn"],
        &["delete-variation", "--at", "99:1", "annotated.pgn"],
        &["delete-variation", "--at", "1:999", "annotated.pgn"],
        &["delete-variation", "--game", "1", "annotated.pgn"],
        &["delete-game", "annotated.pgn"],
        &["delete-variation", "--at", "0:1", "annotated.pgn"],
        &["strip-comments", "--write", "--diff", "annotated.pgn"],
    ] {
        let output = run_with(b"", &fixture(""), &[&["edit"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}
