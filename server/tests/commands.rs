//! The commands on the sample games, through the real program: what they print and how they end.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::io::Write;
use std::path::PathBuf;
use std::process::Output;

use program::{fixture, run, transcript};

/// Runs the program in the folder of the sample games.
fn scoresheet(arguments: &[&str]) -> Output {
    run(&fixture(""), arguments)
}

/// A folder with copies of the sample games.
fn copies() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    for name in ["annotated.pgn", "clean.pgn"] {
        std::fs::copy(fixture(name), folder.path().join(name)).unwrap();
    }
    let path = folder.path().to_path_buf();
    (folder, path)
}

#[test]
fn check_shows_excerpts() {
    insta::assert_snapshot!(transcript(&scoresheet(&["check", "--output-format", "full", "--color", "never", "."])));
}

#[test]
fn check_shows_one_finding_a_line() {
    insta::assert_snapshot!(transcript(&scoresheet(&["check", "--output-format", "concise", "."])));
}

#[test]
fn check_writes_json() {
    insta::assert_snapshot!(transcript(&scoresheet(&["check", "--output-format", "json", "annotated.pgn"])));
}

#[test]
fn check_of_clean_games_ends_with_0() {
    insta::assert_snapshot!(transcript(&scoresheet(&["check", "clean.pgn"])));
}

#[test]
fn wrong_usage_ends_with_2() {
    for arguments in [
        &["check", "--no-such-flag"][..],
        &["check", "no-such-file.pgn"],
        &["check", "--select", "no-such-rule"],
        &["rule", "ilegal-move"],
        &["nonsense"],
    ] {
        let output = scoresheet(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn fix_repairs_what_is_certain() {
    let (_folder, path) = copies();
    let output = run(&path, &["check", "--fix", "--output-format", "concise", "annotated.pgn"]);
    insta::assert_snapshot!(transcript(&output));
    insta::assert_snapshot!(std::fs::read_to_string(path.join("annotated.pgn")).unwrap());
}

#[test]
fn format_leaves_games_alone_that_do_not_read_cleanly() {
    let (_folder, path) = copies();
    insta::assert_snapshot!(transcript(&run(&path, &["format", "."])));
    insta::assert_snapshot!(std::fs::read_to_string(path.join("annotated.pgn")).unwrap());
    let again = run(&path, &["format", "--check", "clean.pgn"]);
    assert_eq!(again.status.code(), Some(0), "{}", transcript(&again));
}

#[test]
fn the_page_of_a_rule() {
    insta::assert_snapshot!(transcript(&scoresheet(&["rule", "illegal-move"])));
}

#[test]
fn compressed_files_are_checked_and_not_changed() {
    let (_folder, path) = copies();
    let plain = std::fs::read(path.join("annotated.pgn")).unwrap();
    let compressed = zstd::encode_all(plain.as_slice(), 1).unwrap();
    std::fs::create_dir(path.join("archive")).unwrap();
    std::fs::write(path.join("archive/annotated.pgn.zst"), &compressed).unwrap();
    let output = run(&path, &["check", "--output-format", "concise", "archive"]);
    let of_plain = run(&path, &["check", "--output-format", "concise", "annotated.pgn"]);
    let expected = transcript(&of_plain).replace("annotated.pgn:", "archive/annotated.pgn.zst:");
    assert_eq!(transcript(&output), expected);
    for arguments in [&["check", "--fix"][..], &["check", "--diff"], &["format"], &["format", "--diff"]] {
        let output = run(&path, &[arguments, &["archive/annotated.pgn.zst"]].concat());
        insta::allow_duplicates! { insta::assert_snapshot!("no_archive_is_changed", refusal(&output)) };
        assert_eq!(std::fs::read(path.join("archive/annotated.pgn.zst")).unwrap(), compressed);
        // A folder stands for what can be changed in it.
        assert_eq!(run(&path, &[arguments, &["archive"]].concat()).status.code(), Some(0));
    }
    std::fs::write(path.join("archive/annotated.pgn.zst"), &compressed[..compressed.len() / 2]).unwrap();
    insta::assert_snapshot!(transcript(&run(&path, &["check", "archive"])));
}

#[test]
fn what_is_found_is_allowed_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let games = "1. e4 Nh5 *\n\n[Event \"x\"]\n\n1. e4 e5 *\n\n1. e4 e5 *\n";
    let records = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Nf3; id \"x\"; id \"y\";\n8/8/8 w - -\n";
    std::fs::write(path.join("a.pgn"), games).unwrap();
    std::fs::write(path.join("b.epd"), records).unwrap();
    insta::assert_snapshot!(transcript(&run(path, &["check", "--add-suppressions", "--diff", "."])));
    assert_eq!(std::fs::read_to_string(path.join("a.pgn")).unwrap(), games);
    insta::assert_snapshot!(transcript(&run(path, &["check", "--add-suppressions", "."])));
    // What is new is reported.
    let with_new = std::fs::read_to_string(path.join("a.pgn")).unwrap() + "\n1. Nf3 e4 *\n";
    std::fs::write(path.join("a.pgn"), with_new).unwrap();
    insta::assert_snapshot!(transcript(&run(path, &["check", "--output-format", "concise", "."])));
    let refused = run(path, &["format", "--line-width", "300", "."]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("lines have 40 to 255 columns"));
}

#[test]
fn a_zip_archive_is_read_as_others() {
    let (_folder, path) = copies();
    let script =
        "import zipfile; z = zipfile.ZipFile('games.zip', 'w', zipfile.ZIP_DEFLATED); z.write('annotated.pgn')";
    let python = std::process::Command::new("python3").args(["-c", script]).current_dir(&path).status().unwrap();
    assert!(python.success());
    let of_plain = run(&path, &["check", "--output-format", "concise", "annotated.pgn"]);
    let of_zip = run(&path, &["check", "--output-format", "concise", "games.zip"]);
    assert_eq!(transcript(&of_zip), transcript(&of_plain).replace("annotated.pgn:", "games.zip:"));
    let refused = run(&path, &["format", "games.zip"]);
    assert_eq!(refused.status.code(), Some(2), "{}", transcript(&refused));
}

#[test]
fn what_an_archive_says_before_it_is_cut_short_is_kept() {
    let (folder, path) = copies();
    let games = "[Event \"a\"]\n\n1. e4 e5 2. Bc5 *\n\n".to_owned() + &"[Event \"b\"]\n\n1. d4 d5 *\n\n".repeat(99);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    encoder.write_all(games.as_bytes()).unwrap();
    let archive = encoder.finish().unwrap();
    std::fs::write(path.join("games.pgn.gz"), &archive[..archive.len() / 2]).unwrap();
    insta::assert_snapshot!(transcript(&run(folder.path(), &["check", "--level", "error", "games.pgn.gz"])));
}

/// How a command that was refused ended, and its first words.
fn refusal(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    format!("exit code {}\n{}", output.status.code().unwrap(), error.lines().next().unwrap_or(""))
}
