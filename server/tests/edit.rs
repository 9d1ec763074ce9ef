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
        "exit code 0\n----- standard output\n----- standard error\n\
         games.pgn: the old file is games.pgn.bak\n1 file changed, 0 unchanged.\n"
    );
    assert_eq!(std::fs::read_to_string(folder.path().join("games.pgn.bak")).unwrap(), text);
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
    let arguments = ["edit", "add-opening", "--write", "--no-backup", "games.pgn"];
    let all = run_with(b"", folder.path(), &arguments);
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
        &["strip-comments", "--game", "1", "--to", "2", "annotated.pgn"],
        &["move-game", "annotated.pgn"],
        &["move-game", "--game", "1", "annotated.pgn"],
        &["move-game", "--game", "1", "--to", "2", "--after", "2", "annotated.pgn"],
        &["move-game", "--game", "1", "--into", "clean.pgn", "annotated.pgn"],
        &["move-game", "--game", "1", "--into", "annotated.pgn", "--diff", "annotated.pgn"],
        &["move-game", "--game", "1", "--into", "positions.epd", "--diff", "annotated.pgn"],
        &["reverse", "--game", "1", "annotated.pgn"],
        &["strip-comments", "positions.epd"],
    ] {
        let output = run_with(b"", &fixture(""), &[&["edit"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

/// A file of games with these rounds.
fn rounds(rounds: &[u32]) -> String {
    let game = |round: &u32| format!("[Round \"{round}\"]\n\n1. e4 {{{round}}} *");
    rounds.iter().map(game).collect::<Vec<_>>().join("\n\n") + "\n"
}

#[test]
fn games_are_put_at_other_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    for (arguments, expected) in [
        ("move-game --game 3 --to 1", &[3, 1, 2, 4][..]),
        ("move-game --game 1 --to 3", &[2, 3, 1, 4]),
        ("move-game --game 1 --before 3", &[2, 1, 3, 4]),
        ("move-game --game 1 --after 3", &[2, 3, 1, 4]),
        ("move-game --game 3 --after 1", &[1, 3, 2, 4]),
        ("move-game --at 9:1 --to 99", &[1, 2, 4, 3]),
        ("copy-game --game 2", &[1, 2, 2, 3, 4]),
        ("copy-game --game 2 --to 1", &[2, 1, 2, 3, 4]),
        ("copy-game --game 1 --after 4", &[1, 2, 3, 4, 1]),
        ("reverse", &[4, 3, 2, 1]),
    ] {
        std::fs::write(&path, rounds(&[1, 2, 3, 4])).unwrap();
        let words: Vec<&str> = arguments.split(' ').chain(["games.pgn"]).collect();
        let printed = run_with(b"", folder.path(), &[&["edit"], &words[..]].concat());
        assert_eq!(transcript(&printed), transcript_of(&rounds(expected)), "{arguments}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), rounds(&[1, 2, 3, 4]));
        run_with(b"", folder.path(), &[&["edit", "--write", "--no-backup"], &words[..]].concat());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), rounds(expected), "{arguments}");
    }
    let arguments = ["edit", "move-game", "--game", "1", "--to", "4", "--write", "games.pgn"];
    let told = transcript(&run_with(b"", folder.path(), &arguments));
    let expected =
        "games.pgn: game 1 moved; it is game 4 now; the old file is games.pgn.bak\n1 file changed, 0 unchanged.\n";
    assert!(told.ends_with(expected), "{told}");
}

fn transcript_of(stdout: &str) -> String {
    format!("exit code 0\n----- standard output\n{stdout}----- standard error\n")
}

#[test]
fn games_are_moved_and_copied_into_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| std::fs::write(folder.path().join(name), text).unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let edit = |arguments: &str| {
        let words: Vec<&str> = arguments.split(' ').collect();
        transcript(&run_with(b"", folder.path(), &[&["edit"], &words[..]].concat()))
    };
    write("a.pgn", rounds(&[1, 2, 3]).as_bytes());
    assert_eq!(
        edit("move-game --game 2 --into b.pgn --write a.pgn"),
        "exit code 0\n----- standard output\n----- standard error\n\
         a.pgn: game 2 moved to b.pgn, as game 1; the old file is a.pgn.bak\n"
    );
    assert_eq!((read("a.pgn"), read("b.pgn")), (rounds(&[1, 3]), rounds(&[2])));
    assert_eq!(read("a.pgn.bak"), rounds(&[1, 2, 3]));
    edit("copy-game --game 1 --into b.pgn --to 1 --write --no-backup a.pgn");
    assert_eq!((read("a.pgn"), read("b.pgn")), (rounds(&[1, 3]), rounds(&[1, 2])));
    assert!(edit("move-game --game 1 --into b.pgn --diff a.pgn").contains("+++ b.pgn"));
    assert_eq!((read("a.pgn"), read("b.pgn")), (rounds(&[1, 3]), rounds(&[1, 2])));

    // The last game of a file leaves it empty, and what an encoding lacks changes neither file.
    write("one.pgn", "[Event \"\u{266A}\"]\n\n1. e4 *\n".as_bytes());
    write("latin1.pgn", b"[Event \"\xe9\"]\n\n1. e4 *\n");
    assert!(edit("move-game --game 1 --into latin1.pgn --write one.pgn").contains("nothing is changed"));
    assert_eq!(std::fs::read(folder.path().join("latin1.pgn")).unwrap(), b"[Event \"\xe9\"]\n\n1. e4 *\n");
    edit("move-game --game 1 --into b.pgn --write --no-backup one.pgn");
    assert_eq!(read("one.pgn"), "");
    assert!(read("b.pgn").ends_with("[Event \"\u{266A}\"]\n\n1. e4 *\n"));
}

#[test]
fn the_last_game_is_deleted_with_the_empty_line_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let game = |number: usize| format!("[Round \"{number}\"]\n\n1. e4 *");
    let file = |numbers: &[usize]| numbers.iter().map(|number| game(*number)).collect::<Vec<_>>().join("\n\n") + "\n";
    for (deleted, left) in [("1", [2, 3]), ("2", [1, 3]), ("3", [1, 2])] {
        let text = file(&[1, 2, 3]);
        let output = run_with(text.as_bytes(), folder.path(), &["edit", "delete-game", "--game", deleted, "-"]);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), file(&left));
    }
}

#[test]
fn standard_input_is_not_rewritten() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_with(b"1. e4 *\n", folder.path(), &["edit", "strip-comments", "--write", "-"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot be rewritten; leave out --write"));
}
