//! Bad input, through the real program: a clear end with an exit code, no panic, no hang, no byte lost.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test file outside of cfg(test)")]

mod program;

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn scoresheet(arguments: &[&str], folder: &Path) -> Output {
    program::run(folder, arguments)
}

/// Check and format a file; both must end with 0 or 1 and say something where they end with 1. Formatting must leave a file
/// alone that does not read cleanly.
#[track_caller]
fn survives(name: &str, content: &[u8], is_refused: bool) {
    survives_as("games.pgn", name, content, is_refused);
}

/// The same of records, which can also be converted.
#[track_caller]
fn survives_as_records(name: &str, content: &[u8]) {
    for (file, to) in [("records.epd", "pgn"), ("records.epd", "fen"), ("records.fen", "epd")] {
        let folder = survives_as(file, name, content, false);
        assert_ended(name, &scoresheet(&["convert", file, "--to", to], folder.path()), &[0, 1]);
    }
}

#[track_caller]
fn survives_as(file: &str, name: &str, content: &[u8], is_refused: bool) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file);
    std::fs::write(&path, content).unwrap();
    let checked = scoresheet(&["check", "--output-format", "concise", file], folder.path());
    assert_ended(name, &checked, &[0, 1]);
    if checked.status.code() == Some(1) {
        assert!(!checked.stdout.is_empty(), "{name}: nothing is said");
    }
    let json = scoresheet(&["check", "--output-format", "json", "--exit-zero", file], folder.path());
    assert_ended(name, &json, &[0]);
    let findings: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    for finding in findings.as_array().unwrap() {
        let (start, end) = (finding["start"].as_u64().unwrap(), finding["end"].as_u64().unwrap());
        assert!(start <= end && end <= content.len() as u64, "{name}: {finding}");
    }
    let formatted = scoresheet(&["format", file], folder.path());
    assert_ended(name, &formatted, &[0, 1]);
    let after = std::fs::read(&path).unwrap();
    if is_refused {
        assert_eq!(formatted.status.code(), Some(1), "{name}: formatted although it does not read cleanly");
        assert!(after == content, "{name}: changed although it does not read cleanly");
    }
    let again = scoresheet(&["format", file], folder.path());
    assert_ended(name, &again, &[0, 1]);
    assert!(std::fs::read(&path).unwrap() == after, "{name}: formatting twice changes it again");
    folder
}

#[track_caller]
fn assert_ended(name: &str, output: &Output, codes: &[i32]) {
    let message = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().unwrap_or_else(|| panic!("{name}: killed by a signal: {message}"));
    assert!(codes.contains(&code), "{name}: exit code {code}: {message}");
    assert!(!message.contains("panicked"), "{name}: {message}");
}

#[test]
fn files_that_are_no_games() {
    survives("empty", b"", false);
    survives("white space", b" \n\n\t\r\n", false);
    survives("a sentence", b"Not a game, really.\n", false);
    let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    survives("every byte", &bytes, false);
    survives("NUL bytes", &[0; 10_000], false);
    survives("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x06\0\0\0\x5c\x72\xa8\x66", false);
}

#[test]
fn games_that_are_broken() {
    survives("an unclosed comment at the top", b"{ [Event \"E\"]\n\n1. e4 e5 *\n", true);
    survives("invalid UTF-8", b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n \xff\xfe} e5 *\n", false);
    survives("a NUL byte between moves", b"1. e4 \0 e5 *\n", false);
    survives("a lone surrogate in UTF-16", b"\xff\xfe1\0.\0 \0e\x004\0\x00\xd8 \0*\0", false);
    survives("half a UTF-16 unit", b"\xff\xfe1\0.\0 \0e\x004", false);
    survives("an illegal move", b"1. e4 e5 2. Ke3 *\n", true);
}

#[test]
fn games_that_are_huge() {
    survives("200,000 open variations", format!("1. e4 {}", "(".repeat(200_000)).as_bytes(), true);
    let nested = format!("1. e4 {}{} e5 *\n", "(1. d4 ".repeat(200_000), ")".repeat(200_000));
    survives("200,000 nested variations", nested.as_bytes(), false);
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(100_000);
    survives("a game of 400,000 plies on one line", format!("{shuffle}*").as_bytes(), false);
    survives("a comment of 10 MB", format!("1. e4 {{{}}} e5 *", "word ".repeat(2_000_000)).as_bytes(), false);
    survives("a word of 10 MB", format!("1. e4 {{{}}} e5 *", "x".repeat(10_000_000)).as_bytes(), false);
}

#[test]
fn records_that_are_none() {
    let check = |name: &str, text: &str| survives_as_records(name, text.as_bytes());
    check("empty", "");
    check("a game", "[Event \"a\"]\n\n1. e4 *\n");
    check("binary", &(0..=255_u8).map(char::from).cycle().take(5000).collect::<String>());
    check("white space", " \n\t\r\n\0\n\n");
    check("a board of 1 MB", &"8/".repeat(500_000));
    check("a string of 1 MB", &format!("8/8/8/8/8/8/8/8 w - - id \"{}", "x".repeat(1_000_000)));
    check("100,000 operations", &format!("4k3/8/8/8/8/8/4P3/4K3 w - - {}", "a 1;".repeat(100_000)));
    check("20,000 moves", &format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm{}", " e4".repeat(20_000)));
    check("20,000 moves in order", &format!("4k3/8/8/8/8/8/4P3/4K3 w - - pv{}", " Kd1 Kd8 Ke1 Ke8".repeat(5_000)));
    check("20,000 remarks", &"# scoresheet: allow all\n".repeat(20_000));
    check("100,000 blank lines", &"\n".repeat(100_000));
    check("the same record", &"4k3/8/8/8/8/8/4P3/4K3 w - - bm Ke4; id \"a\";\n".repeat(2_000));
}

/// Work that grows with the square of a file's length would take minutes here.
#[test]
fn much_of_the_same() {
    let check = |name: &str, text: String| survives(name, text.as_bytes(), false);
    check("escape lines of a game", format!("1. e4\n{}", "% scoresheet: allow illegal-move\n".repeat(20_000)));
    check("escape lines of a file", format!("{}1. e4 *\n", "% scoresheet: allow-file all\n".repeat(40_000)));
    check("annotations of a move", format!("1. e4 {}*\n", "$1 ! ± ".repeat(40_000)));
    check("annotations before a move", format!("{}1. e4 *\n", "$1 ".repeat(100_000)));
    check("tag pairs on one line", format!("{}\n\n1. e4 *\n", "[A \"x\"]".repeat(20_000)));
    check("tag pairs without an end", format!("{}\n1. e4 *\n", "[A \"x\n".repeat(20_000)));
    check("a long name in an escape line", format!("% scoresheet: allow {}\n1. e4 *\n", "x".repeat(1_000_000)));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Event \"E\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n";
    std::fs::write(folder.path().join("games.pgn"), game.repeat(5_000)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(["check", "--output-format", "concise", "games.pgn"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "what was not printed may have been an error");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(["format", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"1.e4 e5 *").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\n\n1. e4 e5 *\n"), "{text}");
}

#[test]
fn an_archive_that_unpacks_to_one_endless_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut encoder = zstd::stream::Encoder::new(Vec::new(), 1).unwrap();
    for _ in 0..300 {
        encoder.write_all(&[b' '; 1 << 20]).unwrap();
    }
    std::fs::write(folder.path().join("games.pgn.zst"), encoder.finish().unwrap()).unwrap();
    let output = scoresheet(&["check", "games.pgn.zst"], folder.path());
    assert_ended("endless", &output, &[2]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("no game begins in 256 MiB of text"), "{error}");
}

/// A link in a repository may lead to a device; a pipe may have nobody who writes to it.
#[cfg(target_os = "linux")]
#[test]
fn what_never_ends_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.pgn"), "1. e4 e5 *\n").unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.pgn")).unwrap();
    assert!(Command::new("mkfifo").arg("pipe.pgn").current_dir(&folder).status().unwrap().success());
    let check = |arguments: &[&str], message: &str| {
        let output = scoresheet(arguments, folder.path());
        assert_ended(&arguments.join(" "), &output, &[2]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(message), "{arguments:?}: {error}");
    };
    for name in ["zero.pgn", "pipe.pgn"] {
        let is_no_file = "cannot write: it is not a regular file, so its content cannot be replaced";
        check(&["format", name], is_no_file);
        check(&["check", "--fix", name], is_no_file);
        check(&["edit", "strip-comments", "--write", name], is_no_file);
        check(&["check", "--baseline", name, "a.pgn"], "it is not a regular file");
    }
    for arguments in
        [&["check", "zero.pgn"][..], &["format", "--check", "zero.pgn"], &["convert", "zero.pgn", "--to", "epd"]]
    {
        check(arguments, "this is a device, not a file");
    }
    assert_ended("a folder", &scoresheet(&["check", "."], folder.path()), &[0]);
}

/// Whoever writes the files of a repository need not be who checks it.
#[test]
fn lists_of_patterns_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Event \"E\"]\n\n1. e4 e5 2. Ke3 *\n";
    std::fs::write(folder.path().join("a.pgn"), game).unwrap();
    std::fs::create_dir_all(folder.path().join("deep/er")).unwrap();
    std::fs::write(folder.path().join("deep/er/b.pgn"), game).unwrap();
    // As long as an argument may be.
    let nested = format!("{}a{}", "{".repeat(60_000), "}".repeat(60_000));
    let check = |list: &str, content: &str, arguments: &[&str], found: bool, message: &str| {
        let path = folder.path().join(list);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        let output = scoresheet(&[&["check", "--output-format", "concise"], arguments].concat(), folder.path());
        assert_ended(list, &output, &[2]);
        let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(error.contains(message), "{list}: {error}");
        assert_eq!(out.contains("a.pgn:3:13: error[illegal-move]"), found, "{list}: {out}");
        assert!(!out.contains("b.pgn"), "{list}: {out}");
        std::fs::remove_file(path).unwrap();
    };
    let is_long = ":2: a pattern has at most 512 bytes; skipping the folder";
    for list in ["deep/.gitignore", "deep/er/.ignore", "deep/.git/info/exclude"] {
        check(list, &format!("*.tmp\n{nested}\n"), &["."], true, &format!("{list}{is_long}"));
    }
    check("deep/.gitignore", &"*.tmp\n".repeat(200_000), &["."], true, "it is longer than 1 MiB; skipping the folder");
    check(".gitignore", &format!("*.tmp\n{nested}\n"), &["deep"], false, is_long);
    check(".gitignore", &format!("*.tmp\n{nested}\n"), &["**/*.pgn"], false, is_long);
    // What is said in many words is no pattern, and an argument may be one.
    check(".gitignore", &format!("# {nested}\n"), &["a.pgn", &nested], true, "a pattern has at most 512 bytes");
}

/// The log of a pipeline may read commands at the start of a line.
#[cfg(unix)]
#[test]
fn no_name_begins_a_line_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let name = "a\n::stop-commands::x\u{1b}[2J.pgn";
    std::fs::write(folder.path().join(name), "1.e4 e5 2. Ke3 *\n").unwrap();
    std::fs::write(folder.path().join(format!("b{name}")), "1.e4 e5 *\n").unwrap();
    let missing = format!("{name}x");
    for arguments in [
        &["check", "--output-format", "concise"][..],
        &["check", "--output-format", "full"],
        &["check", "--output-format", "github"],
        &["check", "--diff", "--unsafe-fixes"],
        &["check", "--changed"],
        &["check", &missing],
        &["format", "--check"],
        &["format", "--diff"],
        &["format", &missing],
        &["edit", "strip-comments", "--diff", "."],
        &["convert", &missing, "--to", "fen"],
    ] {
        let output = scoresheet(arguments, folder.path());
        for said in [output.stdout, output.stderr] {
            let said = String::from_utf8(said).unwrap();
            assert!(!said.contains("\n::stop") && !said.contains('\u{1b}'), "{arguments:?}: {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_is_waited_for_is_told_and_no_device_is_read() {
    use std::io::BufRead;

    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.pgn");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut run = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(["check", "pipe.pgn"])
        .current_dir(&folder)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = String::new();
    std::io::BufReader::new(run.stderr.take().unwrap()).read_line(&mut told).unwrap();
    assert_eq!(told, "note: pipe.pgn: waiting for another program to write to it\n");
    std::fs::write(&pipe, "1. e4 *\n").unwrap();
    assert!(run.wait().unwrap().code().is_some());

    for (device, code) in [("/dev/zero", 2), ("/dev/null", 0)] {
        let output = program::run(folder.path(), &["check", device]);
        let told = program::transcript(&output);
        assert_eq!((output.status.code(), told.contains("this is a device")), (Some(code), code == 2), "{told}");
    }
}
