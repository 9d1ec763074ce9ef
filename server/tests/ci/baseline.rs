//! Known findings stay quiet.

use std::fs;

use crate::run::*;

#[test]
fn a_baseline_keeps_known_findings_quiet() {
    let folder = repository(&[("a.pgn", &(faulty("A") + &clean("C"))), ("b.pgn", &faulty("B").replace("e5", "c6"))]);
    let path = folder.path();
    let baseline = ["--baseline", "known.json"];
    let check = |code: i32| check_exit(path, &[&["check", "--output-format", "concise"][..], &baseline].concat(), code);
    let wrote = check_exit(path, &["check", "--write-baseline", "--baseline", "known.json"], 0);
    assert!(stderr(&wrote).contains("The baseline now lists 2 findings."), "{}", stderr(&wrote));
    assert_eq!(stderr(&check(0)), "2 known findings are not shown.\n");

    // Above it, in it, in its tags, in another file: it is the same.
    for text in [
        clean("X") + &faulty("A"),
        faulty("A").replace("1. e4", "{see} 1. e4").replace("*", "3. d3 *"),
        faulty("Anderssen"),
        faulty("A").replace('\n', "\r\n"),
    ] {
        write(path, "a.pgn", &text);
        check(0);
    }
    fs::rename(path.join("b.pgn"), path.join("c.pgn")).unwrap();
    check(0);

    // Once more, in another game, another one in the same game: that is new.
    write(path, "a.pgn", &faulty("A").repeat(2));
    assert_eq!(places(&check(1)), ["a.pgn:6:1: warning[duplicate-game", "a.pgn:9:13: error[illegal-move"]);
    write(path, "a.pgn", &(faulty("A") + &faulty("D").replace("1. e4 e5", "1. c4 d5")));
    assert_eq!(check(1).status.code(), Some(1));
    write(path, "a.pgn", &faulty("A").replace("Nf6", "Nf6 3. d3 d6 4. Ra5"));
    assert_eq!(check(1).status.code(), Some(1));

    // What is gone is counted, and forgotten when it is written anew.
    fs::rename(path.join("c.pgn"), path.join("b.pgn")).unwrap();
    write(path, "a.pgn", &clean("A"));
    let said = stderr(&check(0));
    assert!(said.contains("1 of the baseline no longer occurs"), "{said}");
    check_exit(path, &["check", "--write-baseline", "--baseline", "known.json", "a.pgn"], 0);
    assert!(!stderr(&check(0)).contains("any more"));
    write(path, "a.pgn", &faulty("A"));
    assert_eq!(check(1).status.code(), Some(1));
    write(path, "known.json", "[]");
    assert!(stderr(&check(2)).contains("not a baseline"));
    write(path, "known.json", r#"{"version": 99}"#);
    assert!(stderr(&check(2)).contains("by a later version"));
}

#[test]
fn the_baseline_is_one_line_a_finding_and_stays_as_it_is() {
    let folder = repository(&[("games/a.pgn", &(faulty("A").repeat(2) + &faulty("B")))]);
    let arguments = ["check", "--write-baseline", "--baseline", "known.json"];
    check_exit(folder.path(), &arguments, 0);
    let text = fs::read_to_string(folder.path().join("known.json")).unwrap();
    insta::assert_snapshot!(text);
    check_exit(folder.path(), &arguments, 0);
    assert_eq!(fs::read_to_string(folder.path().join("known.json")).unwrap(), text);
    // Its paths are relative to it, wherever the command runs.
    check_exit(&folder.path().join("games"), &["check", "--baseline", "../known.json", "a.pgn"], 0);
}
