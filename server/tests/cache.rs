//! Tests the move cache with the real program. Interrupted, full and read-only caches change no answer and leave no files.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// Prints so much that a pipe that nobody reads is full long before the end.
const SEARCH: [&str; 6] = ["search", "games.pgn", "--where", "captured p", "--output-format", "pgn"];

/// A folder with a file of games, every third of which is found, and what is found without a cache.
fn folder() -> (TempDir, Vec<u8>) {
    let mut text = String::new();
    for number in 0..9000 {
        let moves = match number % 3 {
            0 => "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5",
            1 => "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7",
            _ => "1. e4 e5 2. Ke4 d5",
        };
        let _ = write!(text, "[White \"Player {}\"]\n[Round \"{number}\"]\n\n{moves} *\n\n", number % 70);
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), text).unwrap();
    let output = program::run(folder.path(), &[&SEARCH[..], &["--no-cache"]].concat());
    assert!(output.status.success() && output.stdout.len() > 200_000, "{}", output.stdout.len());
    (folder, output.stdout)
}

fn start(folder: &Path, program: &[&str], cache: &str) -> Child {
    let mut command = Command::new(program[0]);
    command.args(&program[1..]).args(SEARCH).args(["--cache-dir", cache]).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_scoresheet");

/// How many files are in the cache directory.
fn files(folder: &Path) -> usize {
    fs::read_dir(folder.join("cache")).map_or(0, Iterator::count)
}

#[test]
fn where_no_directory_can_be_made_the_answer_is_the_same() {
    let (folder, plain) = folder();
    let output = start(folder.path(), &[PROGRAM], "games.pgn/cache").wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout == plain), (Some(0), true));
}

/// Nobody can write there, not even the administrator.
#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_written_the_answer_is_the_same() {
    let (folder, plain) = folder();
    let output = start(folder.path(), &[PROGRAM], "/proc/self").wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout == plain), (Some(0), true));
}

#[cfg(unix)]
#[test]
fn a_cache_that_cannot_be_changed_is_read_as_long_as_it_is_fresh() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, plain) = folder();
    let found = || start(folder.path(), &[PROGRAM], "cache").wait_with_output().unwrap();
    assert!(found().stdout == plain);
    let permit = |mode| fs::set_permissions(folder.path().join("cache"), fs::Permissions::from_mode(mode)).unwrap();
    permit(0o500);
    let (output, mut text) = (found(), fs::read(folder.path().join("games.pgn")).unwrap());
    assert_eq!((output.status.code(), output.stdout == plain), (Some(0), true));
    // The last of the games that are found.
    let last = String::from_utf8_lossy(&text).rfind("exd5").unwrap();
    text[last..last + 4].copy_from_slice(b"Nc3 ");
    fs::write(folder.path().join("games.pgn"), text).unwrap();
    let (output, plain) = (found(), program::run(folder.path(), &[&SEARCH[..], &["--no-cache"]].concat()));
    assert!(output.stdout == plain.stdout);
    permit(0o700);
}

#[cfg(unix)]
#[test]
fn on_a_full_disk_the_answer_is_the_same_and_nothing_is_left() {
    let (folder, plain) = folder();
    // The limit of a file's size, in units of 512 or 1024 bytes; the cache needs more than any of these.
    for limit in ["0", "1", "20", "40"] {
        let limited = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" \"$@\"");
        let output = start(folder.path(), &["sh", "-c", &limited, PROGRAM], "cache").wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stdout == plain, files(folder.path())), (Some(0), true, 0), "{limit}");
    }
    let output = start(folder.path(), &[PROGRAM], "cache").wait_with_output().unwrap();
    assert_eq!((output.stdout == plain, files(folder.path())), (true, 1));
    let cache = fs::read_dir(folder.path().join("cache")).unwrap().next().unwrap().unwrap();
    assert!(cache.metadata().unwrap().len() > 40 << 10);
}

#[test]
fn programs_that_make_it_at_once_find_the_same_and_leave_one() {
    let (folder, plain) = folder();
    let children: Vec<Child> = (0..4).map(|_| start(folder.path(), &[PROGRAM], "cache")).collect();
    let readers = children.into_iter().map(|child| std::thread::spawn(|| child.wait_with_output().unwrap()));
    for reader in readers.collect::<Vec<_>>() {
        assert!(reader.join().unwrap().stdout == plain);
    }
    assert_eq!(files(folder.path()), 1);
    let output = start(folder.path(), &[PROGRAM], "cache").wait_with_output().unwrap();
    assert!(output.stdout == plain);
}

#[test]
fn a_program_that_is_killed_leaves_nothing() {
    let (folder, plain) = folder();
    let mut child = start(folder.path(), &[PROGRAM], "cache");
    // It has begun to print, and waits for a reader before it can end.
    child.stdout.as_mut().unwrap().read_exact(&mut [0; 100]).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(files(folder.path()), 0);
    let output = start(folder.path(), &[PROGRAM], "cache").wait_with_output().unwrap();
    assert_eq!((output.stdout == plain, files(folder.path())), (true, 1));
}

#[test]
fn its_status_names_the_files_that_are_in_it() {
    let (folder, _) = folder();
    let cache = |arguments: &[&str]| program::run(folder.path(), &[&["cache"], arguments].concat());
    let text = |arguments: &[&str]| String::from_utf8(cache(arguments).stdout).unwrap();
    assert_eq!(text(&["status", "--cache-dir", "cache"]), "cache: 0 files, 0 bytes\n");
    let tree = program::run(folder.path(), &["tree", "games.pgn", "--cache-dir", "cache"]);
    assert!(tree.status.success());
    let status = text(&["status", "--cache-dir", "cache"]);
    let [first, second] = status.lines().collect::<Vec<_>>()[..] else { panic!("{status}") };
    assert!(first.starts_with("cache: 1 file, ") && first.ends_with(" kB"), "{status}");
    assert!(second.contains("games.pgn: 9000 games, ") && second.ends_with(" kB"), "{status}");
    let json: serde_json::Value =
        serde_json::from_slice(&cache(&["status", "--cache-dir", "cache", "--output-format", "json"]).stdout).unwrap();
    let path = fs::canonicalize(folder.path().join("games.pgn")).unwrap();
    assert_eq!(json["files"][0]["path"].as_str(), path.to_str());
    assert_eq!((&json["files"][0]["games"], &json["files"][0]["bytes"]), (&9000.into(), &json["bytes"]));
    assert!(json["files"][0]["used"].as_u64() > Some(0));
    assert!(text(&["clear", "--cache-dir", "cache", "games.pgn"]).starts_with("Removed 1 file from the cache, "));
    assert_eq!(
        (text(&["status", "--cache-dir", "cache"]), files(folder.path())),
        ("cache: 0 files, 0 bytes\n".into(), 0)
    );
    let none = program::transcript(&cache(&["status", "--no-cache"]));
    let error = "error: --no-cache leaves no cache to show or remove\n";
    assert_eq!(none, format!("exit code 2\n----- standard output\n----- standard error\n{error}"));
}
