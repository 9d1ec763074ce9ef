//! Only what differs from a Git revision.

use std::fs;
use std::path::Path;

use crate::run::*;

#[test]
fn only_changed_games_are_checked() {
    let folder = repository(&[("a.pgn", &(faulty("A") + &faulty("B"))), ("b.pgn", &faulty("C")), ("c.epd", SUITE)]);
    let path = folder.path();
    let changed = |revision: &str| {
        let argument = format!("--changed{revision}");
        places(&scoresheet(path, &["check", "--output-format", "concise", &argument]))
    };
    assert_eq!(changed(""), [""; 0]);
    assert!(stderr(&scoresheet(path, &["check", "--changed"])).contains("no game changed"));

    write(path, "a.pgn", &(clean("X") + &faulty("A") + &faulty("B").replace("e5", "c5")));
    assert_eq!(changed(""), ["a.pgn:14:13: error[illegal-move"]);
    write(path, "d.pgn", &faulty("new"));
    assert_eq!(changed(""), ["a.pgn:14:13: error[illegal-move", "d.pgn:4:13: error[illegal-move"]);
    write(path, "c.epd", &format!("{}{}", SUITE.lines().next().unwrap(), "\n4k3/8/8/8/8/8/4P3/4K3 w - - bm Nh3;\n"));
    assert_eq!(changed("")[1], "c.epd:2:32: error[illegal-move");

    // A file that was renamed, and one whose line ends changed, has the games it had.
    git(path, &["checkout", "-q", "."]);
    fs::remove_file(path.join("d.pgn")).unwrap();
    fs::rename(path.join("b.pgn"), path.join("e.pgn")).unwrap();
    write(path, "a.pgn", &(faulty("B") + &faulty("A")).replace('\n', "\r\n"));
    assert_eq!(changed(""), [""; 0]);
    // A copy is new, and so is what it doubles.
    write(path, "a.pgn", &(faulty("A") + &faulty("B") + &faulty("A")));
    assert_eq!(changed(""), ["a.pgn:11:1: warning[duplicate-game", "a.pgn:14:13: error[illegal-move"]);

    // What is committed is compared with where the branch began.
    commit(path);
    assert_eq!(changed(""), [""; 0]);
    assert_eq!(changed("=start").len(), 2);
    git(path, &["checkout", "-q", "-b", "other", "start"]);
    write(path, "a.pgn", &faulty("elsewhere"));
    commit(path);
    git(path, &["checkout", "-q", "main"]);
    assert_eq!(changed("=other").len(), 2, "what the other branch did does not count");
}

const SUITE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Nf3;\n4k3/8/8/8/8/8/4P3/4K3 w - - bm Nd3;\n";

#[test]
fn changes_of_no_repository_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.pgn", &faulty("A"));
    let said = |folder: &Path, arguments: &[&str]| {
        let mut command = command(folder, arguments);
        let output = command.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        stderr(&output)
    };
    let outside = said(folder.path(), &["check", "--changed"]);
    assert!(outside.contains("--changed needs a Git repository: git: "), "{outside}");
    let inside = repository(&[("a.pgn", &faulty("A"))]);
    let other = folder.path().join("a.pgn");
    assert!(said(inside.path(), &["check", "--changed", other.to_str().unwrap()]).contains("not in the repository"));
    assert!(said(inside.path(), &["check", "--changed", "-"]).contains("standard input is not in a repository"));
    assert!(said(inside.path(), &["check", "--changed=--help"]).contains("there is no revision '--help'"));
    let empty = tempfile::tempdir().unwrap();
    git(empty.path(), &["init", "-q"]);
    write(empty.path(), "a.pgn", &faulty("A"));
    check_exit(empty.path(), &["check", "--changed"], 1);
    // Two histories that have nothing to do with each other.
    git(inside.path(), &["checkout", "-q", "--orphan", "apart"]);
    // The same files, committed in the same second, would be the same commit.
    write(inside.path(), "a.pgn", &faulty("B"));
    commit(inside.path());
    assert!(said(inside.path(), &["check", "--changed=main"]).contains("fetch-depth: 0"));
}

#[test]
fn only_changed_games_are_formatted() {
    let ugly = |white: &str| clean(white).replace("1. e4 e5", "1.e4   e5");
    let folder = repository(&[("a.pgn", &(ugly("A") + &ugly("B"))), ("b.pgn", &ugly("C"))]);
    let path = folder.path();
    check_exit(path, &["format", "--check"], 1);
    check_exit(path, &["format", "--check", "--changed"], 0);
    write(path, "a.pgn", &(ugly("A") + &clean("X") + &ugly("B")));
    let roster_is_missing = check_exit(path, &["format", "--check", "--changed"], 1);
    assert_eq!(stdout(&roster_is_missing), "Would reformat: a.pgn\n");
    let shown = stdout(&check_exit(path, &["format", "--diff", "--changed"], 1));
    assert!(!shown.contains("\n-") && shown.contains("\n+[Event \"?\"]"), "{shown}");
    check_exit(path, &["format", "--changed"], 0);
    let written = fs::read_to_string(path.join("a.pgn")).unwrap();
    assert!(written.starts_with(&ugly("A")) && written.ends_with(&ugly("B")), "{written}");
    assert!(written.contains("[White \"X\"]") && written.contains("[Result \"*\"]"), "{written}");
    check_exit(path, &["format", "--check", "--changed"], 0);
}

/// Wherever a pipeline checks out: another worktree, a folder below the top, a clone without history.
#[test]
fn changes_are_seen_from_anywhere() {
    let folder = repository(&[("a.pgn", &faulty("A")), ("deep/b.pgn", &faulty("B"))]);
    let beside = tempfile::tempdir().unwrap();
    let (worktree, shallow) = (beside.path().join("worktree"), beside.path().join("shallow"));
    git(folder.path(), &["worktree", "add", "-q", worktree.to_str().unwrap(), "-b", "work"]);
    write(&worktree, "a.pgn", &(faulty("A") + &faulty("X")));
    write(&worktree, "deep/b.pgn", &(faulty("Y") + &faulty("B")));
    let changed = |folder: &Path, argument: &str| {
        places(&scoresheet(folder, &["check", "--output-format", "concise", "--changed", argument]))
    };
    assert_eq!(changed(&worktree, "."), ["a.pgn:9:13: error[illegal-move", "deep/b.pgn:4:13: error[illegal-move"]);
    assert_eq!(changed(&worktree.join("deep"), "../a.pgn"), ["../a.pgn:9:13: error[illegal-move"]);
    assert_eq!(changed(folder.path(), "."), [""; 0]);

    write(folder.path(), "a.pgn", &(faulty("A") + &faulty("C")));
    commit(folder.path());
    let address = format!("file://{}", folder.path().display());
    git(beside.path(), &["clone", "-q", "--depth", "1", &address, shallow.to_str().unwrap()]);
    write(&shallow, "a.pgn", &(faulty("A") + &faulty("Z") + &faulty("C")));
    assert_eq!(changed(&shallow, "."), ["a.pgn:9:13: error[illegal-move"]);
    let lacking = check_exit(&shallow, &["check", "--output-format", "github", "--changed=HEAD~1"], 2);
    assert!(stdout(&lacking).starts_with("::error title=scoresheet::--changed: there is no revision 'HEAD~1'"));
}

/// What a submodule brings has changed where it is not what the commit of the repository around it has of it.
#[test]
fn submodules_are_compared_with_what_was_recorded_of_them() {
    let games = repository(&[("a.pgn", &faulty("A")), ("b.pgn", &faulty("B"))]);
    let folder = repository(&[("s.pgn", &faulty("S"))]);
    let path = folder.path();
    let add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add"];
    git(path, &[&add[..], &[games.path().to_str().unwrap(), "games"]].concat());
    let changed = |argument: &str| places(&scoresheet(path, &["check", "--output-format", "concise", argument]));
    assert_eq!(changed("--changed").len(), 2, "not recorded yet, so that all of it is new");
    commit(path);
    assert_eq!(changed("--changed"), [""; 0]);
    write(path, "games/a.pgn", &(faulty("A") + &faulty("T")));
    write(path, "s.pgn", &(faulty("U") + &faulty("S")));
    let expected = ["games/a.pgn:9:13: error[illegal-move", "s.pgn:4:13: error[illegal-move"];
    assert_eq!(changed("--changed"), expected);
    commit(&path.join("games"));
    assert_eq!(changed("--changed"), expected, "committed there, and not recorded here");
    commit(path);
    assert_eq!(changed("--changed"), [""; 0]);
    assert_eq!(changed("--changed=HEAD~1"), expected);
}
