//! Runs that a signal ends: what was found in whole files is printed, and no document reads as if it were whole.

#![cfg(unix)]

use std::io::Read;
use std::process::{Command, Stdio};

use crate::run::*;

/// Interrupts a run over a file with a fault, and over standard input, to which nothing is written, once `awaited` is printed. Returns the exit code,
/// and what was printed on standard output and standard error.
fn interrupted((name, awaited): (&str, &str), format: &str, signal: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    // Inputs are in the order of their names.
    write(folder.path(), "+.pgn", &faulty("A"));
    let mut command = command(folder.path(), &[name, "+.pgn", "-", "--output-format", format]);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // Waiting for the end would close it.
    let stdin = child.stdin.take();
    let mut stdout = child.stdout.take().unwrap();
    let (mut text, mut part) = (String::new(), [0; 4096]);
    while !text.contains(awaited) {
        let length = stdout.read(&mut part).unwrap();
        assert!(length > 0, "{format}: {text}");
        text += std::str::from_utf8(&part[..length]).unwrap();
    }
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    let code = child.wait().unwrap().code();
    drop(stdin);
    stdout.read_to_string(&mut text).unwrap();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    (code, text, errors)
}

const CHECK: (&str, &str) = ("check", "illegal-move");
const SEARCH: (&str, &str) = ("search", "+.pgn");

#[test]
fn lines_of_whole_files_are_printed_and_counted() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        for format in ["concise", "jsonl", "github"] {
            let (ended, text, errors) = interrupted(CHECK, format, signal);
            assert_eq!((ended, errors.as_str()), (Some(code), "interrupted after 1 of 2 files\n"), "{format}");
            assert!(text.lines().count() >= 1 && text.ends_with('\n'), "{format}: {text}");
        }
    }
}

#[test]
fn a_document_is_broken_off() {
    for format in ["json", "gitlab", "sarif", "rdjson"] {
        let (code, text, errors) = interrupted(CHECK, format, "-INT");
        assert_eq!(errors, "interrupted after 1 of 2 files: the output lacks its end\n", "{format}");
        assert!(code == Some(130) && serde_json::from_str::<serde_json::Value>(&text).is_err(), "{format}: {text}");
    }
    for (format, end) in [("junit", "</testsuites>"), ("checkstyle", "</checkstyle>")] {
        let (code, text, errors) = interrupted(CHECK, format, "-INT");
        assert_eq!(errors, "interrupted after 1 of 2 files: the output lacks its end\n", "{format}");
        assert!(code == Some(130) && !text.contains(end), "{format}: {text}");
    }
}

#[test]
fn a_search_ends_after_a_line() {
    for (format, end) in [("text", "\n"), ("jsonl", "}\n"), ("locations", "\n")] {
        let (code, text, errors) = interrupted(SEARCH, format, "-INT");
        assert_eq!((code, errors.as_str()), (Some(130), ""), "{format}");
        assert!(text.lines().count() == 1 && text.ends_with(end), "{format}: {text}");
    }
    let (code, _, errors) = interrupted(SEARCH, "json", "-TERM");
    assert_eq!((code, errors.as_str()), (Some(143), "interrupted: the output lacks its end\n"));
}
