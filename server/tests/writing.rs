//! Writing where something goes wrong: the disk is full, the file may not be written, the run is killed. Whatever happens, the file is as
//! it was or as it should be.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test file outside of cfg(test)")]

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

#[test]
fn a_killed_run_leaves_the_old_file_or_the_new_one() {
    let old = unformatted();
    let folder = folder_with(&old);
    let file = folder.path().join("games.pgn");
    let started = Instant::now();
    run(folder.path(), "", "format games.pgn");
    let takes = started.elapsed();
    let new = fs::read_to_string(&file).unwrap();
    assert!(new != old, "there is something to write");

    let mut left_unchanged = 0;
    for kill in 0..KILLED_RUNS {
        fs::write(&file, &old).unwrap();
        let mut child = Command::new(PROGRAM).args(["format", "-q", "games.pgn"]).current_dir(&folder).spawn().unwrap();
        std::thread::sleep(takes * kill / KILLED_RUNS);
        child.kill().unwrap();
        child.wait().unwrap();
        let after = fs::read_to_string(&file).unwrap();
        assert!(after == old || after == new, "half a file after {kill} of {KILLED_RUNS} parts of its time");
        left_unchanged += u32::from(after == old);
    }
    assert!(left_unchanged > 0, "no run was killed in time");

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
fn a_killed_sort_leaves_the_old_file_or_the_new_one() {
    let old = unformatted();
    let folder = folder_with(&old);
    let file = folder.path().join("games.pgn");
    let started = Instant::now();
    run(folder.path(), "", "sort --write --no-backup games.pgn");
    let takes = started.elapsed();
    let new = fs::read_to_string(&file).unwrap();
    assert!(new != old, "there is something to move");
    for kill in 0..KILLED_RUNS {
        fs::write(&file, &old).unwrap();
        let arguments = ["sort", "-q", "--write", "games.pgn"];
        let mut child = Command::new(PROGRAM).args(arguments).current_dir(&folder).spawn().unwrap();
        std::thread::sleep(takes * kill / KILLED_RUNS);
        child.kill().unwrap();
        child.wait().unwrap();
        let after = fs::read_to_string(&file).unwrap();
        assert!(after == old || after == new, "half a file after {kill} of {KILLED_RUNS} parts of its time");
        for backup in names(folder.path()).iter().filter(|name| name.contains(".bak")) {
            assert!(fs::read_to_string(folder.path().join(backup)).unwrap() == old, "{backup}");
            fs::remove_file(folder.path().join(backup)).unwrap();
        }
    }
}

#[test]
fn two_sorts_at_once_leave_a_sorted_file() {
    let folder = folder_with(&unformatted());
    let file = folder.path().join("games.pgn");
    let sort =
        || Command::new(PROGRAM).args(["sort", "-q", "--write", "games.pgn"]).current_dir(&folder).spawn().unwrap();
    let (mut one, mut other) = (sort(), sort());
    let codes = [one.wait().unwrap().code(), other.wait().unwrap().code()];
    assert!(codes.contains(&Some(0)), "{codes:?}");
    let after = fs::read_to_string(&file).unwrap();
    assert_eq!(after.len(), unformatted().len());
    assert_eq!(run(folder.path(), "", "sort games.pgn").status.code(), Some(0));
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    // Some games are there twice.
    let old = unformatted() + &unformatted()[..1 << 12];
    let old = old[..old.rfind("[Event").unwrap()].to_owned();
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
    let folder = folder_with("1.e4 e5 *\n");
    let file = folder.path().join("games.pgn");
    fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
    assert_refused(&run(folder.path(), "", "format games.pgn"), "read-only");
    assert_refused(&run(folder.path(), "", "sort --write games.pgn"), "read-only");
    let edited = run(folder.path(), "", "edit fill-roster --write games.pgn");
    assert_refused(&edited, "read-only");
    assert_eq!(String::from_utf8_lossy(&edited.stderr).lines().count(), 1, "no summary of nothing");
    assert_eq!(fs::read_to_string(&file).unwrap(), "1.e4 e5 *\n");
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
