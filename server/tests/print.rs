//! `scoresheet publish --to`: documents of one file, sources that compile, and pages that a browser prints.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use program::{fixture, run};

/// The games of the page about this command.
const GAMES: &str = include_str!("../docs/publish.pgn");

fn publish(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(folder, &[&["publish", "--no-cache"], arguments].concat());
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_extension_names_the_form() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    let starts = [
        ("a.md", "<!-- Made by Scoresheet. -->\n\n# games\n"),
        ("a.txt", "games\n=====\n"),
        ("a.typ", "// Made by Scoresheet.\n"),
        ("a.tex", "% Made by Scoresheet.\n"),
    ];
    for (name, start) in starts {
        let written = publish(folder.path(), &["games.pgn", "-o", name]);
        assert_eq!(written, (Some(0), format!("{name}: 2 games; 1 file written, 0 unchanged\n")));
        assert!(fs::read_to_string(folder.path().join(name)).unwrap().starts_with(start), "{name}");
    }
    assert_eq!(publish(folder.path(), &["games.pgn", "--to", "markdown", "-o", "b"]).0, Some(0));
    let files = ["a.md", "b"].map(|name| fs::read(folder.path().join(name)).unwrap());
    assert!(files[0] == files[1]);
}

#[test]
fn files_that_may_not_be_ours_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    fs::write(folder.path().join("own.md"), "# Mine\n").unwrap();
    let none = "the file exists and is none of ours; choose another name, or use --force to replace it";
    let refused = publish(folder.path(), &["games.pgn", "-o", "own.md"]);
    assert_eq!(refused, (Some(2), format!("error: own.md: {none}\n")));
    assert_eq!(publish(folder.path(), &["games.pgn", "-o", "own.md", "--force"]).0, Some(0));
    let again = publish(folder.path(), &["games.pgn", "-o", "own.md"]);
    assert_eq!(again, (Some(0), "own.md: 2 games; 0 files written, 1 unchanged\n".to_owned()));
    assert_eq!(publish(folder.path(), &["games.pgn", "-o", "a.txt"]).0, Some(0));
    for name in ["a.txt", "own.pdf"] {
        fs::write(folder.path().join("own.pdf"), "mine").unwrap();
        let refused = publish(folder.path(), &["games.pgn", "-o", name]);
        assert_eq!(refused, (Some(2), format!("error: {name}: the file exists; use --force to replace it\n")));
    }
}

#[test]
fn without_a_browser_there_is_no_pdf_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    let missing = publish(folder.path(), &["games.pgn", "-o", "a.pdf", "--browser", "no-such-browser"]);
    assert_eq!(missing.0, Some(2));
    assert!(missing.1.starts_with("error: a.pdf: the browser no-such-browser cannot be started: "), "{}", missing.1);
    if cfg!(unix) {
        let arguments = ["publish", "games.pgn", "-o", "a.pdf"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
        let output = command.args(arguments).current_dir(folder.path()).env("PATH", "").output().unwrap();
        let expected = "error: a.pdf: no browser is found that could print to PDF: install Chromium, Chrome or Edge, or name one with \
                        --browser; or use --to typst or --to latex\n";
        // On a Mac, browsers are elsewhere.
        assert!(cfg!(target_os = "macos") || String::from_utf8(output.stderr).unwrap() == expected);
    }
    assert!(!folder.path().join("a.pdf").exists());
}

#[cfg(unix)]
#[test]
fn a_browser_prints_the_page_of_all_games() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    let scripts = [
        // The last argument is the page.
        ("prints", "for last; do case $last in --print-to-pdf=*) pdf=${last#*=};; esac; done; cp \"$last\" \"$pdf\""),
        ("fails", "echo first >&2; echo out of paper >&2; exit 3"),
        ("silent", "exit 0"),
    ];
    for (name, script) in scripts {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let printed = publish(folder.path(), &["games.pgn", "-o", "a.pdf", "--browser", "./prints"]);
    assert_eq!(printed, (Some(0), "a.pdf: 2 games; 1 file written, 0 unchanged\n".to_owned()));
    let page = fs::read_to_string(folder.path().join("a.pdf")).unwrap();
    assert!(page.contains("Morphy, Paul") && page.ends_with("</main></body></html>\n"));
    let failed = publish(folder.path(), &["games.pgn", "-o", "b.pdf", "--browser", "./fails"]).1;
    assert!(failed.starts_with("error: b.pdf: the browser ./fails did not print: "), "{failed}");
    assert!(failed.ends_with(" first; out of paper\n"), "{failed}");
    assert_eq!(publish(folder.path(), &["games.pgn", "-o", "b.pdf", "--browser", "./silent"]).0, Some(2));
    assert!(!folder.path().join("b.pdf").exists());
}

/// Compiles sources with Typst, and counts what a hostile text could have added: headings, lists, links, references.
fn compile(folder: &Path, names: &[&str]) -> Output {
    let script = "\
import json, sys, typst
for name in sys.argv[1:]:
    pdf = typst.compile(name)
    count = lambda selector: len(json.loads(typst.query(name, selector)))
    lists = sum(count(selector) for selector in ('list', 'enum', 'terms', 'link', 'ref', 'raw', 'math.equation'))
    print(name, pdf[:5].decode(), count('heading'), lists)
";
    let output = Command::new("python3").arg("-c").arg(script).args(names).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Games with comments of signs in no order, the same in every run.
fn random_games(count: usize) -> String {
    let letters: Vec<char> =
        "*_`#$<>@[]~/=:-+.'\"\\(){};,!?&^% 1ab\u{5D0}♘".chars().filter(|letter| *letter != '}').collect();
    let mut state = 1_u64;
    let mut comment = move || -> String {
        let next = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            letters[(state >> 33) as usize % letters.len()]
        };
        (0..12).map(next).collect()
    };
    let mut text = String::new();
    for _ in 0..count {
        let (first, second, third) = (comment(), comment(), comment());
        write!(text, "[White \"A\"]\n\n{{{first}}} 1. e4 {{{second}}} e5 (1... c5 {{{third}}}) 1/2-1/2\n\n").unwrap();
    }
    text
}

#[test]
#[ignore = "compiles with Typst, of the Python package typst"]
fn sources_for_typst_compile_and_no_text_is_a_command() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("random.pgn"), random_games(200)).unwrap();
    fs::write(folder.path().join("annotated.pgn"), GAMES).unwrap();
    fs::copy(fixture("publish/hostile.pgn"), folder.path().join("hostile.pgn")).unwrap();
    fs::copy(fixture("tournaments/round_robin.pgn"), folder.path().join("tournament.pgn")).unwrap();
    let names = ["random", "annotated", "hostile", "tournament"];
    for name in names {
        let (games, source) = (format!("{name}.pgn"), format!("{name}.typ"));
        assert_eq!(publish(folder.path(), &[&games, "-o", &source, "--every", "8", "--title", "# *a*"]).0, Some(0));
    }
    let output = compile(folder.path(), &names.map(|name| format!("{name}.typ")).each_ref().map(String::as_str));
    let found = String::from_utf8(output.stdout).unwrap();
    let headings = |name: &str| {
        let source = fs::read_to_string(folder.path().join(format!("{name}.typ"))).unwrap();
        source.lines().filter(|line| line.starts_with("#game(") || line.starts_with("#section[")).count()
    };
    let expected: String = names.map(|name| format!("{name}.typ %PDF- {} 0\n", headings(name))).concat();
    assert_eq!(found, expected);
}
