//! Writing where something goes wrong: the disk is full, the file may not be written, the run is killed. Whatever happens, the file is as
//! it was or as it should be.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test file outside of cfg(test)")]

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_scoresheet");

/// So often a run is killed, later and later.
const KILLED_RUNS: u32 = 24;

/// Games that are not in export format, some hundred kilobytes of them.
fn unformatted() -> String {
    (0..3_000)
        .map(|number| format!("[Event \"{number}\"]\n\n1.e4 e5 2.Nf3 {{a   comment}} Nc6 (2...d6 3.d4) 3.Bb5 *\n\n"))
        .collect()
}

fn folder_with(text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), text).unwrap();
    folder
}

/// Runs the program in a shell that has said `before`.
fn run(folder: &Path, before: &str, arguments: &str) -> Output {
    let script = format!("{before}\nexec \"$0\" {arguments}");
    Command::new("sh").args(["-c", &script, PROGRAM]).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[track_caller]
fn assert_refused(output: &Output, reason: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(reason), "{message}");
}

/// The games with some of them once more.
fn with_duplicates() -> String {
    let text = unformatted() + &unformatted()[..1 << 12];
    text[..text.rfind("[Event").unwrap()].to_owned()
}

/// The files in a folder and below it with their content, without those that a killed run leaves beside a file.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for name in names(folder).into_iter().filter(|name| !name.starts_with(".scoresheet-")) {
        let path = folder.join(&name);
        if path.is_dir() {
            found.extend(contents(&path).into_iter().map(|(inner, text)| (format!("{name}/{inner}"), text)));
        } else {
            found.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    found
}

/// Runs a command on `old` as games.pgn, and kills it again and again, later and later. Whenever that is, each file is as it was, or as it is
/// after the whole run; a copy of the old file is whole. Returns what there is after the whole run.
fn kill_and_look(arguments: &str, old: &str) -> BTreeMap<String, String> {
    let whole = folder_with(old);
    let started = Instant::now();
    let output = run(whole.path(), "", &format!("{arguments} -q games.pgn"));
    let takes = started.elapsed();
    assert_eq!(output.status.code(), Some(0), "{arguments}: {output:?}");
    let new = contents(whole.path());
    let before = BTreeMap::from([("games.pgn".to_owned(), old.to_owned())]);
    assert!(new != before, "{arguments} writes something");
    let mut left_unchanged = 0;
    for kill in 0..KILLED_RUNS {
        let folder = folder_with(old);
        let words = arguments.split(' ').chain(["-q", "games.pgn"]);
        let mut child = Command::new(PROGRAM).args(words).current_dir(&folder).spawn().unwrap();
        std::thread::sleep(takes * kill / KILLED_RUNS);
        child.kill().unwrap();
        child.wait().unwrap();
        let after = contents(folder.path());
        for (name, text) in &after {
            let is_whole = before.get(name) == Some(text) || new.get(name) == Some(text);
            assert!(is_whole, "{arguments}: half of {name} after {kill} of {KILLED_RUNS} parts of its time");
        }
        assert!(after.contains_key("games.pgn"), "{arguments}");
        left_unchanged += u32::from(after == before);
    }
    assert!(left_unchanged > 0, "{arguments}: no run was killed in time");
    new
}

#[test]
fn a_killed_run_leaves_whole_files() {
    let old = with_duplicates();
    for arguments in [
        "sort --write",
        "dedupe --write",
        "edit move-game --game 1 --to 3 --write",
        "edit delete-game --game 1 --write",
        "edit move-game --game 1 --into other.pgn --write",
        "merge -o all.pgn",
        "merge --dedupe --sort -o all.pgn",
        "extract --line 1.e4 -o all.pgn",
        "split --games 500 -o parts",
    ] {
        let new = kill_and_look(arguments, &old);
        let is_rewritten = new["games.pgn"] != old;
        assert_eq!(new.get("games.pgn.bak"), is_rewritten.then_some(&old), "{arguments}: where no repository is");
    }
}

#[test]
fn a_killed_run_leaves_the_old_file_or_the_new_one() {
    let old = unformatted();
    let new = kill_and_look("format", &old).remove("games.pgn").unwrap();
    let folder = folder_with(&old);
    let file = folder.path().join("games.pgn");
    for kill in 0..KILLED_RUNS {
        let mut child = Command::new(PROGRAM).args(["format", "-q", "games.pgn"]).current_dir(&folder).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(5) * kill);
        child.kill().unwrap();
        child.wait().unwrap();
    }

    // What was left beside the file goes with the next run, once it is old enough not to be another run's.
    let is_left = |name: &String| name.starts_with(".scoresheet-");
    for name in names(folder.path()).iter().filter(|name| is_left(name)) {
        let left = fs::File::options().write(true).open(folder.path().join(name)).unwrap();
        left.set_modified(std::time::SystemTime::now() - Duration::from_secs(3600)).unwrap();
    }
    run(folder.path(), "", "format games.pgn");
    assert_eq!(names(folder.path()), ["games.pgn"]);
    assert!(fs::read_to_string(&file).unwrap() == new);
}

#[test]
fn a_run_that_a_signal_ends_leaves_nothing_beside_the_file() {
    let old = unformatted();
    let folder = folder_with(&old);
    let file = folder.path().join("games.pgn");
    run(folder.path(), "", "format games.pgn");
    let new = fs::read_to_string(&file).unwrap();
    let mut caught = 0;
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)].repeat(4) {
        fs::write(&file, &old).unwrap();
        let mut child = Command::new(PROGRAM).args(["format", "-q", "games.pgn"]).current_dir(&folder).spawn().unwrap();
        while child.try_wait().unwrap().is_none() && names(folder.path()).len() == 1 {}
        Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).output().unwrap();
        let code = child.wait().unwrap().code();
        assert_eq!(names(folder.path()), ["games.pgn"], "after {signal}");
        let after = fs::read_to_string(&file).unwrap();
        assert!(after == old || after == new, "half a file after {signal}");
        caught += u32::from(code == Some(128 + number));
    }
    assert!(caught > 0, "no run was caught while it was writing");
}

#[test]
fn links_in_a_folder_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (target, inside) = (folder.path().join("target.pgn"), folder.path().join("inside"));
    fs::create_dir(&inside).unwrap();
    fs::write(&target, "1. e4   e5 *").unwrap();
    symlink("../target.pgn", inside.join("link.pgn")).unwrap();
    let output = run(folder.path(), "", "format inside");
    assert_eq!(fs::read_to_string(&target).unwrap(), "1. e4   e5 *", "{output:?}");
    // Who names a link means what it points to.
    run(folder.path(), "", "format inside/link.pgn");
    assert!(fs::read_to_string(&target).unwrap().contains("1. e4 e5 *"));
    assert!(fs::symlink_metadata(inside.join("link.pgn")).unwrap().is_symlink());
}

#[test]
fn two_runs_at_once_leave_what_one_leaves() {
    let old = with_duplicates();
    for arguments in [
        "sort --write --no-backup",
        "dedupe --write --no-backup",
        "edit reverse --write --no-backup",
        "merge --sort -o all.pgn",
        "split --games 500 -o parts",
    ] {
        let alone = folder_with(&old);
        run(alone.path(), "", &format!("{arguments} -q games.pgn"));
        let folder = folder_with(&old);
        let start = || {
            let words = arguments.split(' ').chain(["-q", "games.pgn"]);
            Command::new(PROGRAM).args(words).current_dir(&folder).stderr(Stdio::null()).spawn().unwrap()
        };
        let (mut one, mut other) = (start(), start());
        let codes = [one.wait().unwrap().code(), other.wait().unwrap().code()];
        assert!(codes.contains(&Some(0)), "{arguments}: {codes:?}");
        let after = contents(folder.path());
        // What one writes, the other may have read before or after.
        let twice = BTreeMap::from([("games.pgn".to_owned(), old.clone())]);
        let is_reversed_twice = arguments.starts_with("edit reverse") && after == twice;
        assert!(is_reversed_twice || after == contents(alone.path()), "{arguments}: {codes:?} {:?}", after.keys());
    }
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let old = with_duplicates();
    let commands = [
        "format",
        "check --fix --level info --output-format concise",
        "edit --write strip-comments",
        "sort --write",
        "sort -o new.pgn",
        "merge -o new.pgn",
        "split --games 2000 -o new",
        "dedupe --write",
        "dedupe --merge --write",
        "dedupe -o new.pgn",
        "extract --line 1.e4 -o new.pgn",
        "edit move-game --game 1 --to 3 --write",
        "edit reverse --write",
    ];
    for command in commands {
        let folder = folder_with(&old);
        // A file of at most 64 blocks of 512 bytes; without the signal, writing on is an error.
        let output = run(folder.path(), "trap '' XFSZ; ulimit -f 64", &format!("{command} games.pgn"));
        assert_refused(&output, "cannot write");
        assert!(fs::read_to_string(folder.path().join("games.pgn")).unwrap() == old, "{command}");
        assert_eq!(names(folder.path()), ["games.pgn"], "{command}");
    }
}

#[test]
fn a_game_is_in_one_of_two_files_whatever_happens() {
    let old = with_duplicates();
    let folder = folder_with(&old);
    let arguments = "edit move-game --game 1 --into new.pgn --write games.pgn";
    let output = run(folder.path(), "trap '' XFSZ; ulimit -f 64", arguments);
    assert_refused(&output, "the game is in new.pgn as well");
    let after = contents(folder.path());
    assert!(after["games.pgn"] == old && old.starts_with(after["new.pgn"].trim_end()), "{:?}", after.keys());
}

#[test]
fn output_that_cannot_be_written_is_told() {
    let folder = folder_with(&unformatted());
    for command in ["check games.pgn --level hint", "format --diff games.pgn", "edit strip-comments games.pgn", "rules"]
    {
        let script = format!("exec \"$0\" {command} >/dev/full");
        let output = Command::new("sh").args(["-c", &script, PROGRAM]).current_dir(&folder).output().unwrap();
        assert_refused(&output, "No space left on device");
    }
}

#[test]
fn a_file_that_is_read_only_stays() {
    let game = |event: &str| format!("[Event \"{event}\"]\n\n1.e4 e5 *\n\n");
    let old = [game("B"), game("A"), game("A")].concat();
    let folder = folder_with(&old);
    let file = folder.path().join("games.pgn");
    fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
    assert_refused(&run(folder.path(), "", "format games.pgn"), "read-only");
    for command in ["sort --write", "dedupe --write", "edit reverse --write", "edit move-game --game 1 --to 2 --write"]
    {
        assert_refused(&run(folder.path(), "", &format!("{command} games.pgn")), "read-only");
    }
    assert_refused(&run(folder.path(), "", "merge - -o games.pgn --force"), "read-only");
    let edited = run(folder.path(), "", "edit fill-roster --write games.pgn");
    assert_refused(&edited, "read-only");
    assert_eq!(String::from_utf8_lossy(&edited.stderr).lines().count(), 1, "no summary of nothing");
    assert_eq!(fs::read_to_string(&file).unwrap(), old);
    assert_eq!(names(folder.path()), ["games.pgn"]);
}

#[test]
fn what_is_no_file_is_not_replaced() {
    let folder = folder_with("");
    let piped = "printf '1.e4 e5 *' | \"$0\" format /dev/stdin";
    let output = Command::new("sh").args(["-c", piped, PROGRAM]).current_dir(&folder).output().unwrap();
    assert_refused(&output, "use - for standard input");
}

#[test]
fn a_link_stays_a_link_and_permissions_stay() {
    let folder = folder_with("");
    fs::create_dir(folder.path().join("elsewhere")).unwrap();
    let target = folder.path().join("elsewhere/real.pgn");
    fs::write(&target, "1.e4 e5 *\n").unwrap();
    fs::set_permissions(&target, Permissions::from_mode(0o640)).unwrap();
    symlink("elsewhere/real.pgn", folder.path().join("link.pgn")).unwrap();

    assert_eq!(run(folder.path(), "", "format link.pgn").status.code(), Some(0));

    assert!(fs::symlink_metadata(folder.path().join("link.pgn")).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("1. e4 e5 *"));
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(names(&folder.path().join("elsewhere")), ["real.pgn"]);
}
