//! `scoresheet export` in a build without the cargo feature `parquet`, and what both kinds of builds refuse.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;

use program::run;

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_tables_says_how_to_get_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), "1. e4 *\n").unwrap();
    let output = run(folder.path(), &["export", "a.pgn", "--to", "parquet", "-o", "lake"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("packages do, and `cargo install --path server --features parquet`"), "{message}");
    assert!(!folder.path().join("lake").exists());
}

#[test]
fn what_is_no_shard_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), "1. e4 *\n").unwrap();
    let output = run(folder.path(), &["export", "a.pgn", "--to", "parquet", "-o", "lake", "--shard", "9/8"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("there are not so many parts"), "{message}");
}
